//! Policies: probabilities of actions.
//!
//! | noun | file |
//! |---|---|
//! | [`Strategy`]: the probabilities of the choices in any position | `strategy` |
//! | [`TrainedPolicy`]: a learnt value and a table | `trained` |
//! | the policy that is part of the program | `installed` |

mod installed;
mod strategy;
mod trained;

pub use installed::installed;
pub use strategy::{Strategy, Uniform};
pub use trained::{ActionProbabilities, Family, TrainedPolicy, weigh};
