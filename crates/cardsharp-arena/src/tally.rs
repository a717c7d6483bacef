//! Counts of a match, and the win rates with their confidence intervals.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Beginning, Entry, Moments, Unit, numbered};
use cardsharp_game::Ending;
use cardsharp_game::interval::quantile;

/// All counts of a match. They are a function of the journal's entries alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// The contest's name.
    pub contest: String,
    /// The agents, as the caller named them.
    pub agents: Vec<String>,
    /// The match's seed.
    pub seed: u64,
    /// The unit of the match: rounds or games.
    pub unit: Unit,
    /// The number of rounds or games that were requested.
    pub count: u64,
    rounds: Results,
    games: Results,
    moves: Vec<u64>,
    penalties: Vec<u64>,
    /// The sets of which a part was played.
    open: BTreeMap<u64, Set>,
    /// The games of a round whose end is not known yet.
    pending: Vec<PlayedGame>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
struct PlayedGame {
    set: u64,
    winner: Option<usize>,
    ending: Ending,
    moves: Vec<u64>,
    penalties: Vec<u64>,
}

/// The counts of rounds or of games.
#[derive(Clone, Debug, PartialEq)]
struct Results {
    played: u64,
    drawn: u64,
    won: Vec<u64>,
    /// The sums over the sets that are complete.
    moments: Moments,
}

/// A set of duplicates as far as it was played: the rounds or games from one seed, one for every rotation of the seats.
#[derive(Clone, Debug, PartialEq)]
struct Set {
    /// The number of rounds, or of games that belong to none.
    units: usize,
    rounds: SetScore,
    games: SetScore,
}

/// The scores of a set, in rounds or in games.
#[derive(Clone, Debug, PartialEq)]
struct SetScore {
    played: u64,
    scores: Vec<f64>,
}

/// The results of one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The agent, as the caller named it, and with a number if others have the same name.
    pub agent: String,
    /// Rounds won, or games won if the unit of the match is games.
    pub wins: u64,
    /// Share of the rounds or games won. A draw counts as an equal share. `None` if no round or game was finished.
    pub win_rate: Option<Estimate>,
    /// Games won.
    pub game_wins: u64,
    /// Share of games won.
    pub game_win_rate: Option<Estimate>,
    /// Moves made.
    pub moves: u64,
    /// Illegal moves, which were penalised.
    pub penalties: u64,
}

/// A share estimated from a sample, with a 95 % confidence interval.
///
/// Duplicates of one deal are not independent, so the sampling unit is the set of duplicates. The variance is that of a
/// ratio estimate over sets (Cochran, Sampling Techniques, 3rd ed., section 6.3). It gives an equivalent number of
/// independent games, and the interval is Wilson's for that number. If all sets had the same result, the variance
/// cannot be estimated, and each set counts as one game.
///
/// The quantile is Student's t with one degree of freedom fewer than there are sets, as the
/// variance is estimated from them. If every set is one game, the variance follows from the share.
/// The quantile is then the normal distribution's, as in Wilson's own interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The share in the sample.
    pub share: f64,
    /// Half the interval's width.
    pub half_width: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Estimates the share of an agent. Returns `None` if nothing was played.
    pub fn of(moments: &Moments, agent: usize) -> Option<Estimate> {
        if moments.sets() == 0 {
            return None;
        }
        let share = moments.share(agent);
        let (sets, played) = (moments.sets() as f64, moments.played());
        let variance = sets / (sets - 1.0) * moments.squares(agent) / (played * played);
        // A single set has a variance that is not a number. This comparison is false for it too.
        let estimated = variance > 0.0 && share > 0.0 && share < 1.0;
        let equivalent = if estimated { share * (1.0 - share) / variance } else { sets };
        let freedom = if estimated && played > sets { sets - 1.0 } else { f64::INFINITY };
        Some(Estimate::wilson(share, equivalent, quantile(freedom)))
    }

    fn wilson(share: f64, games: f64, quantile: f64) -> Estimate {
        let squared = quantile * quantile;
        let scale = 1.0 + squared / games;
        let middle = (share + squared / (2.0 * games)) / scale;
        let spread = share * (1.0 - share) / games + squared / (4.0 * games * games);
        let half_width = quantile * spread.sqrt() / scale;
        Estimate {
            share,
            half_width,
            low: (middle - half_width).clamp(0.0, share),
            high: (middle + half_width).clamp(share, 1.0),
        }
    }
}

impl Results {
    fn none(agents: usize) -> Results {
        Results { played: 0, drawn: 0, won: vec![0; agents], moments: Moments::none(agents) }
    }

    fn add(&mut self, set: &mut SetScore, ending: Ending, winner: Option<usize>) {
        match (ending, winner.filter(|&agent| agent < self.won.len())) {
            (Ending::Abandoned, _) => return,
            (Ending::Completed | Ending::Forfeited, Some(agent)) => {
                self.won[agent] += 1;
                set.scores[agent] += 1.0;
            }
            (Ending::Completed | Ending::Forfeited, None) => {
                self.drawn += 1;
                let part = 1.0 / self.won.len() as f64;
                set.scores.iter_mut().for_each(|score| *score += part);
            }
        }
        self.played += 1;
        set.played += 1;
    }
}

