//! The engine on compiled games against textbook CFR, brute force and linear programming.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod agreement;
mod edges;
#[path = "../efg/forest.rs"]
mod forest;
mod known_values;
mod locking;
mod papers;
mod pdhg;
mod textbook;
mod warm_start;
