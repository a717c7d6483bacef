//! The rules of SkullWhist, pure: no I/O, no clock, no randomness but what is passed in.
//!
//! Source: the contest's own page, whose three scored examples are tests. Where its server did
//! otherwise than the page says, the rules allow both and the place says so: a bid may come late or
//! not at all ([`State::bid`]).
//!
//! | noun | file |
//! |---|---|
//! | the family's parameters | here |
//! | [`Suit`], [`Card`] | `card` |
//! | [`Cards`], a set of them | `cards` |
//! | [`Deal`], what chance decides | `deal` |
//! | [`State`], bids and tricks | `state` |
//! | what a game is worth | `score` |

mod card;
mod cards;
mod deal;
mod score;
mod state;

pub use card::{Card, Suit};
pub use cards::Cards;
pub use deal::{BadDeal, Deal};
pub use score::{MISSING_BID, score};
pub use state::{BadPosition, IllegalMove, Move, Position, State, Step, Trick, Turn};

use thiserror::Error;

use crate::contests::game_name::parameters;

/// A member of the SkullWhist family: how many suits, how many ranks in each, and how many cards a
/// player is dealt. The other cards are out of play, and nobody sees them.
///
/// The contest plays [`SkullWhist::CONTEST`]: 4 suits, 13 ranks, hands of 13. Spades, the last suit,
/// are trumps in every member; smaller members lack the first suits and the highest ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Parameters")]
pub struct SkullWhist {
    suits: u8,
    ranks: u8,
    hand_size: u8,
}

/// Parameters as a file has them, not yet checked.
#[derive(serde::Deserialize)]
struct Parameters {
    suits: u8,
    ranks: u8,
    hand_size: u8,
}

impl TryFrom<Parameters> for SkullWhist {
    type Error = BadParameters;

    fn try_from(read: Parameters) -> Result<Self, BadParameters> {
        SkullWhist::new(read.suits, read.ranks, read.hand_size)
    }
}

/// Why parameters do not name a member of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadParameters {
    /// Suits outside 1..=4.
    #[error("{0} suits asked for: choose 1 to 4")]
    Suits(u8),
    /// Ranks outside 1..=13.
    #[error("{0} ranks asked for: choose 1 to 13")]
    Ranks(u8),
    /// Hand size outside 1..=13.
    #[error("hands of {0} cards asked for: choose 1 to 13")]
    HandSize(u8),
    /// Two hands do not fit in the pack.
    #[error("two hands of {hand_size} need more than the {cards} cards of the pack")]
    TooFewCards {
        /// Cards a player is dealt.
        hand_size: u8,
        /// Cards in the pack.
        cards: u8,
    },
}

impl SkullWhist {
    /// What the family is called.
    pub(super) const NAME: &'static str = "skullwhist";

    /// The contest's own game: 4 suits, 13 ranks, 13 cards a hand.
    pub const CONTEST: SkullWhist = SkullWhist {
        suits: 4,
        ranks: 13,
        hand_size: 13,
    };

    /// A member of the family, if the parameters make one: 1 to 4 suits, 1 to 13 ranks, hands of 1
    /// to 13 cards, and enough cards for two hands.
    ///
    /// # Errors
    ///
    /// [`BadParameters`] names the one that does not fit.
    pub fn new(suits: u8, ranks: u8, hand_size: u8) -> Result<Self, BadParameters> {
        if !(1..=4).contains(&suits) {
            return Err(BadParameters::Suits(suits));
        }
        if !(1..=13).contains(&ranks) {
            return Err(BadParameters::Ranks(ranks));
        }
        if !(1..=13).contains(&hand_size) {
            return Err(BadParameters::HandSize(hand_size));
        }
        let cards = suits * ranks;
        if 2 * hand_size > cards {
            return Err(BadParameters::TooFewCards { hand_size, cards });
        }
        Ok(SkullWhist {
            suits,
            ranks,
            hand_size,
        })
    }

    /// The member with these parameters, keys and values; those left out are the contest's.
    pub(super) fn with_parameters(pairs: &[[&str; 2]]) -> Option<Self> {
        let SkullWhist {
            mut suits,
            mut ranks,
            mut hand_size,
        } = SkullWhist::CONTEST;
        for [key, value] in pairs {
            let value = value.parse().ok()?;
            match *key {
                "suits" => suits = value,
                "ranks" => ranks = value,
                "hand_size" => hand_size = value,
                _ => return None,
            }
        }
        SkullWhist::new(suits, ranks, hand_size).ok()
    }

    /// How many suits there are, spades among them.
    pub const fn suits(self) -> u8 {
        self.suits
    }

    /// How many ranks a suit has; the highest has this value.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// How many cards a player is dealt, which is also the number of rounds and the highest bid.
    pub const fn hand_size(self) -> u8 {
        self.hand_size
    }

    /// The suits, trumps last.
    pub fn all_suits(self) -> impl DoubleEndedIterator<Item = Suit> + Clone {
        Suit::ALL.into_iter().skip(4 - usize::from(self.suits))
    }

    /// The pack.
    pub fn pack(self) -> Cards {
        let suits = self.all_suits();
        let cards =
            suits.flat_map(|suit| (1..=self.ranks).filter_map(move |value| Card::new(suit, value)));
        cards.collect()
    }
}

impl std::fmt::Display for SkullWhist {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SkullWhist {
            suits,
            ranks,
            hand_size,
        } = self;
        write!(
            f,
            "skullwhist(suits={suits},ranks={ranks},hand_size={hand_size})"
        )
    }
}

/// What is not the name of a member of the family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no game of SkullWhist: write skullwhist(suits=4,ranks=13,hand_size=13)")]
pub struct BadName(String);

impl std::str::FromStr for SkullWhist {
    type Err = BadName;

    /// Reads what [`SkullWhist`] displays; `skullwhist` alone is the contest's game, and parameters
    /// left out are the contest's.
    fn from_str(text: &str) -> Result<Self, BadName> {
        let named = parameters(text, SkullWhist::NAME);
        let read = named.and_then(|pairs| SkullWhist::with_parameters(&pairs));
        read.ok_or_else(|| BadName(text.to_owned()))
    }
}
