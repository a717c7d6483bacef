//! The rules of SkullWhist, as pure functions: no I/O, no clock, and no randomness but what is passed in. Source: the
//! contest's own page, whose three scored examples are tests. If its server differed from the page, the rules allow
//! both, and a comment states it. Example: a bid may come late or not at all ([`State::bid`]).
//!
//! | noun | file |
//! |---|---|
//! | [`SkullWhist`], the member of the family | here |
//! | [`Suit`], [`Card`] | `card` |
//! | [`Cards`], a set of cards | `cards` |
//! | [`Deal`], the chance moves | `deal` |
//! | [`State`], bids and tricks | `state` |
//! | the score of a game | `score` |
//! | [`Objective`], the value of a result | `objective` |
//! | [`Params`], a member with an objective | `params` |

mod card;
mod cards;
mod deal;
mod objective;
mod params;
mod score;
mod state;

pub use card::{Card, TRUMP};
pub use cards::Cards;
pub use cardsharp_game::Suit;
pub use deal::{BadDeal, Deal};
pub use objective::{Objective, UnknownObjective};
pub use params::Params;
pub use score::{MISSING_BID, score};
pub use state::{BadPosition, IllegalMove, Move, Position, State, Step, Trick, Turn};

use thiserror::Error;

use cardsharp_options::{BadName, game_name};
use serde::Deserialize;

/// A member of the SkullWhist family. Its parameters are the number of suits, the ranks in each,
/// and the cards dealt to a player. The other cards are out of play, and no player sees them.
///
/// The contest plays [`SkullWhist::CONTEST`]: 4 suits, 13 ranks, hands of 13. Spades, the last suit,
/// are trumps in every member; smaller members lack the first suits and the highest ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SkullWhist {
    suits: u8,
    ranks: u8,
    hand_size: u8,
}

/// A reason why parameters do not name a member of the family.
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
        /// The number of cards dealt to a player.
        hand_size: u8,
        /// The number of cards in the pack.
        cards: u8,
    },
}

impl SkullWhist {
    /// The name of the family.
    const NAME: &'static str = "skullwhist";

    /// The contest's own game: 4 suits, 13 ranks, 13 cards a hand.
    pub const CONTEST: SkullWhist = SkullWhist { suits: 4, ranks: 13, hand_size: 13 };

    /// The member of the family with these parameters. It exists for 1 to 4 suits, 1 to 13 ranks,
    /// hands of 1 to 13 cards, and enough cards for two hands.
    ///
    /// # Errors
    ///
    /// [`BadParameters`] names the parameter that is not allowed.
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
        Ok(SkullWhist { suits, ranks, hand_size })
    }

    /// The member with these parameters; missing ones are the contest's.
    fn with_parameters(suits: Option<u8>, ranks: Option<u8>, hand_size: Option<u8>) -> Result<Self, BadParameters> {
        let contest = SkullWhist::CONTEST;
        SkullWhist::new(
            suits.unwrap_or(contest.suits),
            ranks.unwrap_or(contest.ranks),
            hand_size.unwrap_or(contest.hand_size),
        )
    }

    /// The number of suits, spades among them.
    pub const fn suits(self) -> u8 {
        self.suits
    }

    /// The number of ranks in a suit, which is also the value of the highest rank.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of cards dealt to a player, which is also the number of rounds and the highest bid.
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
        let cards = suits.flat_map(|suit| (1..=self.ranks).filter_map(move |value| Card::new(suit, value)));
        cards.collect()
    }
}

impl std::fmt::Display for SkullWhist {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SkullWhist { suits, ranks, hand_size } = self;
        write!(f, "skullwhist(suits={suits},ranks={ranks},hand_size={hand_size})")
    }
}

/// The parameters as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    suits: Option<u8>,
    ranks: Option<u8>,
    hand_size: Option<u8>,
}

impl std::str::FromStr for SkullWhist {
    type Err = BadName;

    /// Reads the form that [`SkullWhist`] displays. `skullwhist` alone is the contest's game, and
    /// missing parameters are the contest's.
    fn from_str(text: &str) -> Result<Self, BadName> {
        let example = "skullwhist(suits=4,ranks=13,hand_size=13)";
        game_name::read(text, example, |written: Written| {
            SkullWhist::with_parameters(written.suits, written.ranks, written.hand_size)
        })
    }
}
