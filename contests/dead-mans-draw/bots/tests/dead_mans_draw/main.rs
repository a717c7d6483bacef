//! The rules of Dead Man's Draw: the arena's habits one by one, whole matches, and a second
//! implementation beside them; looking ahead and training.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod agents;
mod autopick;
mod counts;
mod effects;
mod endings;
mod events;
mod exact;
mod golden;
mod random_play;
mod reference;
mod search;
mod setup;
mod table;
mod training;
mod variants;
