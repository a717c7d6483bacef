//! The standings: a rating, and the rounds and games won and lost by each team.
//!
//! The document ranks the players "using a scoring system similar to the one used by the chess community": here the Elo
//! ratings of maximum likelihood, of the rounds.

use std::collections::BTreeMap;
use std::fmt;

use super::teams::{TeamId, Teams, label};
use cardsharp_arena::Moments;
use cardsharp_arena::columns::columns;
use cardsharp_arena::tournament::{Elo, TableResults, elo};
use cardsharp_terminal::counted::counted;

/// Numbers won and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WonLost {
    /// The number won.
    pub won: u64,
    /// The number lost.
    pub lost: u64,
}

/// The results of a team on the contest port.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The team.
    pub team: TeamId,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The rating by its rounds; none if no round was played.
    pub rating: Option<Elo>,
    /// Finished rounds.
    pub rounds: WonLost,
    /// Games, including those of unfinished rounds.
    pub games: WonLost,
}

/// The standings of all teams, best first: by rating, then by games won, then by fewest lost. Its text form is a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// The teams.
    pub teams: Vec<Standing>,
    /// Games against the house bot, which are in no team's count.
    pub practice_games: u64,
}

/// The count behind the standings.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    teams: BTreeMap<TeamId, [WonLost; 2]>,
    /// The rounds of each pair of teams, lower number first: won by the first, and by the second.
    met: BTreeMap<[TeamId; 2], Moments>,
    practice_games: u64,
}

/// The indices of rounds and games in a [`Score`].
const ROUNDS: usize = 0;
const GAMES: usize = 1;

impl Score {
    fn count(&mut self, what: usize, teams: [TeamId; 2], winner: TeamId) {
        for team in teams {
            let counted = &mut self.teams.entry(team).or_default()[what];
            if team == winner {
                counted.won += 1;
            } else {
                counted.lost += 1;
            }
        }
    }

    /// Counts a round.
    pub(super) fn round(&mut self, teams: [TeamId; 2], winner: TeamId) {
        self.count(ROUNDS, teams, winner);
        let [one, two] = teams;
        let pair = if one <= two { [one, two] } else { [two, one] };
        let moments = self.met.entry(pair).or_insert_with(|| Moments::none(2));
        moments.add(&pair.map(|team| f64::from(u8::from(team == winner))), 1);
    }

    /// The teams that have played, in the order of their numbers.
    pub(super) fn teams(&self) -> Vec<TeamId> {
        self.teams.keys().copied().collect()
    }

    /// The ratings of [`Score::teams`].
    fn ratings(&self) -> Option<Vec<Elo>> {
        let index: BTreeMap<_, _> = self.teams.keys().copied().zip(0..).collect();
        let table = |(pair, moments): (&[TeamId; 2], &Moments)| TableResults {
            agents: pair.iter().map(|team| index[team]).collect(),
            moments: moments.clone(),
        };
        let tables: Vec<_> = self.met.iter().map(table).collect();
        elo(index.len(), &tables)
    }

    /// Counts a game of the contest port.
    pub(super) fn game(&mut self, teams: [TeamId; 2], winner: TeamId) {
        self.count(GAMES, teams, winner);
    }

    /// Counts a game of the practice port.
    pub(super) fn practice(&mut self) {
        self.practice_games += 1;
    }

    /// The standings, with the names from `teams`.
    pub(super) fn standings(&self, teams: &Teams) -> Standings {
        let ratings = self.ratings();
        let standing = |(index, (&team, &[rounds, games])): (usize, (&TeamId, &[WonLost; 2]))| Standing {
            team,
            name: teams.name(team),
            rating: ratings.as_ref().map(|ratings| ratings[index]),
            rounds,
            games,
        };
        let mut all: Vec<_> = self.teams.iter().enumerate().map(standing).collect();
        all.sort_by(|one, two| {
            let rating = |of: &Standing| of.rating.map_or(0.0, |elo| elo.rating);
            let by_rating = rating(two).total_cmp(&rating(one));
            let by_games = two.games.won.cmp(&one.games.won);
            let by_lost = one.games.lost.cmp(&two.games.lost);
            by_rating.then(by_games).then(by_lost)
        });
        Standings { teams: all, practice_games: self.practice_games }
    }
}

/// The ranking of a tournament, as a table for people.
pub(super) fn ranking_table(ranking: &[TeamId], teams: &Teams) -> String {
    let mut table = columns(["place", "team"], ..1);
    for (place, &team) in ranking.iter().enumerate() {
        table.add_row([(place + 1).to_string(), teams.label(team)]);
    }
    format!("the tournament:\n{table}\n")
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = |counts: fn(&Standing) -> WonLost| -> u64 { self.teams.iter().map(|team| counts(team).won).sum() };
        let rounds = total(|team| team.rounds);
        let games = total(|team| team.games);
        let practice = self.practice_games;
        writeln!(
            f,
            "{}, {}, {}",
            counted(rounds, "round"),
            counted(games, "game"),
            counted(practice, "practice game")
        )?;
        if self.teams.is_empty() {
            return Ok(());
        }
        let header = ["team", "rating", "rounds won", "rounds lost", "games won", "games lost"];
        let mut table = columns(header, 1..);
        for team in &self.teams {
            let Standing { rounds, games, .. } = team;
            let counts = [rounds.won, rounds.lost, games.won, games.lost];
            let name = label(team.team, team.name.as_deref());
            let rating = match team.rating {
                Some(elo) => format!("{:.0} ± {:.0}", elo.rating, elo.half_width),
                None => "–".to_owned(),
            };
            let cells = counts.iter().map(u64::to_string);
            table.add_row([name, rating].into_iter().chain(cells));
        }
        writeln!(f, "{table}")
    }
}

#[cfg(test)]
#[path = "../tests/unit/standings.rs"]
mod tests;
