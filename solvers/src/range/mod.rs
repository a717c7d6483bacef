//! Two players, public actions, private hands: a vector of hands for each player at every public
//! state.
//!
//! Where everything that is done is seen by both, and only the cards in hand are hidden, a history is
//! a public state and two hands. The engine here walks the *public* tree, with the probabilities of
//! all hands of both players (their *ranges*) as vectors, so that one step serves every pair of hands
//! at once: the "public chance sampling" view of M. Johanson, N. Bard, M. Lanctot, R. Gibson,
//! M. Bowling, "Efficient Nash equilibrium approximation through Monte Carlo counterfactual regret
//! minimization", AAMAS 2012, and the fast terminal evaluation of M. Johanson, K. Waugh, M. Bowling,
//! M. Zinkevich, "Accelerating best response calculation in large extensive games", IJCAI 2011.
//!
//! A game ([`RangeGame`]) gives the public states, what becomes of a hand when a card leaves it, and
//! what an end is worth to every hand against a range. The engine knows no cards. It runs every
//! [`crate::cfr::Preset`] by the rule that the engine of [`crate::cfr`] has.
//!
//! What is learnt lies on two tapes of `f32`, one for each player, in the order of the walk: no
//! node is ever stored, and none is looked up. An iteration allocates nothing below the first few
//! decisions. Those are shared out among the threads of the current rayon pool; how they are cut, and
//! every sum, depends on the game alone, so that any number of threads gives the same bytes.
//!
//! | noun | file |
//! |---|---|
//! | what a game owes | `game` |
//! | a decision of all hands at once | `shape` |
//! | what the two players do at a decision, in each kind of walk | `own`, `other`, `averaged`, `taught` |
//! | how the walk is cut, what it needs, what it may pass over | `outline`, `index` |
//! | the walk | `walk` |
//! | iterations | `solver` |
//! | the answer, measured and looked at | `answer` |
//! | sampled traversals through an abstraction | `drawn` |
//!
//! # A game in one file
//!
//! All that the engine needs of Kuhn poker, and the value that H. W. Kuhn found in 1950:
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

/// Hands that a decision of an endgame ([`RangeGame::endgame`]) has: those that are not, beyond the
/// last, weigh nothing.
pub const LANES: usize = 16;

/// One number for each hand of an endgame.
pub type Lane = [f32; LANES];

/// Numbers that a decision of an endgame takes on the tape: two actions.
pub const PAIR: usize = 2 * LANES;
