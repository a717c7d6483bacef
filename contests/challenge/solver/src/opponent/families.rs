//! The families of rules, with their prior probabilities.

use std::sync::OnceLock;

use super::card_rule::CardRule;
use super::stake_rule::StakeRule;

/// The families of rules.
pub struct Families {
    /// The rules about challenges.
    pub stakes: Family<StakeRule>,
    /// The rules of a player who leads.
    pub leads: Family<CardRule>,
    /// The rules of a player who follows.
    pub follows: Family<CardRule>,
}

/// Rules with their prior probabilities.
pub struct Family<R> {
    /// The rules. The first one is that of the reference policy.
    pub rules: Vec<R>,
    /// Their prior probabilities, which sum to 1.
    pub prior: Vec<f64>,
}

impl<R> From<Vec<(R, f64)>> for Family<R> {
    fn from(rules: Vec<(R, f64)>) -> Family<R> {
        let (rules, prior) = rules.into_iter().unzip();
        Family { rules, prior }
    }
}

/// The families.
pub fn families() -> &'static Families {
    static FAMILIES: OnceLock<Families> = OnceLock::new();
    FAMILIES.get_or_init(|| Families {
        stakes: StakeRule::family().into(),
        leads: CardRule::leads().into(),
        follows: CardRule::follows().into(),
    })
}

#[cfg(test)]
#[path = "../../tests/unit/opponent/families.rs"]
mod tests;
