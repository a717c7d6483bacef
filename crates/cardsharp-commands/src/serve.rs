//! Values of the flags of `serve`.

use cardsharp_arena::tournament::EventFormat;
use cardsharp_net::SyncPolicy;
use clap::ValueEnum;

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

impl From<TournamentValue> for EventFormat {
    fn from(value: TournamentValue) -> EventFormat {
        match value {
            TournamentValue::RoundRobin => EventFormat::RoundRobin,
            TournamentValue::SingleElimination => EventFormat::SingleElimination,
            TournamentValue::DoubleElimination => EventFormat::DoubleElimination,
        }
    }
}
