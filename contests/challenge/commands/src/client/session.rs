//! One connection to a contest server, from greeting to end.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};

use super::incoming::Incoming;
use super::memories::{Memories, MemoriesError};
use super::seen_game::SeenGame;
use super::tracker::{Tracker, due};
use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::Agent;
use cardsharp_challenge_game::rules::{Cards, Due, Move};
use cardsharp_challenge_game::wire::{
    ClientMessage, FrameDecoder, Outcome, RequestMessage, ResultMessage, encode_frame,
};
use cardsharp_commands::ClientJournal;
use cardsharp_net::{Departure, PlayReport, RunningGame};
use cardsharp_system::stop_flag::STOP_CHECK;
use cardsharp_terminal::counted::counted;

/// If less time than this is on the clock, the agent does not decide. A short delay of the thread
/// must not cost the game.
const TOO_LATE_TO_THINK: Duration = Duration::from_millis(60);
/// The part of the time on the clock that is withheld from the agent, for the way there and back.
const RESERVE: Duration = Duration::from_millis(50);
/// The longest time that a write may take before the connection counts as lost.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// The longest time that the rest of a message may take to arrive.
const FRAME_PATIENCE: Duration = Duration::from_secs(10);
/// The time of silence after which the system probes the connection.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// The time between two probes before the system gives the connection up.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// The end of a connection.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SessionEnd {
    /// All requested games are over.
    Done,
    /// The stop flag was set.
    Stopped,
    /// The server knows no team with our address.
    Refused { seen_host: String, message: String },
    /// The connection was lost, after a greeting or without one.
    Lost { greeted: bool },
}

/// A player, with the state that lasts from one connection to the next.
pub(super) struct Player<'a> {
    pub(super) agent: Box<dyn Agent<ChallengeGame>>,
    pub(super) memories: Memories,
    pub(super) journal: ClientJournal,
    /// The game under way.
    pub(super) game: SeenGame,
    /// The team of the opponent, once it is known.
    pub(super) opponent: Option<i32>,
    pub(super) tracker: Tracker,
    pub(super) report: PlayReport,
    /// The number of games after which the player stops.
    pub(super) games: Option<u64>,
    pub(super) stop: &'a AtomicBool,
    /// Marked while a game goes on, so that the game can be finished before the client leaves.
    pub(super) departure: &'a Departure,
    pub(super) running: Option<RunningGame>,
    /// True if an answer was sent on this connection and no result has arrived since.
    pub(super) awaits_result: bool,
}

