//! The refusal of a card.

use thiserror::Error;

use super::{Card, Suit};

/// The reason why a card cannot be taken or played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalCard {
    /// All cards are played.
    #[error("{0} cannot be played: the round is over")]
    Over(Card),
    /// The card is not in the pool.
    #[error("{0} is not in the pool")]
    NotInPool(Card),
    /// The card is not in the player's hand.
    #[error("{0} is not in the player's hand")]
    NotInHand(Card),
    /// The player has a card of the led suit.
    #[error("{card} does not follow suit: the player has {led}")]
    MustFollow {
        /// The card.
        card: Card,
        /// The suit that was led.
        led: Suit,
    },
}
