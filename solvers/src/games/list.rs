//! The games with known values by name: OpenSpiel's names and parameters, and short names.

use std::fmt;
use std::str::FromStr;

use cardsharp_options::game_name::parameters;
use cardsharp_options::{OptionError, nearest};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::{BadParameters, Goofspiel, Kuhn, Leduc, LiarsDice, PointsOrder, ReturnsType};
use crate::dyn_game::DynGame;
use crate::game::Game;

/// A game with known values.
///
/// It is parsed from OpenSpiel's name, `liars_dice(numdice=1,dice_sides=6)`, or from the short one,
/// `liars-dice(dice_sides=6)`. Omitted parameters have OpenSpiel's defaults, except for goofspiel.
/// Its default is `goofspiel(num_cards=4,imp_info=true,points_order=descending)`: OpenSpiel's has
/// 13 cards and open bids. It is displayed with the name that OpenSpiel reads as the same game.
///
/// ```
/// use cardsharp_solvers::games::KnownGame;
///
/// let game: KnownGame = "liars-dice(dice_sides=4)".parse()?;
/// assert_eq!(game.to_string(), "liars_dice(numdice=1,dice_sides=4)");
/// # Ok::<(), cardsharp_solvers::games::BadGameName>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnownGame {
    /// `kuhn_poker` or `kuhn`; parameter `players`, 2 to 10, by default 2.
    Kuhn(Kuhn),
    /// `leduc_poker` or `leduc`; parameter `suit_isomorphism`, `true` or `false`, by default `false`.
    Leduc(Leduc),
    /// `liars_dice` or `liars-dice`; parameters `numdice`, by default 1, and `dice_sides`, by default 6.
    LiarsDice(LiarsDice),
    /// `goofspiel`, with these parameters:
    /// - `num_cards`, 2 to 8, by default 4;
    /// - `points_order`, by default `descending`, or `ascending` or `random`;
    /// - `returns_type`, by default `win_loss`, or `point_difference` or `total_points`;
    /// - `imp_info`, which can only be true.
    ///
    /// OpenSpiel's game is made sequential by `turn_based_simultaneous_game`.
    Goofspiel(Goofspiel),
}

/// Code that works on any game. It is called with the game of a [`KnownGame`].
pub trait GameVisitor {
    /// The result of the visit.
    type Output;

    /// Visits the game.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

/// The reason that a text is not the name of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadGameName {
    /// A parameter is malformed or unknown, or its value is invalid.
    #[error("{game}: {error}")]
    Parameters {
        /// The text.
        game: String,
        /// The fault.
        error: OptionError,
    },
    /// There is no game of that name.
    #[error("no game is called `{0}`; {choices}", choices = choices(.0))]
    Name(String),
    /// There is no game with these parameters.
    #[error(transparent)]
    Game(#[from] BadParameters),
}

/// The families of games, before their parameters are read.
#[derive(Clone, Copy)]
enum Family {
    Kuhn,
    Leduc,
    LiarsDice,
    Goofspiel,
}

impl Family {
    const ALL: [Family; 4] = [Family::Kuhn, Family::Leduc, Family::LiarsDice, Family::Goofspiel];

    /// OpenSpiel's name and the short name.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Family::Kuhn => ["kuhn_poker", "kuhn"],
            Family::Leduc => ["leduc_poker", "leduc"],
            Family::LiarsDice => ["liars_dice", "liars-dice"],
            Family::Goofspiel => ["goofspiel", "goofspiel"],
        }
    }
}

/// The games that there are, and the one that `name` is likely meant to be.
fn choices(name: &str) -> String {
    let all = Vec::from_iter(KnownGame::families());
    let meant = nearest(name, all.iter().copied());
    let meant = meant.map_or(String::new(), |meant| format!("did you mean `{meant}`? "));
    format!("{meant}there are {}", all.join(", "))
}

/// The number of players of a game that is for two only.
fn two_players<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    let players = String::deserialize(deserializer)?;
    let other = || D::Error::custom("2 in this game");
    (players == "2").then_some(()).ok_or_else(other)
}

