//! A policy that looks at games.

use super::without_luck::FinderOf;
use cardsharp_contest::Advisor;

/// A policy that looks at games, with the names of its contest and of itself.
pub struct NamedAdvisor {
    /// The contest's name.
    pub contest: String,
    /// The name of the policy.
    pub name: String,
    /// The policy.
    pub advisor: Box<dyn Advisor>,
    /// The policy as the baseline by which luck is found.
    pub luck: FinderOf,
}
