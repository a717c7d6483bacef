//! Decks, and the points in which the arena and the contest's document differ.

use thiserror::Error;

use super::{Card, CardSet, Suit, SuitSet};

/// The cards that are played with: any of the 60, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck(CardSet);

/// The reason why cards do not make a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadDeck {
    /// The deck has no card.
    #[error("a deck needs a card: name some suits and values")]
    Empty,
}

impl Deck {
    /// The arena's deck: ten suits of six cards. The mermaid has the values 4 to 9, the others 2 to 7.
    pub const FULL: Deck = Deck(CardSet::FULL);

    /// The document's deck: nine suits of six cards. The document does not mention the mermaid.
    pub const NINE_SUITS: Deck = Deck(CardSet::FULL.minus(CardSet::FULL.of_suit(Suit::Mermaid)));

    /// The deck of these cards.
    pub fn new(cards: CardSet) -> Result<Deck, BadDeck> {
        if cards.is_empty() {
            return Err(BadDeck::Empty);
        }
        Ok(Deck(cards))
    }

    /// The `values` lowest cards of every suit in `suits`. Such small decks can be solved.
    pub fn small(suits: SuitSet, values: u8) -> Result<Deck, BadDeck> {
        let low = |card: &Card| suits.contains(card.suit()) && card.step() < values;
        Deck::new(CardSet::FULL.iter().filter(low).collect())
    }

    /// The cards of the deck.
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// The discard pile at the start: the lowest card of every suit.
    pub fn first_discards(self) -> CardSet {
        self.0.bottoms()
    }

    /// The draw pile at the start: all cards except [`Deck::first_discards`].
    pub fn first_draw_pile(self) -> CardSet {
        self.0.minus(self.first_discards())
    }
}

/// The condition for the bonus of chest and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BonusRule {
    /// Whenever cards are banked and both are among them: on a bust too, if both were placed before
    /// the anchor (the arena).
    WheneverBanked,
    /// Only if the turn does not bust (the document).
    NotOnBust,
}

/// The options of a player who draws an oracle first under a kraken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OracleUnderKraken {
    /// The player may end the turn instead of looking. After looking, the draw is due again (the arena).
    MayStop,
    /// The kraken's second card must be drawn in any case (the document).
    MustDraw,
}

/// The duty to fire a cannon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CannonRule {
    /// It must be fired (the arena).
    Must,
    /// It may be fired. The document says "can" of a cannon, and "must" of hook, sword and map.
    May,
}

/// The cards of a bank that a hook, cannon or sword may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// The highest card of a suit (the arena).
    Top,
    /// Any card (the document, which says "a card").
    Any,
}

/// The result of not acting in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatenessRule {
    /// The effects are answered for the player, and the turn ends as a success. The fifth late
    /// answer of both players together ends the match, and the higher score wins (the arena).
    TurnEnds,
    /// The other player wins the match (the document).
    MatchLost,
}

/// The points in which the arena and the contest's document differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The condition for the bonus of chest and key.
    pub bonus: BonusRule,
    /// The options of a player who draws an oracle first under a kraken.
    pub oracle_under_kraken: OracleUnderKraken,
    /// The duty to fire a cannon.
    pub cannon: CannonRule,
    /// The cards of a bank that a hook, cannon or sword may take.
    pub reach: Reach,
    /// The result of not acting in time.
    pub lateness: LatenessRule,
}

impl Variant {
    /// The variant measured on the arena.
    pub const ARENA: Variant = Variant {
        bonus: BonusRule::WheneverBanked,
        oracle_under_kraken: OracleUnderKraken::MayStop,
        cannon: CannonRule::Must,
        reach: Reach::Top,
        lateness: LatenessRule::TurnEnds,
    };

    /// The variant of the contest's document.
    pub const DOCUMENT: Variant = Variant {
        bonus: BonusRule::NotOnBust,
        oracle_under_kraken: OracleUnderKraken::MustDraw,
        cannon: CannonRule::May,
        reach: Reach::Any,
        lateness: LatenessRule::MatchLost,
    };
}

/// A member of the family: the deck, the suits with an effect, and the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The cards.
    pub deck: Deck,
    /// The suits with an effect. Cards of the other suits have only their points. The bonus needs
    /// both chest and key in this set.
    pub effects: SuitSet,
    /// The points in which the sources differ.
    pub variant: Variant,
}

impl Rules {
    /// The rules of the arena.
    pub const ARENA: Rules = Rules { deck: Deck::FULL, effects: SuitSet::FULL, variant: Variant::ARENA };

    /// The rules of the contest's document.
    pub const DOCUMENT: Rules = Rules { deck: Deck::NINE_SUITS, effects: SuitSet::FULL, variant: Variant::DOCUMENT };
}

impl Default for Rules {
    /// [`Rules::ARENA`].
    fn default() -> Self {
        Rules::ARENA
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/variant.rs"]
mod tests;
