//! The values of leaves by what every hand is worth there.

use cardsharp_solvers::game::Player;

use crate::infosets::HandState;
use crate::policy::ResponseValues;
use crate::ranges::RangeHand;

/// The greatest utility of a hand: the game. It stands for an unknown worth, so that a best response
/// is worth no more than it is found to be.
const GAME: f32 = 0.5;

/// The value of each hand of a player at a leaf, counted as in a walk, against the range `other`. None
/// if nothing is known of the leaf.
pub(super) fn worth_against(
    hand: &RangeHand,
    responses: &ResponseValues,
    (public, player): (&HandState, Player),
    other: &[f32],
) -> Option<Vec<f32>> {
    let mut values = responses.row(public.history, player)?;
    let masses = hand.masses(public, player, other);
    for (value, mass) in values.iter_mut().zip(masses) {
        let response = if value.is_nan() { GAME } else { *value };
        *value = response * mass;
    }
    Some(values)
}

/// The same for hands that win the game.
pub(super) fn worth_of_the_game(hand: &RangeHand, (public, player): (&HandState, Player), other: &[f32]) -> Vec<f32> {
    let masses = hand.masses(public, player, other);
    masses.into_iter().map(|mass| GAME * mass).collect()
}
