//! cardsharp: trains equilibrium strategies for card games with hidden hands, measures how exploitable they
//! are, and plays them live.

// `output` comes first: its macros are used by all modules below it.
#[macro_use]
mod output;

pub mod arena;
pub mod cli;
pub mod commands;
pub mod contest;
pub mod contests;
mod counted;
pub mod explicit;
pub mod interrupt;
pub mod interval;
pub mod json_lines;
pub mod live;
pub mod measurement;
pub mod plan;
pub mod policy;
pub mod report;
pub mod shard;
pub mod system;
mod temporary_file;
pub mod training;
#[cfg(feature = "live")]
pub mod view;
