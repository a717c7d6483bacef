//! The seat of a team at one of the ports: its connection, which may be lost and renewed, and at most one open request.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{Notify, mpsc};

use super::faults::{Failure, PeerFault};
use super::messages::{RequestHeading, request};
use super::pairing::PresentTeam;
use super::teams::TeamId;
use cardsharp_challenge_game::rules::{Game, Move};
use cardsharp_challenge_game::wire::{EncodeError, Reading, ServerMessage, encode_frame, read_answer};

/// The largest number of messages that may wait to be written to one connection.
const OUTBOX: usize = 256;
/// The time that a full outbox may take to get room before the connection is closed.
const OUTBOX_WAIT: Duration = Duration::from_secs(1);
/// The number of messages in a row that answer no open request after which a connection is closed.
/// A bot that answers everything twice stays far below it.
const CHATTER_LIMIT: u32 = 256;
/// The number of games without an answer after which a connected team is cut off.
const MUTE_LIMIT: u32 = 3;

/// The time for which an absent team is expected back, in a game and between two games. The slowest
/// starter client comes back after 15 s.
pub(super) const RETURN_GRACE: Duration = Duration::from_secs(16);

/// A frame to be sent on a connection, header included.
pub(super) type Frame = Vec<u8>;

/// The seat of a team at one of the ports.
#[derive(Debug)]
pub(super) struct Seat {
    /// The team.
    pub(super) team: TeamId,
    /// The address of its first connection.
    pub(super) host: IpAddr,
    /// True if the team can be recognised when it comes back.
    can_return: bool,
    state: Mutex<SeatState>,
    /// Notified when the connection or the answer changes. One task at a time waits for it: the seat's game.
    changed: Notify,
}

#[derive(Debug)]
struct SeatState {
    link: Option<Link>,
    links_made: u64,
    /// The time at which the seat became free, or lost its connection.
    since: Instant,
    playing: bool,
    last_opponent: Option<TeamId>,
    last_request: i32,
    request: Option<OpenRequest>,
    answered_in_game: bool,
    mute_games: u32,
}

#[derive(Debug)]
struct Link {
    id: u64,
    outbox: mpsc::Sender<Frame>,
    chatter: u32,
}

#[derive(Debug)]
struct OpenRequest {
    link: u64,
    request_id: i32,
    answer: Option<(Instant, Result<Move, Failure>)>,
}

/// The result of a request for a move.
#[derive(Debug)]
pub(super) struct Reply {
    /// The move, or the failure to make one.
    pub(super) answer: Result<Move, Failure>,
    /// The time from the request to the answer, or to the failure.
    pub(super) thought: Duration,
}

/// The new connection of a seat, as [`Seat::attach`] returns it.
#[derive(Debug)]
pub(super) struct NewConnection {
    /// The number of the connection at this seat.
    pub(super) link: u64,
    /// The frames to be written to it. It ends when the connection must be closed.
    pub(super) outbox: mpsc::Receiver<Frame>,
}

