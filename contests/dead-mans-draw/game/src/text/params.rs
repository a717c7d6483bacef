//! The names of the games that can be trained. `dead-mans-draw` alone is the arena's game, and
//! `dead-mans-draw(suits=anchor+hook+sword,values=3)` is a small one.

use std::fmt;
use std::str::FromStr;

use cardsharp_options::{BadName, game_name, within};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::rules::{Card, Params, Suit, SuitSet};

/// The parameters as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, deserialize_with = "suits")]
    suits: Option<SuitSet>,
    #[serde(default, deserialize_with = "within::<1, { Card::PER_SUIT as i64 }, _, _>")]
    values: Option<u8>,
    variant: Option<Variant>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Variant {
    Arena,
    Document,
}

/// Suits joined by plus signs.
fn suits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SuitSet>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let suits = text.split('+').map(|suit| suit.trim().parse::<Suit>());
    let suits: Result<SuitSet, _> = suits.collect();
    suits.map(Some).map_err(D::Error::custom)
}

/// The contest's name.
pub const NAME: &str = "dead-mans-draw";

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Params::ARENA {
            return f.write_str(NAME);
        }
        let suits: Vec<String> = self.suits.iter().map(|suit| suit.to_string()).collect();
        let variant = if self.document { "document" } else { "arena" };
        write!(f, "{NAME}(suits={},values={},variant={variant})", suits.join("+"), self.values)
    }
}

impl FromStr for Params {
    type Err = BadName;

    /// Reads the form that [`Params`] displays. Parameters that are left out have the arena's values.
    fn from_str(text: &str) -> Result<Params, BadName> {
        let example = "dead-mans-draw(suits=anchor+hook+sword,values=3,variant=arena)";
        game_name::read(text, example, |written: Written| {
            let params = Params {
                suits: written.suits.unwrap_or(Params::ARENA.suits),
                values: written.values.unwrap_or(Params::ARENA.values),
                document: matches!(written.variant, Some(Variant::Document)),
            };
            params.rules().map(|_| params)
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/text/params.rs"]
mod tests;
