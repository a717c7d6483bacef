//! One connection to a contest server, from greeting to end.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};

use super::incoming::Incoming;
use super::tracker::{Tracker, due};
use crate::contests::challenge::agents::Agent;
use crate::contests::challenge::rules::{Cards, Due, Move};
use crate::contests::challenge::wire::{
    ClientMessage, FrameDecoder, Outcome, RequestMessage, ResultMessage, encode_frame,
};
use crate::contests::stop_flag::STOP_CHECK;
use crate::contests::{Departure, PlayReport, RunningGame};

/// With less time on the clock than this, the agent is not asked: a thread that is held up for a
/// moment must not cost the game.
const TOO_LATE_TO_THINK: Duration = Duration::from_millis(60);
/// What is kept from the agent of the time on the clock, for the way there and back.
const RESERVE: Duration = Duration::from_millis(50);
/// How long a write may take before the connection counts as lost.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// How long a message that was begun may take to arrive.
const FRAME_PATIENCE: Duration = Duration::from_secs(10);
/// After how much silence the system asks a connection whether it is still there.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// How often it asks again before it gives the connection up.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// How a connection came to its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SessionEnd {
    /// All games that were asked for are over.
    Done,
    /// Told to stop.
    Stopped,
    /// The server knows no team with our address.
    Refused { seen_host: String, message: String },
    /// It is gone, after a greeting or without one.
    Lost { greeted: bool },
}

/// Somebody who plays, with what is remembered from one connection to the next.
pub(super) struct Player<'a> {
    pub(super) agent: Box<dyn Agent>,
    pub(super) tracker: Tracker,
    pub(super) report: PlayReport,
    /// Stop after so many games.
    pub(super) games: Option<u64>,
    pub(super) stop: &'a AtomicBool,
    /// Marked while a game goes on, so that it can be finished before the client leaves.
    pub(super) departure: &'a Departure,
    pub(super) running: Option<RunningGame>,
    /// An answer was sent on this connection and no result has come since.
    pub(super) awaits_result: bool,
}

