//! The solvers of Challenge: information sets, policies, ranges, re-solving, training and measures.

pub mod infosets;
pub mod leaf_values;
pub mod measure;
pub mod open_cards;
pub mod opponent;
pub mod policy;
pub mod ranges;
pub mod resolve;
pub mod scores;
pub mod solved_hand;
pub mod training;
