//! The contestant: an agent that plays on standard input and output. Only cards are written to standard output.

mod session;

pub use session::{Answer, Session};

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use cardsharp_arena::JournalError;
use cardsharp_commands::ClientJournal;
use cardsharp_net::PlayReport;
use cardsharp_net::{PlayOptions, ServerAddress};
use cardsharp_tricky_eights_bots::TrickyEightsGame;
use cardsharp_tricky_eights_bots::agents::Agent;
use cardsharp_tricky_eights_game::wire::commands;

/// The default agent of `play`: the best hand-written agent.
pub(crate) const BEST_AGENT: &str = "search";

/// The time between two looks at the stop flag while no command comes.
const STOP_CHECK: Duration = Duration::from_millis(100);
/// The most bytes that are read as one line. The longest command has fewer than a hundred.
const MAX_LINE: u64 = 64 * 1024;

/// The reason why a contestant cannot continue.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is not played over the network.
    #[error(
        "a contestant of Tricky Eights plays on standard input and output: leave out {0}, and let \
         `cardsharp serve tricky-eights` start it"
    )]
    NoServer(&'static str),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The commands cannot be read, or the answers cannot be written.
    #[error("standard input or output has failed: {0}")]
    Stream(#[from] io::Error),
    /// The thread that reads cannot be started.
    #[error("the thread that reads standard input could not be started: {0}")]
    Start(io::Error),
}

/// Plays on this process's standard input and output. It ends with the input, with the last game of
/// `options`, once its stop flag is set, or if the agent has failed and leaves.
///
/// # Errors
///
/// [`ClientError`]. If the reader of the answers has closed its end, the session ends without an
/// error, as at the end of the input.
pub fn play(options: &PlayOptions, agent: Box<dyn Agent<TrickyEightsGame>>) -> Result<PlayReport, ClientError> {
    play_on(options, agent, BufReader::new(io::stdin()), io::stdout().lock())
}

/// The same on other streams: commands come from `input`, and `output` takes the answers.
///
/// # Errors
///
/// As [`play`].
pub fn play_on(
    options: &PlayOptions,
    agent: Box<dyn Agent<TrickyEightsGame>>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<PlayReport, ClientError> {
    match &options.server {
        ServerAddress::Stdio => {}
        ServerAddress::Socket { .. } => return Err(ClientError::NoServer("--host and --port")),
        ServerAddress::Url(_) => return Err(ClientError::NoServer("--url")),
    }
    let name = options.agent_or(BEST_AGENT).to_string();
    let mut journal = ClientJournal::open(options.journal.as_deref(), "tricky-eights", name, options.seed)?;
    let (lines, received) = sync_channel(64);
    std::thread::Builder::new()
        .name("standard-input".to_owned())
        .spawn(move || read_lines(input, &lines))
        .map_err(ClientError::Start)?;
    let mut session = Session::new(agent);
    match answer_all(options, (&mut session, &mut journal), &received, output) {
        Err(ClientError::Stream(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(error),
        Ok(()) => {}
    }
    Ok(session.into_report())
}

/// A line and the time at which it was read.
type Line = io::Result<(Instant, Vec<u8>)>;

fn read_lines(mut input: impl BufRead, lines: &SyncSender<Line>) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let sent = match read {
            Ok(0) => return,
            Ok(_) => lines.send(Ok((Instant::now(), line))),
            Err(error) => lines.send(Err(error)),
        };
        if sent.is_err() {
            return;
        }
    }
}

fn answer_all(
    options: &PlayOptions,
    (session, journal): (&mut Session, &mut ClientJournal),
    received: &Receiver<Line>,
    mut output: impl Write,
) -> Result<(), ClientError> {
    let stopped = || options.stop.load(std::sync::atomic::Ordering::Relaxed);
    while !stopped() {
        let (arrived, line) = match received.recv_timeout(STOP_CHECK) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        for command in commands(&String::from_utf8_lossy(&line)) {
            let answer = match command {
                Ok(command) => session.handle(&command),
                Err(error) => {
                    tracing::warn!("{error}");
                    session.count_invalid_line();
                    None
                }
            };
            if let Some(game) = session.take_game() {
                journal.append(game);
            }
            if session.has_left() {
                return Ok(());
            }
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