impl Player<'_> {
    /// Plays on a connection until it ends.
    pub(super) fn run(&mut self, mut stream: TcpStream) -> SessionEnd {
        self.tracker.lose_sight();
        self.awaits_result = false;
        let odd_before = self.report.odd_messages;
        let mut greeted = false;
        let end = match self.converse(&mut stream, &mut greeted) {
            Ok(end) => end,
            Err(error) => {
                // What the server has done is for a person to know; that it went is daily business.
                match error.kind() {
                    ErrorKind::InvalidData => tracing::warn!("hanging up: {error}"),
                    _ => tracing::debug!(%error, "the connection is gone"),
                }
                SessionEnd::Lost { greeted }
            }
        };
        // What was sent must arrive; the rest no longer matters.
        let _ = stream.shutdown(Shutdown::Both);
        let odd = self.report.odd_messages - odd_before;
        if odd > 0 {
            tracing::warn!("{odd} messages made no sense and were passed over");
        }
        end
    }

    fn converse(&mut self, stream: &mut TcpStream, greeted: &mut bool) -> io::Result<SessionEnd> {
        tune(stream)?;
        let mut decoder = FrameDecoder::default();
        let mut bytes = [0; 4096];
        let mut begun: Option<Instant> = None;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(SessionEnd::Stopped);
            }
            if begun.is_some_and(|begun| begun.elapsed() >= FRAME_PATIENCE) {
                self.report.odd_messages += 1;
                return Err(half_frame());
            }
            match stream.read(&mut bytes) {
                Ok(0) => return Ok(SessionEnd::Lost { greeted: *greeted }),
                Ok(count) => decoder.push(&bytes[..count]),
                Err(error) if is_pause(&error) => continue,
                Err(error) => return Err(error),
            }
            let arrived = Instant::now();
            loop {
                let frame = match decoder.next_frame() {
                    Ok(Some(frame)) => frame,
                    Ok(None) => break,
                    Err(error) => {
                        self.report.odd_messages += 1;
                        return Err(io::Error::new(ErrorKind::InvalidData, error));
                    }
                };
                begun = None;
                let incoming = Incoming::read(frame);
                if let Some(end) = self.take(incoming, stream, arrived, greeted)? {
                    return Ok(end);
                }
            }
            if decoder.is_inside_frame() {
                begun.get_or_insert(arrived);
            }
        }
    }

    fn take(
        &mut self,
        incoming: Incoming,
        stream: &mut TcpStream,
        arrived: Instant,
        greeted: &mut bool,
    ) -> io::Result<Option<SessionEnd>> {
        match incoming {
            Incoming::Greeting { team_id } => {
                *greeted = true;
                tracing::info!("connected as team {team_id}");
            }
            Incoming::Refusal { seen_host, message } if !*greeted => {
                return Ok(Some(SessionEnd::Refused { seen_host, message }));
            }
            Incoming::Request(request) => {
                self.note_game(&request);
                if self.is_done() {
                    return Ok(Some(SessionEnd::Done));
                }
                let chosen = self.decide(&request);
                if self.agent.has_left() {
                    return Ok(Some(SessionEnd::Stopped));
                }
                self.answer(stream, request.request_id, chosen, arrived)?;
                self.tracker.answered(&request, chosen);
            }
            Incoming::Garbled {
                request,
                request_id,
                hand,
            } => {
                self.report.odd_messages += 1;
                // The card that is played now belongs to a position that is not known.
                self.tracker.lose_sight();
                if let Some(chosen) = self.fall_back(due(request), hand) {
                    self.answer(stream, request_id, chosen, arrived)?;
                }
            }
            Incoming::Result(result) => {
                self.note_result(&result);
                if self.is_done() {
                    return Ok(Some(SessionEnd::Done));
                }
            }
            Incoming::Refusal { .. } | Incoming::Odd => self.report.odd_messages += 1,
        }
        Ok(None)
    }

    fn is_done(&self) -> bool {
        self.games.is_some_and(|games| self.report.games >= games)
    }

    /// A request of another game: if the last one has not ended before our eyes, it has ended
    /// without them.
    fn note_game(&mut self, request: &RequestMessage) {
        let before = self.tracker.game_id();
        if before == Some(request.state.game_id) {
            return;
        }
        if before.is_some() {
            self.report.games += 1;
            self.report.unseen += 1;
        }
        // The last game has to be over before this one begins, or nobody could leave between them.
        self.running = None;
        self.running = Some(self.departure.begin_game());
        self.agent.start_game();
    }

    fn note_result(&mut self, message: &ResultMessage) {
        let known = self.tracker.game_id().is_some();
        if let Outcome::GameWon { .. } = message.result {
            self.running = None;
        }
        match message.result {
            Outcome::GameWon { by } if known => {
                self.report.games += 1;
                self.report.won += u64::from(by == message.your_player_num);
            }
            // The end of a game in which we were never asked: nothing to count.
            Outcome::GameWon { .. } => {}
            // Without an answer it is the penalty for having been away.
            Outcome::Error { ref reason } => {
                self.report.illegal_moves += u64::from(self.awaits_result);
                tracing::debug!(%reason, "penalised");
            }
            _ => {}
        }
        self.awaits_result = false;
        self.tracker.result(message);
    }

    /// The agent's move if it is legal, else one that is.
    fn decide(&mut self, request: &RequestMessage) -> Move {
        let (due, hand) = (due(request.request), request.state.hand);
        let chosen = match self.tracker.request(request) {
            Ok(mut sight) if sight.remaining >= TOO_LATE_TO_THINK => {
                sight.remaining -= RESERVE;
                let chosen = self.agent.decide(&sight);
                sight.allows(chosen).then_some(chosen)
            }
            Ok(_) => None,
            Err(error) => {
                self.report.odd_messages += 1;
                tracing::debug!(%error, "answered by rule of thumb");
                None
            }
        };
        match chosen {
            Some(chosen) => chosen,
            // Nothing to play from an empty hand, which no server of this game asks for.
            None => self.fall_back(due, hand).unwrap_or(Move::Reject),
        }
    }

    /// The lowest card, or a refusal; none without a card.
    fn fall_back(&mut self, due: Due, hand: Cards) -> Option<Move> {
        self.report.fallbacks += 1;
        match due {
            Due::Card => hand.lowest().map(Move::Play),
            Due::Answer => Some(Move::Reject),
        }
    }

    fn answer(
        &mut self,
        stream: &mut TcpStream,
        request_id: i32,
        chosen: Move,
        arrived: Instant,
    ) -> io::Result<()> {
        let message = ClientMessage::Move {
            request_id,
            response: chosen.into(),
        };
        let frame = encode_frame(&message).map_err(io::Error::other)?;
        stream.write_all(&frame)?;
        self.awaits_result = true;
        let taken = arrived.elapsed().as_secs_f64() * 1e3;
        self.report.moves += 1;
        self.report.slowest_answer_ms = self.report.slowest_answer_ms.max(taken);
        Ok(())
    }
}

fn tune(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(STOP_CHECK))?;
    stream.set_write_timeout(Some(WRITE_PATIENCE))?;
    // A server whose machine went down says nothing, and nothing is what we wait for between games.
    let keepalive = TcpKeepalive::new()
        .with_time(KEEPALIVE)
        .with_interval(KEEPALIVE_INTERVAL);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

fn half_frame() -> io::Error {
    let seconds = FRAME_PATIENCE.as_secs();
    let what = format!("a message was begun and not finished within {seconds} s");
    io::Error::new(ErrorKind::InvalidData, what)
}

/// Nothing has come yet, but something may.
fn is_pause(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn silent_connections_are_asked_whether_they_are_there() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        tune(&stream).unwrap();
        let socket = SockRef::from(&stream);
        assert!(socket.keepalive().unwrap());
        assert_eq!(socket.tcp_keepalive_time().unwrap(), KEEPALIVE);
        assert!(stream.nodelay().unwrap());
    }
}
