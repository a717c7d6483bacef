//! Challenge: five cards, five tricks, and a challenge that stakes the whole game.

pub mod agents;
pub mod infosets;
pub mod measure;
pub mod rules;
