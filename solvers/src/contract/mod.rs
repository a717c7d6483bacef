//! A check of the game contract: one call verifies that a game keeps all that the solvers rely on.
//!
//! [`check`] walks the whole game if it is small enough, else random paths. It checks:
//!
//! - Chance probabilities are positive and sum to 1. Fractions, if given, equal them and sum to
//!   exactly 1.
//! - An information set has one player, one number of actions, and action names in one order.
//! - Perfect recall: the same own actions lead to every state of an information set.
//! - Information sets have distinct names, as they have distinct keys. Siblings have distinct
//!   names.
//! - Utilities are finite and within the bounds, and both bounds are reached (whole walk).
//! - [`Game::sample_chance`] draws children with their probabilities. Children are distinguished by
//!   a few paths below them, at some chance states.
//!
//! On random paths the same is checked of the states that they visit. A violation found is proof of
//! an error, but none found is no proof of the contract. See [`game`](crate::game) for an example
//! game with its check.

mod chance;
mod draws;
mod violation;
mod walk;

pub use violation::{History, Violation};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Game, Turn};

/// The limits of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckOptions {
    /// A game of at most this many histories is walked as a whole.
    pub most_histories: u64,
    /// The number of random paths in a larger game.
    pub walks: u64,
    /// The greatest length of a history, in steps. A longer history is a violation.
    pub deepest: usize,
    /// The number of chance states at which draws are counted. They are found on random paths.
    pub drawn_states: usize,
    /// The number of draws at each of them.
    pub draws: u64,
    /// The seed of paths and draws. The same seed makes the same check.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// A million histories or 10,000 paths, of at most 10,000 steps; 2,000 draws at 16 states.
    fn default() -> CheckOptions {
        CheckOptions {
            most_histories: 1_000_000,
            walks: 10_000,
            deepest: 10_000,
            drawn_states: 16,
            draws: 2_000,
            seed: 0,
        }
    }
}

/// The part of a game that a check has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The whole game: the counts are those of the game.
    Whole,
    /// Random paths: histories are counted along the paths, and those visited twice count twice.
    Walks(u64),
}

/// The counts of a game that keeps the contract.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The part of the game that was seen.
    pub coverage: Coverage,
    /// The number of histories of all kinds, the empty one included.
    pub histories: u64,
    /// The number of terminal histories.
    pub terminals: u64,
    /// The number of chance nodes.
    pub chance_nodes: u64,
    /// The number of decisions.
    pub decision_nodes: u64,
    /// The number of information sets of each player.
    pub infosets: Vec<usize>,
    /// The greatest number of actions of a decision.
    pub max_actions: usize,
    /// The number of steps in the longest history.
    pub depth: usize,
    /// The least and the greatest utility of any player.
    pub utilities: (f64, f64),
}

impl Report {
    /// The number of information sets of all players.
    pub fn total_infosets(&self) -> usize {
        self.infosets.iter().sum()
    }
}

/// Checks that `game` keeps the contract of [`Game`], and counts its histories and information
/// sets.
///
/// # Errors
/// The first [`Violation`] that is found.
pub fn check<G: Game>(game: &G, options: &CheckOptions) -> Result<Report, Violation> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut walk = walk::Walk::new(game, options.deepest)?;
    let coverage = if is_within(game, options.most_histories) {
        walk.whole()?;
        walk.bounds_are_tight()?;
        Coverage::Whole
    } else {
        for _ in 0..options.walks {
            walk.random(&mut rng)?;
        }
        Coverage::Walks(options.walks)
    };
    draws::check(game, options, &mut rng)?;
    Ok(walk.report(coverage))
}

/// True if the game has at most `most` histories.
fn is_within<G: Game>(game: &G, most: u64) -> bool {
    let mut seen = 0;
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        seen += 1;
        let children = children(game.turn(&state));
        if seen + (open.len() + children) as u64 > most {
            return false;
        }
        open.extend((0..children).map(|index| game.child(&state, index)));
    }
    true
}

/// The number of children.
fn children(turn: Turn) -> usize {
    match turn {
        Turn::Terminal => 0,
        Turn::Chance { outcomes } => outcomes,
        Turn::Decision { actions, .. } => actions,
    }
}
