//! The state that all requests share, and the changes that they make to matches.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::config::ServerConfig;
use super::game::{Creation, Deed, Done, Game, Moment};
use super::ids::{MatchId, PlayerId};
use super::journal::{Contents, Journal};
use super::lobby::{Lobby, Table, concerned};
use super::login::Logins;
use super::refusal::Refusal;
use super::throttle::Throttle;
use super::view;
use crate::contests::dead_mans_draw::wire::{CreationParams, DUMMY_ID, EventMessage};
use crate::live::http::server::stopped;

/// The state that all requests share.
#[derive(Debug)]
pub(super) struct Arena {
    pub(super) config: ServerConfig,
    pub(super) lobby: Lobby,
    pub(super) logins: Logins,
    pub(super) stop: watch::Sender<bool>,
    throttle: Throttle,
    journal: Option<Mutex<Journal>>,
    /// The number of matches created, including those of the journal. No number gives a seed twice.
    created: AtomicUsize,
    finished: AtomicUsize,
    /// True once the matches that were asked for are over.
    enough: watch::Sender<bool>,
    /// The players of finished matches who have not seen the end.
    unheard: Mutex<HashSet<(MatchId, PlayerId)>>,
}

/// The interval at which a server that has played its matches checks if all players have seen the
/// end.
const FAREWELL_CHECK: Duration = Duration::from_millis(50);

impl Arena {
    pub(super) fn new(config: ServerConfig, journal: Option<(Journal, Contents)>) -> Arena {
        let lobby = Lobby::default();
        let mut created = 0;
        let journal = journal.map(|(journal, contents)| {
            created = contents.created;
            for game in contents.games {
                lobby.add(game);
            }
            Mutex::new(journal)
        });
        Arena {
            config,
            lobby,
            logins: Logins::default(),
            stop: watch::Sender::new(false),
            throttle: Throttle::default(),
            journal,
            created: AtomicUsize::new(created),
            finished: AtomicUsize::new(0),
            enough: watch::Sender::new(false),
            unheard: Mutex::default(),
        }
    }

    /// The number of matches that have ended since the server started.
    pub(super) fn finished(&self) -> usize {
        self.finished.load(Ordering::Relaxed)
    }

