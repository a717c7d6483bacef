//! A lower bound on the exploitability of a table with re-solving, for hands too large to re-solve
//! at every public state.
//!
//! The opponent here knows the table and the way it is re-solved. Before the first re-solved trick
//! the opponent plays a best response under the assumption that both continue by the table. From
//! there on the opponent plays a best response to the re-solved strategy. If the table is a trunk, the learned
//! values of its leaves take the place of what follows by the table.
//!
//! One walk over the public tree finds the earlier choices, hand by hand. Public states are then
//! sampled with their probability. Each is re-solved as the agent would re-solve it. A walk then
//! measures the best response's gain there over the table's own play. The value of the table's play
//! is known from the first walk, so that only the difference has an error.
//!
//! It is the idea of a local best response (V. Lisý, M. Bowling, "Equilibrium approximation quality of current no-limit
//! poker bots", AAAI-17 workshop on computer poker and imperfect information games, 2017). The table's play replaces
//! calling, and a whole best response replaces one step of it.

use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, BestResponder, DecisionLayout, LANES, Lane, RangeGame, RangeTurn, Reaches, Root, Traverser, Valued,
    hand_values, total,
};
use cardsharp_solvers::resolve::ResolveError;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::super::split_hand::SplitHand;
use super::blueprint::{BlueprintPlay, Choices, Deviation, first_best, until};
use super::exact::walks;
use super::learned_trunk::LearnedTrunk;
use super::player::Resolved;
use crate::infosets::HandState;
use crate::leaf_values::LeafExpectation;
use crate::ranges::{FixedCells, FixedStrategy, RangeHand};
use crate::resolve::Subject;
use cardsharp_game::derive_seed;
use cardsharp_game::interval::{Estimate, StandardError};
use cardsharp_game::shard::Shard;

/// A lower bound on a NashConv that cannot be computed, in probabilities of winning the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LowerBound {
    /// The bound for the table with re-solving.
    pub resolved: Estimate,
    /// The bound for the table alone, against the same opponent in the same public states. None for a
    /// trunk, which has no play of its own there.
    pub table: Option<Estimate>,
    /// The number of public states sampled for each seat of the opponent.
    pub states: usize,
}

/// A player who plays a best response until a number of tricks are over, if both follow the table from then on.
struct Deviator<'a> {
    until: u8,
    fixed: FixedStrategy<'a>,
    chosen: Arc<Mutex<Choices>>,
}

/// A decision of the [`Deviator`].
enum Decision {
    /// The player's own, after these public actions.
    Own(u64),
    /// The table's.
    Table(FixedCells),
}

impl Traverser<RangeHand> for Deviator<'_> {
    type Cells = Decision;
    const SKIPS: bool = true;

    fn needs_reach(&self) -> bool {
        true
    }

    fn take(&mut self, at: &At<'_, RangeHand>, count: usize) -> Decision {
        if at.public.over < self.until {
            Decision::Own(at.public.history)
        } else {
            Decision::Table(Traverser::take(&mut self.fixed, at, count))
        }
    }

    fn take_pair(&mut self, at: &At<'_, RangeHand>, number: usize) -> Decision {
        Decision::Table(self.fixed.take_pair(at, number))
    }

    fn split_off(&mut self, count: usize) -> Self {
        Deviator {
            until: self.until,
            fixed: Traverser::split_off(&mut self.fixed, count),
            chosen: Arc::clone(&self.chosen),
        }
    }

    fn strategy(&self, cells: &Decision, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        match cells {
            // For an own decision, the walk covers every action with every possible hand.
            Decision::Own(_) => out[..layout.cells()].fill(1.0),
            Decision::Table(cells) => Traverser::strategy(&self.fixed, cells, layout, out, hands),
        }
    }

    fn back_up(&self, cells: Decision, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        match cells {
            Decision::Own(history) => {
                Traverser::<RangeHand>::back_up(&BestResponder, (), valued, out, hands);
                let chosen = first_best(valued.layout, valued.values, out);
                let mut all = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
                all.insert(history, chosen);
            }
            Decision::Table(cells) => self.fixed.back_up(cells, valued, out, hands),
        }
    }

    fn pair_strategy(&self, cells: &Decision) -> Lane {
        match cells {
            Decision::Table(cells) => Traverser::pair_strategy(&self.fixed, cells),
            Decision::Own(_) => [0.0; LANES],
        }
    }

    fn back_up_pair(&self, cells: Decision, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        match cells {
            Decision::Table(cells) => self.fixed.back_up_pair(cells, first, values, reach),
            Decision::Own(_) => *values[0],
        }
    }
}

/// An opponent in a seat, with known choices until the table is left.
struct Opponent<'a> {
    blueprint: BlueprintPlay<'a>,
    iterations: u64,
    seat: Player,
    /// The opponent's value if both follow the table from then on, or as learned.
    foreseen: f64,
    /// The learned values, if there are any.
    trunk: Option<&'a LearnedTrunk<'a>>,
}

/// The opponent's gain in a public state over the table's own play, or over what is learned.
#[derive(Clone, Copy, Debug, Default)]
struct StateGain {
    resolved: f64,
    table: f64,
}

