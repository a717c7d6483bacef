//! Parses positions.

use std::time::Duration;

use thiserror::Error;

use super::{Observation, TrickSeen};
use crate::rules::{Cards, Due, INITIAL_BANK, POINTS_TO_WIN, Params, Rank};
use crate::text::parse_rank as rank;

/// The keys of a position.
const KEYS: [&str; 12] =
    ["hand", "table", "tricks", "score", "challenge", "led", "played", "over", "accepted", "hand-id", "gone", "left"];

/// The number of cards at the start of a hand, for values that are left out.
pub(super) const HAND_SIZE: u8 = Params::CONTEST.hand_size();

/// A reason why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A word is not `key=value`.
    #[error("`{0}` is not key=value: the keys are {keys}", keys = KEYS.join(", "))]
    NotAPair(String),
    /// A key that does not exist.
    #[error("there is no key `{0}`: the keys are {keys}", keys = KEYS.join(", "))]
    UnknownKey(String),
    /// A key given twice.
    #[error("`{0}` is given twice")]
    Repeated(String),
    /// A value that cannot be read.
    #[error("`{key}` cannot be `{value}`: it wants {wanted}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The values that are allowed.
        wanted: &'static str,
    },
    /// No hand.
    #[error("`hand` is missing: write the cards left, as in hand=12,9,8,8,1")]
    NoHand,
    /// The values do not fit together.
    #[error("{0}")]
    Impossible(&'static str),
}

/// Reads a position. The grammar is at the top of the [module](super).
pub fn parse_position(text: &str) -> Result<Observation, PositionError> {
    let words = Words::read(text)?;
    let challenge = words.challenge()?;
    let hand = words.cards("hand")?.ok_or(PositionError::NoHand)?;
    let table = words.value("table", "a rank from 1 to 13", rank)?;
    let answer_due = challenge == Standing::Offered;
    let own_left = hand.len() as u8 + u8::from(answer_due && table.is_some());
    let tricks_over = match words.value("over", "a number of tricks", number)? {
        Some(over) => over,
        None => HAND_SIZE.checked_sub(own_left).ok_or(PositionError::Impossible("a hand has at most 5 cards"))?,
    };
    let lead_is_own = table.is_some() == answer_due;
    let led_hand = match words.value("led", "yes, no or unknown", yes_no_unknown)? {
        Some(given) => given,
        None if tricks_over == 0 => Some(lead_is_own),
        None => None,
    };
    let tricks = words.tricks(led_hand)?;
    let counted = count_tricks(&tricks);
    let (own_tricks, their_tricks) = words.value("tricks", "own and their tricks, as 1-0", pair)?.unwrap_or(counted);
    let (own_points, their_points) = words.value("score", "own and their points, as 3-4", pair)?.unwrap_or((0, 0));
    let observation = Observation {
        due: if answer_due { Due::Answer } else { Due::Card },
        hand,
        table,
        own_tricks,
        their_tricks,
        tricks_over,
        can_challenge: challenge == Standing::Open,
        in_challenge: challenge == Standing::Accepted,
        own_points,
        their_points,
        hand_id: words.value("hand-id", "a number from 1", |text| text.parse().ok())?.unwrap_or(1),
        led_hand,
        tricks,
        accepted_at: words.value("accepted", "a number of tricks, as 2 or 2+", accepted)?,
        gone: words.cards("gone")?.unwrap_or_default(),
        remaining: words.value("left", "seconds, as 1.95", seconds)?.unwrap_or(INITIAL_BANK),
    };
    check(&observation)?;
    Ok(observation)
}

/// The state of the challenge for the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Open,
    Offered,
    Accepted,
    Closed,
}

/// The words of a position, in the order of [`KEYS`].
struct Words<'a>([Option<&'a str>; KEYS.len()]);

