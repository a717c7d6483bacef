//! The faults of players and connections, and their log.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use cardsharp_challenge_game::rules::IllegalMove;
use cardsharp_challenge_game::wire::{AnswerFault, FrameTooLong};

/// A reason for a penalty. Its message is the reason that the offender and the record receive.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Failure {
    /// Not connected when the move was due.
    #[error("client not currently connected")]
    Away,
    /// The connection was lost while the request was open, or a newer one took its place.
    #[error("the connection was lost before an answer came")]
    ConnectionLost,
    /// No time was left on the clock.
    #[error("out of time")]
    OutOfTime,
    /// The answer cannot be understood.
    #[error("{0}")]
    Unreadable(AnswerFault),
    /// The answer can be understood, but the move is illegal.
    #[error("{0}")]
    Illegal(IllegalMove),
}

/// A reason to refuse a connection or to close it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum PeerFault {
    /// No team has this address.
    #[error("refused: no team has this address")]
    UnknownHost,
    /// The rule of 5 seconds between two attempts.
    #[error("refused: came back within 5 s, so the 5 s begin again")]
    TooSoon,
    /// The limit of connections is reached.
    #[error("refused: {0} connections are open already")]
    TooManyConnections(usize),
    /// The length is too large for a move.
    #[error("cut off: {0}")]
    FrameTooLong(#[from] FrameTooLong),
    /// A message that was begun and not finished in time.
    #[error("cut off: a message was begun and not finished within {} s", .0.as_secs())]
    HalfFrame(Duration),
    /// Too many messages in a row that answer no request.
    #[error("cut off: {0} messages in a row that answer no request")]
    Chatter(u32),
    /// The other end does not read the messages sent to it.
    #[error("cut off: does not read what is sent to it")]
    NotReading,
    /// A player who received requests in several games and never answered.
    #[error("cut off: answered nothing in {0} games")]
    Mute(u32),
    /// Closed by the server's own fault injection.
    #[error("cut off on purpose after {0} messages")]
    CutOnPurpose(usize),
}

/// The largest number of lines about connections that is written in one second.
const LINES_PER_SECOND: u32 = 20;

/// Logs lines about connections, with a limit per second, so that faults of one connection cannot
/// fill the disk. Omitted lines are counted, and the next line reports the count.
#[derive(Debug, Default)]
pub(super) struct PeerLog(Mutex<Window>);

#[derive(Debug, Default)]
struct Window {
    began: Option<Instant>,
    lines: u32,
    left_out: u64,
}

impl PeerLog {
    /// Logs that a connection was refused or closed, or a player penalised.
    pub(super) fn note(&self, host: IpAddr, port: impl fmt::Display, what: &dyn fmt::Display) {
        if let Some(left_out) = self.admit(Instant::now()) {
            if left_out > 0 {
                tracing::warn!("lines about peers that were left out: {left_out}");
            }
            tracing::warn!(%host, %port, "{what}");
        }
    }

    /// The number of lines omitted since the last one, if a line may be written now.
    fn admit(&self, now: Instant) -> Option<u64> {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = window.began.is_none_or(|began| now.duration_since(began) >= Duration::from_secs(1));
        if fresh {
            window.began = Some(now);
            window.lines = 0;
        }
        if window.lines == LINES_PER_SECOND {
            window.left_out += 1;
            return None;
        }
        window.lines += 1;
        Some(std::mem::take(&mut window.left_out))
    }
}

#[cfg(test)]
#[path = "../tests/unit/faults.rs"]
mod tests;
