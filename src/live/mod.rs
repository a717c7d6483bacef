//! The parts that the servers and clients of all contests share: HTTP, retries, passwords, and the thread of
//! a server.
//!
//! Agents, `inspect` and the options of clients use some of the parts, so that only those with dependencies of
//! their own are behind the feature `live`.

pub mod backoff;
#[cfg(feature = "live")]
pub mod confinement;
mod departure;
#[cfg(feature = "live")]
pub mod http;
mod password;
#[cfg(feature = "live")]
pub mod password_hash;
#[cfg(feature = "live")]
pub mod password_queue;
mod play_report;
#[cfg(feature = "live")]
pub mod retry;
pub mod sanitize;
#[cfg(feature = "live")]
pub mod server_thread;
pub mod stop_flag;

pub use departure::{Departure, Leaving, RunningGame};
pub use password::{Password, PasswordError};
pub use play_report::PlayReport;
