//! What the commands that name a contest share: finding it, and where its log goes.

use std::io;

use anyhow::anyhow;
use tracing::Level;

use crate::contests::{self, Contest};

/// The contest of this name, or an error that lists those there are.
pub(super) fn contest(name: &str) -> anyhow::Result<&'static dyn Contest> {
    contests::by_name(name).ok_or_else(|| {
        let names: Vec<_> = contests::ALL.iter().map(|contest| contest.name()).collect();
        anyhow!(
            "no contest is called {name:?}: choose from {}",
            names.join(", ")
        )
    })
}

/// Sends the log to standard error: errors only, if `quiet`.
pub(super) fn log_to_stderr(quiet: bool) {
    let level = if quiet { Level::ERROR } else { Level::INFO };
    // Somebody may have set one up before; then that one has the log.
    let _ = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_target(false)
        .try_init();
}
