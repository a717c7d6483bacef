//! The players of Dead Man's Draw: the hand-written agents, weakest first, and the lookup of all agents by name.
//!
//! | noun | file |
//! |---|---|
//! | `one-card`, `stop-at-random`, `threshold`, `expert` | one file each |
//! | `look-ahead`, and the table of a policy | `look_ahead`, `trained` |
//! | an agent from outside the contest | `outside` |
//! | from an agent's name to the agent | `factory` |

mod expert;
mod factory;
mod look_ahead;
mod one_card;
mod stop_at_random;
mod threshold;
mod trained;

pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, HAND_WRITTEN};
pub use look_ahead::LookAhead;
pub use one_card::OneCard;
pub use stop_at_random::StopAtRandom;
pub use threshold::Threshold;
pub use trained::Trained;

pub use cardsharp_game::Agent;
