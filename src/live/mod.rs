//! The parts that the servers and clients of all contests share: HTTP, retries, passwords, and the thread of
//! a server.

pub mod backoff;
mod departure;
pub mod http;
mod password;
pub mod password_hash;
pub mod password_queue;
mod play_report;
pub mod retry;
pub mod sanitize;
pub mod server_thread;
pub mod stop_flag;

pub use departure::{Departure, Leaving, RunningGame};
pub use http::client::BadUrl;
pub use password::{Password, PasswordError};
pub use play_report::PlayReport;
