//! The names of the games that can be trained.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::contest::game_name;
use crate::contests::dead_mans_draw::rules::{BadDeck, Card, Deck, Rules, Suit, SuitSet, Variant};

/// A member of the family that has a name. It plays with the `values` lowest cards of each of some
/// suits, which all have their effects, by one of the variants. `dead-mans-draw` alone is the
/// arena's game, and `dead-mans-draw(suits=anchor+hook+sword,values=3)` is a small one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    suits: SuitSet,
    values: u8,
    document: bool,
}

/// The text is not the name of a member of the family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is no game of Dead Man's Draw: write dead-mans-draw, or \
     dead-mans-draw(suits=anchor+hook+sword,values=3,variant=arena) with 1 to 6 values of a suit and the \
     variant arena or document"
)]
pub struct BadMember(pub String);

/// The contest's name.
const NAME: &str = "dead-mans-draw";

impl Member {
    /// The arena's game.
    pub const ARENA: Member = Member {
        suits: SuitSet::FULL,
        values: Card::PER_SUIT as u8,
        document: false,
    };

    /// The rules of the member.
    ///
    /// # Errors
    ///
    /// [`BadDeck`] if the deck has no card.
    pub fn rules(self) -> Result<Rules, BadDeck> {
        Ok(Rules {
            deck: Deck::small(self.suits, self.values)?,
            effects: SuitSet::FULL,
            variant: match self.document {
                true => Variant::DOCUMENT,
                false => Variant::ARENA,
            },
        })
    }

    /// True if `text` is meant as the name of a member.
    pub fn is_meant(text: &str) -> bool {
        game_name::is_meant(text, NAME)
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Member::ARENA {
            return f.write_str(NAME);
        }
        let suits: Vec<String> = self.suits.iter().map(|suit| suit.to_string()).collect();
        let variant = match self.document {
            true => "document",
            false => "arena",
        };
        write!(
            f,
            "{NAME}(suits={},values={},variant={variant})",
            suits.join("+"),
            self.values
        )
    }
}

impl FromStr for Member {
    type Err = BadMember;

    /// Reads the form that [`Member`] displays. Parameters that are left out have the arena's
    /// values.
    fn from_str(text: &str) -> Result<Member, BadMember> {
        let bad = || BadMember(text.to_owned());
        let mut member = Member::ARENA;
        for [key, value] in game_name::parameters(text, NAME).ok_or_else(bad)? {
            match key {
                "suits" => {
                    let suits = value.split('+').map(|suit| suit.trim().parse::<Suit>());
                    let suits: Result<SuitSet, _> = suits.collect();
                    member.suits = suits.map_err(|_| bad())?;
                }
                "values" => {
                    let values = value.parse().ok();
                    let within =
                        values.filter(|values| (1..=Member::ARENA.values).contains(values));
                    member.values = within.ok_or_else(bad)?;
                }
                "variant" => {
                    member.document = match value {
                        "arena" => false,
                        "document" => true,
                        _ => return Err(bad()),
                    }
                }
                _ => return Err(bad()),
            }
        }
        member.rules().map_err(|_| bad())?;
        Ok(member)
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
            let member: Member = name.parse().unwrap();
            assert_eq!(member.to_string(), name);
        }
        let short: Member = "dead-mans-draw( suits = k+a , values=2 )"
            .parse()
            .unwrap_or(Member::ARENA);
        // `k` may be key or kraken.
        assert_eq!(short, Member::ARENA);
        let short: Member = "dead-mans-draw(suits=ke+a,values=2)".parse().unwrap();
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
            let error = text.parse::<Member>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("suits="), "{error}");
        }
    }
}
