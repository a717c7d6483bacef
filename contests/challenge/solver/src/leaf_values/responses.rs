//! The values of leaves by what every hand is worth there.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{LeafValues, Reaches};

use super::leaf::is_beginning;
use crate::infosets::HandState;
use crate::policy::ResponseValues;
use crate::ranges::RangeHand;

/// The greatest utility of a hand: the game. It stands for an unknown worth, so that a best response
/// is worth no more than it is found to be.
pub(super) const GAME: f32 = 0.5;

/// The leaves of a trunk, each hand of which has its worth in a solution.
#[derive(Clone, Copy, Debug)]
pub struct WorthLeaves<'a> {
    /// The worths.
    pub responses: &'a ResponseValues,
    /// The utility that stands for an unknown worth.
    pub unknown: f32,
}

impl LeafValues<RangeHand> for WorthLeaves<'_> {
    fn is_leaf(&self, _hand: &RangeHand, public: &HandState) -> bool {
        is_beginning(public, self.responses.over)
    }

    fn write_values(
        &self,
        hand: &RangeHand,
        public: &HandState,
        player: Player,
        reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        let come = (public, player);
        let known = worth_against(hand, self.responses, come, reaches.other, self.unknown);
        out.copy_from_slice(&known.unwrap_or_else(|| same_worth(hand, come, reaches.other, self.unknown)));
    }
}

/// The value of each hand of a player at a leaf, counted as in a walk, against the range `other`. `unknown`
/// stands for the worth of a hand of which none is known. None if nothing is known of the leaf.
pub(super) fn worth_against(
    hand: &RangeHand,
    responses: &ResponseValues,
    (public, player): (&HandState, Player),
    other: &[f32],
    unknown: f32,
) -> Option<Vec<f32>> {
    let mut values = responses.row(public.history, player)?;
    let masses = hand.masses(public, player, other);
    for (value, mass) in values.iter_mut().zip(masses) {
        let response = if value.is_nan() { unknown } else { *value };
        *value = response * mass;
    }
    Some(values)
}

/// The same for hands that all have one worth.
pub(super) fn same_worth(
    hand: &RangeHand,
    (public, player): (&HandState, Player),
    other: &[f32],
    response: f32,
) -> Vec<f32> {
    let masses = hand.masses(public, player, other);
    masses.into_iter().map(|mass| response * mass).collect()
}
