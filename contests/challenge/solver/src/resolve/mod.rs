//! Re-solving: the rest of a hand is solved again while it is played.
//!
//! A table for the whole hand must use imperfect recall. From some trick on, the rest is small enough to be solved
//! exactly, from the ranges of both players and from the copies left in the shoe ([`cardsharp_solvers::resolve`]).
//! Before that trick the table is played, and Bayes' rule gives each player's range.
//!
//! A solution of what is left is safe if no hand of the other player gains by it
//! ([`ResolveOptions::safety`]). A table tells how much each hand gains by a best response to its own
//! play. Where a trunk ends, the values that it has learned tell it.
//!
//! | noun | file |
//! |---|---|
//! | the options | `options` |
//! | the public actions up to a public state, and the ranges there | `trunk` |
//! | the subgame from there on, and its solution | `subgame` |
//! | the strategies found by one re-solve | `resolved_tricks` |
//! | the strategies found in a hand | `resolved_hand` |
//! | the best replies of one player to a solution | `best_replies` |

mod best_replies;
mod options;
mod resolved_hand;
mod resolved_tricks;
mod subgame;
mod trunk;

pub use options::{ResolveOptions, Safety, SubgameRoot};
pub use resolved_hand::{ResolvedHand, Subject};
pub use resolved_tricks::{Continued, ResolvedTricks};
pub use subgame::{Effort, resolve};
pub use trunk::Trunk;
