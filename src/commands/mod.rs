//! What the commands of all contests share: their arguments, what they say while they work, and what they
//! report. A contest's own commands are built of these; the command line ([`cli`](crate::cli)) runs both.

pub mod candidates;
pub mod demo;
pub mod exploit;
pub mod export;
pub mod inspect;
pub mod interrupt;
pub mod loaded;
pub mod memory;
pub mod overwrite;
pub mod progress;
pub mod quantities;
pub mod solve;
pub mod threads;
pub mod train;
pub mod usage;
