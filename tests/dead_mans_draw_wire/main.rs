//! The arena of Dead Man's Draw over real sockets: the behaviour that was measured on the contest's
//! arena, row by row, and the faults that a server and a client must survive.

#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod actions;
mod client_hostile;
mod client_live;
mod client_nulls;
mod client_secrets;
mod clients;
mod connections;
mod crowd;
mod effects;
mod endpoints;
mod farewell;
mod faulty;
#[cfg(target_os = "linux")]
mod full_disk;
mod heard;
mod hostile;
mod logins;
mod objects;
mod pages;
mod passwords;
mod peers;
mod restart;
mod shown;
mod small_print;
mod statuses;
mod time_limits;
mod tournament;
mod tournament_restart;
mod watched;
