//! The parameters of a game in training.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Objective, SkullWhist};
use cardsharp_game::game_name;

/// The parameters of a game that a solver solves: a member of the family with an objective.
/// `skullwhist` alone is the contest's game, with the objective to win.
/// `skullwhist(suits=2,ranks=4,hand_size=3,objective=difference)` is a small one, for the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    /// The rules.
    pub rules: SkullWhist,
    /// The objective of the players.
    pub objective: Objective,
}

/// A text that names no member of the family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is no game of SkullWhist: write skullwhist, or \
     skullwhist(suits=2,ranks=4,hand_size=3,objective=win) with 1 to 4 suits of 1 to 13 ranks, cards for \
     two hands, and the objective win or difference"
)]
pub struct ParamsError(pub String);

impl Params {
    /// The contest's game, with the objective to win.
    pub const CONTEST: Params = Params {
        rules: SkullWhist::CONTEST,
        objective: Objective::Win,
    };
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, objective) = (self.rules, self.objective);
        write!(
            f,
            "{}(suits={},ranks={},hand_size={},objective={objective})",
            SkullWhist::NAME,
            rules.suits(),
            rules.ranks(),
            rules.hand_size()
        )
    }
}

impl FromStr for Params {
    type Err = ParamsError;

    /// Reads the form that [`Params`] displays. Missing parameters are the contest's, and the
    /// default objective is to win.
    fn from_str(text: &str) -> Result<Params, ParamsError> {
        let bad = || ParamsError(text.to_owned());
        let pairs = game_name::parameters(text, SkullWhist::NAME).ok_or_else(bad)?;
        let (objectives, rest): (Vec<_>, Vec<_>) =
            pairs.into_iter().partition(|[key, _]| *key == "objective");
        let rules = SkullWhist::with_parameters(&rest).ok_or_else(bad)?;
        let mut params = Params {
            rules,
            ..Params::CONTEST
        };
        for [_, value] in objectives {
            params.objective = value.parse().map_err(|_| bad())?;
        }
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_shown() {
        for objective in Objective::ALL {
            let rules = SkullWhist::new(2, 4, 3).unwrap();
            let params = Params { rules, objective };
            assert_eq!(params.to_string().parse(), Ok(params));
        }
        assert_eq!("skullwhist".parse(), Ok(Params::CONTEST));
        let short: Params = "skullwhist( objective = difference, ranks=8 )"
            .parse()
            .unwrap();
        assert_eq!((short.rules.suits(), short.rules.ranks()), (4, 8));
        assert_eq!(short.objective, Objective::Difference);
    }

    #[test]
    fn what_is_no_name_is_shown_the_way() {
        for text in [
            "whist",
            "skullwhist(",
            "skullwhist()",
            "skullwhist(suits=5)",
            "skullwhist(ranks=2)",
            "skullwhist(objective=lose)",
            "skullwhist(colour=red)",
        ] {
            let error = text.parse::<Params>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("suits="), "{error}");
        }
    }
}
