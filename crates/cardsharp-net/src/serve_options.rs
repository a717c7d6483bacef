//! The options that every server has.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use cardsharp_files::SyncPolicy;

/// The settings that every contest's server has. A contest's own stand in the crate of its server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port of the contest; 0 chooses a free one.
    pub port: Option<u16>,
    /// Folder of the database and the journal.
    pub data: Option<PathBuf>,
    /// The sync policy of the data folder. With `None` it is the contest's default.
    pub sync: Option<SyncPolicy>,
    /// Seed of the shuffles. With `None` the seed is random and secret.
    pub seed: Option<u64>,
    /// Stop after this many games.
    pub games: Option<NonZeroUsize>,
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
