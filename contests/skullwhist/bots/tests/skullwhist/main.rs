//! SkullWhist: the rules, beside a second implementation; whole games; the search for two open hands,
//! against plain minimax; the agents; the game as solvers see it; training.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod agents;
mod clairvoyant;
mod counts;
mod determinization;
mod golden;
mod open_hands;
mod play;
mod random_play;
mod reference;
mod sessions;
mod training;
mod whole_game;
