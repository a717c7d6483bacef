//! The actions of Challenge by number.

use std::sync::LazyLock;

use super::Observation;
use crate::rules::{Move, Params, Rank};
use crate::text::print_move;
use cardsharp_game::outside::ActionSpace;

/// The number of ranks. The cards have the numbers before it.
const RANKS: usize = Params::CONTEST.ranks() as usize;

/// The moves that are no cards, by number from [`RANKS`]. A rejection stands before an acceptance, since the first
/// legal action is the safe one.
const OTHERS: [Move; 3] = [Move::Offer, Move::Reject, Move::Accept];

/// The actions of the contest: the ranks from the lowest, a challenge, a rejection, an acceptance.
pub static ACTIONS: LazyLock<ActionSpace> = LazyLock::new(|| {
    let cards = Params::CONTEST.all_ranks().map(Move::Play);
    ActionSpace::new(cards.chain(OTHERS).map(print_move))
});

/// The number of a move.
pub fn action_of(chosen: Move) -> usize {
    match chosen {
        Move::Play(rank) => rank.index(),
        Move::Offer => RANKS,
        Move::Reject => RANKS + 1,
        Move::Accept => RANKS + 2,
    }
}

/// The move with this number; none if there is no such move.
pub fn move_of(action: usize) -> Option<Move> {
    match action.checked_sub(RANKS) {
        Some(other) => OTHERS.get(other).copied(),
        None => Rank::new(action as u8 + 1).map(Move::Play),
    }
}

impl Observation {
    /// The numbers of the legal moves.
    pub fn legal_actions(&self) -> Vec<usize> {
        self.legal_moves().map(action_of).collect()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/observation/actions.rs"]
mod tests;
