//! The actions of SkullWhist by number.

use std::sync::LazyLock;

use crate::rules::{Card, Move, SkullWhist, Suit};
use cardsharp_game::outside::ActionSpace;

/// The number of bids, which have the numbers before the cards.
const BIDS: usize = SkullWhist::CONTEST.hand_size() as usize;
/// The number of cards of a suit.
const RANKS: usize = SkullWhist::CONTEST.ranks() as usize;

/// The actions of the contest: the bids from 1, and the cards in the order of a sorted hand.
pub static ACTIONS: LazyLock<ActionSpace> = LazyLock::new(|| {
    let bids = (1..=SkullWhist::CONTEST.hand_size()).map(Move::Bid);
    let cards = SkullWhist::CONTEST.pack().into_iter().map(Move::Play);
    ActionSpace::new(bids.chain(cards).map(|one| one.to_string()))
});

/// The number of a move.
pub fn action_of(chosen: Move) -> usize {
    match chosen {
        Move::Bid(bid) => usize::from(bid) - 1,
        Move::Play(card) => BIDS + card.suit().index() * RANKS + usize::from(card.value()) - 1,
    }
}

/// The move with this number; none if there is no such move.
pub fn move_of(action: usize) -> Option<Move> {
    let Some(card) = action.checked_sub(BIDS) else {
        return Some(Move::Bid(action as u8 + 1));
    };
    let suit = *Suit::ALL.get(card / RANKS)?;
    Card::new(suit, (card % RANKS) as u8 + 1).map(Move::Play)
}

#[cfg(test)]
#[path = "../../tests/unit/observation/actions.rs"]
mod tests;
