//! Counterfactual regret minimization and exact best responses for games with hidden information.
//!
//! This crate knows no contest: a game is anything that implements [`game::Game`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the extensive-form game: what a solver asks, what a game owes |
//! | [`contract`] | a checker that a game keeps what it owes, in one call |
//! | [`strategy`] | a behaviour strategy, whatever stores it |
//! | [`best_response`] | exact best responses and NashConv, for games small enough to walk |
//! | [`tree`] | a game compiled once into flat arrays |
//! | [`cfr`] | the CFR family on a compiled game |
//! | [`lp`] | exact equilibria of two-player constant-sum games by linear programming |
//! | [`nodes`] | a game written out node by node |
//! | [`sampled`] | Monte-Carlo CFR: external, outcome and chance sampling, on any game through an abstraction |
//! | [`range`] | two players with public actions and vectors of private hands: CFR and best responses over the public tree |
//! | [`resolve`] | what is left of a game solved again while it is played, safely |
//! | [`run`] | the one loop: clock, stop rules, measuring, checkpoints |
//! | [`efg`] | Gambit extensive-form files, in and out |
//! | [`yardsticks`] | Kuhn, Leduc, liar's dice, goofspiel: games with known values, that prove the solvers right |

pub mod best_response;
pub mod cfr;
pub mod contract;
pub mod efg;
pub mod game;
pub mod lp;
pub mod nodes;
pub mod range;
pub mod resolve;
pub mod run;
pub mod sampled;
pub mod strategy;
mod team;
pub mod tree;
pub mod yardsticks;
