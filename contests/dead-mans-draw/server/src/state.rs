//! The state that all requests share, and the changes that they make to matches.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::config::ServerConfig;
use super::game::{Creation, Game, Move, MoveKind, Timestamp};
use super::ids::{MatchId, PlayerId};
use super::journal::{Contents, Journal};
use super::lobby::{Lobby, LobbyMatch, participants};
use super::login::Logins;
use super::meeting::MatchResult;
use super::place::MatchPlace;
use super::refusal::Refusal;
use super::served::EndedMatch;
use super::throttle::Throttle;
use super::tournament::{Opening, Tournament};
use super::view;
use cardsharp_dead_mans_draw_game::wire::{CreationParams, DUMMY_ID, EventMessage};
use cardsharp_files::store::StoreError;
use cardsharp_net::http::server::stopped;

/// The state that all requests share.
#[derive(Debug)]
pub(super) struct ServerState {
    pub(super) config: ServerConfig,
    pub(super) lobby: Lobby,
    pub(super) logins: Logins,
    pub(super) stop: watch::Sender<bool>,
    pub(super) event: Option<Event>,
    /// The right to make a page. There is one, so that readers take at most one core from the players.
    pub(super) page_maker: Arc<Semaphore>,
    throttle: Throttle,
    /// None if no journal is kept, or the server's thread has ended.
    journal: Mutex<Option<Journal>>,
    /// The number of matches created, including those of the journal. No number gives a seed twice.
    created: AtomicUsize,
    finished: AtomicUsize,
    /// True once the matches that were asked for are over.
    pub(super) enough: watch::Sender<bool>,
    /// The players of finished matches who have not seen the end.
    unseen_ends: Mutex<HashSet<(MatchId, PlayerId)>>,
}

/// The tournament of a server.
#[derive(Debug)]
pub(super) struct Event {
    tournament: Mutex<Tournament>,
    /// A counter that increases with every result.
    pub(super) changed: watch::Sender<u64>,
}

impl Event {
    pub(super) fn tournament(&self) -> MutexGuard<'_, Tournament> {
        self.tournament.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the result of a match that is over.
    fn add(&self, place: MatchPlace, game: &Game) {
        if let Some(result) = MatchResult::of(game, place) {
            self.tournament().add(place, result);
            self.changed.send_modify(|count| *count = count.wrapping_add(1));
        }
    }
}

/// The interval at which a server that has played its matches checks if all players have seen the end.
const END_SEEN_CHECK: Duration = Duration::from_millis(50);

impl ServerState {
    pub(super) fn new(
        config: ServerConfig,
        journal: Option<(Journal, Contents)>,
        opening: Option<Opening>,
    ) -> ServerState {
        let lobby = Lobby::default();
        let mut created = 0;
        let games = journal.as_ref().map(|(_, contents)| &contents.games[..]);
        let games = games.unwrap_or_default();
        let event = opening.map(|opening| Event {
            tournament: Mutex::new(Tournament::resume(opening, games.iter())),
            changed: watch::Sender::new(0),
        });
        let journal = journal.map(|(mut journal, contents)| {
            created = contents.created;
            journal.add_ended(&contents, &config.accounts);
            for game in contents.games {
                lobby.add(game);
            }
            journal
        });
        ServerState {
            config,
            lobby,
            logins: Logins::default(),
            stop: watch::Sender::new(false),
            event,
            page_maker: Arc::new(Semaphore::new(1)),
            throttle: Throttle::default(),
            journal: Mutex::new(journal),
            created: AtomicUsize::new(created),
            finished: AtomicUsize::new(0),
            enough: watch::Sender::new(false),
            unseen_ends: Mutex::default(),
        }
    }

    /// The number of matches that have ended since the server started.
    pub(super) fn finished(&self) -> usize {
        self.finished.load(Ordering::Relaxed)
    }

    /// Writes to the journal, if there is one. If that fails, the server stops, since it can keep no promise any more.
    fn write(&self, write: impl FnOnce(&mut Journal) -> Result<(), StoreError>) -> Result<(), Refusal> {
        let mut journal = self.journal();
        let written = journal.as_mut().map_or(Ok(()), write);
        written.map_err(|_| {
            self.stop.send_replace(true);
            Refusal::Journal
        })
    }

