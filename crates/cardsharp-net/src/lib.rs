//! The parts that the servers and clients of all contests share: their options, HTTP, retries, passwords,
//! the frame of a page, and the thread of a server.
//!
//! The options have no dependencies of their own. Sockets are behind the feature `live`.

mod admin_task;
pub mod backoff;
mod command_help;
mod departure;
#[cfg(feature = "live")]
pub mod http;
mod password;
#[cfg(feature = "live")]
pub mod password_hash;
#[cfg(feature = "live")]
pub mod password_queue;
mod play_options;
mod play_report;
#[cfg(feature = "live")]
pub mod server_thread;
#[cfg(feature = "live")]
pub mod shell;

pub use admin_task::AdminTask;
pub use cardsharp_files::SyncPolicy;
pub use command_help::{CommandHelp, CredentialOptions};
pub use departure::{Departure, Leaving, RunningGame};
pub use password::{Password, PasswordError};
pub use play_options::{Account, PlayFailure, PlayOptions, RECONNECT_WAIT, Reach, ServerAddress};
pub use play_report::PlayReport;
