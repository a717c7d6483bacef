//! The flags of `serve` that every server has, and values of flags.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use cardsharp_arena::tournament::Format;
use cardsharp_net::SyncPolicy;
use clap::builder::{EnumValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

/// The address on which a server listens by default.
pub const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The settings that every contest's server has. A contest's own stand beside its commands.
#[derive(Args, Clone, Debug)]
pub struct ServeOptions {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = LOCALHOST)]
    pub bind: IpAddr,
    /// Port of the contest, 0 for any that is free [default: the contest's own]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Folder of the database and the journal; without it nothing is kept
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Seed of the shuffles [default: one that nobody knows]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Stop after this many games or matches
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroUsize>,
    /// Storage that must have a change before it is acknowledged, with --data [default: the contest's own]
    #[arg(long, value_name = "POLICY", value_parser = EnumValueParser::<SyncValue>::new().map(SyncPolicy::from))]
    pub sync: Option<SyncPolicy>,
}

/// The value of `--sync`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SyncValue {
    /// The disk has a change before it is acknowledged (fsync), so that it survives power loss
    Always,
    /// The operating system has a change before it is acknowledged, so that it survives a crash of the
    /// server, but not power loss
    Os,
}

impl From<SyncValue> for SyncPolicy {
    fn from(value: SyncValue) -> SyncPolicy {
        match value {
            SyncValue::Always => SyncPolicy::Always,
            SyncValue::Os => SyncPolicy::Os,
        }
    }
}

/// The value of `--tournament`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TournamentValue {
    /// Every table of entrants meets once
    RoundRobin,
    /// Who loses a match is out
    SingleElimination,
    /// Who loses two matches is out
    DoubleElimination,
}

impl From<TournamentValue> for Format {
    fn from(value: TournamentValue) -> Format {
        match value {
            TournamentValue::RoundRobin => Format::RoundRobin,
            TournamentValue::SingleElimination => Format::SingleElimination,
            TournamentValue::DoubleElimination => Format::DoubleElimination,
        }
    }
}
