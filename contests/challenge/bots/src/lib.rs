//! The agents of Challenge, the tables that they sit at, and the views of a policy.

pub mod advice;
pub mod agent_strategy;
pub mod agents;
pub mod explore;
pub mod export;
pub mod luck;
mod memory;
mod table;

pub use table::ChallengeGame;
