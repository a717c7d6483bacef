//! The options that only this server has.

use std::path::PathBuf;
use std::time::Duration;

use cardsharp_arena::tournament::EventFormat;

/// The settings of the server that no other contest has.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Table of players.
    pub config: Option<PathBuf>,
    /// Do not slow down clients that send very many requests.
    pub no_throttle: bool,
    /// End the turns of late players without a request.
    pub watchdog: bool,
    /// With [`ServerOptions::tournament`]: the time for every move.
    pub answer_time: Option<Duration>,
    /// Run the contest's event, which ends with a tournament of this form.
    pub tournament: Option<EventFormat>,
    /// With [`ServerOptions::tournament`]: the time of open play before it.
    pub open_play: Option<Duration>,
}
