//! Prints and parses the information of a player.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use thiserror::Error;

use super::CardError;
use crate::contests::skullwhist::agents::Sight;
use crate::contests::skullwhist::rules::{Card, Cards, SkullWhist, Trick};

/// The keys of a player's information.
pub const SIGHT_KEYS: [&str; 5] = ["hand", "seat", "bids", "rounds", "led"];

/// A reason why a text is no information of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SightError {
    /// A word is not `key=value` with a known key.
    #[error("`{0}` is not key=value: the keys are {keys}", keys = SIGHT_KEYS.join(", "))]
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
    #[error(
        "player {0} has nothing to decide: after these rounds the other one leads; write led=CARD"
    )]
    NotToMove(Player),
    /// There are cards before the bids.
    #[error("cards are played only after both bids: write bids=OWN,OTHER")]
    NoBids,
}

/// Reads the information of a player who has to bid or to play: `key=value` words in any order.
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
/// [`SightError`] is the error in the text.
pub fn parse_sight(text: &str, game: SkullWhist) -> Result<Sight, SightError> {
    let mut sight = Sight {
        game,
        seat: Player::ZERO,
        hand: Cards::EMPTY,
        bids: [None; 2],
        rounds: ArrayVec::new(),
        led: None,
    };
    let mut rounds = Vec::new();
    for word in text.split_whitespace() {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| SightError::Word(word.to_owned()))?;
        let card = |text: &str| {
            text.parse::<Card>().map_err(|reason| SightError::Card {
                word: word.to_owned(),
                reason,
            })
        };
        let wanted = |wanted| SightError::Value {
            word: word.to_owned(),
            wanted,
        };
        match key {
            "hand" => {
                let cards = value.split(',').map(card).collect::<Result<Vec<_>, _>>()?;
                let twice = (1..cards.len()).find(|&place| cards[..place].contains(&cards[place]));
                if let Some(place) = twice {
                    return Err(SightError::NoSuchCard(cards[place]));
                }
                sight.hand = cards.into_iter().collect();
            }
            "seat" => {
                sight.seat = match value {
                    "0" => Player::ZERO,
                    "1" => Player::ONE,
                    _ => return Err(wanted("0 or 1")),
                }
            }
            "bids" => {
                let bid = |text: &str| text.parse().ok().filter(|bid| *bid <= game.hand_size());
                let read = value
                    .split_once(',')
                    .and_then(|(own, other)| Some([Some(bid(own)?), Some(bid(other)?)]));
                sight.bids = read.ok_or_else(|| wanted("two bids with a comma between"))?;
            }
            "rounds" => {
                for round in value.split(',') {
                    let pair = round.split_once('-');
                    let (led, reply) = pair.ok_or_else(|| wanted("pairs of cards like S02-S09"))?;
                    rounds.push([card(led)?, card(reply)?]);
                }
            }
            "led" => sight.led = Some(card(value)?),
            _ => return Err(SightError::Word(word.to_owned())),
        }
    }
    complete(sight, &rounds)
}

/// Adds the rounds, each led by the winner of the one before, and checks that the player has a
/// decision.
fn complete(mut sight: Sight, rounds: &[[Card; 2]]) -> Result<Sight, SightError> {
    let mut unseen = sight.game.pack();
    let seen = rounds.iter().flatten().copied().chain(sight.led);
    for card in sight.hand.into_iter().chain(seen) {
        if !unseen.contains(card) {
            return Err(SightError::NoSuchCard(card));
        }
        unseen = unseen.without(card);
    }
    let (held, hand_size) = (sight.hand.len(), sight.game.hand_size());
    if held == 0 || usize::from(held) + rounds.len() != usize::from(hand_size) {
        return Err(SightError::Rounds {
            held,
            rounds: rounds.len().min(255) as u8,
            hand_size,
        });
    }
    let mut leader = Player::ZERO;
    for &[led, reply] in rounds {
        let trick = Trick { leader, led, reply };
        leader = trick.winner();
        sight.rounds.push(trick);
    }
    match sight.bids[0] {
        None if !rounds.is_empty() || sight.led.is_some() => Err(SightError::NoBids),
        Some(_) if (leader == sight.seat) == sight.led.is_some() => {
            Err(SightError::NotToMove(sight.seat))
        }
        _ => Ok(sight),
    }
}

/// Prints the text that reads back to equal information.
pub fn print_sight(sight: &Sight) -> String {
    let mut text = format!("hand={} seat={}", sight.hand, sight.seat);
    if let [Some(own), Some(other)] = sight.bids {
        text += &format!(" bids={own},{other}");
    }
    let rounds = sight.rounds.iter();
    let rounds: Vec<String> = rounds
        .map(|trick| format!("{}-{}", trick.led, trick.reply))
        .collect();
    if !rounds.is_empty() {
        text += &format!(" rounds={}", rounds.join(","));
    }
    sight
        .led
        .map_or(text.clone(), |led| format!("{text} led={led}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sight, SightError> {
        parse_sight(text, SkullWhist::new(2, 4, 3).unwrap())
    }

    #[test]
    fn what_is_seen_is_read_back() {
        for text in [
            "hand=H01,H04,S02 seat=1",
            "hand=H01,H04,S02 seat=0 bids=1,2",
            "hand=H04,S02 seat=1 bids=2,2 rounds=H02-H01 led=S01",
            "hand=H04,S02 seat=0 bids=2,2 rounds=H02-H01",
        ] {
            let sight = read(text).unwrap();
            assert_eq!(print_sight(&sight), text);
        }
        let sight = read("hand=S02 bids=1,3 rounds=H02-S01,S04-S03 led=H01").unwrap();
        assert_eq!((sight.tricks(), sight.other_holds()), ([0, 2], 0));
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for (text, says) in [
            ("hand", "key=value"),
            ("colour=red", "key=value"),
            ("hand=H1", "form"),
            ("hand=H01,H01,S02", "twice"),
            ("hand=H01,H09,S02", "pack"),
            ("hand=H01,S02", "2 cards held"),
            ("hand=H01,H02,S02 seat=2", "0 or 1"),
            ("hand=H01,H02,S02 bids=1", "two bids"),
            ("hand=H01,H02,S02 bids=1,4", "two bids"),
            ("hand=H01,S02 rounds=H02-H03", "after both bids"),
            ("hand=H01,S02 bids=1,1 rounds=H02-H03", "nothing to decide"),
            ("hand=H01,S02 bids=1,1 rounds=H02", "pairs of cards"),
        ] {
            let said = read(text).unwrap_err().to_string();
            assert!(said.contains(says), "{text}: {said}");
        }
    }
}