impl Set {
    fn none(agents: usize) -> Set {
        let none = SetScore { played: 0, scores: vec![0.0; agents] };
        Set { units: 0, rounds: none.clone(), games: none }
    }
}

impl Tally {
    /// No counts, for a match that begins.
    pub fn new(beginning: &Beginning) -> Tally {
        let Beginning { contest, agents, seed, unit, count, .. } = beginning;
        Tally {
            contest: contest.clone(),
            agents: agents.clone(),
            seed: *seed,
            unit: *unit,
            count: *count,
            rounds: Results::none(agents.len()),
            games: Results::none(agents.len()),
            moves: vec![0; agents.len()],
            penalties: vec![0; agents.len()],
            open: BTreeMap::new(),
            pending: Vec::new(),
        }
    }

    /// Adds an entry to the counts. The games of a round count when the round has ended: a killed process may
    /// have left a part of a round, which is played again.
    pub fn add(&mut self, entry: &Entry) {
        match entry {
            Entry::Tournament(_) | Entry::Match(_) => {}
            Entry::Game { set, game: number, winner, ending, moves, penalties, .. } => {
                let game = PlayedGame {
                    set: *set,
                    winner: *winner,
                    ending: *ending,
                    moves: moves.clone(),
                    penalties: penalties.clone(),
                };
                match number {
                    None => {
                        let number = game.set;
                        self.in_set(number, |tally, set| {
                            tally.add_game(&game, set);
                            set.units += 1;
                        });
                    }
                    Some(number) => {
                        if *number == 0 {
                            self.pending.clear();
                        }
                        self.pending.push(game);
                    }
                }
            }
            Entry::Round { set, winner, ending, .. } => self.in_set(*set, |tally, set| {
                for game in std::mem::take(&mut tally.pending) {
                    tally.add_game(&game, set);
                }
                tally.rounds.add(&mut set.rounds, *ending, *winner);
                set.units += 1;
            }),
        }
    }

    /// Changes a set. One that is complete is added to the sums.
    fn in_set(&mut self, number: u64, change: impl FnOnce(&mut Tally, &mut Set)) {
        let agents = self.agents.len();
        let mut set = self.open.remove(&number).unwrap_or_else(|| Set::none(agents));
        change(self, &mut set);
        if set.units < agents {
            self.open.insert(number, set);
            return;
        }
        self.rounds.moments.add(&set.rounds.scores, set.rounds.played);
        self.games.moments.add(&set.games.scores, set.games.played);
    }

    fn add_game(&mut self, game: &PlayedGame, set: &mut Set) {
        self.games.add(&mut set.games, game.ending, game.winner);
        let sums = self.moves.iter_mut().zip(&game.moves);
        for (sum, more) in sums.chain(self.penalties.iter_mut().zip(&game.penalties)) {
            *sum += more;
        }
    }

    /// The number of rounds finished.
    pub fn rounds(&self) -> u64 {
        self.rounds.played
    }

    /// The number of games finished.
    pub fn games(&self) -> u64 {
        self.games.played
    }

    /// The number of rounds or games, in the match's unit, that were finished without a winner.
    pub fn draws(&self) -> u64 {
        self.units().drawn
    }

    /// True if everything that was requested was finished.
    pub fn is_complete(&self) -> bool {
        self.units().played == self.count
    }

    /// The number of illegal moves of all agents.
    pub fn penalties(&self) -> u64 {
        self.penalties.iter().sum()
    }

    /// The sums over the sets of duplicates, of the match's unit.
    pub fn moments(&self) -> Moments {
        match self.unit {
            Unit::Rounds => self.moments_of(&self.rounds, |set| &set.rounds),
            Unit::Games => self.game_moments(),
        }
    }

    /// The sums over the sets of duplicates, of games.
    pub fn game_moments(&self) -> Moments {
        self.moments_of(&self.games, |set| &set.games)
    }

    /// The sums over the sets, with those of which only a part was played.
    fn moments_of(&self, results: &Results, of: impl Fn(&Set) -> &SetScore) -> Moments {
        let mut moments = results.moments.clone();
        for set in self.open.values().map(of) {
            moments.add(&set.scores, set.played);
        }
        moments
    }

    /// The number of games that were finished without a winner.
    pub fn game_draws(&self) -> u64 {
        self.games.drawn
    }

    /// The results of each agent.
    pub fn standings(&self) -> Vec<Standing> {
        let (units, games) = (self.moments(), self.game_moments());
        numbered(&self.agents)
            .into_iter()
            .enumerate()
            .map(|(agent, name)| Standing {
                agent: name,
                wins: self.units().won[agent],
                win_rate: Estimate::of(&units, agent),
                game_wins: self.games.won[agent],
                game_win_rate: Estimate::of(&games, agent),
                moves: self.moves[agent],
                penalties: self.penalties[agent],
            })
            .collect()
    }

    fn units(&self) -> &Results {
        match self.unit {
            Unit::Rounds => &self.rounds,
            Unit::Games => &self.games,
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/tally.rs"]
mod tests;
