//! Policies: probabilities of actions.
//!
//! | noun | file |
//! |---|---|
//! | [`Strategy`]: the probabilities of the choices in any position | `strategy` |
//! | [`TrainedPolicy`]: a learnt value and a table, and their file | `trained` |
//! | the policy that is part of the program | `installed` |

mod installed;
mod strategy;
mod trained;

pub use strategy::{Strategy, Uniform};
pub use trained::{
    ActionProbabilities, FINGERPRINT, TrainedPolicy, VALUE, read_infosets, read_value, turn_rows,
};
