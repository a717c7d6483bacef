//! The parameters of a member of the family.

use thiserror::Error;

use super::{Card, CardSet, Rank, Suit};
use cardsharp_options::{BadName, game_name};
use serde::Deserialize;

/// The largest number of players of any member.
pub const MAX_PLAYERS: usize = 4;

/// The points of the first and the last trick. The other tricks have 1 point.
pub const OUTER_TRICK_POINTS: u8 = 3;
/// The points of an eight for the player who takes it in a trick.
pub const EIGHT_POINTS: u8 = 2;

/// A member of the family: the numbers of players, suits, ranks, and cards in the open pool. All
/// other cards are dealt, so these numbers give the size of a hand.
///
/// The contest plays [`Params::CONTEST`]. In the smaller members, which include games of two players, everything can be
/// counted and proved. They play with the first of the suits and with the ranks around the eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    players: u8,
    suits: u8,
    ranks: u8,
    pool: u8,
}

/// The reason why parameters do not name a member of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadParameters {
    /// The number of players is outside 2..=4.
    #[error("{0} players asked for: choose 2 to 4")]
    Players(u8),
    /// The number of suits is outside 1..=4.
    #[error("{0} suits asked for: choose 1 to 4")]
    Suits(u8),
    /// The number of ranks is outside 1..=13.
    #[error("{0} ranks asked for: choose 1 to 13")]
    Ranks(u8),
    /// The pool cannot be taken in whole turns around the table.
    #[error("{players} players cannot share a pool of {pool}: choose a multiple of {players}")]
    Pool {
        /// The number of players.
        players: u8,
        /// The number of cards in the pool.
        pool: u8,
    },
    /// The cards outside the pool cannot be dealt in equal hands, or there are none.
    #[error("{players} players cannot share {cards} cards and a pool of {pool}: all hands must be alike")]
    Cards {
        /// The number of players.
        players: u8,
        /// The number of all cards.
        cards: u8,
        /// The number of cards in the pool.
        pool: u8,
    },
}

impl Params {
    /// The contest's own game: four players, 52 cards, a pool of 12.
    pub const CONTEST: Params = Params { players: 4, suits: 4, ranks: 13, pool: 12 };

    /// A member of the family, if the parameters make one.
    ///
    /// # Errors
    ///
    /// The parameter that does not fit.
    pub fn new(players: u8, suits: u8, ranks: u8, pool: u8) -> Result<Self, BadParameters> {
        if !(2..=MAX_PLAYERS as u8).contains(&players) {
            return Err(BadParameters::Players(players));
        }
        if !(1..=Suit::COUNT as u8).contains(&suits) {
            return Err(BadParameters::Suits(suits));
        }
        if !(1..=Rank::COUNT as u8).contains(&ranks) {
            return Err(BadParameters::Ranks(ranks));
        }
        if !pool.is_multiple_of(players) {
            return Err(BadParameters::Pool { players, pool });
        }
        let cards = suits * ranks;
        if !cards.is_multiple_of(players) || cards <= pool {
            return Err(BadParameters::Cards { players, cards, pool });
        }
        Ok(Params { players, suits, ranks, pool })
    }

    /// The number of players.
    #[inline]
    pub const fn players(self) -> u8 {
        self.players
    }

    /// The number of suits.
    pub const fn suits(self) -> u8 {
        self.suits
    }

    /// The number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of cards in the open pool.
    pub const fn pool(self) -> u8 {
        self.pool
    }

    /// The number of cards that a player is dealt: 10 in the contest.
    pub const fn dealt(self) -> u8 {
        (self.suits * self.ranks - self.pool) / self.players
    }

    /// The number of cards that a player takes from the pool: 3 in the contest.
    pub const fn takes(self) -> u8 {
        self.pool / self.players
    }

    /// The number of tricks in a round, which is the size of a full hand: 13 in the contest.
    #[inline]
    pub const fn tricks(self) -> u8 {
        self.suits * self.ranks / self.players
    }

    /// The cards: the ranks around the eight, of the first of the suits. If one side of the eight
    /// has one rank more, it is the lower side.
    pub fn cards(self) -> CardSet {
        let lowest = Rank::EIGHT.step() - self.ranks / 2;
        let ranks = lowest..lowest + self.ranks;
        let of = |suit: Suit| {
            let ranks = ranks.clone().filter_map(Rank::new);
            ranks.map(move |rank| Card::new(suit, rank))
        };
        let suits = Suit::ALL.into_iter().take(usize::from(self.suits));
        suits.flat_map(of).collect()
    }

    /// The points of a whole round: 25 in the contest.
    pub fn round_points(self) -> u16 {
        let tricks = (0..self.tricks()).map(|number| self.trick_points(number));
        let eights = self.cards().intersection(CardSet::EIGHTS).len() as u16;
        tricks.map(u16::from).sum::<u16>() + eights * u16::from(EIGHT_POINTS)
    }

    /// The points of trick `number`, from 0, without its eights. The only trick of a round is both
    /// first and last, and has as many points as one of them.
    #[inline]
    pub const fn trick_points(self, number: u8) -> u8 {
        if number == 0 || number + 1 == self.tricks() { OUTER_TRICK_POINTS } else { 1 }
    }
}

impl std::fmt::Display for Params {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Params { players, suits, ranks, pool } = self;
        write!(f, "tricky-eights(players={players},suits={suits},ranks={ranks},pool={pool})")
    }
}

/// The parameters as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    players: Option<u8>,
    suits: Option<u8>,
    ranks: Option<u8>,
    pool: Option<u8>,
}

impl std::str::FromStr for Params {
    type Err = BadName;

    /// Reads the form that [`Params`] displays. `tricky-eights` alone is the contest's game.
    /// Parameters that are left out have the contest's values.
    fn from_str(text: &str) -> Result<Self, BadName> {
        let example = "tricky-eights(players=4,suits=4,ranks=13,pool=12)";
        let contest = Params::CONTEST;
        game_name::read(text, example, |written: Written| {
            Params::new(
                written.players.unwrap_or(contest.players),
                written.suits.unwrap_or(contest.suits),
                written.ranks.unwrap_or(contest.ranks),
                written.pool.unwrap_or(contest.pool),
            )
        })
    }
}
