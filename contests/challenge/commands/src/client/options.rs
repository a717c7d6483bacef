//! The options that only this client has.

use std::net::IpAddr;
use std::path::PathBuf;

/// The settings of the client that no other contest has.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    /// The local address to connect from. With `None` the system chooses.
    pub from: Option<IpAddr>,
    /// The file that keeps what was learned of each opponent. With `None` it is kept until the client
    /// ends.
    pub memory: Option<PathBuf>,
    /// The journal to which each game is appended. With `None` none is kept.
    pub journal: Option<PathBuf>,
    /// The name of the agent in the journal.
    pub agent: String,
}
