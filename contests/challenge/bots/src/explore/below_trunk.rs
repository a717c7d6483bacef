//! The tricks below the trunk of a policy, solved while the reader waits.

use std::time::{Duration, Instant};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::RangeGame;

use super::moves::{named_move, number};
use super::solution::Solution;
use cardsharp_challenge_solver::leaf_values::is_beginning;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::{Effort, ResolveOptions, ResolvedTricks, Safety, Trunk, resolve};
use cardsharp_contest::explorer::ExploreError;

/// The time for the solution.
const TIME: Duration = Duration::from_secs(2);
/// The least and the most iterations, whatever time they take. After so many NashConv hardly falls.
const ITERATIONS: [u64; 2] = [8, 200];

/// The tricks after the trunk of a policy, solved from the ranges with which both players come there by it.
pub struct BelowTrunk {
    /// The strategies of these tricks.
    pub(super) solution: Solution,
    /// The iterations of the solver.
    pub(super) iterations: u64,
}

/// The actions of the trunk of `over` tricks through which steps lead; `None` if they end before it, or make no sense.
pub fn actions_above(hand: &RangeHand, over: u8, steps: &[String]) -> Option<Vec<usize>> {
    let (mut state, mut actions) = (hand.root(), Vec::new());
    let mut steps = steps.iter().enumerate();
    while !is_beginning(&state, over) {
        let (at, step) = steps.next()?;
        let action = number(hand, named_move(hand, &state, at, step).ok()?);
        state = hand.act(&state, action);
        actions.push(action);
    }
    Some(actions)
}

impl BelowTrunk {
    /// Solves what is left of `hand` after the actions of a policy's trunk, played for a class of payoffs. Both players'
    /// ranges are those of the policy.
    pub(super) fn solve(
        policy: &TrainedPolicy,
        (hand, class): (RangeHand, u8),
        actions: &[usize],
    ) -> Result<BelowTrunk, ExploreError> {
        let options = ResolveOptions { safety: Safety::Unsafe, ..ResolveOptions::for_policy(policy) };
        let [least, most] = ITERATIONS;
        let effort = Effort { most, least, deadline: Some(Instant::now() + TIME) };
        let mut trunk = Trunk::new(&hand, policy, class, options.slips);
        actions.iter().for_each(|&action| trunk.act(action, &[]));
        let solved = resolve((&trunk, None), Player::ZERO, &options, effort);
        let solved = solved.map_err(|error| ExploreError::Other(error.to_string()))?;
        let (iterations, last) = (solved.solver().iterations(), hand.game().rules().hand_size());
        let tricks = ResolvedTricks::of(solved.solver(), last, last);
        drop((solved, trunk));
        Ok(BelowTrunk { solution: Solution::new(tricks, hand), iterations })
    }
}