/// The bids of a game that has only hidden ones.
fn hidden_bids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    let hidden = bool::deserialize(deserializer)?;
    let open = || D::Error::custom("true (with open bids OpenSpiel's information sets forget)");
    hidden.then_some(()).ok_or_else(open)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KuhnParameters {
    players: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LeducParameters {
    #[serde(rename = "players", deserialize_with = "two_players")]
    _players: (),
    suit_isomorphism: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LiarsDiceParameters {
    #[serde(rename = "players", deserialize_with = "two_players")]
    _players: (),
    numdice: Option<usize>,
    dice_sides: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GoofspielParameters {
    #[serde(rename = "players", deserialize_with = "two_players")]
    _players: (),
    #[serde(rename = "imp_info", deserialize_with = "hidden_bids")]
    _bids: (),
    num_cards: Option<usize>,
    points_order: Option<PointsOrder>,
    returns_type: Option<ReturnsType>,
}

impl FromStr for KnownGame {
    type Err = BadGameName;

    fn from_str(text: &str) -> Result<KnownGame, BadGameName> {
        let name = text.split('(').next().unwrap_or(text).trim();
        let mut families = Family::ALL.into_iter();
        let Some(family) = families.find(|family| family.names().contains(&name)) else {
            return Err(BadGameName::Name(name.to_owned()));
        };
        let bad = |error| BadGameName::Parameters { game: text.to_owned(), error };
        let given = parameters(text, name).and_then(|given| given.ok_or(OptionError::Form));
        let given = given.map_err(bad)?;
        Ok(match family {
            Family::Kuhn => {
                let KuhnParameters { players } = given.read().map_err(bad)?;
                KnownGame::Kuhn(Kuhn::new(players.unwrap_or(2))?)
            }
            Family::Leduc => {
                let read: LeducParameters = given.read().map_err(bad)?;
                KnownGame::Leduc(if read.suit_isomorphism { Leduc::ISOMORPHIC } else { Leduc::SUITED })
            }
            Family::LiarsDice => {
                let read: LiarsDiceParameters = given.read().map_err(bad)?;
                let (dice, sides) = (read.numdice.unwrap_or(1), read.dice_sides.unwrap_or(6));
                KnownGame::LiarsDice(LiarsDice::new(dice, sides)?)
            }
            Family::Goofspiel => {
                let read: GoofspielParameters = given.read().map_err(bad)?;
                let default = Goofspiel::default();
                KnownGame::Goofspiel(Goofspiel::new(
                    read.num_cards.unwrap_or(default.cards()),
                    read.points_order.unwrap_or(default.order()),
                    read.returns_type.unwrap_or(default.returns()),
                )?)
            }
        })
    }
}

impl fmt::Display for KnownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnownGame::Kuhn(game) if *game == Kuhn::TWO => write!(f, "kuhn_poker"),
            KnownGame::Kuhn(game) => write!(f, "kuhn_poker(players={})", game.players()),
            KnownGame::Leduc(game) if game.suit_isomorphism() => {
                write!(f, "leduc_poker(suit_isomorphism=true)")
            }
            KnownGame::Leduc(_) => write!(f, "leduc_poker"),
            KnownGame::LiarsDice(game) => {
                let (dice, sides) = (game.dice(), game.sides());
                write!(f, "liars_dice(numdice={dice},dice_sides={sides})")
            }
            KnownGame::Goofspiel(game) => {
                let order = match game.order() {
                    PointsOrder::Descending => "descending",
                    PointsOrder::Ascending => "ascending",
                    PointsOrder::Random => "random",
                };
                let returns = match game.returns() {
                    ReturnsType::WinLoss => "",
                    ReturnsType::PointDifference => ",returns_type=point_difference",
                    ReturnsType::TotalPoints => ",returns_type=total_points",
                };
                let cards = game.cards();
                write!(f, "goofspiel(num_cards={cards},imp_info=true,points_order={order}{returns})")
            }
        }
    }
}

impl KnownGame {
    /// The names of the games with known values with published counts: the table of [`games`](super).
    pub const PUBLISHED: [&'static str; 9] = [
        "kuhn_poker",
        "kuhn_poker(players=3)",
        "leduc_poker",
        "leduc_poker(suit_isomorphism=true)",
        "liars_dice(numdice=1,dice_sides=4)",
        "liars_dice(numdice=1,dice_sides=5)",
        "liars_dice(numdice=1,dice_sides=6)",
        "goofspiel(num_cards=4,imp_info=true,points_order=descending)",
        "goofspiel(num_cards=5,imp_info=true,points_order=descending)",
    ];

    /// OpenSpiel's names of the families of games. Each is also the name of a game, with the defaults of all
    /// parameters.
    pub fn families() -> impl Iterator<Item = &'static str> {
        Family::ALL.into_iter().map(|family| family.names()[0])
    }

    /// The game as a [`DynGame`].
    pub fn game(&self) -> Box<dyn DynGame> {
        match *self {
            KnownGame::Kuhn(game) => Box::new(game),
            KnownGame::Leduc(game) => Box::new(game),
            KnownGame::LiarsDice(game) => Box::new(game),
            KnownGame::Goofspiel(game) => Box::new(game),
        }
    }

    /// Calls `visitor` with the game.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
        match self {
            KnownGame::Kuhn(game) => visitor.visit(game),
            KnownGame::Leduc(game) => visitor.visit(game),
            KnownGame::LiarsDice(game) => visitor.visit(game),
            KnownGame::Goofspiel(game) => visitor.visit(game),
        }
    }
}
