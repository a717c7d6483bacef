//! Tricky Eights over its pipes: contestants and the judge, with real child processes.
#![cfg(unix)] // The contestants that misbehave are shell scripts.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod commands;
#[cfg(target_os = "linux")]
mod confinement;
mod contestant;
mod event;
mod faults;
mod isolation;
mod judge;
mod processes;
mod program;
mod session;
#[path = "../dead_mans_draw_wire/shown.rs"]
mod shown;
