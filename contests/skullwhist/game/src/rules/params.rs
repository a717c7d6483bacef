//! The parameters of a game in training.

use std::fmt;
use std::str::FromStr;

use cardsharp_options::{BadName, game_name};
use serde::Deserialize;

use super::{BadParameters, Objective, SkullWhist};

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

/// The parameters as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    suits: Option<u8>,
    ranks: Option<u8>,
    hand_size: Option<u8>,
    objective: Option<Objective>,
}

impl Params {
    /// The contest's game, with the objective to win.
    pub const CONTEST: Params = Params { rules: SkullWhist::CONTEST, objective: Objective::Win };
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
    type Err = BadName;

    /// Reads the form that [`Params`] displays. Missing parameters are the contest's, and the
    /// default objective is to win.
    fn from_str(text: &str) -> Result<Params, BadName> {
        let example = "skullwhist(suits=2,ranks=4,hand_size=3,objective=win)";
        game_name::read(text, example, |written: Written| {
            let Written { suits, ranks, hand_size, objective } = written;
            let rules = SkullWhist::with_parameters(suits, ranks, hand_size)?;
            let objective = objective.unwrap_or_default();
            Ok::<_, BadParameters>(Params { rules, objective })
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/params.rs"]
mod tests;
