//! The parameters of the games that can be trained.

use super::{BadDeck, Card, Deck, Rules, SuitSet, Variant};

/// The parameters of a member of the family. It plays with the `values` lowest cards of each of
/// some suits, which all have their effects, by one of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    /// The suits.
    pub suits: SuitSet,
    /// The number of cards of each suit.
    pub values: u8,
    /// True for the variant of the contest's document, false for the arena's.
    pub document: bool,
}

impl Params {
    /// The arena's game.
    pub const ARENA: Params = Params { suits: SuitSet::FULL, values: Card::PER_SUIT as u8, document: false };

    /// The rules of the member.
    ///
    /// # Errors
    ///
    /// [`BadDeck`] if the deck has no card.
    pub fn rules(self) -> Result<Rules, BadDeck> {
        Ok(Rules {
            deck: Deck::small(self.suits, self.values)?,
            effects: SuitSet::FULL,
            variant: if self.document { Variant::DOCUMENT } else { Variant::ARENA },
        })
    }
}
