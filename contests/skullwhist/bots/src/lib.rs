//! The agents of SkullWhist, and what they learn: information sets, policies, training and measures.

pub mod agents;
pub mod infosets;
pub mod measure;
pub mod policy;
pub mod search;
mod table;
pub mod training;

pub use table::{SkullWhistGame, SkullWhistTable};
