//! What peers do wrong, and the log of it.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::contests::challenge::rules::IllegalMove;
use crate::contests::challenge::wire::{AnswerFault, FrameTooLong};

/// Why a player is penalised; in words it is the reason that the offender and the record get.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Failure {
    /// Not connected when the move was due.
    #[error("client not currently connected")]
    Away,
    /// The connection went while the answer was awaited, or a newer one took its place.
    #[error("the connection was lost before an answer came")]
    ConnectionLost,
    /// No time left on the clock.
    #[error("out of time")]
    OutOfTime,
    /// What came cannot be understood.
    #[error("{0}")]
    Unreadable(AnswerFault),
    /// What came can be understood and is not allowed.
    #[error("{0}")]
    Illegal(IllegalMove),
}

/// Why a peer is refused or cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum PeerFault {
    /// No team has this address.
    #[error("refused: no team has this address")]
    UnknownHost,
    /// The 5-second rule.
    #[error("refused: came back within 5 s, so the 5 s begin again")]
    TooSoon,
    /// As many connections as we keep.
    #[error("refused: {0} connections are open already")]
    TooManyConnections(usize),
    /// A length no move has.
    #[error("cut off: {0}")]
    FrameTooLong(#[from] FrameTooLong),
    /// A message that was begun and never finished.
    #[error("cut off: a message was begun and not finished within {} s", .0.as_secs())]
    HalfFrame(Duration),
    /// Messages without end that answer nothing.
    #[error("cut off: {0} messages in a row that answer no request")]
    Chatter(u32),
    /// Does not take what is sent to it.
    #[error("cut off: does not read what is sent to it")]
    NotReading,
    /// Asked in game after game and never answered.
    #[error("cut off: answered nothing in {0} games")]
    Mute(u32),
    /// Cut by the server's own fault injection.
    #[error("cut off on purpose after {0} messages")]
    CutOnPurpose(usize),
}

/// Lines about peers that are written in a second at most.
const LINES_PER_SECOND: u32 = 20;

/// Writes a line about a peer, but only so many a second: a peer must not fill the disk with its
/// faults. What was left out is counted, and said with the next line that is written.
#[derive(Debug, Default)]
pub(super) struct PeerLog(Mutex<Window>);

#[derive(Debug, Default)]
struct Window {
    began: Option<Instant>,
    lines: u32,
    left_out: u64,
}

impl PeerLog {
    /// Notes that a peer was refused, cut off or penalised.
    pub(super) fn note(&self, host: IpAddr, port: impl fmt::Display, what: &dyn fmt::Display) {
        if let Some(left_out) = self.admit(Instant::now()) {
            if left_out > 0 {
                tracing::warn!("{left_out} lines about peers were left out");
            }
            tracing::warn!(%host, %port, "{what}");
        }
    }

    /// Whether a line may be written now, and how many have not been since the last one.
    fn admit(&self, now: Instant) -> Option<u64> {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = window
            .began
            .is_none_or(|began| now.duration_since(began) >= Duration::from_secs(1));
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
mod tests {
    use super::*;

    #[test]
    fn lines_are_limited_and_the_rest_counted() {
        let log = PeerLog::default();
        let start = Instant::now();
        let written = (0..1000).filter(|_| log.admit(start).is_some()).count();
        assert_eq!(written, LINES_PER_SECOND as usize);
        assert_eq!(log.admit(start + Duration::from_secs(1)), Some(980));
        assert_eq!(log.admit(start + Duration::from_secs(1)), Some(0));
    }
}
