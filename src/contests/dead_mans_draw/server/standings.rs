//! The standings of the players: a table for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::accounts::Accounts;
use super::ids::PlayerId;
use super::lobby::Lobby;
use crate::counted::counted;
use crate::live::sanitize::sanitize;
use crate::report::columns::columns;

/// The matches of a player that are over.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    won: u64,
    lost: u64,
    /// Tied, or ended from outside without a winner.
    undecided: u64,
    /// The points of all matches.
    points: u64,
}

/// The standings after the matches of `lobby` that are over, best first: by most matches won, then
/// by fewest lost, then by most points. A match of a player against themselves counts on both
/// sides.
pub(super) fn standings(lobby: &Lobby, accounts: &Accounts) -> String {
    let mut tallies: BTreeMap<PlayerId, Tally> = BTreeMap::new();
    let mut matches = 0;
    for entry in lobby.over_so_far() {
        let game = entry.game();
        let Some(end) = game.state.end() else {
            continue;
        };
        matches += 1;
        let winner = end.verdict.winner().map(|player| player.index());
        for (seat, points) in end.scores.into_iter().enumerate() {
            let tally = tallies
                .entry(entry.creation.seats[seat].clone())
                .or_default();
            tally.points += u64::from(points);
            match winner {
                Some(winner) if winner == seat => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.undecided += 1,
            }
        }
    }
    let matches = counted(matches, "match");
    if tallies.is_empty() {
        return format!("{matches}\n");
    }
    let mut ranking: Vec<_> = tallies.into_iter().collect();
    ranking.sort_by_key(|(_, tally)| (Reverse(tally.won), tally.lost, Reverse(tally.points)));
    let mut ranks = columns(["player", "won", "lost", "undecided", "points"], 1..);
    for (id, tally) in ranking {
        let name = sanitize(&accounts.name_of(&id));
        let player = match *name == *id {
            true => name,
            false => format!("{name} ({id})"),
        };
        let figures = [tally.won, tally.lost, tally.undecided, tally.points];
        ranks.add_row(std::iter::once(player).chain(figures.map(|figure| figure.to_string())));
    }
    format!("{matches}\n{ranks}\n")
}
