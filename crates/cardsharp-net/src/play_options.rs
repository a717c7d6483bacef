//! The options of a client: settings for all contests, and those that only some contests support.

use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::known_options::{UnknownOption, check};
use crate::{Departure, PlayReport};
use cardsharp_game::AgentSpec;
use cardsharp_game::BadUsage;

/// The default wait between two attempts to connect. The server of Challenge refuses a client that comes back
/// within 5 s and starts the interval again. The contest's own clients wait 10 s, too.
pub const RECONNECT_WAIT: Duration = Duration::from_secs(10);

/// The settings of a client. All contests support the first fields; the others are the [`PlayOption`]s.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The agent. With `None` the contest chooses its best agent that needs no file.
    pub agent: Option<AgentSpec>,
    /// Seed of the agent's chance.
    pub seed: u64,
    /// The server's address.
    pub server: ServerAddress,
    /// The local address to connect from. With `None` the system chooses.
    pub from: Option<IpAddr>,
    /// Stop after this many games. With `None` the client plays until interrupted. In a contest with
    /// [`PlayOption::Repeat`] it then plays one match, or until interrupted if `repeat` is set.
    pub games: Option<NonZeroUsize>,
    /// Wait between two attempts to connect. With a web service it is the longest wait; the first waits are
    /// shorter.
    pub reconnect_wait: Duration,
    /// Stop after this many failed attempts in a row. With `None` the client never gives up.
    pub max_attempts: Option<NonZeroUsize>,
    /// The flag that makes the client stop at once. It still reports the games played.
    pub stop: Arc<AtomicBool>,
    /// Sets [`PlayOptions::stop`] at the end of the running game. The client registers its games here.
    pub departure: Departure,
    /// The account to log in with.
    pub account: Option<Account>,
    /// Play only this match.
    pub match_id: Option<String>,
    /// Play only matches with this tag.
    pub tag: Option<String>,
    /// Wait for another match after each.
    pub repeat: bool,
    /// The file that keeps what was learned of each opponent. With `None` it is kept until the client
    /// ends.
    pub memory: Option<PathBuf>,
}

/// An account on a contest server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The id or name to log in with.
    pub user: String,
    /// The file with the password.
    pub password_file: PathBuf,
}

/// The address of a contest server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerAddress {
    /// A host and a port.
    Socket {
        /// Host name or IP address.
        host: String,
        /// Port.
        port: u16,
    },
    /// The base address of a web service.
    Url(String),
    /// The process that started this one: commands come on standard input, and standard output takes nothing
    /// but answers.
    Stdio,
}

/// The transport of a contest's server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A TCP connection to a host and a port.
    Socket,
    /// A web service with a login.
    Web,
    /// Standard input and output.
    Stdio,
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reach::Socket => "over a socket: name the server by --host and --port",
            Reach::Web => "over HTTP: name the server by --url http://HOST:PORT",
            Reach::Stdio => "on standard input and output: leave --host, --port and --url out",
        })
    }
}

/// An option that only some contests support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayOption {
    /// [`PlayOptions::from`].
    From,
    /// [`PlayOptions::account`].
    Account,
    /// [`PlayOptions::match_id`].
    Match,
    /// [`PlayOptions::tag`].
    Tag,
    /// [`PlayOptions::repeat`].
    Repeat,
    /// [`PlayOptions::memory`].
    Memory,
}

impl PlayOption {
    /// All of these options.
    pub const ALL: [PlayOption; 6] = [
        PlayOption::From,
        PlayOption::Account,
        PlayOption::Match,
        PlayOption::Tag,
        PlayOption::Repeat,
        PlayOption::Memory,
    ];
}

impl fmt::Display for PlayOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayOption::From => "--from",
            PlayOption::Account => "--user",
            PlayOption::Match => "--match",
            PlayOption::Tag => "--tag",
            PlayOption::Repeat => "--loop",
            PlayOption::Memory => "--memory",
        })
    }
}

impl PlayOptions {
    /// The settings to play on `server`, with defaults for everything else.
    pub fn at(server: ServerAddress) -> PlayOptions {
        let departure = Departure::new(Arc::default());
        PlayOptions {
            agent: None,
            seed: 0,
            server,
            from: None,
            games: None,
            reconnect_wait: RECONNECT_WAIT,
            max_attempts: None,
            stop: departure.flag().clone(),
            departure,
            account: None,
            match_id: None,
            tag: None,
            repeat: false,
            memory: None,
        }
    }

    /// Checks the options against `contest`: it supports every option given, and the address and the login
    /// that it requires are there.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(
        &self,
        name: &'static str,
        reach: Reach,
        known: &[PlayOption],
    ) -> Result<(), BadUsage> {
        self.check_known(name, known)?;
        match (reach, &self.server) {
            (Reach::Web, ServerAddress::Url(_)) if self.account.is_none() => Err(BadUsage::new(
                format!("the server of {name} wants a login: give --user and --password-file"),
            )),
            (Reach::Socket, ServerAddress::Socket { .. })
            | (Reach::Web, ServerAddress::Url(_))
            | (Reach::Stdio, ServerAddress::Stdio) => Ok(()),
            (reach, _) => Err(BadUsage::new(format!("{name} is played {reach}"))),
        }
    }

    fn check_known(
        &self,
        contest: &'static str,
        known: &[PlayOption],
    ) -> Result<(), UnknownOption> {
        let given = [
            (PlayOption::From, self.from.is_some()),
            (PlayOption::Account, self.account.is_some()),
            (PlayOption::Match, self.match_id.is_some()),
            (PlayOption::Tag, self.tag.is_some()),
            (PlayOption::Repeat, self.repeat),
            (PlayOption::Memory, self.memory.is_some()),
        ];
        check("client", contest, known, given)
    }
}

/// The error of a client that gave up, with its report until then.
#[derive(Debug)]
pub struct PlayFailure {
    /// The report until the failure.
    pub report: PlayReport,
    error: Box<dyn Error + Send + Sync>,
}

impl PlayFailure {
    /// The failure of a client that gave up because of `error`.
    pub fn new(report: PlayReport, error: impl Error + Send + Sync + 'static) -> PlayFailure {
        let error = Box::new(error);
        PlayFailure { report, error }
    }
}

impl fmt::Display for PlayFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for PlayFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        // `Display` prints the error itself already.
        self.error.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_contest_does_not_know_is_refused_by_name() {
        let options = PlayOptions {
            tag: Some("final".to_owned()),
            ..PlayOptions::at(ServerAddress::Url(String::new()))
        };
        let error = options
            .check_known("whist", &[PlayOption::Account])
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the client of whist knows no --tag: leave it out"
        );
        assert_eq!(options.check_known("whist", &[PlayOption::Tag]), Ok(()));
    }
}
