//! Challenge: five cards, five tricks, and a challenge that stakes the whole game.

pub mod agents;
pub mod client;
pub mod rules;
pub mod server;
pub mod wire;
