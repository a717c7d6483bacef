//! Long runs of the contest server and the client, as separate processes on the loopback interface. Nothing
//! may be lost, leak or hang.
//!
//! Each test exists twice: a short one for every run of the tests, and one with the length of the settings:
//!
//! ```text
//! SOAK_GAMES=10000 SOAK_SECONDS=600 cargo test --release --test soak -- \
//!     --ignored --nocapture games::many
//! ```
//!
//! `SOAK_PLAYER` is the part of the client's command line that names the agent. `CARDSHARP_BIN` is the binary
//! to run instead of the one just built. `SOAK_GAME_MS` is the mean time of a game above which a run counts as
//! stuck, and `SOAK_SLOWEST_MS` (20) the limit of an answer. Memory and descriptors are read from `/proc`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod games;
mod hostile_clients;
mod hostile_server;
mod processes;
mod watch;

use std::time::Duration;

/// The number of games of a long run.
fn games_wanted() -> usize {
    setting("SOAK_GAMES").map_or(200, |text| text.parse().expect("SOAK_GAMES is a number"))
}

/// The duration of a long run.
fn time_wanted() -> Duration {
    let seconds = setting("SOAK_SECONDS");
    let seconds = seconds.map_or(30, |text| text.parse().expect("SOAK_SECONDS is a number"));
    Duration::from_secs(seconds)
}

/// The agent of the clients, as options of the command line.
fn player() -> String {
    setting("SOAK_PLAYER").unwrap_or_else(|| "--agent greedy-challenge".to_owned())
}

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
