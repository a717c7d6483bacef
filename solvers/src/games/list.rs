//! The games with known values by name: OpenSpiel's names and parameters, and short names.

use std::fmt;
use std::str::FromStr;

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
    /// `leduc_poker` or `leduc`; parameter `suit_isomorphism`, `true` or `false`, by default
    /// `false`.
    Leduc(Leduc),
    /// `liars_dice` or `liars-dice`; parameters `numdice`, by default 1, and `dice_sides`, by
    /// default 6.
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
    /// Parentheses or equals signs are missing or too many.
    #[error("`{0}` is not of the form name or name(key=value,key=value)")]
    Form(String),
    /// There is no game of that name.
    #[error("no game is called `{0}`; there are {names}", names = names())]
    Name(String),
    /// The game has no such parameter.
    #[error("{game} has no parameter `{key}`; it has {}", .known.join(", "))]
    Parameter {
        /// The game.
        game: &'static str,
        /// The given parameter.
        key: String,
        /// The parameters of the game.
        known: &'static [&'static str],
    },
    /// A parameter is given twice.
    #[error("`{0}` is given twice; leave one out")]
    Repeated(String),
    /// The parameter cannot have this value.
    #[error("`{key}` is {allowed}, not `{value}`")]
    Value {
        /// The parameter.
        key: &'static str,
        /// The given value.
        value: String,
        /// The allowed values.
        allowed: &'static str,
    },
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
    const ALL: [Family; 4] = [
        Family::Kuhn,
        Family::Leduc,
        Family::LiarsDice,
        Family::Goofspiel,
    ];

    /// OpenSpiel's name and the short name.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Family::Kuhn => ["kuhn_poker", "kuhn"],
            Family::Leduc => ["leduc_poker", "leduc"],
            Family::LiarsDice => ["liars_dice", "liars-dice"],
            Family::Goofspiel => ["goofspiel", "goofspiel"],
        }
    }

    const fn parameters(self) -> &'static [&'static str] {
        match self {
            Family::Kuhn => &["players"],
            Family::Leduc => &["players", "suit_isomorphism"],
            Family::LiarsDice => &["players", "numdice", "dice_sides"],
            Family::Goofspiel => &[
                "players",
                "num_cards",
                "points_order",
                "returns_type",
                "imp_info",
            ],
        }
    }
}

fn names() -> String {
    Vec::from_iter(KnownGame::families()).join(", ")
}

/// The parameters as typed. Their keys are known and distinct.
struct Parameters<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Parameters<'a> {
    fn read(family: Family, text: &'a str) -> Result<Parameters<'a>, BadGameName> {
        let mut read: Vec<(&str, &str)> = Vec::new();
        for pair in text.split(',').filter(|_| !text.trim().is_empty()) {
            let form = || BadGameName::Form(pair.trim().to_owned());
            let (key, value) = pair.split_once('=').ok_or_else(form)?;
            let (key, value) = (key.trim(), value.trim());
            if !family.parameters().contains(&key) {
                return Err(BadGameName::Parameter {
                    game: family.names()[0],
                    key: key.to_owned(),
                    known: family.parameters(),
                });
            }
            if read.iter().any(|&(known, _)| known == key) {
                return Err(BadGameName::Repeated(key.to_owned()));
            }
            read.push((key, value));
        }
        Ok(Parameters(read))
    }

    /// The value of `key`, parsed by `parse`; `default` if it is left out.
    fn value<T>(
        &self,
        key: &'static str,
        default: T,
        allowed: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, BadGameName> {
        let Some(&(_, value)) = self.0.iter().find(|&&(known, _)| known == key) else {
            return Ok(default);
        };
        parse(value).ok_or_else(|| BadGameName::Value {
            key,
            value: value.to_owned(),
            allowed,
        })
    }

    fn number(&self, key: &'static str, default: usize) -> Result<usize, BadGameName> {
        self.value(key, default, "a whole number", |text| text.parse().ok())
    }

    fn flag(&self, key: &'static str) -> Result<bool, BadGameName> {
        self.value(key, false, "true or false", |text| match text {
            "true" | "True" => Some(true),
            "false" | "False" => Some(false),
            _ => None,
        })
    }

    /// Checks `players` for a game that is for two players only.
    fn two_players(&self) -> Result<(), BadGameName> {
        self.value("players", (), "2 in this game", |text| {
            (text == "2").then_some(())
        })
    }

    /// Checks `imp_info` for the game that has only hidden bids.
    fn hidden_bids(&self) -> Result<(), BadGameName> {
        let allowed = "true (with open bids OpenSpiel's information sets forget)";
        self.value("imp_info", (), allowed, |text| {
            matches!(text, "true" | "True").then_some(())
        })
    }
}

/// Finds a value by its name in a closed list.
fn named<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    let found = list.iter().find(|&&(known, _)| known == name);
    found.map(|&(_, value)| value)
}

const ORDERS: [(&str, PointsOrder); 3] = [
    ("descending", PointsOrder::Descending),
    ("ascending", PointsOrder::Ascending),
    ("random", PointsOrder::Random),
];

const RETURNS: [(&str, ReturnsType); 3] = [
    ("win_loss", ReturnsType::WinLoss),
    ("point_difference", ReturnsType::PointDifference),
    ("total_points", ReturnsType::TotalPoints),
];

fn goofspiel(given: &Parameters) -> Result<Goofspiel, BadGameName> {
    given.two_players()?;
    given.hidden_bids()?;
    let default = Goofspiel::default();
    let order = "descending, ascending or random";
    let returns = "win_loss, point_difference or total_points";
    Ok(Goofspiel::new(
        given.number("num_cards", default.cards())?,
        given.value("points_order", default.order(), order, |text| {
            named(&ORDERS, text)
        })?,
        given.value("returns_type", default.returns(), returns, |text| {
            named(&RETURNS, text)
        })?,
    )?)
}

impl FromStr for KnownGame {
    type Err = BadGameName;

    fn from_str(text: &str) -> Result<KnownGame, BadGameName> {
        let text = text.trim();
        let (name, parameters) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inside) if !inside.contains(['(', ')']) => (name.trim_end(), inside),
                _ => return Err(BadGameName::Form(text.to_owned())),
            },
        };
        let mut families = Family::ALL.into_iter();
        let Some(family) = families.find(|family| family.names().contains(&name)) else {
            return Err(BadGameName::Name(name.to_owned()));
        };
        let given = Parameters::read(family, parameters)?;
        Ok(match family {
            Family::Kuhn => KnownGame::Kuhn(Kuhn::new(given.number("players", 2)?)?),
            Family::Leduc => {
                given.two_players()?;
                let alike = given.flag("suit_isomorphism")?;
                KnownGame::Leduc(if alike {
                    Leduc::ISOMORPHIC
                } else {
                    Leduc::SUITED
                })
            }
            Family::LiarsDice => {
                given.two_players()?;
                let dice = given.number("numdice", 1)?;
                let sides = given.number("dice_sides", 6)?;
                KnownGame::LiarsDice(LiarsDice::new(dice, sides)?)
            }
            Family::Goofspiel => KnownGame::Goofspiel(goofspiel(&given)?),
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
                write!(
                    f,
                    "goofspiel(num_cards={cards},imp_info=true,points_order={order}{returns})"
                )
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
