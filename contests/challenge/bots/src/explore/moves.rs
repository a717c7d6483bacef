//! The moves of a public position, and the decision of one hand among them.

use arrayvec::ArrayVec;
use cardsharp_solvers::range::RangeGame;

use crate::agents::Source;
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::infosets::{HandId, HandSpace, HandState, Stake};
use cardsharp_challenge_solver::policy::MAX_ACTIONS;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_contest::explorer::{ExploreError, shortened};

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

/// The move that step number `at` of a place, counted from 0, names in a public position.
///
/// # Errors
///
/// [`ExploreError`] if the hand is over, or has no such move.
pub fn named_move(hand: &RangeHand, state: &HandState, at: usize, step: &str) -> Result<Move, ExploreError> {
    let number = at + 1;
    let possible = moves(hand, state);
    if possible.is_empty() {
        let step = shortened(step);
        return Err(ExploreError::Over { number, step });
    }
    let named = possible.iter().find(|&&chosen| print_move(chosen) == step);
    named.copied().ok_or_else(|| ExploreError::Step {
        number,
        step: shortened(step),
        possible: possible.iter().copied().map(print_move).collect(),
    })
}

/// The public position after these steps, and their numbers in the game of ranges.
///
/// # Errors
///
/// [`ExploreError`] names the step that is not possible.
pub fn walk<'s>(
    hand: &RangeHand,
    steps: impl IntoIterator<Item = &'s str>,
) -> Result<(HandState, Vec<usize>), ExploreError> {
    let (mut state, mut actions) = (hand.root(), Vec::new());
    for (at, step) in steps.into_iter().enumerate() {
        let action = number(hand, named_move(hand, &state, at, step)?);
        state = hand.act(&state, action);
        actions.push(action);
    }
    Ok((state, actions))
}

/// The place of a position that both players have come to.
///
/// # Errors
///
/// [`ExploreError`] if its actions are not those of the hand.
pub fn steps_to(hand: &RangeHand, state: &HandState) -> Result<Vec<String>, ExploreError> {
    let (mut at, mut steps) = (hand.root(), Vec::new());
    for action in state.actions(hand.game().rules().ranks()) {
        let chosen = moves(hand, &at).into_iter().find(|&chosen| number(hand, chosen) == action);
        let chosen = chosen.ok_or(ExploreError::NobodyActs)?;
        steps.push(print_move(chosen));
        at = hand.act(&at, action);
    }
    Ok(steps)
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