impl<'a> Words<'a> {
    fn read(text: &'a str) -> Result<Self, PositionError> {
        let mut words = [None; KEYS.len()];
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| PositionError::NotAPair(word.to_owned()))?;
            let index =
                KEYS.iter().position(|known| *known == key).ok_or_else(|| PositionError::UnknownKey(key.to_owned()))?;
            if words[index].replace(value).is_some() {
                return Err(PositionError::Repeated(key.to_owned()));
            }
        }
        Ok(Words(words))
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        let index = KEYS.iter().position(|known| *known == key)?;
        self.0[index]
    }

    fn value<T>(
        &self,
        key: &'static str,
        wanted: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, PositionError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        match read(value) {
            Some(read) => Ok(Some(read)),
            None => Err(PositionError::BadValue { key, value: value.to_owned(), wanted }),
        }
    }

    fn cards(&self, key: &'static str) -> Result<Option<Cards>, PositionError> {
        let wanted = "ranks from 1 to 13 with commas, at most 8 of each, or - for none";
        self.value(key, wanted, |value| {
            if value == "-" {
                return Some(Cards::EMPTY);
            }
            let mut cards = Cards::EMPTY;
            for card in value.split(',') {
                let rank = rank(card)?;
                if cards.count(rank) == Params::CONTEST.copies() {
                    return None;
                }
                cards = cards.with(rank);
            }
            Some(cards)
        })
    }

    fn challenge(&self) -> Result<Standing, PositionError> {
        let wanted = "open, offered, accepted or closed";
        let standing = self.value("challenge", wanted, |value| match value {
            "open" => Some(Standing::Open),
            "offered" => Some(Standing::Offered),
            "accepted" => Some(Standing::Accepted),
            "closed" => Some(Standing::Closed),
            _ => None,
        })?;
        Ok(standing.unwrap_or(Standing::Open))
    }

    /// The tricks played. The leader of a trick without a star follows from the trick before, or
    /// from the leader of the hand.
    fn tricks(&self, led_hand: Option<bool>) -> Result<Vec<TrickSeen>, PositionError> {
        let Some(value) = self.get("played").filter(|value| *value != "-") else {
            return Ok(Vec::new());
        };
        let mut lead = led_hand;
        let mut tricks = Vec::new();
        for item in value.split(',') {
            let bad = || PositionError::BadValue {
                key: "played",
                value: item.to_owned(),
                wanted: "own card and theirs with a star at the one led, as 12*-6 (or x-x for a \
                         penalty); the star may be left out where led=yes or led=no tells",
            };
            let ((own, own_star), (theirs, their_star)) = item
                .split_once('-')
                .and_then(|(own, theirs)| Some((played_card(own)?, played_card(theirs)?)))
                .filter(|(own, theirs)| own.0.is_some() == theirs.0.is_some())
                .filter(|(own, theirs)| !(own.1 && theirs.1))
                .ok_or_else(bad)?;
            let starred = own_star || their_star;
            let led = if starred { Some(own_star) } else { lead };
            let led = led.ok_or_else(bad)?;
            lead = match (own, theirs) {
                (Some(own), Some(theirs)) if own == theirs => Some(led),
                (Some(own), Some(theirs)) => Some(own > theirs),
                _ => None,
            };
            tricks.push(TrickSeen { own, theirs, led });
        }
        Ok(tricks)
    }
}

fn count_tricks(tricks: &[TrickSeen]) -> (u8, u8) {
    let own = tricks.iter().filter(|trick| trick.own > trick.theirs).count();
    let theirs = tricks.iter().filter(|trick| trick.own < trick.theirs).count();
    (own as u8, theirs as u8)
}

fn check(observation: &Observation) -> Result<(), PositionError> {
    let unless = |holds: bool, message| {
        if holds { Ok(()) } else { Err(PositionError::Impossible(message)) }
    };
    unless(
        observation.tricks_left() > 0,
        "there is no card left: `hand` may be empty only when a challenge is offered and one's own \
         card is on the table",
    )?;
    unless(observation.due == Due::Answer || !observation.hand.is_empty(), "a card is due and `hand` is empty")?;
    unless(
        observation.tricks_left() <= HAND_SIZE && observation.tricks_over <= HAND_SIZE - observation.tricks_left(),
        "more tricks than a hand has: the tricks over and the cards left exceed 5",
    )?;
    unless(
        u16::from(observation.own_tricks) + u16::from(observation.their_tricks) <= u16::from(observation.tricks_over),
        "`tricks` counts more tricks than are over",
    )?;
    unless(observation.tricks.len() <= usize::from(observation.tricks_over), "`played` has more tricks than are over")?;
    unless(
        observation.own_points.max(observation.their_points) < POINTS_TO_WIN,
        "with 10 points the game is over: `score` goes to 9-9",
    )?;
    let copies = |rank| observation.hand.count(rank) + observation.gone.count(rank);
    unless(
        Params::CONTEST.all_ranks().all(|rank| copies(rank) <= Params::CONTEST.copies()),
        "`hand` and `gone` hold more than 8 cards of a rank",
    )
}

fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| *number <= HAND_SIZE)
}

fn pair(text: &str) -> Option<(u8, u8)> {
    let (own, theirs) = text.split_once('-')?;
    Some((own.parse().ok()?, theirs.parse().ok()?))
}

fn yes_no_unknown(text: &str) -> Option<Option<bool>> {
    match text {
        "yes" => Some(Some(true)),
        "no" => Some(Some(false)),
        "unknown" => Some(None),
        _ => None,
    }
}

fn accepted(text: &str) -> Option<(u8, bool)> {
    match text.strip_suffix('+') {
        Some(over) => Some((number(over)?, true)),
        None => Some((number(text)?, false)),
    }
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// A card of a trick that is over, and true if it has a star. The card is none if a penalty ended the trick.
fn played_card(text: &str) -> Option<(Option<Rank>, bool)> {
    let (card, star) = match text.strip_suffix('*') {
        Some(card) => (card, true),
        None => (text, false),
    };
    match card {
        "x" => Some((None, star)),
        _ => Some((Some(rank(card)?), star)),
    }
}
