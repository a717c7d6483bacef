//! The contestant: an agent that plays on standard input and output. Standard output holds cards
//! alone.

mod session;

pub use session::{Answer, Session};

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::agents::Agent;
use super::wire::commands;
use crate::contests::{PlayOptions, PlayReport, ServerAddress};

/// How often the stop flag is looked at while nothing is said.
const STOP_CHECK: Duration = Duration::from_millis(100);
/// Bytes of a line that are read as one; the longest command has less than a hundred.
const LONGEST_LINE: u64 = 64 * 1024;

/// Why a contestant cannot go on.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is not played over the network.
    #[error(
        "a contestant of Tricky Eights plays on standard input and output: leave out {0}, and let \
         `cardsharp serve tricky-eights` start it"
    )]
    NoServer(&'static str),
    /// The commands cannot be read, or the answers not be written.
    #[error("standard input or output has failed: {0}")]
    Stream(#[from] io::Error),
    /// No thread to read with.
    #[error("the thread that reads standard input could not be started: {0}")]
    Start(io::Error),
}

/// Plays on this process's standard input and output until the input ends, the games of `options` are
/// over, or its stop flag is set.
///
/// # Errors
///
/// [`ClientError`]. That nobody reads the answers any more is an end like that of the input.
pub fn play(options: &PlayOptions, agent: Box<dyn Agent>) -> Result<PlayReport, ClientError> {
    match &options.server {
        ServerAddress::Stdio => {}
        ServerAddress::Socket { .. } => return Err(ClientError::NoServer("--host and --port")),
        ServerAddress::Url(_) => return Err(ClientError::NoServer("--url")),
    }
    let (lines, heard) = sync_channel(64);
    std::thread::Builder::new()
        .name("standard-input".to_owned())
        .spawn(move || read_lines(io::stdin().lock(), &lines))
        .map_err(ClientError::Start)?;
    let mut session = Session::new(agent);
    match answer_all(options, &mut session, &heard, io::stdout().lock()) {
        Err(ClientError::Stream(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(error),
        Ok(()) => {}
    }
    Ok(session.into_report())
}

/// A line, and when it was read.
type Line = io::Result<(Instant, Vec<u8>)>;

fn read_lines(mut input: impl BufRead, lines: &SyncSender<Line>) {
    loop {
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let said = match read {
            Ok(0) => return,
            Ok(_) => lines.send(Ok((Instant::now(), line))),
            Err(error) => lines.send(Err(error)),
        };
        if said.is_err() {
            return;
        }
    }
}

fn answer_all(
    options: &PlayOptions,
    session: &mut Session,
    heard: &Receiver<Line>,
    mut output: impl Write,
) -> Result<(), ClientError> {
    let stopped = || options.stop.load(std::sync::atomic::Ordering::Relaxed);
    while !stopped() {
        let (arrived, line) = match heard.recv_timeout(STOP_CHECK) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        for command in commands(&String::from_utf8_lossy(&line)) {
            let answer = match command {
                Ok(command) => session.hear(&command),
                Err(error) => {
                    tracing::warn!("{error}");
                    session.hear_nonsense();
                    None
                }
            };
            if let Some(Answer { card, .. }) = answer {
                writeln!(output, "{card}")?;
                output.flush()?;
                session.answered(arrived.elapsed());
            }
        }
        let games = options.games.map(|games| games.get() as u64);
        if games.is_some_and(|games| session.report().games >= games) {
            return Ok(());
        }
    }
    Ok(())
}
