//! Play on a contest's server, and a server for practice.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cardsharp::commands::client_flags;
use cardsharp::contest::{Account, BadUsage, PlayOptions, ServerAddress};
use cardsharp::contests::challenge::server::{RunningServer, ServerConfig, Teams};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{ArgumentError, CardsharpError};
use crate::{background, bot, contests};

/// Plays on a server. The address is a host and a port, or a URL. Returns the report.
#[pyfunction]
#[pyo3(signature = (contest, agent, *, host, port, url, games, user, password_file, tag, seed, reconnect_wait,
    max_attempts, memory))]
#[allow(clippy::too_many_arguments)] // The package's own call, by name.
pub fn play_live<'py>(
    py: Python<'py>,
    contest: &str,
    agent: &Bound<'py, PyAny>,
    host: Option<String>,
    port: Option<u16>,
    url: Option<String>,
    games: Option<NonZeroUsize>,
    user: Option<String>,
    password_file: Option<PathBuf>,
    tag: Option<String>,
    seed: u64,
    reconnect_wait: f64,
    max_attempts: Option<NonZeroUsize>,
    memory: Option<PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    let contest = contests::by_name(contest)?;
    let client = contest
        .commands()
        .client
        .ok_or_else(|| ArgumentError::new_err(format!("{} has no server to play on", contest.name())))?;
    let server = match (host, port, url) {
        (Some(host), Some(port), None) => ServerAddress::Socket { host, port },
        (None, None, Some(url)) => ServerAddress::Url(url),
        (None, None, None) => ServerAddress::Stdio,
        _ => return Err(ArgumentError::new_err("give host and port, or url")),
    };
    let account = match (user, password_file) {
        (Some(user), Some(password_file)) => Some(Account { user, password_file }),
        (None, None) => None,
        _ => return Err(ArgumentError::new_err("give both user and password_file")),
    };
    let wait = Duration::try_from_secs_f64(reconnect_wait)
        .map_err(|error| ArgumentError::new_err(format!("reconnect_wait: {error}")))?;
    let agent = bot::agent(agent)?;
    let options = PlayOptions {
        agent: Some(agent.clone()),
        seed,
        games,
        account,
        reconnect_wait: wait,
        max_attempts,
        ..PlayOptions::at(server)
    };
    let checked = options.check(contest.name(), client.reach);
    checked.map_err(|error| in_python(&error.to_string()))?;
    let tag = tag.as_ref().map(|tag| ("tag", OsStr::new(tag)));
    let memory = memory.as_ref().map(|path| ("memory", path.as_os_str()));
    let given: Vec<_> = tag.into_iter().chain(memory).collect();
    let flags = client_flags(contest.name(), client, &given);
    let flags = flags.map_err(|error| in_python(&error.to_string()))?;
    let stop = options.stop.clone();
    let played = background::run(py, &stop, |_| Ok(()), move || (client.play)(&options, &flags))?;
    bot::raise_failure(py, &[agent])?;
    let report = played.map_err(|error| match error.downcast_ref::<BadUsage>() {
        Some(bad) => in_python(&bad.to_string()),
        None => CardsharpError::new_err(format!("{error:#}")),
    })?;
    let fields = PyDict::new(py);
    for (name, count) in [
        ("games", report.games),
        ("won", report.won),
        ("drawn", report.drawn),
        ("unseen", report.unseen),
        ("moves", report.moves),
        ("illegal_moves", report.illegal_moves),
        ("fallbacks", report.fallbacks),
        ("connections", report.connections),
        ("failures", report.failures),
        ("odd_messages", report.odd_messages),
    ] {
        fields.set_item(name, count)?;
    }
    fields.set_item("slowest_answer_ms", report.slowest_answer_ms)?;
    fields.set_item("opponents", report.opponents.to_vec())?;
    Ok(fields)
}

/// The fault of an argument, with the package's names for those of the command line.
fn in_python(text: &str) -> PyErr {
    let names =
        [("--url http://HOST:PORT", "url=\"http://HOST:PORT\""), ("--password-file", "password_file"), ("--", "")];
    let text = names.iter().fold(text.to_owned(), |text, (flag, name)| text.replace(flag, name));
    ArgumentError::new_err(text)
}

/// A server of Challenge in this process, on free ports of the loopback address.
#[pyclass(frozen, module = "cardsharp_cfr._native")]
pub struct ChallengeServer {
    running: Mutex<Option<RunningServer>>,
    contest: SocketAddr,
    practice: SocketAddr,
}

#[pymethods]
impl ChallengeServer {
    #[new]
    fn new(py: Python<'_>, seed: u64, reconnect_interval: f64) -> PyResult<ChallengeServer> {
        let mut config = ServerConfig::on_free_ports(Teams::Loopback, seed);
        config.reconnect_interval = Duration::try_from_secs_f64(reconnect_interval)
            .map_err(|error| ArgumentError::new_err(format!("reconnect_interval: {error}")))?;
        let running = py.detach(|| RunningServer::start(config));
        let running = running.map_err(|error| CardsharpError::new_err(error.to_string()))?;
        Ok(ChallengeServer {
            contest: running.contest_addr(),
            practice: running.test_addr(),
            running: Mutex::new(Some(running)),
        })
    }

    /// The port where teams meet.
    #[getter]
    fn port(&self) -> u16 {
        self.contest.port()
    }

    /// The port of the practice opponent.
    #[getter]
    fn practice_port(&self) -> u16 {
        self.practice.port()
    }

    /// Stops the server.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(server) = running.take() else {
            return Ok(());
        };
        drop(running);
        let stopped = py.detach(|| server.shutdown());
        stopped.map_err(|error| CardsharpError::new_err(error.to_string()))
    }
}
