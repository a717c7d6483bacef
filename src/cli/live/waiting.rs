//! A line every few seconds while a client waits for a game. It shows that the client is still running.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cardsharp_net::Departure;

/// Time between two lines.
const EVERY: Duration = Duration::from_secs(5);
/// Time between two checks for a new game.
const TICK: Duration = Duration::from_millis(100);

/// A thread that logs the time that a client has been waiting for a game. Without a terminal it also logs the
/// time that the client has been in a game. The thread ends when this is dropped.
#[derive(Debug)]
pub(super) struct Waiting {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Starts the thread. It counts the games of `departure`.
    ///
    /// # Errors
    ///
    /// The thread cannot be started.
    pub(super) fn watch(departure: &Departure) -> io::Result<Waiting> {
        let departure = departure.clone();
        let (end, ended) = channel();
        let thread = std::thread::Builder::new().name("waiting".into());
        let thread = thread.spawn(move || log_waiting(&departure, &ended))?;
        Ok(Waiting { end: Some(end), thread: Some(thread) })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn log_waiting(departure: &Departure, ended: &Receiver<()>) {
    let alone = !io::stderr().is_terminal();
    let (mut games, mut since, mut said) = (departure.games(), Instant::now(), Instant::now());
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        let now = departure.games();
        if now != games {
            (games, since, said) = (now, Instant::now(), Instant::now());
        }
        if said.elapsed() < EVERY {
            continue;
        }
        said = Instant::now();
        let seconds = since.elapsed().as_secs();
        match games {
            0 => tracing::info!("waiting for an opponent for {seconds} s"),
            _ if alone => tracing::info!("in a game for {seconds} s"),
            _ => {}
        }
    }
}