impl Player<'_> {
    /// Plays on a connection until it ends.
    pub(super) fn run(&mut self, mut stream: TcpStream) -> SessionEnd {
        self.tracker.lose_track();
        self.awaits_result = false;
        let odd_before = self.report.odd_messages;
        let mut greeted = false;
        let end = match self.converse(&mut stream, &mut greeted) {
            Ok(end) => end,
            Err(error) => {
                // A protocol error of the server is worth a warning; a lost connection is common.
                match error.kind() {
                    ErrorKind::InvalidData => tracing::warn!("hanging up: {error}"),
                    _ => tracing::debug!(%error, "the connection is gone"),
                }
                SessionEnd::Lost { greeted }
            }
        };
        // The bytes sent must arrive; the rest does not matter any more.
        let _ = stream.shutdown(Shutdown::Both);
        let odd = self.report.odd_messages - odd_before;
        if odd > 0 {
            tracing::warn!("malformed messages, passed over: {odd}");
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
            Incoming::Garbled { request, request_id, hand } => {
                self.report.odd_messages += 1;
                // The card that is played now belongs to an unknown position.
                self.tracker.lose_track();
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

    /// Notes the game of a request. If it is another game and the end of the last one was not
    /// received, the last one ended during an absence.
    fn note_game(&mut self, request: &RequestMessage) {
        let before = self.tracker.game_id();
        if before == Some(request.state.game_id) {
            return;
        }
        if before.is_some() {
            self.report.games += 1;
            self.report.unseen += 1;
        }
        // The last game must be over before this one begins. Otherwise nobody could leave between them.
        self.running = None;
        self.running = Some(self.departure.begin_game());
        self.meet(request.state.opponent_id);
        self.game = SeenGame::default();
        self.agent.start_game();
    }

    /// The opponent of the next game. The agent remembers what it learned of them before.
    fn meet(&mut self, opponent: i32) {
        if self.opponent == Some(opponent) {
            return;
        }
        if let Some(last) = self.opponent {
            self.memories.keep(last, self.agent.memory());
        }
        self.agent.recall(self.memories.of(opponent));
        self.opponent = Some(opponent);
    }

    /// Keeps what was learned of the opponent, in the file too.
    pub(super) fn save_memories(&mut self) -> Result<(), MemoriesError> {
        if let Some(opponent) = self.opponent {
            self.memories.keep(opponent, self.agent.memory());
        }
        self.memories.save()
    }

    /// Reports what was learned of the last opponent.
    pub(super) fn note_opponents(&mut self) {
        let lines = self.agent.memory_in_words();
        if let Some(opponent) = self.opponent.filter(|_| !lines.is_empty()) {
            let hands = self.agent.memory().map_or(0, |memory| memory.hands);
            let title = format!("team {opponent}, after {}:", counted(hands, "hand"));
            let lines = lines.into_iter().map(|line| format!("  {line}"));
            self.report.opponents = std::iter::once(title).chain(lines).collect();
        }
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
                self.end_game(by == message.your_player_num);
            }
            // The end of a game without a request: nothing is counted.
            Outcome::GameWon { .. } => {}
            // Without an answer before it, this is the penalty for an absence.
            Outcome::Error { ref reason } => {
                self.report.illegal_moves += u64::from(self.awaits_result);
                tracing::debug!(%reason, "penalised");
            }
            _ => {}
        }
        self.awaits_result = false;
        if let Some(hand) = self.tracker.result(message) {
            self.game.hand(&hand, self.journal.is_open());
            self.agent.see(&hand);
        }
        if let Outcome::GameWon { .. } = message.result
            && let Err(error) = self.save_memories()
        {
            tracing::warn!("{error}");
        }
    }

    /// Logs a game that is over, and writes it to the journal.
    fn end_game(&mut self, won: bool) {
        let Some(opponent) = self.opponent else { return };
        let end = if won { "won" } else { "lost" };
        let [own, theirs] = self.game.points();
        let (games, all_won) = (self.report.games, self.report.won);
        tracing::info!("game {games} against team {opponent}: {end} at {own}-{theirs}, {all_won} of {games} won");
        self.journal.append(self.game.over(opponent, won));
    }

    /// The agent's move if it is legal, else a legal one.
    fn decide(&mut self, request: &RequestMessage) -> Move {
        let (due, hand) = (due(request.request), request.state.hand);
        let chosen = match self.tracker.request(request) {
            Ok(mut observation) if observation.remaining >= TOO_LATE_TO_THINK => {
                observation.remaining -= RESERVE;
                let chosen = self.agent.choose(&observation);
                observation.allows(chosen).then_some(chosen)
            }
            Ok(_) => None,
            Err(error) => {
                self.report.odd_messages += 1;
                tracing::debug!(%error, "answered by the fallback rule");
                None
            }
        };
        match chosen {
            Some(chosen) => chosen,
            // An empty hand has nothing to play. No server of this game asks for a card from it.
            None => self.fall_back(due, hand).unwrap_or(Move::Reject),
        }
    }

    /// The lowest card, or a rejection; none without a card.
    fn fall_back(&mut self, due: Due, hand: Cards) -> Option<Move> {
        self.report.fallbacks += 1;
        match due {
            Due::Card => hand.lowest().map(Move::Play),
            Due::Answer => Some(Move::Reject),
        }
    }

    fn answer(&mut self, stream: &mut TcpStream, request_id: i32, chosen: Move, arrived: Instant) -> io::Result<()> {
        let message = ClientMessage::Move { request_id, response: chosen.into() };
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
    // A server whose machine fails sends nothing. Between games, silence is also normal.
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE_INTERVAL);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

fn half_frame() -> io::Error {
    let seconds = FRAME_PATIENCE.as_secs();
    let what = format!("a message was begun and not finished within {seconds} s");
    io::Error::new(ErrorKind::InvalidData, what)
}

/// True if nothing has arrived yet, but something may.
fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

#[cfg(test)]
#[path = "../../tests/unit/client/session.rs"]
mod tests;
