//! The command line, through the binary, and the documents that describe it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod binary;
mod challenge_live;
mod challenge_rounds;
mod contests;
mod dead_mans_draw;
mod demo;
mod documents;
mod explicit_games;
mod exporting;
mod faults;
mod games;
mod help;
mod https;
mod imports;
mod inspecting;
mod interruption;
mod limits;
mod live;
mod matches;
mod measure_parts;
mod objects;
mod overwriting;
mod plotting;
mod resuming;
mod signals;
mod skullwhist;
mod solving;
mod solving_hands;
mod sources;
mod streams;
mod tournaments;
mod training;
mod tricky_eights;
mod values;
