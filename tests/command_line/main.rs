//! The command line from outside: through the binary, and against the documents that describe it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod binary;
mod challenge_rounds;
mod contests;
mod dead_mans_draw;
mod demo;
mod documents;
mod faults;
mod help;
mod https;
mod inspecting;
mod interruption;
mod limits;
mod live;
mod objects;
mod overwriting;
mod resuming;
mod signals;
mod skullwhist;
mod sources;
mod streams;
mod training;
mod tricky_eights;
