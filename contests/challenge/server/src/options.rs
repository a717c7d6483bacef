//! The options that only this server has.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use cardsharp_arena::tournament::EventFormat;

/// The settings of the server that no other contest has.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Table of teams.
    pub config: Option<PathBuf>,
    /// Port of the practice opponent; 0 chooses a free one. With `None` it is the contest's own.
    pub test_port: Option<u16>,
    /// Stop after this many rounds.
    pub rounds: Option<NonZeroUsize>,
    /// Let [`ServeOptions::games`](cardsharp_net::ServeOptions::games) stop a round that is under way.
    pub cut_rounds: bool,
    /// Every connection is a separate team and may come back at once.
    pub open: bool,
    /// Refuse a client that comes back from the same address within this time.
    pub reconnect_interval: Option<Duration>,
    /// Penalise a team without a connection once in this interval, while its move is due.
    pub absence_interval: Option<Duration>,
    /// Fault injection: close a connection after this many messages sent on it.
    pub cut_every: Option<NonZeroUsize>,
    /// Run the contest's event, which ends with a tournament of this form.
    pub tournament: Option<EventFormat>,
    /// With [`ServerOptions::tournament`]: the time of open play before it.
    pub open_play: Option<Duration>,
    /// With [`ServerOptions::tournament`]: the part of open play at its end in which absent teams must play.
    pub last_hour: Option<Duration>,
}
