//! A policy that looks at games.

use cardsharp_contest::Advisor;

/// A policy that looks at games, with the names of its contest and of itself.
pub struct NamedAdvisor {
    /// The contest's name.
    pub contest: String,
    /// The name of the policy.
    pub name: String,
    /// The policy.
    pub advisor: Box<dyn Advisor>,
}
