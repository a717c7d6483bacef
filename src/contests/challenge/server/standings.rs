//! The standings: rounds and games won and lost by each team.

use std::collections::BTreeMap;
use std::fmt;

use super::teams::{TeamId, Teams, label};
use crate::counted::counted;
use crate::report::columns::columns;

/// Numbers won and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WonLost {
    /// The number won.
    pub won: u64,
    /// The number lost.
    pub lost: u64,
}

/// The results of a team on the contest port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The team.
    pub team: TeamId,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Finished rounds.
    pub rounds: WonLost,
    /// Games, including those of unfinished rounds.
    pub games: WonLost,
}

/// The standings of all teams, best first: by rounds won, then by games won, then by fewest lost.
/// Its text form is a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    practice_games: u64,
}

/// The indices of rounds and games in a [`Score`].
const ROUNDS: usize = 0;
const GAMES: usize = 1;

impl Score {
    fn count(&mut self, what: usize, teams: [TeamId; 2], winner: TeamId) {
        for team in teams {
            let counted = &mut self.teams.entry(team).or_default()[what];
            match team == winner {
                true => counted.won += 1,
                false => counted.lost += 1,
            }
        }
    }

    /// Counts a round.
    pub(super) fn round(&mut self, teams: [TeamId; 2], winner: TeamId) {
        self.count(ROUNDS, teams, winner);
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
        let standing = |(&team, &[rounds, games]): (&TeamId, &[WonLost; 2])| Standing {
            team,
            name: teams.name(team),
            rounds,
            games,
        };
        let mut all: Vec<_> = self.teams.iter().map(standing).collect();
        all.sort_by_key(|team| {
            let Standing { rounds, games, .. } = team;
            (
                std::cmp::Reverse((rounds.won, games.won)),
                rounds.lost,
                games.lost,
            )
        });
        Standings {
            teams: all,
            practice_games: self.practice_games,
        }
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = |counts: fn(&Standing) -> WonLost| -> u64 {
            self.teams.iter().map(|team| counts(team).won).sum()
        };
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
        let header = [
            "team",
            "rounds won",
            "rounds lost",
            "games won",
            "games lost",
        ];
        let mut table = columns(header, 1..);
        for team in &self.teams {
            let Standing { rounds, games, .. } = team;
            let counts = [rounds.won, rounds.lost, games.won, games.lost];
            let name = label(team.team, team.name.as_deref());
            let cells = counts.iter().map(u64::to_string);
            table.add_row(std::iter::once(name).chain(cells));
        }
        writeln!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::teams::TeamTable;
    use super::*;

    #[test]
    fn teams_stand_by_rounds_then_by_games() {
        let [one, two, three] = [1, 2, 3].map(TeamId);
        let mut score = Score::default();
        for _ in 0..3 {
            score.game([one, two], two);
        }
        score.game([two, three], three);
        score.game([one, three], one);
        score.round([two, one], two);
        score.round([one, three], one);
        score.practice();
        let table = TeamTable {
            names: [(one, "us".to_owned())].into(),
            ..TeamTable::default()
        };
        let standings = score.standings(&Teams::Table(table));
        let text = standings.to_string();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().map(words).collect();
        assert_eq!(
            lines,
            [
                "2 rounds, 5 games, 1 practice game",
                "team rounds won rounds lost games won games lost",
                "team 2 1 0 3 1",
                "us (team 1) 1 1 1 3",
                "team 3 0 1 1 1",
            ]
        );
        let nothing = Score::default().standings(&Teams::Open);
        assert_eq!(nothing.to_string(), "0 rounds, 0 games, 0 practice games\n");
    }
}
