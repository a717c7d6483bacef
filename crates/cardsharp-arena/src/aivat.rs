//! Results of recorded games without luck, by AIVAT.
//!
//! Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in
//! Imperfect Information Games", AAAI 2018. The luck of a game is subtracted from its result. Its expected value is 0, so
//! that the mean of what is left has no bias, whatever the baseline. Here it is also multiplied by the coefficient that
//! leaves least variance, as for any control variate: about 1 if all probabilities are known, and less if the baseline is
//! poor. The coefficient and the values of standings come from the other half of the sets of duplicates.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::Serialize;

use super::Moments;
use cardsharp_game::Ending;
use cardsharp_game::interval::quantile;
use cardsharp_game::luck::{GameLuck, Race};

/// The number of games from which the coefficient of the luck is estimated; with fewer it is 1.
const ENOUGH: usize = 100;

/// The place of a game in a journal. Games of one match and one set are duplicates of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePlace {
    /// A number of the match.
    pub of_match: usize,
    /// A number of the set of duplicates.
    pub set: u64,
    /// The agent in the first seat of the set's game or round.
    pub first: usize,
    /// The number of the game in its round; 0 without rounds.
    pub game: usize,
}

/// A game that counts.
#[derive(Clone, Debug)]
struct Counted {
    /// The agent in the first seat.
    seated: usize,
    /// The part of the game that agent 0 has won.
    score: f64,
    /// The luck, unless it is not known.
    luck: Option<GameLuck>,
}

/// The games of two agents, with their luck.
#[derive(Clone, Debug, Default)]
pub struct LuckAccount(BTreeMap<GamePlace, Counted>);

/// A mean over games, with a 95 % confidence interval by Student's t over the sets of duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean, in games won. Without luck it may be below 0 or above 1.
    pub share: f64,
    /// Half the width of the interval; `None` after one set.
    pub half_width: Option<f64>,
}

/// Sums over sets of the results, and of what is left of them without luck.
#[derive(Clone, Debug)]
pub struct LuckSums {
    /// The results.
    pub plain: Moments,
    /// The same without luck.
    pub removed: Moments,
}

/// The results of two agents without luck.
#[derive(Clone, Debug)]
pub struct LuckRemoved {
    /// The number of games that count.
    pub games: u64,
    /// The number of them whose luck is known. The others count as they ended.
    pub corrected: u64,
    /// All games.
    pub sums: LuckSums,
    /// The games in which agent 0 has the first seat, and those in which they have the second.
    pub by_seat: [LuckSums; 2],
}

/// The result of an agent with and without luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithoutLuck {
    /// The share of games won.
    pub plain: Interval,
    /// The same with luck removed.
    pub removed: Interval,
    /// Both in the first seat and in the second; `None` without games.
    pub seats: Vec<Option<SeatWithoutLuck>>,
}

/// The result of an agent in one seat, with and without luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatWithoutLuck {
    /// The share of games won.
    pub plain: Interval,
    /// The same with luck removed.
    pub removed: Interval,
}

impl Interval {
    /// The mean of an agent. Returns `None` if nothing was played.
    pub fn of(moments: &Moments, agent: usize) -> Option<Interval> {
        let (sets, played) = (moments.sets() as f64, moments.played());
        let variance = sets / (sets - 1.0) * moments.squares(agent) / (played * played);
        (sets > 0.0).then(|| Interval {
            share: moments.share(agent),
            half_width: (sets > 1.0).then(|| quantile(sets - 1.0) * variance.sqrt()),
        })
    }
}

impl LuckSums {
    fn none() -> LuckSums {
        LuckSums { plain: Moments::none(2), removed: Moments::none(2) }
    }

    /// Adds a set: its games, what agent 0 has won of them, and that without luck.
    fn add(&mut self, [played, plain, removed]: [f64; 3]) {
        self.plain.add(&[plain, played - plain], played as u64);
        self.removed.add(&[removed, played - removed], played as u64);
    }

    /// Both means of an agent.
    pub fn of(&self, agent: usize) -> Option<SeatWithoutLuck> {
        Some(SeatWithoutLuck { plain: Interval::of(&self.plain, agent)?, removed: Interval::of(&self.removed, agent)? })
    }
}

