//! The contest server and the client for hours, as processes of their own, on the loopback
//! interface: nothing may be lost, leak or hang.
//!
//! Each test comes twice: in brief, for every run of the tests, and as long as asked for:
//!
//! ```text
//! SOAK_GAMES=10000 SOAK_SECONDS=600 cargo test --release --test soak -- \
//!     --ignored --nocapture games::many
//! ```
//!
//! `SOAK_PLAYER` is how the client is told what to play, `CARDSHARP_BIN` the binary to run instead
//! of the one just built. Memory and descriptors are read from `/proc`.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod games;
mod hostile_clients;
mod hostile_server;
mod processes;
mod watch;

use std::time::Duration;

/// How many games a long run has.
fn games_wanted() -> usize {
    setting("SOAK_GAMES").map_or(200, |text| text.parse().expect("SOAK_GAMES is a number"))
}

/// How long a long run lasts.
fn time_wanted() -> Duration {
    let seconds = setting("SOAK_SECONDS");
    let seconds = seconds.map_or(30, |text| text.parse().expect("SOAK_SECONDS is a number"));
    Duration::from_secs(seconds)
}

/// What the clients play, as they are told on the command line.
fn player() -> String {
    setting("SOAK_PLAYER").unwrap_or_else(|| "--agent greedy-challenge".to_owned())
}

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
