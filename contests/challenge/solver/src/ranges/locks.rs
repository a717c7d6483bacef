//! Decisions of a hand that are locked before the rest is solved.

use cardsharp_solvers::range::{Number, RangeCfr, RangeGame, RangeTurn};
use thiserror::Error;

use super::RangeHand;
use crate::infosets::HandId;

/// The reason why hands cannot be locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandLockError {
    /// A public action is not possible.
    #[error("public action {0} is not possible there")]
    Action(usize),
    /// The place is in the last trick, or at an end.
    #[error("the last trick is solved in one piece, and no decision in it can be locked")]
    LastTrick,
}

/// The probability of an action, by its number in the game of ranges, for a hand; `None` for a hand that stays free.
pub type LockedShare<'a> = &'a dyn Fn(usize, HandId) -> Option<f64>;

/// Locks hands of the player to move after these public actions.
///
/// # Errors
///
/// [`HandLockError`]; its number of an action counts from 1.
pub fn lock_hands<N: Number>(
    solver: &mut RangeCfr<'_, RangeHand, N>,
    actions: &[usize],
    share: LockedShare<'_>,
) -> Result<(), HandLockError> {
    let game = solver.game();
    let mut spot = solver.root();
    for (index, action) in actions.iter().enumerate() {
        let after = solver.after(&spot).into_iter();
        let next = after.into_iter().find(|(possible, _)| possible == action);
        (_, spot) = next.ok_or(HandLockError::Action(index + 1))?;
    }
    if !matches!(game.turn(&spot.public), RangeTurn::Decision { .. }) {
        return Err(HandLockError::LastTrick);
    }
    let cards = spot.public.cards_left(spot.public.to_move(), game.game().rules().hand_size());
    let first = game.space().first(cards).index();
    solver.lock(&spot, |action, hand| share(action, HandId::from_index(first + hand)).map(|share| share as f32));
    Ok(())
}
