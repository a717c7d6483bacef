//! The agents of Challenge: the hand-written ones, weakest first, the person at the
//! terminal, and a factory that makes them by name.
//!
//! | noun | file |
//! |---|---|
//! | the random numbers of an agent | `dice` |
//! | `random`, `lowest`, `greedy`, `greedy-challenge`, `expert` | one file or folder each |
//! | fixed opponents with faults | `sparring` |
//! | a person | `human` |
//! | a policy file | `trained` |
//! | a policy without weakly dominated actions | `weak_dominance` |
//! | a policy file and re-solving | `resolving` |
//! | an agent from outside the contest | `outside` |
//! | a policy file, and responses to a model of the opponent | `adaptive` |
//! | one such agent at some scores, another at the others | `by_score` |
//! | the factory of agents by name | `factory` |

mod adaptive;
mod by_score;
mod dice;
mod expert;
mod factory;
mod greedy;
mod greedy_challenge;
mod human;
mod lowest;
mod random;
mod resolving;
mod sparring;
mod trained;
mod weak_dominance;

pub use adaptive::{Adaptive, AdaptiveOptions, AdaptiveSetup};
pub use by_score::ByScore;
pub use dice::Dice;
pub use expert::{Expert, ExpertOptions};
pub use factory::{FURTHER, Factory, HAND_WRITTEN, PERSON};
pub use greedy::Greedy;
pub use greedy_challenge::{GreedyChallenge, Thresholds};
pub use human::Human;
pub use lowest::Lowest;
pub use random::Random;
pub use resolving::{Resolving, Setup, complete_state};
pub use sparring::{Fault, Sparring};
pub use trained::{Source, Trained, choices, row_of, score_of, state_of};

pub use crate::memory::{Account, Memory, Rehearsal};
pub use cardsharp_game::Agent;