impl LuckRemoved {
    /// The result of an agent; `None` if nothing was played.
    pub fn of(&self, agent: usize) -> Option<WithoutLuck> {
        let SeatWithoutLuck { plain, removed } = self.sums.of(agent)?;
        let seats = [agent, 1 - agent].map(|seat| self.by_seat[seat].of(agent));
        Some(WithoutLuck { plain, removed, seats: seats.to_vec() })
    }
}

/// The values of standings and the coefficient, as they follow from some games.
struct Fitted {
    values: Vec<f64>,
    coefficient: f64,
}

impl Fitted {
    fn of(race: &Race, games: &[&Counted]) -> Fitted {
        let parts = games.iter().filter_map(|game| game.luck.as_ref()).flat_map(|luck| &luck.parts);
        let values = race.values(parts);
        let known = games.iter().filter_map(|game| Some((game.score, race.luck(&values, game.luck.as_ref()?))));
        let known: Vec<(f64, f64)> = known.collect();
        let count = known.len() as f64;
        let score = known.iter().map(|(score, _)| score).sum::<f64>() / count;
        let luck = known.iter().map(|(_, luck)| luck).sum::<f64>() / count;
        let product: f64 = known.iter().map(|(one, other)| (one - score) * (other - luck)).sum();
        let squares: f64 = known.iter().map(|(_, one)| (one - luck) * (one - luck)).sum();
        let estimated = known.len() >= ENOUGH && squares > 1e-9 * count;
        Fitted { values, coefficient: if estimated { product / squares } else { 1.0 } }
    }

    /// The part of a game that agent 0 has won, without luck.
    fn removed(&self, race: &Race, game: &Counted) -> f64 {
        let luck = game.luck.as_ref().map_or(0.0, |luck| race.luck(&self.values, luck));
        game.score - self.coefficient * luck
    }
}

impl LuckAccount {
    /// Adds a game, in which the agent `seated` has the first seat. An abandoned game does not count. A game that was
    /// added before is replaced.
    pub fn add(&mut self, place: GamePlace, seated: usize, end: (Ending, Option<usize>), luck: Option<GameLuck>) {
        let score = match end {
            (Ending::Abandoned, _) => return,
            (_, Some(winner)) => f64::from(u8::from(winner == 0)),
            (_, None) => 0.5,
        };
        self.0.insert(place, Counted { seated, score, luck });
    }

    /// The same games, whose sets have other numbers.
    pub(super) fn numbered(self, sets: &HashMap<u64, u64>) -> LuckAccount {
        let renamed = self.0.into_iter().filter_map(|(place, game)| {
            let set = *sets.get(&place.set)?;
            Some((GamePlace { set, ..place }, game))
        });
        LuckAccount(renamed.collect())
    }

    /// The results without luck.
    pub fn removed(&self, race: &Race) -> LuckRemoved {
        let games: Vec<(&GamePlace, &Counted)> = self.0.iter().collect();
        let sets: Vec<&[(&GamePlace, &Counted)]> =
            games.chunk_by(|(one, _), (other, _)| (one.of_match, one.set) == (other.of_match, other.set)).collect();
        let half = |half: usize| {
            let own = sets.iter().enumerate().filter(|(index, _)| index % 2 == half);
            let games: Vec<&Counted> = own.flat_map(|(_, set)| set.iter().map(|(_, game)| *game)).collect();
            Fitted::of(race, &games)
        };
        let fitted = [half(1), half(0)];
        let mut all = LuckRemoved {
            games: self.0.len() as u64,
            corrected: self.0.values().filter(|game| game.luck.is_some()).count() as u64,
            sums: LuckSums::none(),
            by_seat: [LuckSums::none(), LuckSums::none()],
        };
        for (index, set) in sets.iter().enumerate() {
            let sum = |seats: Range<usize>| {
                let own = set.iter().filter(|(_, game)| seats.contains(&game.seated));
                own.fold([0.0; 3], |[played, plain, removed], (_, game)| {
                    [played + 1.0, plain + game.score, removed + fitted[index % 2].removed(race, game)]
                })
            };
            all.sums.add(sum(0..2));
            all.by_seat[0].add(sum(0..1));
            all.by_seat[1].add(sum(1..2));
        }
        all
    }
}

#[cfg(test)]
#[path = "../tests/unit/aivat.rs"]
mod tests;
