//! The options that every client has, and the address of a server.

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Departure, PlayReport};
use cardsharp_game::AgentSpec;
use cardsharp_game::BadUsage;

/// The default wait between two attempts to connect. The server of Challenge refuses a client that comes back
/// within 5 s and starts the interval again. The contest's own clients wait 10 s, too.
pub const RECONNECT_WAIT: Duration = Duration::from_secs(10);

/// The settings that every contest's client has. A contest's own stand beside its client.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The agent. With `None` the contest chooses its best agent that needs no file.
    pub agent: Option<AgentSpec>,
    /// Seed of the agent's chance.
    pub seed: u64,
    /// The server's address.
    pub server: ServerAddress,
    /// Stop after this many games. With `None` the client plays until interrupted, unless a setting of the
    /// contest's own says otherwise.
    pub games: Option<NonZeroUsize>,
    /// Wait between two attempts to connect. With a web service it is the longest wait; the first waits are shorter.
    pub reconnect_wait: Duration,
    /// Stop after this many failed attempts in a row. With `None` the client never gives up.
    pub max_attempts: Option<NonZeroUsize>,
    /// The flag that makes the client stop at once. It still reports the games played.
    pub stop: Arc<AtomicBool>,
    /// Sets [`PlayOptions::stop`] at the end of the running game. The client registers its games here.
    pub departure: Departure,
    /// The account to log in with, on a web service.
    pub account: Option<Account>,
    /// The journal that each game is appended to. With `None` no game is kept.
    pub journal: Option<PathBuf>,
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

impl PlayOptions {
    /// The agent, or the one with this name if none is given.
    pub fn agent_or(&self, name: &str) -> AgentSpec {
        let named = || AgentSpec::named(name);
        self.agent.clone().unwrap_or_else(named)
    }

    /// The settings to play on `server`, with defaults for everything else.
    pub fn at(server: ServerAddress) -> PlayOptions {
        let departure = Departure::new(Arc::default());
        PlayOptions {
            agent: None,
            seed: 0,
            server,
            games: None,
            reconnect_wait: RECONNECT_WAIT,
            max_attempts: None,
            stop: departure.flag().clone(),
            departure,
            account: None,
            journal: None,
        }
    }

    /// Checks the options against the contest `name`: the address and the login that its transport requires are
    /// there, and no login that it has no use for.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(&self, name: &'static str, reach: Reach) -> Result<(), BadUsage> {
        let has_login = self.account.is_some();
        match (reach, &self.server) {
            (Reach::Socket | Reach::Stdio, _) if has_login => {
                Err(BadUsage::new(format!("the client of {name} knows no --user: leave it out")))
            }
            (Reach::Web, ServerAddress::Url(_)) if !has_login => {
                Err(BadUsage::new(format!("the server of {name} wants a login: give --user and --password-file")))
            }
            (Reach::Socket, ServerAddress::Socket { .. })
            | (Reach::Web, ServerAddress::Url(_))
            | (Reach::Stdio, ServerAddress::Stdio) => Ok(()),
            (reach, _) => Err(BadUsage::new(format!("{name} is played {reach}"))),
        }
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
#[path = "../tests/unit/play_options.rs"]
mod tests;
