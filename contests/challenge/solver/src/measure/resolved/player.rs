//! A table with re-solving, as a player of a walk over ranges.

use std::sync::{Arc, OnceLock};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{At, DecisionLayout, Lane, Opponent};
use cardsharp_solvers::resolve::ResolveError;

use crate::infosets::HandState;
use crate::ranges::{FixedStrategy, RangeHand};
use crate::resolve::{Effort, ResolvedHand, Subject};

/// A player who plays a strategy and re-solves from some trick on with a fixed number of iterations. A walk over ranges
/// queries it: its decisions depend only on the public state and on the player's hand.
pub struct Resolved<'a> {
    subject: Subject<'a>,
    iterations: u64,
    fixed: FixedStrategy<'a>,
    resolved: ResolvedHand,
    /// The error, of this player or of a part split off.
    failed: Arc<OnceLock<ResolveError>>,
}

impl<'a> Resolved<'a> {
    /// A player that has not solved anything yet.
    pub fn new(subject: Subject<'a>, iterations: u64) -> Resolved<'a> {
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
        let effort = Effort { most: self.iterations, least: self.iterations, deadline: None };
        match self.resolved.solve(self.subject, public, player, effort) {
            Ok(_) => true,
            Err(error) => {
                self.failed.get_or_init(|| error);
                false
            }
        }
    }
}

impl Opponent<RangeHand> for Resolved<'_> {
    const SKIPS: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        let mut again = Resolved::new(self.subject, self.iterations);
        again.failed = Arc::clone(&self.failed);
        again
    }

    fn strategy(&mut self, at: &At<'_, RangeHand>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
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
