//! The players of Tricky Eights: the agents that the contest's document ranks, weakest first, and their lookup by name.
//!
//! | noun | file |
//! |---|---|
//! | the value of a card, by hand-set weights | `evaluator` |
//! | `random`, `pseudo-random` | one file each |
//! | `memoryless`, `poor-memory`, `card-counter` | `heuristic` |
//! | `search` | `search` |
//! | the table of a policy file | `trained` |
//! | an agent from outside the contest | `outside` |
//! | from an agent's name to the agent | `factory` |

mod evaluator;
mod factory;
mod heuristic;
mod pseudo_random;
mod random;
pub mod search;
mod trained;

pub use evaluator::{Evaluator, Weights};
pub use factory::{Factory, HAND_WRITTEN};
pub use heuristic::Heuristic;
pub use pseudo_random::PseudoRandom;
pub use random::Random;
pub use search::{Search, SearchOptions};
pub use trained::Trained;

pub use cardsharp_game::Agent;
