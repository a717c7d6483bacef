//! How to play on a contest server, and which of the options a contest knows.

use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::known_options::{BadUsage, UnknownOption, check};
use super::{AgentSpec, ContestClient};
use crate::live::http::client::service_address;
use crate::live::{Departure, PlayReport};

/// What a client waits between attempts to connect unless told otherwise. Challenge refuses who comes
/// back within 5 s, and starts them again; its own clients wait as long as this.
pub const RECONNECT_WAIT: Duration = Duration::from_secs(10);

/// How to play on a contest server. What is there for all contests comes first; the others are the
/// [`PlayOption`]s.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The agent; none takes the contest's best that needs no file.
    pub agent: Option<AgentSpec>,
    /// Seed of the agent's own chance.
    pub seed: u64,
    /// Where the server is: host and port, a base address, or the other end of standard input and output.
    pub server: ServerAddress,
    /// The address to connect from; none lets the system choose.
    pub from: Option<IpAddr>,
    /// Stop after this many games; none goes on until interrupted, or, in a contest that knows
    /// [`PlayOption::Repeat`], as that says.
    pub games: Option<NonZeroUsize>,
    /// Wait between attempts to connect; with a web service the longest, the first being short.
    pub reconnect_wait: Duration,
    /// Give up after this many failed attempts in a row; none never does.
    pub max_attempts: Option<NonZeroUsize>,
    /// Set from outside to make it stop; what has been played is reported all the same.
    pub stop: Arc<AtomicBool>,
    /// Sets [`PlayOptions::stop`] once the running game is over. A client marks its games there.
    pub departure: Departure,
    /// Who logs in.
    pub account: Option<Account>,
    /// Play this match and no other.
    pub match_id: Option<String>,
    /// Play matches with this tag only.
    pub tag: Option<String>,
    /// After a match wait for the next.
    pub repeat: bool,
}

/// Somebody who logs in to a contest server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Id or name.
    pub user: String,
    /// The file with the password.
    pub password_file: PathBuf,
}

/// Where a contest server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerAddress {
    /// A host and a port.
    Socket {
        /// Name or address.
        host: String,
        /// Port.
        port: u16,
    },
    /// A base address of a web service.
    Url(String),
    /// Whoever has started this process: commands come on standard input, and standard output is for
    /// the answers alone.
    Stdio,
}

/// How a contest's server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// By a TCP connection to a host and a port.
    Socket,
    /// As a web service, where one logs in.
    Web,
    /// By standard input and output.
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

/// An option that not every contest has.
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
}

impl PlayOption {
    /// Every one of them.
    pub const ALL: [PlayOption; 5] = [
        PlayOption::From,
        PlayOption::Account,
        PlayOption::Match,
        PlayOption::Tag,
        PlayOption::Repeat,
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
        })
    }
}

impl PlayOptions {
    /// Plays there, with nothing else said.
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
        }
    }

    /// Checks that the client of the contest `name` takes these options, and has those that it needs.
    ///
    /// # Errors
    ///
    /// The first option that is wrong or missing.
    pub fn check(&self, name: &'static str, client: &dyn ContestClient) -> Result<(), BadUsage> {
        self.check_known(name, client.options())?;
        match (client.reach(), &self.server) {
            (Reach::Socket, ServerAddress::Socket { .. })
            | (Reach::Stdio, ServerAddress::Stdio) => Ok(()),
            (Reach::Web, ServerAddress::Url(_)) if self.account.is_none() => Err(BadUsage::new(
                format!("the server of {name} wants a login: give --user and --password-file"),
            )),
            (Reach::Web, ServerAddress::Url(url)) => match service_address(url) {
                Ok(_) => Ok(()),
                Err(bad) => Err(BadUsage::new(bad)),
            },
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
        ];
        check("client", contest, known, given)
    }
}

/// A client that had to give up, and how it went until then.
#[derive(Debug)]
pub struct PlayFailure {
    /// What happened before.
    pub report: PlayReport,
    error: Box<dyn Error + Send + Sync>,
}

impl PlayFailure {
    /// A client that had to give up because of `error`.
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
        // It says itself what its error says.
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
