//! Agents that are implemented outside the contests: at tables, step by step, and on real servers.

#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod failures;
mod hidden_cards;
mod live;
mod observations;
mod players;
#[cfg(unix)]
mod programs;
mod speed;
mod stepwise;
mod tables;