    /// Closes the journal of a server that has stopped, and checks that it has all that was written to it.
    pub(super) fn close_journal(&self) -> Result<(), StoreError> {
        let journal = self.journal().take();
        journal.map_or(Ok(()), Journal::close)
    }

    fn journal(&self) -> MutexGuard<'_, Option<Journal>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the server is stopped.
    pub(super) async fn stopped(&self) {
        stopped(&self.stop).await;
    }

    /// Delays a request by the time that the throttle returns.
    pub(super) async fn slow_down(&self, wait: impl FnOnce(&Throttle) -> Duration) -> Result<(), Refusal> {
        if !self.config.throttle {
            return Ok(());
        }
        let wait = wait(&self.throttle);
        if wait.is_zero() {
            return Ok(());
        }
        tokio::select! {
            () = sleep(wait) => Ok(()),
            () = self.stopped() => Err(Refusal::Stopping),
        }
    }

    /// Calls `look` until it returns a value: at first, and after each change of `updates`. Waits no
    /// longer than a request may be kept.
    pub(super) async fn wait<T>(
        &self,
        mut updates: watch::Receiver<u64>,
        mut look: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let end = Instant::now() + self.config.long_poll;
        loop {
            // A change after this point causes another look.
            updates.mark_unchanged();
            if let Some(there) = look() {
                return Some(there);
            }
            tokio::select! {
                changed = updates.changed() => changed.ok()?,
                () = sleep_until(end) => return None,
                () = self.stopped() => return None,
            }
        }
    }

    /// A seed that cannot be guessed. If the server was given a seed, it is the next one derived from it.
    fn fresh_seed(&self) -> String {
        let number = self.created.fetch_add(1, Ordering::Relaxed);
        match self.config.seed {
            // A match's seed must not reveal those of later matches.
            Some(seed) => {
                let hash = Sha256::digest(format!("match {number} of {seed}").as_bytes());
                hex::encode(&hash[..16])
            }
            None => hex::encode(rand::random::<[u8; 16]>()),
        }
    }

    /// Creates a match. The caller has checked the rights of its creator. A match with a place belongs to the
    /// tournament.
    pub(super) fn create(
        &self,
        by: PlayerId,
        seats: [PlayerId; 2],
        params: CreationParams,
        place: Option<MatchPlace>,
    ) -> Result<Arc<LobbyMatch>, Refusal> {
        let seed = match &params.random_seed {
            Some(seed) => seed.clone(),
            None => self.fresh_seed(),
        };
        let creation = Creation { id: MatchId::fresh(), at: now(), by, seats, params, seed, place };
        let game = Game::start(Arc::new(creation))?;
        self.write(|journal| journal.created(&game.creation))?;
        let entry = self.lobby.add(game);
        self.notify(&entry);
        Ok(entry)
    }

    /// Wakes the requests that wait for a list with this match in it.
    fn notify(&self, entry: &LobbyMatch) {
        let accounts = &self.config.accounts;
        let participants = participants(&entry.creation);
        let players = participants.iter().filter_map(|id| accounts.find(id));
        let others = accounts.admins().filter(|admin| !participants.contains(&admin.id));
        players.chain(others).for_each(|account| account.notify());
    }

