//! A checker of the game contract: proves in one call that a game keeps what a solver rests on.
//!
//! [`check`] walks the whole game if it is small enough, else along random paths. It checks
//!
//! - that chance probabilities are positive and sum to 1, and that fractions, where given, are the
//!   same numbers and sum to exactly 1;
//! - that an information set has one player, one number of actions, and names of actions in one order;
//! - perfect recall: the same own actions lead to every state of an information set;
//! - that information sets have names distinct as their keys, and siblings names of their own;
//! - that utilities are finite and within the bounds, and that both bounds are reached (whole walk);
//! - that [`Game::sample_chance`] draws children, with their probabilities: children are told apart by
//!   what shows on a few paths below them, at some chance states.
//!
//! Along random paths the same is checked of what they meet: a violation found is one, but none
//! found is no proof. An example game with its check stands in [`game`](crate::game).

mod chance;
mod draws;
mod violation;
mod walk;

pub use violation::{History, Violation};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Game, Turn};

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckOptions {
    /// A game of at most so many histories is walked as a whole.
    pub most_histories: u64,
    /// Random paths to walk in a larger one.
    pub walks: u64,
    /// The longest history, in steps: where a game without end is given up.
    pub deepest: usize,
    /// Chance states at which draws are counted; they are met on random paths.
    pub drawn_states: usize,
    /// Draws at each of them.
    pub draws: u64,
    /// The seed of paths and draws: the same seed checks the same.
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

/// How much of a game was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All of it: the counts are the game's.
    Whole,
    /// Random paths: the counts of histories are of steps, those met twice counted twice.
    Walks(u64),
}

/// What a check saw of a game that keeps the contract.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How much of the game was seen.
    pub coverage: Coverage,
    /// Histories of all kinds, the empty one included.
    pub histories: u64,
    /// Histories that end.
    pub terminals: u64,
    /// Histories where chance moves.
    pub chance_nodes: u64,
    /// Histories where a player moves.
    pub decision_nodes: u64,
    /// Information sets of each player.
    pub infosets: Vec<usize>,
    /// The most actions of a decision.
    pub max_actions: usize,
    /// Steps in the longest history.
    pub depth: usize,
    /// The least and the most that any player got.
    pub utilities: (f64, f64),
}

impl Report {
    /// Information sets of all players.
    pub fn total_infosets(&self) -> usize {
        self.infosets.iter().sum()
    }
}

/// Checks that `game` keeps the contract of [`Game`], and counts it.
///
/// # Errors
/// The first [`Violation`] that shows.
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

/// Whether the game has at most `most` histories.
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

/// Number of children.
fn children(turn: Turn) -> usize {
    match turn {
        Turn::Terminal => 0,
        Turn::Chance { outcomes } => outcomes,
        Turn::Decision { actions, .. } => actions,
    }
}
