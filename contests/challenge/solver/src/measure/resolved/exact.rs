//! The exact NashConv of a table with re-solving: for each seat and each first move one walk of a best
//! response, which re-solves every public state that it comes to.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, RangeGame};
use cardsharp_solvers::resolve::ResolveError;
use rayon::prelude::*;

use super::super::split_hand::SplitHand;
use super::super::walk_result::{Question, Unmergeable, WalkResult, complete};
use super::super::whole::{self, Extent, all_walks, best_responses, hands_after};
use super::player::Resolved;
use crate::ranges::{FixedStrategy, RangeHand};
use crate::resolve::Subject;
use cardsharp_game::shard::Shard;

/// The number of walks of a shard.
pub fn walks(hand: &RangeHand, shard: Shard) -> usize {
    whole::walks(hand.game(), Extent::Total, shard)
}

fn split_hand<'a>(subject: Subject<'a>) -> SplitHand<'a> {
    let hand = subject.hand;
    let mut table = FixedStrategy::new(hand.game(), subject.strategy, subject.class);
    SplitHand::new(hand, table.cells(hand, &hand.root()))
}

/// Does the walks of a shard on the threads of the current rayon pool, and calls `done` after each.
/// Every re-solve does the same number of iterations.
///
/// # Errors
///
/// [`ResolveError`] if a subgame is too large to solve.
pub fn walk_all(
    subject: Subject<'_>,
    iterations: u64,
    shard: Shard,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<WalkResult>, ResolveError> {
    let first = split_hand(subject);
    let walks: Vec<(Question, usize)> = shard.every(all_walks(subject.hand.game(), Extent::Total)).collect();
    let walked = walks.into_par_iter().map(|(question, action)| {
        let seat = match question {
            Question::FollowerBest => Player::ONE,
            _ => Player::ZERO,
        };
        let resolved = Resolved::new(subject, iterations);
        let failed = resolved.failure();
        let values = first.values(seat, action, first.led(action), BestResponder, resolved);
        done();
        failed.get().map_or(Ok(()), |&error| Err(error))?;
        Ok(WalkResult { question, action, values })
    });
    walked.collect()
}

/// NashConv from all walks in any order: the gains of best responses in both seats, in
/// probabilities of winning the game.
///
/// # Errors
///
/// [`Unmergeable`] if the walks are not exactly those of the measurement.
pub fn nash_conv_of(subject: Subject<'_>, walked: &[WalkResult]) -> Result<f64, Unmergeable> {
    let first = split_hand(subject);
    let hand = subject.hand;
    let hands = |question, action| hands_after(hand, question, action);
    let found = complete(walked, all_walks(hand.game(), Extent::Total), hands)?;
    Ok(best_responses(&first, &found))
}
