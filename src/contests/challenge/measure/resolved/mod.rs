//! The exact exploitability of a table with re-solving, for hands small enough to re-solve at every
//! public state.

mod by_parts;
mod lower_bound;
mod ways;

pub use by_parts::{ByParts, by_parts};
pub use lower_bound::{LowerBound, lower_bound, steps};

use std::sync::{Arc, OnceLock};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, BestResponder, DecisionLayout, Lane, Opponent, RangeGame, total,
};
use cardsharp_solvers::resolve::ResolveError;
use rayon::prelude::*;

use super::split_hand::SplitHand;
use crate::contests::challenge::infosets::HandState;
use crate::contests::challenge::policy::HandStrategy;
use crate::contests::challenge::ranges::{FixedStrategy, RangeHand};
use crate::contests::challenge::resolve::{Effort, ResolvedHand, Subject};

/// A player who plays a strategy and re-solves from some trick on with a fixed number of
/// iterations. A walk over ranges queries it: its decisions depend only on the public state and on
/// the player's hand.
pub struct Resolved<'a, S: ?Sized> {
    subject: Subject<'a, S>,
    iterations: u64,
    fixed: FixedStrategy<'a, S>,
    resolved: ResolvedHand,
    /// The error, of this player or of a part split off.
    failed: Arc<OnceLock<ResolveError>>,
}

impl<'a, S: HandStrategy + ?Sized> Resolved<'a, S> {
    /// A player that has not solved anything yet.
    pub fn new(subject: Subject<'a, S>, iterations: u64) -> Resolved<'a, S> {
        let game = subject.hand.game();
        Resolved {
            subject,
            iterations,
            fixed: FixedStrategy::new(game, subject.strategy, subject.class),
            resolved: ResolvedHand::default(),
            failed: Arc::default(),
        }
    }

    /// The error, once there is one.
    pub(super) fn failure(&self) -> Arc<OnceLock<ResolveError>> {
        Arc::clone(&self.failed)
    }

    /// True if this public state is re-solved; re-solves it if needed.
    fn is_resolved(&mut self, public: &HandState, player: Player) -> bool {
        if !self.subject.options.applies(public, player) {
            return false;
        }
        if self.resolved.decision(public).is_some() {
            return true;
        }
        let effort = Effort {
            most: self.iterations,
            least: self.iterations,
            deadline: None,
        };
        match self.resolved.solve(self.subject, public, player, effort) {
            Ok(_) => true,
            Err(error) => {
                self.failed.get_or_init(|| error);
                false
            }
        }
    }
}

impl<S: HandStrategy + ?Sized> Opponent<RangeHand> for Resolved<'_, S> {
    const SKIPS: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        let mut again = Resolved::new(self.subject, self.iterations);
        again.failed = Arc::clone(&self.failed);
        again
    }

    fn strategy(
        &mut self,
        at: &At<'_, RangeHand>,
        layout: &DecisionLayout<'_>,
        out: &mut [f32],
        hands: &mut [f32],
    ) {
        if self.is_resolved(at.public, at.player)
            && let Some(cells) = self.resolved.decision(at.public)
        {
            out[..layout.cells()].copy_from_slice(cells);
            return;
        }
        self.fixed.strategy(at, layout, out, hands);
    }

    fn pair_strategy(&mut self, at: &At<'_, RangeHand>, number: usize, reach: &Lane) -> Lane {
        match self.resolved.last_trick(at.public, at.player) {
            Some(lanes) => lanes[number],
            None => self.fixed.pair_strategy(at, number, reach),
        }
    }
}

/// The number of calls of `done` in [`nash_conv`].
pub fn walks(hand: &RangeHand) -> usize {
    2 * hand.layout(&hand.root()).actions()
}

/// NashConv of a strategy with re-solving: the gains of best responses in both seats, in
/// probabilities of winning the game. Every re-solve does the same number of iterations. It runs on
/// the threads of the current rayon pool and calls `done` after each first move, [`walks`] times in
/// all.
///
/// # Errors
///
/// [`ResolveError`] if a subgame is too large to solve.
pub fn nash_conv<S: HandStrategy + ?Sized>(
    subject: Subject<'_, S>,
    iterations: u64,
    done: &(dyn Fn() + Sync),
) -> Result<f64, ResolveError> {
    let hand = subject.hand;
    let player = || Resolved::new(subject, iterations);
    let first = SplitHand::new(hand, player().fixed.cells(hand, &hand.root()));
    let seats = [Player::ZERO, Player::ONE];
    let actions = first.layout().actions();
    let walks = seats
        .into_iter()
        .flat_map(|seat| (0..actions).map(move |one| (seat, one)));
    let walks: Vec<(Player, usize)> = walks.collect();
    let worths: Result<Vec<Vec<f32>>, ResolveError> = walks
        .into_par_iter()
        .map(|(seat, action)| {
            let resolved = player();
            let failed = resolved.failure();
            let worths = first.worths(seat, action, first.led(action), BestResponder, resolved);
            done();
            failed.get().map_or(Ok(worths), |&error| Err(error))
        })
        .collect();
    let worths = worths?;
    let (leader, follower) = worths.split_at(actions);
    let [leaders, followers] = &first.root().ranges;
    let best: Vec<f32> = first.best(leader).iter().map(|&(best, _)| best).collect();
    let follower = follower.iter().map(|worths| total(worths, followers));
    Ok(total(&best, leaders) + follower.sum::<f64>())
}
