//! The effects that must be answered.

use std::fmt;

use super::{Card, CardSet, Row, Suit};

/// The effect of a placed card that its player must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Take a card of the player's own bank into the play area.
    Hook,
    /// Discard a card of the opponent's bank.
    Cannon,
    /// Take one of the offered discards into the play area.
    Map,
    /// Look at the next card.
    Oracle,
    /// Take a card of the opponent's bank into the play area, of a suit that the player has not banked.
    Sword,
    /// Draw cards.
    Kraken,
}

impl Effect {
    /// All effects, in the order of their suits.
    pub const ALL: [Effect; 6] =
        [Effect::Hook, Effect::Cannon, Effect::Map, Effect::Oracle, Effect::Sword, Effect::Kraken];

    /// The suit of the effect.
    pub const fn suit(self) -> Suit {
        match self {
            Effect::Hook => Suit::Hook,
            Effect::Cannon => Suit::Cannon,
            Effect::Map => Suit::Map,
            Effect::Oracle => Suit::Oracle,
            Effect::Sword => Suit::Sword,
            Effect::Kraken => Suit::Kraken,
        }
    }
}

impl Suit {
    /// The effect that must be answered when a card of the suit is placed, if there is one. Anchor,
    /// key and chest work when the turn ends. The mermaid does nothing.
    #[inline]
    pub const fn effect(self) -> Option<Effect> {
        match self {
            Suit::Hook => Some(Effect::Hook),
            Suit::Cannon => Some(Effect::Cannon),
            Suit::Map => Some(Effect::Map),
            Suit::Oracle => Some(Effect::Oracle),
            Suit::Sword => Some(Effect::Sword),
            Suit::Kraken => Some(Effect::Kraken),
            Suit::Anchor | Suit::Key | Suit::Chest | Suit::Mermaid => None,
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.suit().fmt(f)
    }
}

/// The one to three discards that a map offers, in the order in which chance took them.
pub type Offer = Row<3>;

/// The number of discards that a map offers, if there are that many.
pub const MAP_OFFER: usize = 3;

/// The number of cards that a kraken makes the player draw, if the pile has that many.
pub const KRAKEN_DRAWS: u8 = 2;

/// An effect that waits for its answer. `owed` is the number of draws that are still due to a
/// kraken after the effect has been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pending {
    /// A card of the player's own bank must be chosen.
    Hook,
    /// A card of the opponent's bank must be chosen.
    Cannon {
        /// The number of draws still due to a kraken: 0 or 1.
        owed: u8,
    },
    /// One of the offered cards must be chosen. They are outside the discard pile meanwhile.
    Map {
        /// The cards that may be chosen.
        offer: Offer,
    },
    /// The next card is known. Drawing and ending the turn are answers too.
    Oracle {
        /// The next card.
        next: Card,
        /// The number of draws still due to a kraken: 0 or 1.
        owed: u8,
    },
    /// A card of the opponent's bank must be chosen.
    Sword,
    /// A card must be drawn.
    Kraken {
        /// The number of draws still due: 1 or 2.
        owed: u8,
    },
}

impl Pending {
    /// The effect.
    pub const fn effect(self) -> Effect {
        match self {
            Pending::Hook => Effect::Hook,
            Pending::Cannon { .. } => Effect::Cannon,
            Pending::Map { .. } => Effect::Map,
            Pending::Oracle { .. } => Effect::Oracle,
            Pending::Sword => Effect::Sword,
            Pending::Kraken { .. } => Effect::Kraken,
        }
    }

    /// The number of draws still due to a kraken. A card that a hook, map or sword places counts as
    /// drawn, so nothing is due under these.
    #[inline]
    pub const fn owed(self) -> u8 {
        match self {
            Pending::Cannon { owed } | Pending::Oracle { owed, .. } | Pending::Kraken { owed } => owed,
            Pending::Hook | Pending::Map { .. } | Pending::Sword => 0,
        }
    }

    /// The cards of a map's offer, which are in no pile meanwhile.
    pub fn held(self) -> CardSet {
        match self {
            Pending::Map { offer } => offer.iter().copied().collect(),
            _ => CardSet::EMPTY,
        }
    }
}
