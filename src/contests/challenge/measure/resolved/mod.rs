//! The exploitability of a table with re-solving: exact for hands small enough to re-solve at every
//! public state, and from sampled public states for others.

mod by_parts;
mod exact;
mod learned_trunk;
mod lower_bound;
mod player;
mod ways;

pub use by_parts::{ByParts, SubgameSample, by_parts, sample_subgames};
pub use exact::{nash_conv_of, walk_all, walks};
pub use lower_bound::{LowerBound, lower_bound, steps};
pub use player::Resolved;
