//! The rules of Tricky Eights: the document's round, whole rounds, and a second implementation beside them.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod agents;
mod counts;
mod exact;
mod golden;
mod illegal;
mod infosets;
mod random_play;
mod reference;
mod search;
mod seed_round;
mod training;
