//! Two players with public actions and private hands: CFR with a vector of hands for each player at every public state.
//!
//! If both players see every action and only the hands are hidden, a history is a public state and two hands. This
//! engine walks the *public* tree, with the reach probabilities of all hands of both players (their *ranges*) as
//! vectors. So one step serves every pair of hands at once. This is the "public chance sampling" view of M. Johanson,
//! N. Bard, M. Lanctot, R. Gibson, M. Bowling, "Efficient Nash equilibrium approximation through Monte Carlo
//! counterfactual regret minimization", AAMAS 2012, with the fast terminal evaluation of M. Johanson, K. Waugh, M.
//! Bowling, M. Zinkevich, "Accelerating best response calculation in large extensive games", IJCAI 2011.
//!
//! A game ([`RangeGame`]) defines the public states, the hand that remains when a card leaves it,
//! and the value of a terminal state to every hand against a range. The engine knows no cards. It
//! runs every [`crate::cfr::Preset`] by the same update rule as the engine of [`crate::cfr`].
//!
//! Regrets and strategies are stored as one list of cells for each player, in the order of the walk: as `f32`, or in
//! half of the memory as [`Bf16`]. No node is looked up. A solver that prunes stores 12 bytes for each node that is
//! neither terminal nor an endgame; others store no node. An iteration allocates nothing below the first few decisions.
//! Those are shared out among the threads of the current rayon pool. The cut and every sum depend on the game alone, so
//! any number of threads gives the same bytes. A run continues to the byte from a checkpoint ([`RangeCfr::save`],
//! [`RangeCfr::resume`]).
//!
//! A decision after which no player has a choice can be evaluated with all its actions at once
//! ([`RangeTurn::LastDecision`]). There and in an endgame ([`RangeTurn::Endgame`]) a game can leave out
//! actions that are dominated: neither cells nor walks are spent on them.
//!
//! | noun | file |
//! |---|---|
//! | the contract of a game and of the players of a walk | `game` |
//! | a decision of all hands at once | `decision_layout` |
//! | a decision of an endgame | `lanes` |
//! | the types of stored numbers | `number` |
//! | the traverser that learns, and those that do not | `learner`, `traverser`, `warm_start` |
//! | the opponent | `opponent`, `average_strategy` |
//! | a player who is held to a model | `held` |
//! | the cut of the walk, its size, and passing over parts of it | `outline`, `index` |
//! | decisions whose strategy is fixed | `locks`, `locked_responder` |
//! | a game cut at some public states | `depth_limited` |
//! | the walk | `walk` |
//! | iterations, and the options of a solver | `solver`, `options` |
//! | the state of a solver as bytes | `checkpoint` |
//! | the strategy of a solver: measured, and read decision by decision | `answer` |
//! | sampled traversals through an abstraction | `public_sampling` |
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
//! use cardsharp_solvers::until::Until;
//!
//! let mut solver = RangeCfr::new(&Kuhn, Preset::PCFR_PLUS)?;
//! let solved = solver.run(Until::nash_conv(1e-4));
//! assert!((solved.value(Player::ZERO) + 1.0 / 18.0).abs() < 1e-4);
//! # Ok::<(), cardsharp_solvers::range::TooLarge>(())
//! ```

mod answer;
mod average_strategy;
mod checkpoint;
mod decision_layout;
mod depth_limited;
mod game;
mod held;
mod index;
mod lanes;
mod learner;
mod locked_responder;
mod locks;
mod number;
mod opponent;
mod options;
mod outline;
mod public_sampling;
mod solver;
mod traverser;
mod walk;
mod warm_start;

pub use answer::{PublicDecision, Spot, hand_values};
pub use checkpoint::CheckpointError;
pub use decision_layout::DecisionLayout;
pub use depth_limited::{DepthLimited, LeafValues};
pub use game::{At, Opponent, RangeGame, RangeTurn, Reaches, Traverser, Valued, total};
pub use held::{BadConfidence, ModelRow, RangeModel};
pub use lanes::{HALF_LANES, LANES, Lane, pair_mean};
pub use learner::Learner;
pub use number::{Bf16, Number};
pub use opponent::StoredStrategy;
pub use options::RangeOptions;
pub use public_sampling::{Placed, PlacedPair, RangeRows, RangeSampling};
pub use solver::{RangeCfr, Root, Size, TooLarge};
pub use traverser::{BestResponder, Follower};
