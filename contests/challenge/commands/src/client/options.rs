//! The flags of `play` that only this client has.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

/// The settings of the client that no other contest has. Without them the system chooses the address, and nothing is
/// kept.
#[derive(Args, Clone, Debug, Default)]
pub struct ClientOptions {
    /// Connect from this address of the own machine, by which the server tells teams apart
    #[arg(long, value_name = "ADDRESS", requires = "host", conflicts_with = "url")]
    pub from: Option<IpAddr>,
    /// Keep what is learned of each opponent in this file, over games and runs
    #[arg(long, value_name = "FILE")]
    pub memory: Option<PathBuf>,
}
