//! The value of a trunk with re-solving against another strategy, without the luck of the deal.
//!
//! Both play the trunk with all hands at once, which is exact. Its leaves have the values that the network has learned
//! for the ranges that come there. They are a control variate: public states are sampled as the two players come to
//! them, the trunk's player re-solves there, and one walk finds the value of the other's strategy against that. Only
//! the mean difference from the learned value has an error. The estimate is unbiased, whatever the network has learned.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeGame, RangeTurn, Reaches, Root, hand_values, total};
use cardsharp_solvers::resolve::ResolveError;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::blueprint::{BlueprintPlay, Deviation, until};
use super::player::Resolved;
use crate::infosets::HandState;
use crate::leaf_values::LeafExpectation;
use crate::policy::HandStrategy;
use crate::resolve::Subject;
use cardsharp_game::derive_seed;
use cardsharp_game::interval::{Estimate, StandardError};

/// The gain in a hand against another strategy, in probabilities of winning the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// The mean of both seats.
    pub gain: Estimate,
    /// The gain if the leaves of the trunk had the values that were learned: what the play of the trunk wins.
    pub trunk: f64,
    /// The utility as the leader of the hand, and as the follower: the probability of winning the game, less a half.
    pub seats: [Estimate; 2],
}

/// The trunk, and the other strategy in a seat.
struct Meeting<'a> {
    blueprint: BlueprintPlay<'a>,
    /// That seat.
    seat: Player,
    learned: &'a LeafExpectation,
    iterations: u64,
}

impl Meeting<'_> {
    /// The sum over the hands of the other strategy of their values at a public state: learned ones, or
    /// the true ones at the end of a hand.
    fn foreseen_at(&self, end: &Root<HandState>) -> f64 {
        let (hand, seat) = (self.blueprint.subject.hand, self.seat);
        let reaches = Reaches::of(&end.ranges, seat);
        if hand.turn(&end.public) == RangeTurn::Terminal {
            let (own, other) = (self.blueprint.followed(seat), self.blueprint.fixed());
            return total(&hand_values(hand, &end.public, seat, reaches, own, other), reaches.own);
        }
        let strategy = self.blueprint.subject.strategy;
        let come = (seat, &end.ranges);
        let values = self.learned.expected(strategy, hand, &end.public, come);
        total(&values, reaches.own)
    }

    /// The value of the other strategy if the leaves have their learned values.
    fn foreseen(&self) -> f64 {
        let ends = self.blueprint.ends().into_par_iter();
        let values: Vec<f64> = ends.map(|(weight, end)| weight * self.foreseen_at(&end)).collect();
        values.iter().sum()
    }

    /// The other strategy's mean value at a public state, less the one foreseen.
    fn surprise(&self, root: &Root<HandState>) -> Result<f64, ResolveError> {
        let (subject, seat) = (self.blueprint.subject, self.seat);
        if subject.hand.turn(&root.public) == RangeTurn::Terminal {
            return Ok(0.0);
        }
        let reaches = Reaches::of(&root.ranges, seat);
        let resolved = Resolved::new(subject, self.iterations);
        let failed = resolved.failure();
        let own = self.blueprint.followed(seat);
        let values = hand_values(subject.hand, &root.public, seat, reaches, own, resolved);
        failed.get().map_or(Ok(()), |&error| Err(error))?;
        let found = total(&values, reaches.own) - self.foreseen_at(root);
        Ok(found / self.blueprint.mass(root))
    }
}

/// Measures the gain of a trunk with re-solving against `other`, a strategy and its class of payoffs. `states` public
/// states are sampled for each seat. Every re-solve does the same number of iterations. It runs on the
/// threads of the current rayon pool, and calls `done` after each state.
///
/// # Panics
///
/// If `learned` is not of the trick at which re-solving begins.
///
/// # Errors
///
/// [`ResolveError`] if a subgame is too large to solve.
pub fn head_to_head(
    subject: Subject<'_>,
    other: (&dyn HandStrategy, u8),
    iterations: u64,
    (states, seed): (usize, u64),
    (learned, done): (&LeafExpectation, &(dyn Fn() + Sync)),
) -> Result<HeadToHead, ResolveError> {
    let until = until(&subject);
    assert_eq!(learned.over(), until, "values of another trick");
    let (mut seats, mut trunk) = (Vec::new(), 0.0);
    // The trunk's player leads where the other follows.
    for seat in Player::BOTH.map(Player::opponent) {
        let meeting = Meeting {
            blueprint: BlueprintPlay { subject, until, other: Some((seat, Deviation::Follows(other.0, other.1))) },
            seat,
            learned,
            iterations,
        };
        let seed = derive_seed(seed, seat.index() as u64);
        let numbers = (0..states as u64).into_par_iter();
        let sampled = numbers.map(|number| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, number));
            let found = meeting.surprise(&meeting.blueprint.sample(&mut rng));
            done();
            found
        });
        let sampled: Vec<f64> = sampled.collect::<Result<_, ResolveError>>()?;
        let mean = sampled.iter().sum::<f64>() / states as f64;
        let foreseen = meeting.foreseen();
        trunk -= foreseen / 2.0;
        seats.push((-(foreseen + mean), StandardError::of(&sampled)));
    }
    let estimate = |mean, errors: &[StandardError], scale| Estimate {
        mean,
        half_width: scale * StandardError::of_sum(errors).half_width(),
        samples: states,
    };
    let (means, errors): (Vec<f64>, Vec<StandardError>) = seats.into_iter().unzip();
    Ok(HeadToHead {
        gain: estimate(means.iter().sum::<f64>() / 2.0, &errors, 0.5),
        trunk,
        seats: [0, 1].map(|seat| estimate(means[seat], &errors[seat..=seat], 1.0)),
    })
}

#[cfg(test)]
#[path = "../../../tests/unit/measure/resolved/head_to_head.rs"]
mod tests;
