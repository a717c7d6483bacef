//! Counterfactual regret minimization and exact best responses for games with hidden information.
//!
//! ```
//! use cardsharp_solvers::prelude::*;
//!
//! let tree = Tree::compile(&Kuhn::default())?;
//! let solved = Cfr::new(&tree, Preset::PCFR_PLUS).run(Until::exploitability(1e-4).or_iterations(10_000));
//! println!("{:.6} {:.1e}", solved.value(Player::ZERO), solved.nash_conv());
//! for row in solved.strategy(&Kuhn::default()) {
//!     println!("{row}");
//! }
//! # assert!((solved.value(Player::ZERO) + 1.0 / 18.0).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate contains no contest: a game is any type that implements [`game::Game`].
//!
//! | module | contents |
//! |---|---|
//! | [`prelude`] | the names that most programs need |
//! | [`game`] | the extensive-form game: the interface for solvers, and its contract |
//! | [`contract`] | a check, in one call, that a game keeps the contract |
//! | [`strategy`] | a behaviour strategy, in any representation |
//! | [`best_response`] | exact best responses and NashConv, for games small enough to walk |
//! | [`dominance`] | actions that are worse than another whatever happens, and the utilities that play without them meets |
//! | [`tree`] | a game compiled once into flat arrays |
//! | [`cfr`] | the CFR family on a compiled game |
//! | [`lp`] | exact equilibria of two-player constant-sum games by linear programming |
//! | [`built`] | a game stored as its tree, and its builder |
//! | [`nodes`] | a game written out node by node |
//! | [`sampled`] | Monte-Carlo CFR: external, outcome and chance sampling, on any game through an abstraction |
//! | [`range`] | two players with public actions and vectors of private hands: CFR and best responses over the public tree |
//! | [`value_network`] | networks that learn the values of leaves of depth-limited games |
//! | [`exploit`] | counter-strategies against a model of an opponent, and what they risk |
//! | [`resolve`] | safe re-solving of a subgame during play |
//! | [`solution`] | the answer of a solver: values, NashConv, named rows, save and load |
//! | [`until`] | the stopping conditions of a run |
//! | [`observers`] | observers of a run: a closure, a CSV curve, a progress bar |
//! | [`run`] | the training loop: clock, stop rules, measuring, checkpoints |
//! | [`efg`] | Gambit extensive-form files, in and out |
//! | [`games`] | Kuhn, Leduc, liar's dice, goofspiel: games with known values, to test solvers |
//!
//! Features, all on by default but `highs`:
//!
//! | feature | brings |
//! |---|---|
//! | `efg` | module `efg` |
//! | `lp` | module `lp`, and linear programs in `exploit`; with feature `highs`, which is off, by HiGHS |
//! | `observers` | `CsvCurve` and `ProgressBar` in `observers` |
//! | `value-network` | module `value_network` |

#![deny(unsafe_code)]
// The links to what a feature brings lead nowhere without it.
#![cfg_attr(
    not(all(feature = "efg", feature = "lp", feature = "observers", feature = "value-network")),
    allow(rustdoc::broken_intra_doc_links)
)]

pub mod best_response;
pub mod built;
#[allow(unsafe_code)] // The calls of functions compiled for AVX2.
pub mod cfr;
pub mod contract;
pub mod dominance;
pub mod dyn_game;
#[cfg(feature = "efg")]
pub mod efg;
pub mod exploit;
mod fork_join;
pub mod game;
pub mod games;
pub mod locked;
#[cfg(feature = "lp")]
pub mod lp;
pub mod nodes;
pub mod observers;
pub mod prelude;
pub mod quantity;
#[allow(unsafe_code)] // As in `cfr`.
pub mod range;
pub mod resolve;
pub mod run;
pub mod sampled;
pub mod solution;
pub mod strategy;
#[allow(unsafe_code)] // As in `cfr`.
pub mod tree;
pub mod until;
#[cfg(feature = "value-network")]
pub use cardsharp_value_network as value_network;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
