//! SkullWhist over real sockets: the behaviour that was measured on the organisers' server, row by
//! row, and the faults that a server and a client must survive.

#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod admin;
mod client_hostile;
mod client_live;
#[cfg(unix)]
mod client_restart;
mod client_secrets;
mod clients;
mod clock;
mod damage;
mod farewell;
// The parts of this module that one contest's tests do not need are used by the other's.
#[allow(dead_code)]
#[path = "../dead_mans_draw_wire/faulty.rs"]
mod faulty;
mod figures;
#[cfg(target_os = "linux")]
#[path = "../dead_mans_draw_wire/full_disk.rs"]
mod full_disk;
mod games;
#[path = "../dead_mans_draw_wire/heard.rs"]
mod heard;
mod pages;
mod passwords;
mod peers;
mod processes;
mod restart;
#[path = "../dead_mans_draw_wire/shown.rs"]
mod shown;
mod strict;
mod transport;
#[path = "../dead_mans_draw_wire/watched.rs"]
mod watched;