impl Seat {
    /// A free seat without a connection.
    pub(super) fn new(team: TeamId, host: IpAddr, can_return: bool) -> Seat {
        Seat {
            team,
            host,
            can_return,
            state: Mutex::new(SeatState {
                link: None,
                links_made: 0,
                since: Instant::now(),
                playing: false,
                last_opponent: None,
                last_request: 0,
                request: None,
                answered_in_game: false,
                mute_games: 0,
            }),
            changed: Notify::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, SeatState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the seat a new connection, sends the greeting, and drops the old connection.
    pub(super) fn attach(&self) -> Result<NewConnection, EncodeError> {
        let team_id = self.team.0;
        let greeting = encode_frame(&ServerMessage::GreetingsProgram { team_id })?;
        let (sender, outbox) = mpsc::channel(OUTBOX);
        // A new channel has room for it.
        let _ = sender.try_send(greeting);
        let mut state = self.state();
        state.links_made += 1;
        let link = state.links_made;
        if !state.playing && state.link.is_none() {
            state.since = Instant::now();
        }
        state.mute_games = 0;
        state.link = Some(Link { id: link, outbox: sender, chatter: 0 });
        drop(state);
        self.changed.notify_one();
        Ok(NewConnection { link, outbox })
    }

    /// Notes that a connection is lost. Does nothing if a newer one has replaced it.
    pub(super) fn detach(&self, link: u64) {
        let mut state = self.state();
        if state.link.as_ref().is_some_and(|held| held.id == link) {
            state.link = None;
            state.since = Instant::now();
            drop(state);
            self.changed.notify_one();
        }
    }

    /// Closes the present connection once its waiting messages are written.
    pub(super) fn close(&self) {
        let held = self.state().link.as_ref().map(|link| link.id);
        if let Some(link) = held {
            self.detach(link);
        }
    }

    /// Processes a frame from a connection. An error is the fault for which to close it.
    pub(super) fn receive(&self, link: u64, frame: &[u8]) -> Result<(), PeerFault> {
        let arrived = Instant::now();
        let mut guard = self.state();
        let state = &mut *guard;
        let Some(held) = state.link.as_mut().filter(|held| held.id == link) else {
            return Ok(());
        };
        let open = state.request.as_mut().filter(|request| request.link == link && request.answer.is_none());
        let reading = open.map(|request| (read_answer(frame, request.request_id), request));
        let (answer, request) = match reading {
            Some((Reading::Answer(chosen), request)) => (Ok(chosen), request),
            Some((Reading::Fault(fault), request)) => (Err(Failure::Unreadable(fault)), request),
            // No request is open, or the frame answers an earlier one.
            Some((Reading::Stale, _)) | None => {
                held.chatter += 1;
                if held.chatter > CHATTER_LIMIT {
                    return Err(PeerFault::Chatter(CHATTER_LIMIT));
                }
                return Ok(());
            }
        };
        held.chatter = 0;
        request.answer = Some((arrived, answer));
        state.answered_in_game = true;
        drop(guard);
        self.changed.notify_one();
        Ok(())
    }

    /// True if there is a connection.
    pub(super) fn is_connected(&self) -> bool {
        self.state().link.is_some()
    }

    /// The time for which an absent team is still expected, if it is expected for `grace` after it
    /// lost its connection. Zero if it cannot come back.
    pub(super) fn expected_for(&self, grace: Duration) -> Duration {
        let state = self.state();
        match (self.can_return, &state.link) {
            (false, _) => Duration::ZERO,
            (true, Some(_)) => grace,
            (true, None) => grace.saturating_sub(state.since.elapsed()),
        }
    }

    /// Waits until there is a connection. Returns `false` if none comes in time, or if none can come.
    pub(super) async fn connected_within(&self, wait: Duration) -> bool {
        let deadline = tokio::time::Instant::now() + wait;
        while !self.is_connected() {
            if !self.can_return {
                return false;
            }
            let changed = tokio::time::timeout_at(deadline, self.changed.notified());
            if changed.await.is_err() {
                return self.is_connected();
            }
        }
        true
    }

    /// Sends a message on the present connection.
    pub(super) async fn post(&self, message: &ServerMessage) -> Result<(), PeerFault> {
        let held = self.state().link.as_ref().map(Link::handle);
        match held {
            Some((link, outbox)) => self.post_on(link, &outbox, message).await,
            None => Ok(()),
        }
    }

    async fn post_on(&self, link: u64, outbox: &mpsc::Sender<Frame>, message: &ServerMessage) -> Result<(), PeerFault> {
        let frame = match encode_frame(message) {
            Ok(frame) => frame,
            Err(error) => {
                tracing::error!(%error, "a message could not be sent");
                return Ok(());
            }
        };
        match outbox.send_timeout(frame, OUTBOX_WAIT).await {
            Ok(()) => Ok(()),
            Err(SendTimeoutError::Closed(_)) => {
                self.detach(link);
                Ok(())
            }
            Err(SendTimeoutError::Timeout(_)) => {
                self.detach(link);
                Err(PeerFault::NotReading)
            }
        }
    }

    /// Sends a request for the move due in `game` and waits for the answer, at most for the time
    /// `clock`. The answer must come on the connection that received the request.
    pub(super) async fn ask(&self, game: &Game, heading: RequestHeading, clock: Duration) -> Reply {
        let asked_at = Instant::now();
        let failed = |failure| Reply { answer: Err(failure), thought: asked_at.elapsed() };
        let Some((link, outbox)) = self.begin_request(heading.request_id) else {
            return failed(Failure::Away);
        };
        let Some(message) = request(game, heading) else {
            return failed(Failure::Away);
        };
        // A failure to send shows as a lost connection below.
        let _ = self.post_on(link, &outbox, &ServerMessage::Request(message)).await;
        let deadline = tokio::time::Instant::from_std(asked_at) + clock;
        let (arrived, answer) = loop {
            if let Some(end) = self.request_end(link) {
                break end;
            }
            let changed = tokio::time::timeout_at(deadline, self.changed.notified());
            if changed.await.is_err() {
                let late = (Instant::now(), Err(Failure::OutOfTime));
                break self.request_end(link).unwrap_or(late);
            }
        };
        self.state().request = None;
        Reply { answer, thought: arrived.duration_since(asked_at) }
    }

    /// The number of the last request at this seat, 0 before the first. Numbers only increase at a
    /// seat, so that an answer to an earlier request can be recognised.
    pub(super) fn last_request(&self) -> i32 {
        self.state().last_request
    }

    fn begin_request(&self, request_id: i32) -> Option<(u64, mpsc::Sender<Frame>)> {
        let mut state = self.state();
        let (link, outbox) = state.link.as_ref().map(Link::handle)?;
        state.last_request = request_id;
        state.request = Some(OpenRequest { link, request_id, answer: None });
        Some((link, outbox))
    }

    /// The answer or failure that ended the open request, if it has ended.
    fn request_end(&self, link: u64) -> Option<(Instant, Result<Move, Failure>)> {
        let mut state = self.state();
        let answer = state.request.as_mut().and_then(|open| open.answer.take());
        let lost = state.link.as_ref().is_none_or(|held| held.id != link);
        answer.or(lost.then(|| (Instant::now(), Err(Failure::ConnectionLost))))
    }

    /// Notes that a game begins here.
    pub(super) fn begin_game(&self) {
        self.state().answered_in_game = false;
    }

    /// Notes that a game ended here. A connection that was silent in several games in a row is a fault.
    pub(super) fn end_game(&self) -> Result<(), PeerFault> {
        let mut state = self.state();
        if state.answered_in_game || state.link.is_none() {
            state.mute_games = 0;
            return Ok(());
        }
        state.mute_games += 1;
        if state.mute_games < MUTE_LIMIT {
            return Ok(());
        }
        drop(state);
        self.close();
        Err(PeerFault::Mute(MUTE_LIMIT))
    }

    /// The data of the team that matchmaking uses.
    pub(super) fn present(&self) -> PresentTeam {
        let state = self.state();
        let is_free = !state.playing && state.link.is_some();
        PresentTeam {
            team: self.team,
            free_since: is_free.then_some(state.since),
            playing: state.playing,
            absent: false,
            last_opponent: state.last_opponent,
        }
    }

    /// True if there is neither a game nor a connection.
    pub(super) fn is_abandoned(&self) -> bool {
        let state = self.state();
        !state.playing && state.link.is_none()
    }

    /// Takes the seat for a round against `opponent`.
    pub(super) fn sit_down(&self, opponent: TeamId) {
        let mut state = self.state();
        state.playing = true;
        state.last_opponent = Some(opponent);
    }

    /// Frees the seat.
    pub(super) fn stand_up(&self) {
        let mut state = self.state();
        state.playing = false;
        state.since = Instant::now();
    }
}

impl Link {
    fn handle(&self) -> (u64, mpsc::Sender<Frame>) {
        (self.id, self.outbox.clone())
    }
}
