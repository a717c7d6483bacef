//! The subgame of a hand from a public state on, and its solution.

use std::time::Instant;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, Reaches, Root, hand_values};
use cardsharp_solvers::resolve::{Constraint, ResolveError, Resolver};

use super::options::{ResolveOptions, Safety};
use super::resolved_tricks::{Continued, ResolvedTricks};
use super::trunk::Trunk;
use crate::ranges::RangeHand;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The largest number of iterations.
    pub most: u64,
    /// The smallest number of iterations, whatever the clock shows.
    pub least: u64,
    /// The time at which the search stops.
    pub deadline: Option<Instant>,
}

impl Effort {
    /// The same for a search with so many tricks left: those with two at most may do more iterations.
    pub(super) fn with_tricks_left(self, tricks: u8, options: &ResolveOptions) -> Effort {
        match options.last_iterations.filter(|_| tricks <= 2) {
            Some(most) => Effort { most, least: self.least.min(most), ..self },
            None => self,
        }
    }
}

/// The largest memory of a subgame, in bytes.
const MAX_MEMORY: u64 = 4 << 30;

/// Solves the subgame for `player`, from the public state of `trunk` to the end of the hand. No hand of the other
/// player shall gain on its value against `earlier`, the solution under way, or against the table if there is none.
///
/// # Errors
///
/// [`ResolveError`] if the subgame is too large.
pub fn resolve<'g>(
    (trunk, earlier): (&Trunk<'g>, Option<&ResolvedTricks>),
    player: Player,
    options: &ResolveOptions,
    effort: Effort,
) -> Result<Resolver<'g, RangeHand>, ResolveError> {
    let other = player.opponent();
    let mut root = Root { public: *trunk.public(), ranges: trunk.ranges().clone() };
    let constraint = match options.safety {
        Safety::Unsafe => Constraint::None,
        Safety::Resolving | Safety::MaxMargin => {
            root.ranges[other.index()].clone_from(&trunk.possible()[other.index()]);
            let reaches = Reaches { own: &root.ranges[other.index()], other: &root.ranges[player.index()] };
            let alternatives = alternatives((trunk, earlier), other, reaches);
            match options.safety {
                Safety::MaxMargin => Constraint::MaxMargin {
                    masses: trunk.hand().masses(&root.public, other, reaches.other),
                    trust: options.trust,
                    expected: trunk.ranges()[other.index()].clone(),
                    alternatives,
                },
                _ => Constraint::Resolving { alternatives },
            }
        }
    };
    let planned = (options.preset, effort.most);
    // A table that it begins with may choose dominated actions.
    let hand = if options.warm > 0 { trunk.hand() } else { trunk.hand().reduced() };
    let mut resolver = Resolver::new(hand, root, player, constraint, planned, MAX_MEMORY)?;
    if options.warm > 0 {
        resolver.warm_start(options.warm, || trunk.fixed());
    }
    match effort.deadline {
        Some(deadline) => _ = resolver.advance_until(deadline, effort.least, effort.most),
        None => resolver.advance(effort.most),
    }
    Ok(resolver)
}

/// The value of each hand of `other` at the public state of `trunk`: by a best response to the solution under way, as
/// learned, at a leaf of a trunk that has learned values, and otherwise by a best response to the table.
fn alternatives(
    (trunk, earlier): (&Trunk<'_>, Option<&ResolvedTricks>),
    other: Player,
    possible: Reaches<'_>,
) -> Vec<f32> {
    let (hand, public) = (trunk.hand(), trunk.public());
    if let Some(earlier) = earlier {
        return hand_values(hand, public, other, possible, BestResponder, Continued(earlier));
    }
    let found = trunk.expected(other);
    found.unwrap_or_else(|| hand_values(hand, public, other, possible, BestResponder, trunk.fixed()))
}
