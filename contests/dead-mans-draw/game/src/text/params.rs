//! The names of the games that can be trained. `dead-mans-draw` alone is the arena's game, and
//! `dead-mans-draw(suits=anchor+hook+sword,values=3)` is a small one.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::{Params, Suit, SuitSet};
use cardsharp_game::game_name;

/// The text is not the name of a member of the family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is no game of Dead Man's Draw: write dead-mans-draw, or \
     dead-mans-draw(suits=anchor+hook+sword,values=3,variant=arena) with 1 to 6 values of a suit and the \
     variant arena or document"
)]
pub struct BadParams(pub String);

/// The contest's name.
pub const NAME: &str = "dead-mans-draw";

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Params::ARENA {
            return f.write_str(NAME);
        }
        let suits: Vec<String> = self.suits.iter().map(|suit| suit.to_string()).collect();
        let variant = if self.document { "document" } else { "arena" };
        write!(
            f,
            "{NAME}(suits={},values={},variant={variant})",
            suits.join("+"),
            self.values
        )
    }
}

impl FromStr for Params {
    type Err = BadParams;

    /// Reads the form that [`Params`] displays. Parameters that are left out have the arena's
    /// values.
    fn from_str(text: &str) -> Result<Params, BadParams> {
        let bad = || BadParams(text.to_owned());
        let mut params = Params::ARENA;
        for [key, value] in game_name::parameters(text, NAME).ok_or_else(bad)? {
            match key {
                "suits" => {
                    let suits = value.split('+').map(|suit| suit.trim().parse::<Suit>());
                    let suits: Result<SuitSet, _> = suits.collect();
                    params.suits = suits.map_err(|_| bad())?;
                }
                "values" => {
                    let values = value.parse().ok();
                    let within =
                        values.filter(|values| (1..=Params::ARENA.values).contains(values));
                    params.values = within.ok_or_else(bad)?;
                }
                "variant" => {
                    params.document = match value {
                        "arena" => false,
                        "document" => true,
                        _ => return Err(bad()),
                    }
                }
                _ => return Err(bad()),
            }
        }
        params.rules().map_err(|_| bad())?;
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_shown() {
        for name in [
            "dead-mans-draw",
            "dead-mans-draw(suits=anchor+hook+sword,values=3,variant=arena)",
            "dead-mans-draw(suits=key,values=6,variant=document)",
        ] {
            let params: Params = name.parse().unwrap();
            assert_eq!(params.to_string(), name);
        }
        let short: Params = "dead-mans-draw( suits = k+a , values=2 )"
            .parse()
            .unwrap_or(Params::ARENA);
        // `k` may be key or kraken.
        assert_eq!(short, Params::ARENA);
        let short: Params = "dead-mans-draw(suits=ke+a,values=2)".parse().unwrap();
        assert_eq!(short.rules().unwrap().deck.cards().len(), 4);
    }

    #[test]
    fn what_is_no_name_is_shown_the_way() {
        for text in [
            "dead-mans",
            "dead-mans-draw(",
            "dead-mans-draw()",
            "dead-mans-draw(suits=,values=2)",
            "dead-mans-draw(values=7)",
            "dead-mans-draw(values=0)",
            "dead-mans-draw(variant=mine)",
            "dead-mans-draw(colour=red)",
        ] {
            let error = text.parse::<Params>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("suits="), "{error}");
        }
    }
}
