//! The commands of Challenge: their flags, and what they do with its game.

mod adapted;
#[cfg(feature = "live")]
pub(super) mod demo;
pub(super) mod exploit;
mod exploit_report;
pub(super) mod export;
mod first_moves;
mod hand;
mod hand_locks;
pub(super) mod import;
pub(super) mod inspect;
#[cfg(feature = "live")]
pub(super) mod live;
#[cfg(feature = "live")]
mod live_flags;
pub(super) mod memories;
pub(super) mod merge;
mod position;
mod resolved;
pub(super) mod respond;
mod shard;
pub(super) mod solve;
mod solve_checkpoint;
mod solve_on_device;
pub(super) mod starter;
pub(super) mod train;
pub(super) mod values;
