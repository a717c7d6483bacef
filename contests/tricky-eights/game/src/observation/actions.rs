//! The actions of Tricky Eights by number.

use std::sync::LazyLock;

use crate::rules::{Card, CardSet, Rank, Suit};
use cardsharp_game::outside::ActionSpace;

/// The actions of the contest: the cards by suit and rising rank. A card is taken from the pool before the tricks, and
/// played in them.
pub static ACTIONS: LazyLock<ActionSpace> =
    LazyLock::new(|| ActionSpace::new(CardSet::FULL.iter().map(|card| card.to_string())));

/// The number of the action that takes or plays this card.
pub fn action_of(card: Card) -> usize {
    card.index()
}

/// The card of the action with this number; none if there is no such action.
pub fn card_of(action: usize) -> Option<Card> {
    let suit = *Suit::ALL.get(action / Rank::COUNT)?;
    let rank = Rank::new((action % Rank::COUNT) as u8)?;
    Some(Card::new(suit, rank))
}

#[cfg(test)]
#[path = "../../tests/unit/observation/actions.rs"]
mod tests;
