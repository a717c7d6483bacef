//! Decks, and the points in which the arena and the contest's document differ.

use thiserror::Error;

use super::{Card, CardSet, Suit, SuitSet};

/// Which cards are played with: any of the 60, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck(CardSet);

/// Why cards make no deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadDeck {
    /// There is no card in it.
    #[error("a deck needs a card: name some suits and values")]
    Empty,
}

impl Deck {
    /// The arena's: ten suits of six, the mermaid 4 to 9, the others 2 to 7.
    pub const FULL: Deck = Deck(CardSet::FULL);

    /// The document's nine suits of six: all but the mermaid, of which it does not speak.
    pub const NINE_SUITS: Deck = Deck(CardSet::FULL.minus(CardSet::FULL.of_suit(Suit::Mermaid)));

    /// The deck of these cards.
    pub fn new(cards: CardSet) -> Result<Deck, BadDeck> {
        if cards.is_empty() {
            return Err(BadDeck::Empty);
        }
        Ok(Deck(cards))
    }

    /// The `values` lowest cards of every suit in `suits`: small decks, which can be solved.
    pub fn small(suits: SuitSet, values: u8) -> Result<Deck, BadDeck> {
        let low = |card: &Card| suits.contains(card.suit()) && card.step() < values;
        Deck::new(CardSet::FULL.iter().filter(low).collect())
    }

    /// Its cards.
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// What lies in the discard pile at the start: the lowest card of every suit.
    pub fn first_discards(self) -> CardSet {
        self.0.bottoms()
    }

    /// What lies in the draw pile at the start: all but [`Deck::first_discards`].
    pub fn first_draw_pile(self) -> CardSet {
        self.0.minus(self.first_discards())
    }
}

/// When chest and key double what is banked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BonusRule {
    /// Whenever cards are banked and both are among them: on a bust too, if both lay before the
    /// anchor (the arena).
    WheneverBanked,
    /// Only if the turn does not bust (the document).
    NotOnBust,
}

/// Whether an oracle drawn first under a kraken lets its player stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OracleUnderKraken {
    /// The turn may be ended instead of looking on; after looking the draw is due again (the arena).
    MayStop,
    /// The kraken's second card is due all the same (the document).
    MustDraw,
}

/// Whether a cannon must be fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CannonRule {
    /// It must (the arena).
    Must,
    /// It may; the document says "can" where it says "must" of hook, sword and map.
    May,
}

/// Which cards of a bank hook, cannon and sword reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// The highest card of a suit (the arena).
    Top,
    /// Any card: the document says "a card".
    Any,
}

/// What comes of a player who does not act in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatenessRule {
    /// The effects are answered for the player and the turn is ended as a success; with the fifth
    /// time, both players counted together, the match ends and the higher score wins (the arena).
    TurnEnds,
    /// The other player wins the match (the document).
    MatchLost,
}

/// The points in which the arena and the contest's document differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// When chest and key double what is banked.
    pub bonus: BonusRule,
    /// Whether an oracle drawn first under a kraken lets its player stop.
    pub oracle_under_kraken: OracleUnderKraken,
    /// Whether a cannon must be fired.
    pub cannon: CannonRule,
    /// Which cards of a bank hook, cannon and sword reach.
    pub reach: Reach,
    /// What comes of a player who does not act in time.
    pub lateness: LatenessRule,
}

impl Variant {
    /// As measured on the arena.
    pub const ARENA: Variant = Variant {
        bonus: BonusRule::WheneverBanked,
        oracle_under_kraken: OracleUnderKraken::MayStop,
        cannon: CannonRule::Must,
        reach: Reach::Top,
        lateness: LatenessRule::TurnEnds,
    };

    /// As the contest's document has it.
    pub const DOCUMENT: Variant = Variant {
        bonus: BonusRule::NotOnBust,
        oracle_under_kraken: OracleUnderKraken::MustDraw,
        cannon: CannonRule::May,
        reach: Reach::Any,
        lateness: LatenessRule::MatchLost,
    };
}

/// A member of the family: the deck, the suits that do something, and the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The cards.
    pub deck: Deck,
    /// The suits that do what they are for; cards of the others are worth their points only. The
    /// bonus needs both chest and key in here.
    pub effects: SuitSet,
    /// The points in which the sources differ.
    pub variant: Variant,
}

impl Rules {
    /// What the arena plays.
    pub const ARENA: Rules = Rules {
        deck: Deck::FULL,
        effects: SuitSet::FULL,
        variant: Variant::ARENA,
    };

    /// What the contest's document says.
    pub const DOCUMENT: Rules = Rules {
        deck: Deck::NINE_SUITS,
        effects: SuitSet::FULL,
        variant: Variant::DOCUMENT,
    };
}

impl Default for Rules {
    /// [`Rules::ARENA`].
    fn default() -> Self {
        Rules::ARENA
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arena_starts_with_fifty_and_ten() {
        assert_eq!(Deck::FULL.first_draw_pile().len(), 50);
        assert_eq!(Deck::FULL.first_discards().len(), 10);
        let discards = Deck::FULL.first_discards();
        assert!(
            discards.contains_all(
                [Card::new(Suit::Mermaid, 4), Card::new(Suit::Key, 2)]
                    .into_iter()
                    .flatten()
                    .collect()
            )
        );
    }

    #[test]
    fn the_document_has_nine_suits() {
        assert_eq!(Deck::NINE_SUITS.cards().len(), 54);
        assert_eq!(Deck::NINE_SUITS.first_discards().len(), 9);
        assert_eq!(Deck::small(SuitSet::EMPTY, 6), Err(BadDeck::Empty));
        assert_eq!(Deck::small(SuitSet::FULL, 6), Ok(Deck::FULL));
    }
}
