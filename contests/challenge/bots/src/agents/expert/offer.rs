//! The challenge as a small game of its own. One player may offer, the other accepts or rejects,
//! and then the tricks are played with open cards.
//!
//! Regret matching solves the game between the ranges of both sides. It ignores that a player who
//! does not offer now may still offer later.

use super::range::Range;
use super::stakes::Stakes;

/// The number of iterations of regret matching. More do not win more matches.
const ITERATIONS: u32 = 80;

/// The strategy of both sides: for every hand the probability to offer or to accept.
#[derive(Clone, Debug)]
pub struct OfferSolution {
    /// By hand of the player who may offer.
    pub offer: Vec<f64>,
    /// By hand of the player who would answer.
    pub accept: Vec<f64>,
}

/// The small game. `results[i][j]` is the result of the tricks for hand `i` of the player who may
/// offer against hand `j` of the other.
pub struct OfferGame<'a> {
    /// The range of the player who may offer.
    pub offering: &'a Range,
    /// The range of the other.
    pub answering: &'a Range,
    /// Results of the tricks.
    pub results: Vec<Vec<i8>>,
    /// The stakes, for the player who may offer.
    pub stakes: Stakes,
    /// The margin by which an offer must beat no offer, as a probability of winning the game. It is
    /// the value of waiting.
    pub patience: f64,
}

impl OfferGame<'_> {
    /// Solves the game approximately.
    pub fn solve(&self) -> OfferSolution {
        let (rows, columns) = (self.offering.hands().len(), self.answering.hands().len());
        let mut offers = vec![Choice::default(); rows];
        let mut accepts = vec![Choice::default(); columns];
        let quiet = self.quiet_values();
        for iteration in 1..=ITERATIONS {
            self.update_offers(&mut offers, &accepts, &quiet, iteration);
            self.update_accepts(&offers, &mut accepts, iteration);
        }
        OfferSolution {
            offer: offers.iter().map(Choice::average).collect(),
            accept: accepts.iter().map(Choice::average).collect(),
        }
    }

    /// The value of not offering, for each hand.
    fn quiet_values(&self) -> Vec<f64> {
        self.results
            .iter()
            .map(|row| {
                let against = row.iter().zip(self.answering.hands());
                against.map(|(&result, (_, weight))| weight * self.stakes.of_point(result)).sum()
            })
            .collect()
    }

    fn update_offers(&self, offers: &mut [Choice], accepts: &[Choice], quiet: &[f64], iteration: u32) {
        for ((choice, row), quiet) in offers.iter_mut().zip(&self.results).zip(quiet) {
            let mut value = 0.0;
            for ((&result, (_, weight)), accept) in row.iter().zip(self.answering.hands()).zip(accepts) {
                let accepted = self.stakes.of_game(result);
                value += weight * (self.stakes.up + accept.chance * (accepted - self.stakes.up));
            }
            choice.update(value - self.patience - quiet, iteration);
        }
    }

    fn update_accepts(&self, offers: &[Choice], accepts: &mut [Choice], iteration: u32) {
        for (column, choice) in accepts.iter_mut().enumerate() {
            let mut gain = 0.0;
            for ((row, (_, weight)), offer) in self.results.iter().zip(self.offering.hands()).zip(offers) {
                // The stakes are those of the player who offers. That player's loss by it is the
                // gain of the player who accepts.
                gain += weight * offer.chance * (self.stakes.up - self.stakes.of_game(row[column]));
            }
            choice.update(gain, iteration);
        }
    }
}

/// A choice between two actions under regret matching. The average strategy weighs later iterations more.
#[derive(Clone, Copy, Debug)]
struct Choice {
    chance: f64,
    regret_of_doing: f64,
    regret_of_not: f64,
    summed: f64,
    weights: f64,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { chance: 0.5, regret_of_doing: 0.0, regret_of_not: 0.0, summed: 0.0, weights: 0.0 }
    }
}

impl Choice {
    /// Processes the gain of doing it over not doing it.
    fn update(&mut self, gain: f64, iteration: u32) {
        self.regret_of_doing = (self.regret_of_doing + gain * (1.0 - self.chance)).max(0.0);
        self.regret_of_not = (self.regret_of_not - gain * self.chance).max(0.0);
        let total = self.regret_of_doing + self.regret_of_not;
        if total > 0.0 {
            self.chance = self.regret_of_doing / total;
        }
        let weight = f64::from(iteration);
        self.summed += weight * self.chance;
        self.weights += weight;
    }

    fn average(&self) -> f64 {
        if self.weights > 0.0 { self.summed / self.weights } else { self.chance }
    }
}