impl<'a> Opponent<'a> {
    /// Finds the opponent's choices. `done` is called after each of the leader's first moves.
    fn new(subject: Subject<'a>, iterations: u64, seat: Player, done: &(dyn Fn() + Sync)) -> Self {
        let until = until(&subject);
        let chosen = Arc::new(Mutex::new(Choices::default()));
        let fixed = || FixedStrategy::new(subject.hand.game(), subject.strategy, subject.class);
        let root = subject.hand.root();
        let first = SplitHand::new(subject.hand, fixed().cells(subject.hand, &root));
        let leads = seat == Player::ZERO;
        let values: Vec<Vec<f32>> = (0..first.layout().actions())
            .into_par_iter()
            .map(|action| {
                let range = if leads { first.whole(action) } else { first.led(action) };
                let own = Deviator { until, fixed: fixed(), chosen: Arc::clone(&chosen) };
                let values = first.values(seat, action, range, own, fixed());
                done();
                values
            })
            .collect();
        let mut chosen = std::mem::take(&mut *chosen.lock().unwrap_or_else(PoisonError::into_inner));
        let [leaders, followers] = &first.root().ranges;
        let foreseen = if leads {
            let best = first.best(&values);
            let actions = best.iter().map(|&(_, action)| action as u8).collect();
            chosen.insert(root.history, actions);
            let best: Vec<f32> = best.into_iter().map(|(best, _)| best).collect();
            total(&best, leaders)
        } else {
            values.iter().map(|values| total(values, followers)).sum()
        };
        Opponent {
            blueprint: BlueprintPlay { subject, until, other: Some((seat, Deviation::Chosen(chosen))) },
            iterations,
            seat,
            foreseen,
            trunk: None,
        }
    }

    /// An opponent of the table of `blueprint`, which is this trunk.
    fn of_trunk(blueprint: &BlueprintPlay<'a>, iterations: u64, seat: Player, trunk: &'a LearnedTrunk<'a>) -> Self {
        let (foreseen, chosen) = trunk.best(blueprint, seat);
        Opponent {
            blueprint: BlueprintPlay { other: Some((seat, Deviation::Chosen(chosen))), ..*blueprint },
            iterations,
            seat,
            foreseen,
            trunk: Some(trunk),
        }
    }

    /// The opponent's gain there over what was foreseen, on average over both ranges.
    fn state_gain(&self, root: &Root<HandState>) -> Result<StateGain, ResolveError> {
        let blueprint = &self.blueprint;
        let hand = blueprint.subject.hand;
        if hand.turn(&root.public) == RangeTurn::Terminal {
            return Ok(StateGain::default());
        }
        let (seat, public) = (self.seat, &root.public);
        let reaches = Reaches::of(&root.ranges, seat);
        let mass = blueprint.mass(root);
        let mean = |values: Vec<f32>| total(&values, reaches.own) / mass;
        let best = BestResponder;
        let (foreseen, table) = match self.trunk {
            Some(trunk) => {
                let learned = trunk.values(public, seat).unwrap_or_default();
                (total(learned, reaches.own) / mass, 0.0)
            }
            None => {
                let (own, other) = (blueprint.fixed(), blueprint.fixed());
                let by_table = mean(hand_values(hand, public, seat, reaches, own, other));
                let table = mean(hand_values(hand, public, seat, reaches, best, blueprint.fixed()));
                (by_table, table - by_table)
            }
        };
        let other = Resolved::new(blueprint.subject, self.iterations);
        let failed = other.failure();
        let resolved = mean(hand_values(hand, public, seat, reaches, best, other));
        failed.get().map_or(Ok(()), |&error| Err(error))?;
        Ok(StateGain { resolved: resolved - foreseen, table })
    }
}

/// The number of calls of `done` in [`lower_bound`].
pub fn steps(hand: &RangeHand, states: usize, is_learned: bool) -> usize {
    let walks = if is_learned { 0 } else { walks(hand, Shard::WHOLE) };
    walks + 2 * states
}

/// A lower bound on the NashConv of a strategy with re-solving, from `states` public states sampled for each seat. With
/// `learned` values the strategy is a trunk, and they are those of its leaves. Every re-solve does the same number of
/// iterations. It runs on the threads of the current rayon pool and calls `done` [`steps`] times.
///
/// # Panics
///
/// If `learned` is not of the trick at which re-solving begins.
///
/// # Errors
///
/// [`ResolveError`] if a subgame is too large to solve.
pub fn lower_bound(
    subject: Subject<'_>,
    learned: Option<&LeafExpectation>,
    iterations: u64,
    (states, seed): (usize, u64),
    done: &(dyn Fn() + Sync),
) -> Result<LowerBound, ResolveError> {
    let blueprint = BlueprintPlay::of(subject);
    let trunk = learned.map(|learned| LearnedTrunk::new(&blueprint, learned));
    let mut seats = Vec::new();
    for seat in Player::BOTH {
        let opponent = match &trunk {
            Some(trunk) => Opponent::of_trunk(&blueprint, iterations, seat, trunk),
            None => Opponent::new(subject, iterations, seat, done),
        };
        let gains: Result<Vec<StateGain>, ResolveError> = (0..states as u64)
            .into_par_iter()
            .map(|number| {
                let seed = derive_seed(derive_seed(seed, seat.index() as u64), number);
                let root = opponent.blueprint.sample(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
                let gain = opponent.state_gain(&root);
                done();
                gain
            })
            .collect();
        seats.push((opponent.foreseen, gains?));
    }
    let of = |part: fn(&StateGain) -> f64| {
        let seats = seats.iter().map(|(foreseen, gains)| {
            let sampled: Vec<f64> = gains.iter().map(part).collect();
            let mean = sampled.iter().sum::<f64>() / sampled.len() as f64;
            (foreseen + mean, StandardError::of(&sampled))
        });
        let (means, errors): (Vec<f64>, Vec<StandardError>) = seats.unzip();
        Estimate { mean: means.iter().sum(), half_width: StandardError::of_sum(&errors).half_width(), samples: states }
    };
    Ok(LowerBound { resolved: of(|gain| gain.resolved), table: trunk.is_none().then(|| of(|gain| gain.table)), states })
}

#[cfg(test)]
#[path = "../../../tests/unit/measure/resolved/lower_bound.rs"]
mod tests;
