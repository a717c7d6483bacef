//! What is left of a hand, solved again while it is played.
//!
//! A table for the whole hand has to forget. From some trick on what is left is small enough to be
//! solved as it is, from the ranges that both players have come with and from the copies left in the
//! shoe ([`cardsharp_solvers::resolve`]). Up to there the table is played, and tells by Bayes' rule what
//! each player may hold.
//!
//! | noun | file |
//! |---|---|
//! | the way to a public state, and the ranges there | `trunk` |
//! | what is left from there on, and how it is solved | `subgame` |
//! | what was found | `plan` |
//! | how exploitable all that is, exactly | `measure` |
//! | the same at least, where it is too large for that | `bound` |

mod bound;
mod measure;
mod plan;
mod subgame;
mod trunk;

pub use bound::{AtLeast, Estimate, at_least, steps};
pub use measure::{Resolved, nash_conv, walks};
pub use plan::{Plan, Plans, Subject};
pub use subgame::{Effort, ResolveOptions, Safety, resolve};
pub use trunk::{Trunk, actions_of};
