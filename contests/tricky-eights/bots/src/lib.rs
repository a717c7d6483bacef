//! The agents of Tricky Eights, and what they learn: information sets, policies, training and measures.

pub mod agents;
pub mod export;
pub mod infosets;
pub mod measure;
pub mod policy;
mod table;
pub mod training;

pub use cardsharp_tricky_eights_game::deals::deal_of;
pub use table::{TrickyEightsGame, TrickyEightsTable};
