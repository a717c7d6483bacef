//! The parts that the servers and clients of all contests share: their traits and options, HTTP, retries, passwords,
//! the frame of a page, and the thread of a server.
//!
//! The traits and options have no dependencies of their own. Sockets are behind the feature `live`.

mod admin_task;
pub mod backoff;
mod client;
mod departure;
#[cfg(feature = "live")]
pub mod http;
pub mod known_options;
mod password;
#[cfg(feature = "live")]
pub mod password_hash;
#[cfg(feature = "live")]
pub mod password_queue;
mod play_options;
mod play_report;
mod serve_options;
mod server;
#[cfg(feature = "live")]
pub mod server_thread;
#[cfg(feature = "live")]
pub mod shell;

pub use admin_task::AdminTask;
pub use client::ContestClient;
pub use departure::{Departure, Leaving, RunningGame};
pub use known_options::UnknownOption;
pub use password::{Password, PasswordError};
pub use play_options::{
    Account, PlayFailure, PlayOption, PlayOptions, RECONNECT_WAIT, Reach, ServerAddress,
};
pub use play_report::PlayReport;
pub use serve_options::{EventFormat, ServeOption, ServeOptions, SyncPolicy};
pub use server::{CommandHelp, ContestServer, CredentialOptions};
