//! The parsing of positions.

use cardsharp_player::Player;
use thiserror::Error;

use super::{CardError, parse_cards};
use crate::rules::{BadPosition, Card, CardSet, Effect, Offer, Pending, Position, Rules, Suit};

/// The keys of a position.
pub const KEYS: [&str; 9] = ["to-move", "bank0", "bank1", "area", "discard", "next", "pile", "pending", "late"];

/// The reason why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A word is not `key=value`.
    #[error("`{0}` is not key=value: the keys are {keys}", keys = KEYS.join(", "))]
    NotAPair(String),
    /// A key does not exist.
    #[error("there is no key `{0}`: the keys are {keys}", keys = KEYS.join(", "))]
    UnknownKey(String),
    /// A key is given twice.
    #[error("`{0}` is given twice: leave one out")]
    Repeated(&'static str),
    /// The cards of a key cannot be read.
    #[error("`{key}`: {error}")]
    Cards {
        /// The key.
        key: &'static str,
        /// The fault of the cards.
        error: CardError,
    },
    /// The value of a key cannot be read.
    #[error("`{key}` cannot be `{value}`: it wants {wanted}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// A description of the valid values.
        wanted: &'static str,
    },
    /// A card is twice in `pile`, which is a set.
    #[error("`pile` names {0} twice: leave one out")]
    TwiceInPile(Card),
    /// The text can be read, but the position is impossible.
    #[error(transparent)]
    Impossible(#[from] BadPosition),
}

/// The valid values of `pending`.
const PENDING: &str = "hook, cannon, sword, oracle, map:key-2,hook-2 with its one to three cards, \
                       or kraken+2; also cannon+1, oracle+1";

/// Reads a position under these rules. The [module](super) describes the grammar.
pub fn parse_position(text: &str, rules: &Rules) -> Result<Position, PositionError> {
    let words = Words::read(text)?;
    let known = words.cards("next")?.unwrap_or_default();
    let mut position = Position {
        to_move: words.value("to-move", "0 or 1", player)?.unwrap_or(Player::ZERO),
        banks: [words.cards("bank0")?.unwrap_or_default(), words.cards("bank1")?.unwrap_or_default()],
        area: words.cards("area")?.unwrap_or_default(),
        discards: Vec::new(),
        pending: words.value("pending", PENDING, |text| pending(text, &known))?,
        known,
        unseen: CardSet::EMPTY,
        timeouts: words.value("late", "a number below 256", |text| text.parse().ok())?.unwrap_or(0),
    };
    let discards = words.cards("discard")?;
    let pile = words.pile()?;
    let mut elsewhere = named(&position).union(pile.unwrap_or_default());
    position.discards = match discards {
        Some(given) => given,
        None => {
            let lowest = rules.deck.first_discards();
            lowest.minus(elsewhere).iter().collect()
        }
    };
    elsewhere = elsewhere.union(position.discards.iter().copied().collect());
    position.unseen = pile.unwrap_or(rules.deck.cards().minus(elsewhere));
    position.check(rules)?;
    Ok(position)
}

/// The cards of a position, except those of unknown order.
pub(super) fn named(position: &Position) -> CardSet {
    let [zero, one] = &position.banks;
    let rows = [zero, one, &position.area, &position.discards, &position.known];
    let held = position.pending.map_or(CardSet::EMPTY, Pending::held);
    held.union(rows.into_iter().flatten().copied().collect())
}

fn player(text: &str) -> Option<Player> {
    match text {
        "0" => Some(Player::ZERO),
        "1" => Some(Player::ONE),
        _ => None,
    }
}

/// Reads the pending effect. An oracle shows the first card of `next`.
fn pending(text: &str, next: &[Card]) -> Option<Pending> {
    if let Some((word, cards)) = text.split_once(':') {
        let map = word.parse().ok().and_then(Suit::effect) == Some(Effect::Map);
        let offer = Offer::of(&parse_cards(cards).ok()?)?;
        return map.then_some(Pending::Map { offer });
    }
    let (word, owed) = match text.split_once('+') {
        Some((word, owed)) => (word, owed.parse().ok()?),
        None => (text, 0),
    };
    match word.parse().ok().and_then(Suit::effect)? {
        Effect::Hook if owed == 0 => Some(Pending::Hook),
        Effect::Sword if owed == 0 => Some(Pending::Sword),
        Effect::Cannon => Some(Pending::Cannon { owed }),
        Effect::Kraken => Some(Pending::Kraken { owed }),
        Effect::Oracle => {
            let next = *next.first()?;
            Some(Pending::Oracle { next, owed })
        }
        Effect::Hook | Effect::Sword | Effect::Map => None,
    }
}

/// The words of a text, by key.
struct Words<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Words<'a> {
    fn read(text: &'a str) -> Result<Self, PositionError> {
        let mut words: Vec<(&'static str, &'a str)> = Vec::new();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| PositionError::NotAPair(word.to_owned()))?;
            let known = KEYS.into_iter().find(|known| known.eq_ignore_ascii_case(key));
            let key = known.ok_or_else(|| PositionError::UnknownKey(key.to_owned()))?;
            if words.iter().any(|&(other, _)| other == key) {
                return Err(PositionError::Repeated(key));
            }
            words.push((key, value));
        }
        Ok(Words(words))
    }

    fn find(&self, key: &str) -> Option<(&'static str, &'a str)> {
        self.0.iter().copied().find(|&(known, _)| known == key)
    }

    fn value<T>(
        &self,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, PositionError> {
        let Some((key, value)) = self.find(key) else {
            return Ok(None);
        };
        let bad = || PositionError::BadValue { key, value: value.to_owned(), wanted };
        read(&value.to_lowercase()).map(Some).ok_or_else(bad)
    }

    fn cards(&self, key: &str) -> Result<Option<Vec<Card>>, PositionError> {
        let Some((key, value)) = self.find(key) else {
            return Ok(None);
        };
        let cards = parse_cards(value).map_err(|error| PositionError::Cards { key, error })?;
        Ok(Some(cards))
    }

    fn pile(&self) -> Result<Option<CardSet>, PositionError> {
        let Some(cards) = self.cards("pile")? else {
            return Ok(None);
        };
        let mut pile = CardSet::EMPTY;
        for card in cards {
            if pile.contains(card) {
                return Err(PositionError::TwiceInPile(card));
            }
            pile = pile.with(card);
        }
        Ok(Some(pile))
    }
}
