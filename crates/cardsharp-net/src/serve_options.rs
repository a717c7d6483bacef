//! The options that every server has.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The settings that every contest's server has. A contest's own stand in the crate of its server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port of the contest; 0 chooses a free one.
    pub port: Option<u16>,
    /// Folder of the journal.
    pub data: Option<PathBuf>,
    /// The sync policy of the data folder. With `None` it is the contest's default.
    pub sync: Option<SyncPolicy>,
    /// Seed of the shuffles. With `None` the seed is random and secret.
    pub seed: Option<u64>,
    /// Stop after this many games.
    pub games: Option<NonZeroUsize>,
}

/// The disasters that an acknowledged change survives, in a server that keeps a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyncPolicy {
    /// The disk has a change before it is acknowledged (fsync), so that it survives power loss
    #[default]
    Always,
    /// The operating system has a change before it is acknowledged, so that it survives a crash of the
    /// server, but not power loss
    Os,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            data: None,
            sync: None,
            seed: None,
            games: None,
        }
    }
}
