//! The options of a server: settings for all contests, and those that only some contests support.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use super::known_options::{UnknownOption, check};

/// The settings of a server. All contests support address, port, data and seed. The others are the
/// [`ServeOption`]s.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port of the contest; 0 chooses a free one.
    pub port: Option<u16>,
    /// Folder of the journal.
    pub data: Option<PathBuf>,
    /// Seed of the shuffles. With `None` the seed is random and secret.
    pub seed: Option<u64>,
    /// Port of the practice opponent; 0 chooses a free one.
    pub test_port: Option<u16>,
    /// Table of teams or players.
    pub config: Option<PathBuf>,
    /// Every connection is a separate team and may come back at once.
    pub open: bool,
    /// Stop after this many games.
    pub games: Option<NonZeroUsize>,
    /// Stop after this many rounds.
    pub rounds: Option<NonZeroUsize>,
    /// Let [`ServeOptions::games`] stop a round that is under way.
    pub cut_rounds: bool,
    /// Refuse a client that comes back from the same address within this time.
    pub reconnect_interval: Option<Duration>,
    /// Penalise a team without a connection once in this interval, while its move is due.
    pub absence_interval: Option<Duration>,
    /// Fault injection: close a connection after this many messages sent on it.
    pub cut_every: Option<NonZeroUsize>,
    /// Do not slow down clients that send very many requests.
    pub no_throttle: bool,
    /// End the turns of late players without a request.
    pub watchdog: bool,
    /// Command lines of the contestants that the server starts itself, one per seat.
    pub contestants: Vec<String>,
    /// Time limit of a contestant's answer.
    pub answer_time: Option<Duration>,
    /// Memory that a contestant may take once it plays, in bytes.
    pub memory: Option<u64>,
    /// Let contestants use files, the network and any memory.
    pub unconfined: bool,
    /// Enforce the rules of the contest's document even where the contest's own server did not.
    pub strict: bool,
    /// The sync policy of the data folder. With `None` it is the contest's default.
    pub sync: Option<SyncPolicy>,
    /// Run the contest's event, which ends with a tournament of this form.
    pub tournament: Option<EventFormat>,
    /// With [`ServeOptions::tournament`]: the time of open play before it.
    pub open_play: Option<Duration>,
    /// With [`ServeOptions::tournament`]: the part of open play at its end in which absent teams must play.
    pub last_hour: Option<Duration>,
    /// Port of the pages for a browser; 0 chooses a free one.
    pub pages: Option<u16>,
}

/// The form of the tournament that ends an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventFormat {
    /// Every table of entrants meets once
    RoundRobin,
    /// Who loses a match is out
    SingleElimination,
    /// Who loses two matches is out
    DoubleElimination,
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
            seed: None,
            test_port: None,
            config: None,
            open: false,
            games: None,
            rounds: None,
            cut_rounds: false,
            reconnect_interval: None,
            absence_interval: None,
            cut_every: None,
            no_throttle: false,
            watchdog: false,
            contestants: Vec::new(),
            answer_time: None,
            memory: None,
            unconfined: false,
            strict: false,
            sync: None,
            tournament: None,
            open_play: None,
            last_hour: None,
            pages: None,
        }
    }
}

/// An option that only some contests support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServeOption {
    /// [`ServeOptions::test_port`].
    TestPort,
    /// [`ServeOptions::config`].
    Config,
    /// [`ServeOptions::open`].
    Open,
    /// [`ServeOptions::games`].
    Games,
    /// [`ServeOptions::rounds`].
    Rounds,
    /// [`ServeOptions::cut_rounds`].
    CutRounds,
    /// [`ServeOptions::reconnect_interval`].
    ReconnectInterval,
    /// [`ServeOptions::absence_interval`].
    AbsenceInterval,
    /// [`ServeOptions::cut_every`].
    CutEvery,
    /// [`ServeOptions::no_throttle`].
    NoThrottle,
    /// [`ServeOptions::watchdog`].
    Watchdog,
    /// [`ServeOptions::contestants`].
    Contestants,
    /// [`ServeOptions::answer_time`].
    AnswerTime,
    /// [`ServeOptions::memory`].
    Memory,
    /// [`ServeOptions::unconfined`].
    Unconfined,
    /// [`ServeOptions::strict`].
    Strict,
    /// [`ServeOptions::sync`].
    Sync,
    /// [`ServeOptions::tournament`].
    Tournament,
    /// [`ServeOptions::open_play`].
    OpenPlay,
    /// [`ServeOptions::last_hour`].
    LastHour,
    /// [`ServeOptions::pages`].
    Pages,
}

