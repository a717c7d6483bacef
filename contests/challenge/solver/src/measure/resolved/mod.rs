//! The exploitability of a table with re-solving: exact for hands small enough to re-solve at every
//! public state, and from sampled public states for others. Also what it wins against another strategy.

mod blueprint;
mod by_parts;
mod exact;
mod head_to_head;
mod learned_trunk;
mod lower_bound;
mod player;

pub use by_parts::{ByParts, SubgameSample, best_responses_in_trunk, by_parts, sample_subgames};
pub use exact::{nash_conv_of, walk_all, walks};
pub use head_to_head::{HeadToHead, head_to_head};
pub use lower_bound::{LowerBound, lower_bound, steps};
pub use player::Resolved;
