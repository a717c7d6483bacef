//! The parameters of a member of the family.

use thiserror::Error;

use super::cards::Rank;
use cardsharp_options::{BadName, game_name};
use serde::Deserialize;

/// The parameters of a member of the Challenge family: the number of ranks, the copies of each rank
/// in the shoe, and the cards dealt to a player.
///
/// The contest plays [`Params::CONTEST`]: 13 ranks, 8 copies (two decks of 52), hands of 5. The
/// smaller members are small enough to solve exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Parameters")]
pub struct Params {
    ranks: u8,
    copies: u8,
    hand_size: u8,
}

/// Parameters as read from a file, not yet checked.
#[derive(serde::Deserialize)]
struct Parameters {
    ranks: u8,
    copies: u8,
    hand_size: u8,
}

impl TryFrom<Parameters> for Params {
    type Error = BadParameters;

    fn try_from(read: Parameters) -> Result<Self, BadParameters> {
        Params::new(read.ranks, read.copies, read.hand_size)
    }
}

/// A reason why parameters do not name a member of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadParameters {
    /// Ranks outside 1..=13.
    #[error("{0} ranks asked for: choose 1 to 13")]
    Ranks(u8),
    /// Copies outside 1..=8.
    #[error("{0} copies of a rank asked for: choose 1 to 8")]
    Copies(u8),
    /// Hand size outside 1..=5.
    #[error("hands of {0} cards asked for: choose 1 to 5")]
    HandSize(u8),
    /// Two hands do not fit in the shoe.
    #[error("two hands of {hand_size} need more than the {cards} cards of the shoe")]
    TooFewCards {
        /// The number of cards dealt to a player.
        hand_size: u8,
        /// The number of cards in the shoe.
        cards: u16,
    },
}

impl Params {
    /// The contest's own game: 13 ranks, two decks (8 copies of each rank), 5 cards a hand.
    pub const CONTEST: Params = Params { ranks: 13, copies: 8, hand_size: 5 };

    /// The member of the family with these parameters. It exists for 1 to 13 ranks, 1 to 8 copies,
    /// hands of 1 to 5 cards, and enough cards for two hands.
    pub fn new(ranks: u8, copies: u8, hand_size: u8) -> Result<Self, BadParameters> {
        if !(1..=13).contains(&ranks) {
            return Err(BadParameters::Ranks(ranks));
        }
        if !(1..=8).contains(&copies) {
            return Err(BadParameters::Copies(copies));
        }
        if !(1..=5).contains(&hand_size) {
            return Err(BadParameters::HandSize(hand_size));
        }
        let cards = u16::from(ranks) * u16::from(copies);
        if 2 * u16::from(hand_size) > cards {
            return Err(BadParameters::TooFewCards { hand_size, cards });
        }
        Ok(Params { ranks, copies, hand_size })
    }

    /// The number of ranks, which is also the value of the highest rank.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of copies of each rank in the full shoe.
    pub fn copies(self) -> u8 {
        self.copies
    }

    /// The number of cards dealt to each player, which is also the number of tricks.
    pub const fn hand_size(self) -> u8 {
        self.hand_size
    }

    /// The number of cards in the full shoe.
    pub fn shoe_size(self) -> usize {
        usize::from(self.ranks) * usize::from(self.copies)
    }

    /// True if the shoe can deal every hand of ranks. Games of ranges number hands in that way.
    pub fn deals_every_hand(self) -> bool {
        self.copies >= self.hand_size
    }

    /// All ranks, lowest first.
    pub fn all_ranks(self) -> impl DoubleEndedIterator<Item = Rank> + Clone {
        (1..=self.ranks).filter_map(Rank::new)
    }
}

impl std::fmt::Display for Params {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Params { ranks, copies, hand_size } = self;
        write!(f, "challenge(ranks={ranks},copies={copies},hand_size={hand_size})")
    }
}

/// The parameters as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    ranks: Option<u8>,
    copies: Option<u8>,
    hand_size: Option<u8>,
}

impl std::str::FromStr for Params {
    type Err = BadName;

    /// Reads the form that [`Params`] displays. `challenge` alone is the contest's game, and
    /// missing parameters are the contest's.
    fn from_str(text: &str) -> Result<Self, BadName> {
        let example = "challenge(ranks=13,copies=8,hand_size=5)";
        let contest = Params::CONTEST;
        game_name::read(text, example, |written: Written| {
            Params::new(
                written.ranks.unwrap_or(contest.ranks),
                written.copies.unwrap_or(contest.copies),
                written.hand_size.unwrap_or(contest.hand_size),
            )
        })
    }
}
