//! SkullWhist: the rules, beside a second implementation; whole games.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod counts;
mod golden;
mod play;
mod random_play;
mod reference;
