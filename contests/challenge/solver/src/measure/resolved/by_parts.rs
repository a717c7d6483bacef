//! An estimate of the NashConv of a table with re-solving, in two parts, for hands too large to re-solve
//! at every public state.
//!
//! The first part is that of the trunk, the tricks that the table plays. Its leaves have the values that
//! a network has learned, for the ranges that come there. It is exact for these values. The second part
//! is that of the subgames at the leaves: how much a best response gains on the re-solved strategies of
//! both players there, on average over the leaves as the table comes to them.
//!
//! The second part is a lower bound: it is the gain of opponents who leave the table after the trunk. The
//! sum is no bound. The values of the leaves are learned, and an opponent who leaves the table's play
//! in the trunk meets other leaves than those of the average.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, RangeGame, RangeTurn, Reaches, Root, hand_values, total};
use cardsharp_solvers::resolve::ResolveError;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::walk_result::Unmergeable;
use super::blueprint::BlueprintPlay;
use super::learned_trunk::LearnedTrunk;
use super::player::Resolved;
use crate::infosets::HandState;
use crate::leaf_values::LeafExpectation;
use crate::resolve::Subject;
use cardsharp_game::derive_seed;
use cardsharp_game::interval::{Estimate, StandardError};
use cardsharp_game::shard::Shard;

/// The parts of a NashConv, in probabilities of winning the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByParts {
    /// That of the trunk, for the learned values of its leaves.
    pub trunk: f64,
    /// The mean of the subgames at the leaves, as the table comes to them.
    pub subgames: Estimate,
}

/// NashConv of the re-solved strategies of both players from a leaf on.
fn of_subgame(blueprint: &BlueprintPlay<'_>, iterations: u64, root: &Root<HandState>) -> Result<f64, ResolveError> {
    let hand = blueprint.subject.hand;
    if hand.turn(&root.public) == RangeTurn::Terminal {
        return Ok(0.0);
    }
    let mut best = 0.0;
    for player in Player::BOTH {
        let reaches = Reaches::of(&root.ranges, player);
        let other = Resolved::new(blueprint.subject, iterations);
        let failed = other.failure();
        let values = hand_values(hand, &root.public, player, reaches, BestResponder, other);
        failed.get().map_or(Ok(()), |&error| Err(error))?;
        best += total(&values, reaches.own);
    }
    Ok(best / blueprint.mass(root))
}

/// The values of best responses to the table in its trunk, of the leader and of the follower, exact for
/// what hands expect at its leaves. It runs on the threads of the current rayon pool.
pub fn best_responses_in_trunk(subject: Subject<'_>, learned: &LeafExpectation) -> [f64; 2] {
    let blueprint = BlueprintPlay::of(subject);
    let trunk = LearnedTrunk::new(&blueprint, learned);
    Player::BOTH.map(|seat| trunk.best(&blueprint, seat).0)
}

/// A sample of the subgames, and the trunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubgameSample {
    /// The NashConv of the trunk for the learned values of its leaves. The first shard has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trunk: Option<f64>,
    /// The number of each subgame, from 0, and its NashConv.
    pub subgames: Vec<(u64, f64)>,
}

/// Measures the trunk and the subgames of a shard. The subgames begin at `states` leaves that are drawn as
/// the table comes to them. Every re-solve does the same number of iterations. It runs on the threads of
/// the current rayon pool, and calls `done` after each subgame.
///
/// # Panics
///
/// If `learned` is not of the trick at which re-solving begins.
///
/// # Errors
///
/// [`ResolveError`] if a subgame is too large to solve.
pub fn sample_subgames(
    subject: Subject<'_>,
    iterations: u64,
    (states, seed): (usize, u64),
    learned: &LeafExpectation,
    (shard, done): (Shard, &(dyn Fn() + Sync)),
) -> Result<SubgameSample, ResolveError> {
    let blueprint = BlueprintPlay::of(subject);
    let numbers: Vec<u64> = shard.every(0..states as u64).collect();
    let sampled = numbers.into_par_iter().map(|number| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, number));
        let found = of_subgame(&blueprint, iterations, &blueprint.sample(&mut rng));
        done();
        Ok((number, found?))
    });
    Ok(SubgameSample {
        trunk: (shard.number == 1).then(|| LearnedTrunk::new(&blueprint, learned).nash_conv(&blueprint)),
        subgames: sampled.collect::<Result<_, ResolveError>>()?,
    })
}

/// The parts of the NashConv of a table with re-solving, from samples that are in any order.
///
/// # Errors
///
/// [`Unmergeable`] if the samples have not exactly `states` subgames and the trunk.
pub fn by_parts(states: usize, samples: &[SubgameSample]) -> Result<ByParts, Unmergeable> {
    let differ = |subject: String| Unmergeable::StatesDiffer { subject };
    let mut trunk = None;
    let mut gains: Vec<Option<f64>> = vec![None; states];
    for sample in samples {
        let once = |known: &mut Option<f64>, found: f64| {
            let before = known.replace(found);
            before.is_none_or(|before| before.to_bits() == found.to_bits())
        };
        if let Some(found) = sample.trunk
            && !once(&mut trunk, found)
        {
            return Err(differ("the trunk".to_owned()));
        }
        for &(number, gain) in &sample.subgames {
            let index = usize::try_from(number).ok();
            let known = index.and_then(|index| gains.get_mut(index));
            if !known.is_some_and(|known| once(known, gain)) {
                return Err(differ(format!("public state {}", number + 1)));
            }
        }
    }
    let found: Vec<f64> = gains.iter().flatten().copied().collect();
    if let Some(first) = gains.iter().position(Option::is_none) {
        return Err(Unmergeable::MissingStates { missing: states - found.len(), all: states, first: first + 1 });
    }
    let error = StandardError::of(&found);
    Ok(ByParts {
        trunk: trunk.ok_or(Unmergeable::MissingTrunk)?,
        subgames: Estimate {
            mean: found.iter().sum::<f64>() / found.len() as f64,
            half_width: StandardError::of_sum(&[error]).half_width(),
            samples: states,
        },
    })
}

#[cfg(test)]
#[path = "../../../tests/unit/measure/resolved/by_parts.rs"]
mod tests;
