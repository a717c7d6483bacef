//! The standings of the players: a table for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::accounts::Accounts;
use super::ids::PlayerId;
use super::lobby::{Lobby, LobbyMatch};
use cardsharp_arena::columns::columns;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::sanitize::sanitize;

/// The matches of a player that are over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) won: u64,
    pub(super) lost: u64,
    /// Tied, or ended from outside without a winner.
    pub(super) undecided: u64,
    /// The points of all matches.
    pub(super) points: u64,
}

/// The name of a player, with the id if that is another text.
pub(super) fn shown_name(accounts: &Accounts, id: &PlayerId) -> String {
    let name = sanitize(&accounts.name_of(id));
    if *name == **id { name } else { format!("{name} ({id})") }
}

/// The standings after the matches of `lobby` that are over, best first: by most matches won, then by fewest lost, then
/// by most points. A match of a player against themselves counts on both sides.
pub(super) fn standings(lobby: &Lobby, accounts: &Accounts) -> String {
    let (matches, ranking) = tallies(lobby, |_| true);
    let matches = counted(matches, "match");
    if ranking.is_empty() {
        return format!("{matches}\n");
    }
    let mut ranks = columns(["player", "won", "lost", "undecided", "points"], 1..);
    for (id, tally) in ranking {
        let player = shown_name(accounts, &id);
        let figures = [tally.won, tally.lost, tally.undecided, tally.points];
        ranks.add_row(std::iter::once(player).chain(figures.map(|figure| figure.to_string())));
    }
    format!("{matches}\n{ranks}\n")
}

/// The number of matches that are over and that `wanted` accepts, and their players, best first.
pub(super) fn tallies(lobby: &Lobby, wanted: impl Fn(&LobbyMatch) -> bool) -> (u64, Vec<(PlayerId, Tally)>) {
    let mut tallies: BTreeMap<PlayerId, Tally> = BTreeMap::new();
    let mut matches = 0;
    let over = lobby.over_so_far();
    for entry in over.iter().filter(|entry| wanted(entry)) {
        let game = entry.game();
        let Some(end) = game.state.end() else {
            continue;
        };
        matches += 1;
        let winner = end.verdict.winner().map(|player| player.index());
        for (seat, points) in end.scores.into_iter().enumerate() {
            let tally = tallies.entry(entry.creation.seats[seat].clone()).or_default();
            tally.points += u64::from(points);
            match winner {
                Some(winner) if winner == seat => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.undecided += 1,
            }
        }
    }
    let mut ranking: Vec<_> = tallies.into_iter().collect();
    ranking.sort_by_key(|(_, tally)| (Reverse(tally.won), tally.lost, Reverse(tally.points)));
    (matches, ranking)
}
