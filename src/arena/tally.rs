//! Counts of a match, and the win rates with their confidence intervals.

use serde::Serialize;

use super::{Entry, Unit};
use crate::contest::Ending;
use crate::interval::quantile;

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
    sets: Vec<Set>,
    moves: Vec<u64>,
    penalties: Vec<u64>,
}

/// A set of duplicates: the rounds or games from one seed, one for every rotation of the seats.
#[derive(Clone, Debug, PartialEq)]
struct Set {
    rounds: Results,
    games: Results,
}

#[derive(Clone, Debug, PartialEq)]
struct Results {
    played: u64,
    drawn: u64,
    abandoned: u64,
    won: Vec<u64>,
}

/// The results of one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The agent, as the caller named it.
    pub agent: String,
    /// Rounds won, or games won if the unit of the match is games.
    pub wins: u64,
    /// Share of the rounds or games won. A draw counts as an equal share. `None` if no round or game was
    /// finished.
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
/// Duplicates of one deal are not independent, so the sampling unit is the set of duplicates. The
/// variance is that of a ratio estimate over sets (Cochran, Sampling Techniques, 3rd ed., section
/// 6.3). It gives an equivalent number of independent games, and the interval is Wilson's for that
/// number. If all sets had the same result, the variance cannot be estimated, and each set counts
/// as one game.
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
    /// Estimates the share from sets of (score, number played). Returns `None` if nothing was played.
    pub fn from_sets(sets: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Estimate> {
        let sets = sets.filter(|(_, played)| *played > 0);
        let (count, score, played) = sets
            .clone()
            .fold((0u64, 0.0, 0.0), |(count, score, total), (own, played)| {
                (count + 1, score + own, total + played as f64)
            });
        if count == 0 {
            return None;
        }
        let share = score / played;
        let squares: f64 = sets
            .map(|(own, played)| (own - share * played as f64).powi(2))
            .sum();
        let sets = count as f64;
        let variance = sets / (sets - 1.0) * squares / (played * played);
        // A single set has a variance that is not a number. This comparison is false for it too.
        let estimated = variance > 0.0 && share > 0.0 && share < 1.0;
        let equivalent = match estimated {
            true => share * (1.0 - share) / variance,
            false => sets,
        };
        let freedom = match estimated && played > sets {
            true => sets - 1.0,
            false => f64::INFINITY,
        };
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
    fn none(seats: usize) -> Results {
        Results {
            played: 0,
            drawn: 0,
            abandoned: 0,
            won: vec![0; seats],
        }
    }

    fn add(&mut self, ending: Ending, winner: Option<usize>) {
        match (ending, winner) {
            (Ending::Abandoned, _) => self.abandoned += 1,
            (Ending::Completed, winner) => {
                self.played += 1;
                match winner.and_then(|agent| self.won.get_mut(agent)) {
                    Some(won) => *won += 1,
                    None => self.drawn += 1,
                }
            }
        }
    }

    fn score(&self, agent: usize) -> f64 {
        self.won[agent] as f64 + self.drawn as f64 / self.won.len() as f64
    }
}

impl Tally {
    /// Begins a tally from a match's first entry. Returns `None` if the entry is of another type.
    pub fn begin(entry: &Entry) -> Option<Tally> {
        let Entry::Match {
            contest,
            agents,
            seed,
            unit,
            count,
        } = entry
        else {
            return None;
        };
        Some(Tally {
            contest: contest.clone(),
            agents: agents.clone(),
            seed: *seed,
            unit: *unit,
            count: *count,
            sets: Vec::new(),
            moves: vec![0; agents.len()],
            penalties: vec![0; agents.len()],
        })
    }

    /// Adds an entry to the counts.
    pub fn add(&mut self, entry: &Entry) {
        match entry {
            Entry::Match { .. } => {}
            Entry::Game {
                set,
                winner,
                ending,
                moves,
                penalties,
                ..
            } => {
                self.set(*set).games.add(*ending, *winner);
                let sums = self.moves.iter_mut().zip(moves);
                for (sum, more) in sums.chain(self.penalties.iter_mut().zip(penalties)) {
                    *sum += more;
                }
            }
            Entry::Round {
                set,
                winner,
                ending,
                ..
            } => self.set(*set).rounds.add(*ending, *winner),
        }
    }

    /// The set with this number. It is added if it is new.
    fn set(&mut self, number: u64) -> &mut Set {
        let seats = self.agents.len();
        let wanted = number as usize;
        if self.sets.len() <= wanted {
            self.sets.resize(
                wanted + 1,
                Set {
                    rounds: Results::none(seats),
                    games: Results::none(seats),
                },
            );
        }
        &mut self.sets[wanted]
    }

    /// The number of rounds finished.
    pub fn rounds(&self) -> u64 {
        self.sets.iter().map(|set| set.rounds.played).sum()
    }

    /// The number of games finished.
    pub fn games(&self) -> u64 {
        self.sets.iter().map(|set| set.games.played).sum()
    }

    /// The number of rounds or games, in the match's unit, that were finished without a winner.
    pub fn draws(&self) -> u64 {
        self.units().map(|results| results.drawn).sum()
    }

    /// True if everything that was requested was finished.
    pub fn is_complete(&self) -> bool {
        self.units().map(|results| results.played).sum::<u64>() == self.count
    }

    /// The number of illegal moves of all agents.
    pub fn penalties(&self) -> u64 {
        self.penalties.iter().sum()
    }

    /// The results of each agent.
    pub fn standings(&self) -> Vec<Standing> {
        (0..self.agents.len())
            .map(|agent| Standing {
                agent: self.agents[agent].clone(),
                wins: self.units().map(|results| results.won[agent]).sum(),
                win_rate: share_of(agent, self.units()),
                game_wins: self.sets.iter().map(|set| set.games.won[agent]).sum(),
                game_win_rate: share_of(agent, self.sets.iter().map(|set| &set.games)),
                moves: self.moves[agent],
                penalties: self.penalties[agent],
            })
            .collect()
    }

    fn units(&self) -> impl Iterator<Item = &Results> + Clone {
        self.sets.iter().map(|set| match self.unit {
            Unit::Rounds => &set.rounds,
            Unit::Games => &set.games,
        })
    }
}

fn share_of<'a>(
    agent: usize,
    results: impl Iterator<Item = &'a Results> + Clone,
) -> Option<Estimate> {
    Estimate::from_sets(results.map(|results| (results.score(agent), results.played)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(sets: &[(f64, u64)]) -> Estimate {
        Estimate::from_sets(sets.iter().copied()).unwrap()
    }

    #[test]
    fn single_games_give_wilsons_interval() {
        // 40 of 100: Wilson's interval is 0.3094 to 0.4980 (Brown, Cai and DasGupta, 2001). The
        // sample variance divides by n - 1, so the width is that of 99 games.
        let sets: Vec<_> = (0..100).map(|n| (f64::from(u8::from(n < 40)), 1)).collect();
        let estimate = from(&sets);
        assert!((estimate.low - 0.3094).abs() < 2e-3, "{estimate:?}");
        assert!((estimate.high - 0.4980).abs() < 2e-3, "{estimate:?}");
    }

    #[test]
    fn duplicates_that_agree_are_worth_one_game() {
        let pairs: Vec<_> = (0..50).map(|n| (f64::from(2 * (n % 2)), 2)).collect();
        let singles: Vec<_> = (0..50).map(|n| (f64::from(n % 2), 1)).collect();
        let (pairs, singles) = (from(&pairs), from(&singles));
        // The quantiles differ: the variance of pairs is estimated, and that of single games
        // follows from the share.
        let wider = pairs.half_width / singles.half_width;
        let by_quantile = quantile(49.0) / quantile(f64::INFINITY);
        assert!((wider - by_quantile).abs() < 5e-3, "{wider} {by_quantile}");
    }

    #[test]
    fn duplicates_that_cancel_are_worth_more() {
        let sets: Vec<_> = (0..50)
            .map(|n| (if n == 0 { 2.0 } else { 1.0 }, 2))
            .collect();
        assert!(from(&sets).half_width < 0.03);
    }

    #[test]
    fn no_loss_is_not_certainty() {
        let estimate = from(&[(2.0, 2); 20]);
        assert_eq!((estimate.share, estimate.high), (1.0, 1.0));
        assert!(
            estimate.low < 0.9 && estimate.half_width > 0.05,
            "{estimate:?}"
        );
        assert!(from(&[(1.0, 1)]).half_width > 0.3);
        assert_eq!(Estimate::from_sets([].into_iter()), None);
    }
}
