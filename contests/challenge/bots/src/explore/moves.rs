//! The moves of a public position, and the decision of one hand among them.

use arrayvec::ArrayVec;

use crate::agents::Source;
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::{HandId, HandSpace, HandState, Stake};
use cardsharp_challenge_solver::policy::MAX_ACTIONS;
use cardsharp_challenge_solver::ranges::RangeHand;

/// The decision of one hand, in the order of its legal moves.
#[derive(Clone, Debug)]
pub struct Row {
    /// The source of the probabilities.
    pub(super) source: Source,
    /// The probabilities; uniform where the policy does not know the position.
    pub(super) shares: ArrayVec<f64, MAX_ACTIONS>,
}

/// The moves of a public position, those of any hand.
pub fn moves(hand: &RangeHand, state: &HandState) -> Vec<Move> {
    if state.ending.is_some() {
        return Vec::new();
    }
    if let Stake::Offered(_) = state.stake {
        return vec![Move::Accept, Move::Reject];
    }
    let unseen = hand.unseen(state);
    let ranks = hand.game().rules().all_ranks();
    let plays = ranks.filter(|&rank| unseen.contains(rank)).map(Move::Play);
    let open = state.stake == Stake::Open;
    plays.chain(open.then_some(Move::Offer)).collect()
}

/// The number of a move in the game of ranges.
pub fn number(hand: &RangeHand, chosen: Move) -> usize {
    match chosen {
        Move::Play(rank) => rank.index(),
        Move::Offer => usize::from(hand.game().rules().ranks()),
        Move::Accept => 0,
        Move::Reject => 1,
    }
}

/// The index of a move among the legal moves of a hand.
pub fn action_index(space: &HandSpace, hand: HandId, chosen: Move) -> Option<usize> {
    let held = space.distinct(hand);
    match chosen {
        Move::Play(rank) => held.iter().position(|&held| held == rank.value()),
        Move::Offer => Some(held.len()),
        Move::Accept => Some(0),
        Move::Reject => Some(1),
    }
}
