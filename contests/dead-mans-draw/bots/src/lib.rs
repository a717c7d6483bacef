//! The agents of Dead Man's Draw, and what they learn: information sets, policies, training and measures.

pub mod agents;
pub mod infosets;
pub mod measure;
pub mod policy;
mod table;
pub mod training;
pub mod value;

pub use table::{DeadMansDrawGame, DeadMansDrawTable};
