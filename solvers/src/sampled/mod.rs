//! Monte-Carlo CFR, through an abstraction: on a game that is never written out, or on
//! [`Nodes`](crate::nodes::Nodes).
//!
//! [`ExternalSampling`] is the one for large games, on all threads; [`Sampler`] draws outcomes or
//! chance alone, for comparison. External sampling: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for
//! regret minimization in extensive games", NIPS 2009. One traversal walks the tree for one player
//! from one deal, trying all of that player's actions and sampling everybody else's. Linear
//! weighting: N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret
//! minimization", AAAI 2019. Regret-based pruning as in N. Brown, T. Sandholm, "Superhuman AI for
//! multiplayer poker", Science 2019.
//!
//! Where a player decides so often that such a walk would not end, [`Preset::PATHS`] tries his actions
//! along one path alone, and plays each of them out.
//!
//! A table that cannot give every row a place grows like a search tree: on one path a player gets
//! at most one new row, and below it, until it has been visited again, he plays at random and only
//! one of his actions is tried.
//!
//! **What is drawn.** Everything comes from Xoshiro256++ of crate `rand_xoshiro`, by the methods of
//! `rand::Rng`. [`ExternalSampling`] makes a generator for each traversal `t`, counted from 0, by
//! `seed_from_u64(seed ^ t.wrapping_mul(0x9E37_79B9_7F4A_7C15))`, and draws from it, in this order:
//! if the preset prunes, `random_range(0..20_u32)`, where 0 means that nothing is pruned this time;
//! then, depth first and action by action, what [`Game::sample_chance`] asks for, and at each
//! decision of another player one `random::<f32>()`, times the sum of the positive regrets, or
//! `random_range(0..actions)` where he has no row. A decision with one action draws nothing.
//! Along a path it draws the traverser's action after his others, by `random_range(0..actions)`, once all
//! of them are played out in order, each by what chance asks for and one `random::<f32>()` at every
//! decision.
//! [`Sampler`] has one generator, `seed_from_u64(seed)`, for all traversals, and draws one
//! `random::<f64>()` at every decision of outcome sampling.
//!
//! **What is promised about repetition.** Traversal `t` draws its randomness from (seed, t) alone.
//! With one thread the same seed gives the same bytes, and a resumed run equals an uninterrupted
//! one. With several threads the table is shared without locks: a regret that two threads change at
//! the same instant may keep only one of the changes, so runs agree in distribution but not in
//! bytes; no value is ever torn.

mod cells;
mod external;
mod path;
mod preset;
mod rows;
mod sampler;

pub(crate) use cells::Cells;
pub use external::{ExternalSampling, PerfectRecall, RestoreError, Snapshot};
pub use preset::{Averaging, Preset, Regrets, Tries};
pub use rows::{Memory, RowKey, Rows, RowsError};
pub use sampler::{Sampler, Sampling, Scheme};

use crate::game::Game;

/// What a player is made to remember: it maps the state of the player to move to a row of the
/// table. States that share a row must have the same number of actions, and rows of different
/// players must differ unless the abstraction means them to share.
pub trait Abstraction<G: Game>: Sync {
    /// How rows are numbered, which decides how they are stored.
    fn numbering(&self) -> Numbering;

    /// The row of the player to move.
    fn row(&self, game: &G, state: &G::State) -> RowKey;
}

/// How an abstraction numbers its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// A key is the number of the row's first cell (one cell an action) in an array of `cells`
    /// cells; a row with `n` actions has the next `n` cells to itself.
    Dense {
        /// Cells in all.
        cells: u64,
    },
    /// Keys are any numbers but 0; there are too many to give each a place, so rows are stored as
    /// they are met, until memory is full.
    Hashed {
        /// Most rows there can be, where known.
        at_most: Option<u64>,
    },
}
