//! Two players with public actions and private hands: CFR with a vector of hands for each player at
//! every public state.
//!
//! If both players see every action and only the hands are hidden, a history is a public state and
//! two hands. This engine walks the *public* tree, with the reach probabilities of all hands of
//! both players (their *ranges*) as vectors. So one step serves every pair of hands at once. This
//! is the "public chance sampling" view of M. Johanson, N. Bard, M. Lanctot, R. Gibson, M. Bowling,
//! "Efficient Nash equilibrium approximation through Monte Carlo counterfactual regret
//! minimization", AAMAS 2012, with the fast terminal evaluation of M. Johanson, K. Waugh, M.
//! Bowling, M. Zinkevich, "Accelerating best response calculation in large extensive games", IJCAI
//! 2011.
//!
//! A game ([`RangeGame`]) defines the public states, the hand that remains when a card leaves it,
//! and the value of a terminal state to every hand against a range. The engine knows no cards. It
//! runs every [`crate::cfr::Preset`] by the same update rule as the engine of [`crate::cfr`].
//!
//! Regrets and strategies lie on tapes of `f32`, one for each player, in the order of the walk. No
//! node is stored or looked up. An iteration allocates nothing below the first few decisions. Those
//! are shared out among the threads of the current rayon pool. The cut and every sum depend on the
//! game alone, so any number of threads gives the same bytes.
//!
//! | noun | file |
//! |---|---|
//! | the contract of a game | `game` |
//! | a decision of all hands at once | `shape` |
//! | the two players at a decision, in each kind of walk | `own`, `other`, `averaged`, `taught` |
//! | the cut of the walk, its size, and passing over parts of it | `outline`, `index` |
//! | the walk | `walk` |
//! | iterations | `solver` |
//! | the strategy of a solver: measured, and read decision by decision | `answer` |
//! | sampled traversals through an abstraction | `drawn` |
//!
//! # A game in one file
//!
//! A complete implementation of Kuhn poker, and the value that H. W. Kuhn found in 1950:
//!
//! ```
#![doc = include_str!("../../tests/ranges/kuhn.rs")]
//!
//! use cardsharp_solvers::cfr::Preset;
//! use cardsharp_solvers::range::RangeCfr;
//!
//! let preset = Preset::PCFR_PLUS;
//! let mut solver = RangeCfr::new(&Kuhn, preset, 1000, 1 << 20)?;
//! solver.advance(1000);
//! let found = solver.exploitability();
//! assert!(found.nash_conv() < 1e-4);
//! assert!((found.values[0] + 1.0 / 18.0).abs() < 1e-4);
//! # Ok::<(), cardsharp_solvers::range::TooLarge>(())
//! ```

mod answer;
mod averaged;
mod drawn;
mod game;
mod index;
mod other;
mod outline;
mod own;
mod shape;
mod solver;
mod taught;
mod walk;

pub use answer::{PublicDecision, Spot, worth};
pub use drawn::{Placed, PlacedPair, RangeRows, RangeSampling};
pub use game::{At, RangeGame, RangeTurn, Reaches, total};
pub use other::{Other, Tape};
pub use own::{BestResponder, Follower, Learner, Own, pair_mean};
pub use shape::Shape;
pub use solver::{RangeCfr, Root, Size, TooLarge};

/// The number of hands in the vectors of an endgame ([`RangeGame::endgame`]). Places beyond the
/// last hand have weight 0.
pub const LANES: usize = 16;

/// One number for each hand of an endgame.
pub type Lane = [f32; LANES];

/// The number of cells of an endgame decision on the tape: two actions.
pub const PAIR: usize = 2 * LANES;