    pub(super) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    fn write<T>(
        &self,
        write: impl FnOnce(&mut Journal) -> std::io::Result<T>,
    ) -> Result<(), Refusal> {
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        match write(&mut journal) {
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::error!(%error, "the journal could not be written");
                Err(Refusal::Journal)
            }
        }
    }

    /// Waits until the server is told to stop.
    pub(super) async fn stopped(&self) {
        stopped(&self.stop).await;
    }

    /// Waits until the journal is on the disk.
    pub(super) fn sync(&self) {
        // An error has been logged already.
        let _ = self.write(|journal| journal.sync());
    }

    /// Delays a request by the time that the throttle returns.
    pub(super) async fn slow_down(
        &self,
        wait: impl FnOnce(&Throttle) -> Duration,
    ) -> Result<(), Refusal> {
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

    /// Calls `look` until it returns a value: at first, and after each change of `news`. Waits no
    /// longer than a request may be kept.
    pub(super) async fn wait<T>(
        &self,
        mut news: watch::Receiver<u64>,
        mut look: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let end = Instant::now() + self.config.long_poll;
        loop {
            // A change after this point causes another look.
            news.mark_unchanged();
            if let Some(there) = look() {
                return Some(there);
            }
            tokio::select! {
                changed = news.changed() => changed.ok()?,
                () = sleep_until(end) => return None,
                () = self.stopped() => return None,
            }
        }
    }

    /// A seed that cannot be guessed. If the server was given a seed, it is the next one derived
    /// from it.
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

    /// Creates a match. The caller has checked the rights of its creator.
    pub(super) fn create(
        &self,
        by: PlayerId,
        seats: [PlayerId; 2],
        params: CreationParams,
    ) -> Result<Arc<Table>, Refusal> {
        let seed = match &params.random_seed {
            Some(seed) => seed.clone(),
            None => self.fresh_seed(),
        };
        let creation = Creation {
            id: MatchId::fresh(),
            at: now(),
            by,
            seats,
            params,
            seed,
        };
        let game = Game::start(Arc::new(creation))?;
        self.write(|journal| journal.created(&game.creation))?;
        let table = self.lobby.add(game);
        self.tell(&table);
        Ok(table)
    }

    /// Wakes the requests that wait for a list with this match in it.
    fn tell(&self, table: &Table) {
        let accounts = &self.config.accounts;
        let concerned = concerned(&table.creation);
        let players = concerned.iter().filter_map(|id| accounts.find(id));
        let others = accounts
            .admins()
            .filter(|admin| !concerned.contains(&admin.id));
        players.chain(others).for_each(|account| account.tell());
    }

    /// Carries out a deed in a match, whose game is locked, and returns its events. If the deed is
    /// not possible, or the journal cannot be written, nothing has changed.
    pub(super) fn act(
        &self,
        table: &Table,
        game: &mut Game,
        deed: Deed,
        from: Option<IpAddr>,
    ) -> Result<Vec<EventMessage>, Refusal> {
        let next = game.try_deed(&deed).map_err(Refusal::from)?;
        let done = Done {
            at: now(),
            from,
            deed,
        };
        let number = game.state.counters().moves;
        let before = game.state.to_move();
        self.write(|journal| journal.done(table.creation.id, number, &done))?;
        game.commit(next, done);
        let answer = view::answer(&game.last, game.words());
        table.note_turn(game);
        if game.is_over() {
            self.lobby.over(table);
        }
        table
            .changed
            .send_modify(|count| *count = count.wrapping_add(1));
        if game.is_over() {
            // The response shows the end to the player who acted.
            let actor =
                matches!(game.done.last(), Some(done) if matches!(done.deed, Deed::Action(_)));
            let actor = before.filter(|_| actor).map(|player| player.index());
            self.expect_hearing(&table.creation, actor);
            self.tell(table);
            self.count_finished();
        } else if game.state.to_move() != before
            && let Some(next) = table.to_move().and_then(|id| self.config.accounts.find(id))
        {
            // A request that waits for a match to act in has one now.
            next.tell();
        }
        Ok(answer)
    }

    fn count_finished(&self) {
        let finished = 1 + self.finished.fetch_add(1, Ordering::Relaxed);
        if Some(finished) == self.config.matches.map(usize::from) {
            self.enough.send_replace(true);
        }
    }

    fn unheard(&self) -> MutexGuard<'_, HashSet<(MatchId, PlayerId)>> {
        self.unheard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the players of a finished match have to see its end, except for the player in
    /// seat `actor`.
    fn expect_hearing(&self, creation: &Creation, actor: Option<usize>) {
        if self.config.matches.is_none() {
            return;
        }
        let seats = creation.seats.iter().enumerate();
        let others = seats.filter(|&(seat, id)| Some(seat) != actor && **id != *DUMMY_ID);
        let others = others.map(|(_, id)| (creation.id, id.clone()));
        self.unheard().extend(others);
    }

    /// Records that a player has seen the end of a match.
    pub(super) fn heard(&self, id: MatchId, player: &PlayerId) {
        if self.config.matches.is_some() {
            self.unheard().remove(&(id, player.clone()));
        }
    }

    /// Stops the server after its last match, once the players have seen its end or had time to.
    pub(super) async fn say_farewell(self: Arc<Self>) {
        // The sender lives as long as the arena.
        let _ = self.enough.subscribe().wait_for(|&enough| enough).await;
        let end = Instant::now() + self.config.farewell;
        while Instant::now() < end && !self.unheard().is_empty() {
            tokio::select! {
                () = sleep(FAREWELL_CHECK) => {}
                () = self.stopped() => return,
            }
        }
        self.stop.send_replace(true);
    }

    /// Ends the turns of late players in these matches. Returns the matches that had a late player.
    pub(super) fn watch(&self, tags: &[String]) -> Vec<MatchId> {
        let tables = self.lobby.going_on();
        let late = tables.iter().filter(|table| {
            let creation = &table.creation;
            creation.params.time_limit().is_some() && creation.has_tag(tags)
        });
        let end = |table: &&Arc<Table>| {
            let mut game = table.game();
            if !game.is_late() {
                return None;
            }
            match self.act(table, &mut game, Deed::Late, None) {
                Ok(_) => Some(table.creation.id),
                Err(error) => {
                    tracing::error!(%error, id = %table.creation.id, "a late turn could not be ended");
                    None
                }
            }
        };
        late.filter_map(|table| end(&table)).collect()
    }

    /// Ends the turns of late players once a second, until the server stops.
    pub(super) async fn keep_watch(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = sleep(Duration::from_secs(1)) => drop(self.watch(&[])),
                () = self.stopped() => return,
            }
        }
    }
}

/// The current time, in the journal's form.
pub(super) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