impl ServeOption {
    /// All of these options.
    pub const ALL: [ServeOption; 21] = [
        ServeOption::TestPort,
        ServeOption::Config,
        ServeOption::Open,
        ServeOption::Games,
        ServeOption::Rounds,
        ServeOption::CutRounds,
        ServeOption::ReconnectInterval,
        ServeOption::AbsenceInterval,
        ServeOption::CutEvery,
        ServeOption::NoThrottle,
        ServeOption::Watchdog,
        ServeOption::Contestants,
        ServeOption::AnswerTime,
        ServeOption::Memory,
        ServeOption::Unconfined,
        ServeOption::Strict,
        ServeOption::Sync,
        ServeOption::Tournament,
        ServeOption::OpenPlay,
        ServeOption::LastHour,
        ServeOption::Pages,
    ];
}

impl fmt::Display for ServeOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ServeOption::TestPort => "--test-port",
            ServeOption::Config => "--config",
            ServeOption::Open => "--open",
            ServeOption::Games => "--games",
            ServeOption::Rounds => "--rounds",
            ServeOption::CutRounds => "--cut-rounds",
            ServeOption::ReconnectInterval => "--reconnect-interval",
            ServeOption::AbsenceInterval => "--absence-interval",
            ServeOption::CutEvery => "--cut-every",
            ServeOption::NoThrottle => "--no-throttle",
            ServeOption::Watchdog => "--watchdog",
            ServeOption::Contestants => "-- CONTESTANT...",
            ServeOption::AnswerTime => "--answer-time",
            ServeOption::Memory => "--memory",
            ServeOption::Unconfined => "--unconfined",
            ServeOption::Strict => "--strict",
            ServeOption::Sync => "--sync",
            ServeOption::Tournament => "--tournament",
            ServeOption::OpenPlay => "--open-play",
            ServeOption::LastHour => "--last-hour",
            ServeOption::Pages => "--pages",
        })
    }
}

impl ServeOptions {
    /// Checks the options against `contest`, which supports those in `known`.
    ///
    /// # Errors
    ///
    /// The first unsupported option.
    pub fn check(&self, contest: &'static str, known: &[ServeOption]) -> Result<(), UnknownOption> {
        let given = [
            (ServeOption::TestPort, self.test_port.is_some()),
            (ServeOption::Config, self.config.is_some()),
            (ServeOption::Open, self.open),
            (ServeOption::Games, self.games.is_some()),
            (ServeOption::Rounds, self.rounds.is_some()),
            (ServeOption::CutRounds, self.cut_rounds),
            (
                ServeOption::ReconnectInterval,
                self.reconnect_interval.is_some(),
            ),
            (
                ServeOption::AbsenceInterval,
                self.absence_interval.is_some(),
            ),
            (ServeOption::CutEvery, self.cut_every.is_some()),
            (ServeOption::NoThrottle, self.no_throttle),
            (ServeOption::Watchdog, self.watchdog),
            (ServeOption::Contestants, !self.contestants.is_empty()),
            (ServeOption::AnswerTime, self.answer_time.is_some()),
            (ServeOption::Memory, self.memory.is_some()),
            (ServeOption::Unconfined, self.unconfined),
            (ServeOption::Strict, self.strict),
            (ServeOption::Sync, self.sync.is_some()),
            (ServeOption::Tournament, self.tournament.is_some()),
            (ServeOption::OpenPlay, self.open_play.is_some()),
            (ServeOption::LastHour, self.last_hour.is_some()),
            (ServeOption::Pages, self.pages.is_some()),
        ];
        check("server", contest, known, given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_contest_does_not_know_is_refused_by_name() {
        let options = ServeOptions {
            open: true,
            watchdog: true,
            ..ServeOptions::default()
        };
        let known = [ServeOption::Open, ServeOption::Games];
        let error = options.check("whist", &known).unwrap_err();
        assert_eq!(error.option, "--watchdog");
        assert_eq!(
            error.to_string(),
            "the server of whist knows no --watchdog: leave it out"
        );
        let plain = ServeOptions::default();
        assert_eq!(plain.check("whist", &[]), Ok(()));
    }
}
