//! The command line, through the binary, and the documents that describe it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod adapted;
mod aivat;
mod analysing;
mod binary;
mod challenge_live;
mod challenge_rounds;
mod checking;
mod comparing;
mod contests;
mod dead_mans_draw;
mod demo;
mod documents;
mod edges;
#[cfg(target_os = "linux")]
mod escapes;
mod explicit_games;
mod exploring;
mod exporting;
mod faults;
#[cfg(target_os = "linux")]
#[path = "../dead_mans_draw_wire/full_disk.rs"]
mod full_disk;
#[cfg(target_os = "linux")]
mod full_disks;
mod games;
mod help;
mod https;
mod imports;
mod inspecting;
mod interruption;
mod limits;
mod live;
mod locked_pages;
mod locking;
mod matches;
mod measure_parts;
mod mirroring;
mod objects;
mod overwriting;
mod plan_files;
mod plans;
mod plotting;
mod practising;
#[cfg(unix)]
mod printed_lines;
mod reporting;
mod responding;
mod resuming;
mod signals;
mod skullwhist;
mod solving;
mod solving_hands;
mod sources;
mod starting;
mod streams;
mod tables;
mod tournaments;
mod training;
mod trees;
mod tricky_eights;
mod untrained_rows;
mod values;
mod viewing;
