//! Prints and parses an observation.

use arrayvec::ArrayVec;
use cardsharp_player::Player;
use thiserror::Error;

use super::Observation;
use crate::rules::{Card, Cards, SkullWhist, Trick};
use crate::text::CardError;

/// The keys of an observation.
const KEYS: [&str; 5] = ["hand", "seat", "bids", "rounds", "led"];

/// A reason why a text is no observation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ObservationError {
    /// A word is not `key=value` with a known key.
    #[error("`{0}` is not key=value: the keys are {keys}", keys = KEYS.join(", "))]
    Word(String),
    /// A value cannot be read.
    #[error("`{word}`: {wanted} wanted")]
    Value {
        /// The word.
        word: String,
        /// The values that are allowed.
        wanted: &'static str,
    },
    /// A card cannot be read.
    #[error("`{word}`: {reason}")]
    Card {
        /// The word.
        word: String,
        /// The error.
        reason: CardError,
    },
    /// A card is given twice, or is not in the pack.
    #[error("{0} is named twice, or not in the pack of this game")]
    NoSuchCard(Card),
    /// Hand and rounds do not make a whole game.
    #[error("{held} cards held and {rounds} rounds over, of {hand_size} rounds")]
    Rounds {
        /// The number of cards in hand.
        held: u8,
        /// The number of rounds over.
        rounds: u8,
        /// The number of rounds of the game.
        hand_size: u8,
    },
    /// The player is not to move.
    #[error("player {0} has nothing to decide: after these rounds the other one leads; write led=CARD")]
    NotToMove(Player),
    /// There are cards before the bids.
    #[error("cards are played only after both bids: write bids=OWN,OTHER")]
    NoBids,
}

/// Reads the observation of a player who has to bid or to play: `key=value` words in any order.
///
/// | key | value | if left out |
/// |---|---|---|
/// | `hand` | the player's hand | none |
/// | `seat` | `0` for the leader of round 1, or `1` | `0` |
/// | `bids` | the own bid and the other's | none yet: the player has to bid |
/// | `rounds` | the rounds that are over, each the card led, a hyphen, the answer | none |
/// | `led` | the card that the other player has led | none |
///
/// # Errors
///
/// [`ObservationError`] is the error in the text.
pub fn parse_observation(text: &str, game: SkullWhist) -> Result<Observation, ObservationError> {
    let mut observation = Observation {
        game,
        seat: Player::ZERO,
        hand: Cards::EMPTY,
        bids: [None; 2],
        rounds: ArrayVec::new(),
        led: None,
    };
    let mut rounds = Vec::new();
    for word in text.split_whitespace() {
        set(&mut observation, &mut rounds, word)?;
    }
    complete(observation, &rounds)
}

/// Sets the part of the observation that `word` describes.
fn set(observation: &mut Observation, rounds: &mut Vec<[Card; 2]>, word: &str) -> Result<(), ObservationError> {
    let hand_size = observation.game.hand_size();
    let (key, value) = word.split_once('=').ok_or_else(|| ObservationError::Word(word.to_owned()))?;
    let card =
        |text: &str| text.parse::<Card>().map_err(|reason| ObservationError::Card { word: word.to_owned(), reason });
    let wanted = |wanted| ObservationError::Value { word: word.to_owned(), wanted };
    match key {
        "hand" => {
            let cards = value.split(',').map(card).collect::<Result<Vec<_>, _>>()?;
            let twice = (1..cards.len()).find(|&index| cards[..index].contains(&cards[index]));
            if let Some(index) = twice {
                return Err(ObservationError::NoSuchCard(cards[index]));
            }
            observation.hand = cards.into_iter().collect();
        }
        "seat" => {
            observation.seat = match value {
                "0" => Player::ZERO,
                "1" => Player::ONE,
                _ => return Err(wanted("0 or 1")),
            }
        }
        "bids" => {
            let bid = |text: &str| text.parse().ok().filter(|bid| *bid <= hand_size);
            let read = value.split_once(',').and_then(|(own, other)| Some([Some(bid(own)?), Some(bid(other)?)]));
            observation.bids = read.ok_or_else(|| wanted("two bids with a comma between"))?;
        }
        "rounds" => {
            for round in value.split(',') {
                let pair = round.split_once('-');
                let (led, reply) = pair.ok_or_else(|| wanted("pairs of cards like S02-S09"))?;
                rounds.push([card(led)?, card(reply)?]);
            }
        }
        "led" => observation.led = Some(card(value)?),
        _ => return Err(ObservationError::Word(word.to_owned())),
    }
    Ok(())
}

/// Adds the rounds, each led by the winner of the one before, and checks that the player has a decision.
fn complete(mut observation: Observation, rounds: &[[Card; 2]]) -> Result<Observation, ObservationError> {
    let mut unseen = observation.game.pack();
    let seen = rounds.iter().flatten().copied().chain(observation.led);
    for card in observation.hand.into_iter().chain(seen) {
        if !unseen.contains(card) {
            return Err(ObservationError::NoSuchCard(card));
        }
        unseen = unseen.without(card);
    }
    let (held, hand_size) = (observation.hand.len(), observation.game.hand_size());
    if held == 0 || usize::from(held) + rounds.len() != usize::from(hand_size) {
        return Err(ObservationError::Rounds { held, rounds: rounds.len().min(255) as u8, hand_size });
    }
    let mut leader = Player::ZERO;
    for &[led, reply] in rounds {
        let trick = Trick { leader, led, reply };
        leader = trick.winner();
        observation.rounds.push(trick);
    }
    match observation.bids[0] {
        None if !rounds.is_empty() || observation.led.is_some() => Err(ObservationError::NoBids),
        Some(_) if (leader == observation.seat) == observation.led.is_some() => {
            Err(ObservationError::NotToMove(observation.seat))
        }
        _ => Ok(observation),
    }
}

/// Prints the text that reads back to an equal observation.
pub fn print_observation(observation: &Observation) -> String {
    let mut text = format!("hand={} seat={}", observation.hand, observation.seat);
    if let [Some(own), Some(other)] = observation.bids {
        text += &format!(" bids={own},{other}");
    }
    let rounds = observation.rounds.iter();
    let rounds: Vec<String> = rounds.map(|trick| format!("{}-{}", trick.led, trick.reply)).collect();
    if !rounds.is_empty() {
        text += &format!(" rounds={}", rounds.join(","));
    }
    observation.led.map_or(text.clone(), |led| format!("{text} led={led}"))
}