    /// Makes a move in a match, whose game is locked, and returns its events. If the move is
    /// not possible, nothing has changed. If the journal cannot be written, the server stops, and only its next start
    /// shows whether the move was made.
    pub(super) fn act(
        &self,
        entry: &LobbyMatch,
        game: &mut Game,
        kind: MoveKind,
        from: Option<IpAddr>,
    ) -> Result<Vec<EventMessage>, Refusal> {
        let next = game.try_move(&kind).map_err(Refusal::from)?;
        let made = Move { at: now(), from, kind };
        let number = game.state.counters().moves;
        let before = game.state.to_move();
        self.write(|journal| journal.moved(entry.creation.id, number, &made))?;
        game.commit(next, made);
        let answer = view::response_events(&game.last, game.texts());
        entry.note_turn(game);
        if game.is_over() {
            self.lobby.over(entry);
        }
        entry.changed.send_modify(|count| *count = count.wrapping_add(1));
        if game.is_over() {
            // The response shows the end to the player who acted.
            let actor = matches!(game.moves.last(), Some(made) if matches!(made.kind, MoveKind::Action(_)));
            let actor = before.filter(|_| actor).map(|player| player.index());
            self.expect_ends_seen(&entry.creation, actor);
            if let Some(journal) = &mut *self.journal() {
                journal.ended(EndedMatch::of(game, &self.config.accounts));
            }
            self.notify(entry);
            self.count_finished();
            if let (Some(event), Some(place)) = (&self.event, entry.creation.place) {
                event.add(place, game);
            }
        } else if game.state.to_move() != before
            && let Some(next) = entry.to_move().and_then(|id| self.config.accounts.find(id))
        {
            // A request that waits for a match to act in has one now.
            next.notify();
        }
        Ok(answer)
    }

    fn count_finished(&self) {
        let finished = 1 + self.finished.fetch_add(1, Ordering::Relaxed);
        if Some(finished) == self.config.matches.map(usize::from) {
            self.enough.send_replace(true);
        }
    }

    fn unseen_ends(&self) -> MutexGuard<'_, HashSet<(MatchId, PlayerId)>> {
        self.unseen_ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the players of a finished match have to see its end, except for the player in seat `actor`.
    fn expect_ends_seen(&self, creation: &Creation, actor: Option<usize>) {
        if !self.awaits_end_of(creation) {
            return;
        }
        let seats = creation.seats.iter().enumerate();
        let others = seats.filter(|&(seat, id)| Some(seat) != actor && **id != *DUMMY_ID);
        let others = others.map(|(_, id)| (creation.id, id.clone()));
        self.unseen_ends().extend(others);
    }

    /// True if the server stays for players who have not seen the end of this match. Where a tournament is run,
    /// players may practise without end besides.
    fn awaits_end_of(&self, creation: &Creation) -> bool {
        match self.config.tournament {
            Some(_) => creation.place.is_some(),
            None => self.config.matches.is_some(),
        }
    }

    /// Records that a player has seen the end of a match.
    pub(super) fn mark_end_seen(&self, id: MatchId, player: &PlayerId) {
        if self.config.matches.is_some() || self.config.tournament.is_some() {
            self.unseen_ends().remove(&(id, player.clone()));
        }
    }

    /// Stops the server after its last match, once the players have seen its end or had time to.
    pub(super) async fn stop_after_last_match(self: Arc<Self>) {
        // The sender lives as long as the arena.
        let _ = self.enough.subscribe().wait_for(|&enough| enough).await;
        let end = Instant::now() + self.config.farewell;
        while Instant::now() < end && !self.unseen_ends().is_empty() {
            tokio::select! {
                () = sleep(END_SEEN_CHECK) => {}
                () = self.stopped() => return,
            }
        }
        self.stop.send_replace(true);
    }

    /// Ends the turns of late players in these matches. Returns the matches that had a late player.
    pub(super) fn end_late_turns(&self, tags: &[String]) -> Vec<MatchId> {
        let matches = self.lobby.going_on();
        let late = matches.iter().filter(|entry| {
            let creation = &entry.creation;
            creation.params.time_limit().is_some() && creation.has_tag(tags)
        });
        let end = |entry: &&Arc<LobbyMatch>| {
            let mut game = entry.game();
            if !game.is_late() {
                return None;
            }
            match self.act(entry, &mut game, MoveKind::Late, None) {
                Ok(_) => Some(entry.creation.id),
                Err(error) => {
                    tracing::error!(%error, id = %entry.creation.id, "a late turn could not be ended");
                    None
                }
            }
        };
        late.filter_map(|entry| end(&entry)).collect()
    }

    /// Ends the turns of late players in intervals of this length, until the server stops.
    pub(super) async fn run_watchdog(self: Arc<Self>, every: Duration) {
        loop {
            tokio::select! {
                () = sleep(every) => drop(self.end_late_turns(&[])),
                () = self.stopped() => return,
            }
        }
    }
}

/// The current time, in the journal's form.
pub(super) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
