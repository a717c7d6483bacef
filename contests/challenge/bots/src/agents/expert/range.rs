//! The range of a player: the hands that the player may hold, each with its weight.

use rand::Rng;

use cardsharp_challenge_game::rules::{Cards, Params, Rank};
use cardsharp_challenge_solver::opponent::{list_hands, sample_hands, systematic_counts};

/// The plays of one player in this hand, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Played(Vec<Play>);

/// One card played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The card.
    pub card: Rank,
    /// The card it answered; none if it was led.
    pub answered: Option<Rank>,
}

impl Played {
    /// Adds the next card.
    pub fn push(&mut self, play: Play) {
        self.0.push(play);
    }

    /// The likelihood of these plays for a player who now holds `hand`. The model: a lead gives no information; a
    /// follower mostly takes with the cheapest card that wins, and otherwise gives up the lowest.
    fn likelihood(&self, hand: Cards) -> f64 {
        let mut held = hand;
        let mut likelihood = 1.0;
        for play in self.0.iter().rev() {
            held = held.with(play.card);
            if let Some(led) = play.answered {
                likelihood *= follow_likelihood(held, led, play.card);
            }
        }
        likelihood
    }
}

/// The probability that a follower plays another card than the cheapest winner or the lowest.
const ODD_FOLLOW: f64 = 0.15;

fn follow_likelihood(held: Cards, led: Rank, played: Rank) -> f64 {
    let winner = held.distinct().find(|&rank| rank > led);
    match winner.or_else(|| held.lowest()) {
        Some(expected) if expected == played => 1.0,
        _ => ODD_FOLLOW,
    }
}

/// Hands with weights; the weights sum to 1.
#[derive(Clone, Debug)]
pub struct Range(Vec<(Cards, f64)>);

/// Hands of up to this many cards are all listed; larger ones are sampled.
const LISTED_SIZE: usize = 3;

impl Range {
    /// The hands of `size` cards that are possible without the cards `seen`, after `played`: all of
    /// them if they are few, else `samples` of them.
    pub fn of(size: usize, seen: Cards, played: &Played, samples: usize, rng: &mut impl Rng) -> Range {
        let left = left_of(seen);
        let mut hands = if size <= LISTED_SIZE {
            list_hands(size, left.iter().copied().collect())
        } else {
            sample_hands(size, &left, samples, rng)
        };
        for (hand, weight) in &mut hands {
            *weight *= played.likelihood(*hand);
        }
        Range(hands).normalised()
    }

    /// The hands with their weights.
    pub fn hands(&self) -> &[(Cards, f64)] {
        &self.0
    }

    /// At most `most` of the hands, sampled by weight.
    #[must_use]
    pub fn thinned(self, most: usize, rng: &mut impl Rng) -> Range {
        if self.0.len() <= most {
            return self;
        }
        let step = 1.0 / most as f64;
        let weights = self.0.iter().map(|(_, weight)| *weight);
        let counts = systematic_counts(weights, 1.0, most, rng);
        let drawn = self.0.into_iter().zip(counts);
        let sampled =
            drawn.filter(|&(_, count)| count > 0).map(|((hand, _), count)| (hand, f64::from(count) * step)).collect();
        Range(sampled).normalised()
    }

    /// The range with `hand` put first, at this weight.
    #[must_use]
    pub fn led_by(mut self, hand: Cards, weight: f64) -> Range {
        for (_, other) in &mut self.0 {
            *other *= 1.0 - weight;
        }
        self.0.insert(0, (hand, weight));
        self
    }

    fn normalised(mut self) -> Range {
        let total: f64 = self.0.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut self.0 {
            *weight /= total;
        }
        self
    }
}

/// The cards of the shoe without those `seen`, lowest first.
fn left_of(seen: Cards) -> Vec<Rank> {
    let rules = Params::CONTEST;
    let ranks = rules.all_ranks().flat_map(|rank| {
        let copies = rules.copies().saturating_sub(seen.count(rank));
        std::iter::repeat_n(rank, usize::from(copies))
    });
    ranks.collect()
}

#[cfg(test)]
#[path = "../../../tests/unit/agents/expert/range.rs"]
mod tests;
