//! Monte-Carlo CFR through an abstraction, on a game that is never stored as a tree, or on
//! [`Nodes`](crate::nodes::Nodes).
//!
//! [`ExternalSampling`] is for large games, on all threads. [`Sampler`] draws outcomes or chance
//! alone, for comparison.
//!
//! External sampling: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in
//! extensive games", NIPS 2009. One traversal walks the tree for one player, the traverser, from one deal. It tries all
//! of that player's actions and samples all other players'. Linear weighting: N. Brown, T. Sandholm, "Solving
//! imperfect-information games via discounted regret minimization", AAAI 2019. Regret-based pruning as in N. Brown, T.
//! Sandholm, "Superhuman AI for multiplayer poker", Science 2019.
//!
//! If a player decides so often that such a walk would not end, [`Preset::PATHS`] tries the
//! traverser's actions along one path alone, and plays each of them out.
//!
//! A table that cannot give every row a place grows like a search tree. On one path a player gets at most one new row.
//! Below it the player acts uniformly at random until the path has been visited again, and only one action is tried.
//!
//! **Random draws.** All draws come from Xoshiro256++ of crate `rand_xoshiro`, by the methods of
//! `rand::Rng`. [`ExternalSampling`] makes a generator for each traversal `t`, counted from 0, by
//! `seed_from_u64(seed ^ t.wrapping_mul(0x9E37_79B9_7F4A_7C15))`. It draws in this order:
//! 1. If the preset prunes, `random_range(0..20_u32)`; 0 means that this traversal prunes nothing.
//! 2. Then, depth first and action by action, the draws of [`Game::sample_chance`]. At each
//!    decision of another player it draws one `random::<f32>()`, times the sum of the positive
//!    regrets, or `random_range(0..actions)` if the player has no row. A decision with one action
//!    draws nothing.
//!
//! Along a path, all of the traverser's actions are first played out in order. Each playout makes the draws of chance,
//! and one `random::<f32>()` at every decision. Then `random_range(0..actions)` draws the traverser's action.
//! [`Sampler`] has one generator, `seed_from_u64(seed)`, for all traversals. It draws one `random::<f64>()` at every
//! decision of outcome sampling.
//!
//! **Repeatability.** Traversal `t` of [`ExternalSampling`] draws its randomness from (seed, t)
//! alone. With one thread the same seed gives the same bytes, and a resumed run equals an
//! uninterrupted one. A resumed [`Sampler`] does too: its [`SamplerState`] has that of its generator. With several threads the table is shared without locks. If two threads change
//! a regret at the same instant, one of the changes may be lost. So runs agree in distribution but
//! not in bytes. No value is ever torn.

mod cells;
mod external;
mod options;
mod path;
mod preset;
mod rows;
mod sampler;
mod sampler_state;

pub(crate) use cells::Cells;
pub use external::{ExternalSampling, PerfectRecall, RestoreError, Snapshot};
pub use options::SamplingOptions;
pub use preset::{Averaging, Preset, Regrets, Tries};
pub use rows::{Memory, RowKey, Rows, RowsError};
pub use sampler::{Sampler, SamplerPreset, Sampling};
pub use sampler_state::SamplerState;

use crate::game::Game;

/// An abstraction, which maps the state of the player to move to a row of the table. States that share a row must have
/// the same number of actions. Rows of different players must differ unless the abstraction means them to share.
pub trait Abstraction<G: Game>: Sync {
    /// The numbering of the rows, which decides their storage.
    fn numbering(&self) -> Numbering;

    /// The row of the player to move.
    fn row(&self, game: &G, state: &G::State) -> RowKey;
}

/// The numbering of an abstraction's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// A key is the number of the row's first cell in an array of `cells` cells, with one cell for
    /// each action. A row with `n` actions has the next `n` cells to itself.
    Dense {
        /// The number of cells in all.
        cells: u64,
    },
    /// A key is any number but 0. There are too many keys to give each a place, so a row is stored
    /// when it is first visited, until memory is full.
    Hashed {
        /// The greatest possible number of rows, if known.
        at_most: Option<u64>,
    },
}
