//! The shared state of all requests: bots and games behind a lock, the database, and the waiting requests.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rand::Rng;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::bots::Bots;
use super::config::{ServeError, ServerConfig};
use super::game::Game;
use super::refusal::Refusal;
use super::registry::{GameSettings, Registry};
use super::served::ExportedGame;
use super::store::StoreWriter;
use super::tables::{Batch, DATABASE_FILE};
use cardsharp_files::store::StoreError;
use cardsharp_net::http::server::stopped;
use cardsharp_net::password_hash;
use cardsharp_net::password_queue::{Busy, PasswordQueue};
use cardsharp_skullwhist_game::wire::{Answer, Request, SuccessBody};

/// The interval at which a server after its last game checks if all bots have queried their results.
const FAREWELL_CHECK: Duration = Duration::from_millis(50);

/// The shared state of all requests.
#[derive(Debug)]
pub(super) struct Service {
    pub(super) config: ServerConfig,
    pub(super) stop: watch::Sender<bool>,
    /// True once the requested games are over.
    enough: watch::Sender<bool>,
    journaled: Mutex<JournaledRegistry>,
    store: Option<StoreWriter>,
    /// Notified when bots were paired.
    paired: watch::Sender<()>,
    hashing: PasswordQueue,
    finished: AtomicUsize,
    forfeited: AtomicUsize,
}

/// The bots and games, and the number of batches of changes that went to the database.
#[derive(Debug)]
struct JournaledRegistry {
    registry: Registry,
    batches: u64,
}

impl Service {
    /// Opens the database, if there is one. No time has passed while the server was down: games and
    /// sessions start with their full time.
    pub(super) fn open(config: ServerConfig) -> Result<Service, ServeError> {
        let now = Instant::now();
        let (mut bots, mut games) = (Bots::default(), Vec::new());
        let (mut store, mut batches) = (None, 0);
        if let Some(folder) = &config.data {
            let path = folder.join(DATABASE_FILE);
            let (opened, contents, journaled) = StoreWriter::open(folder, config.sync, config.lock_patience)?;
            for (id, record) in contents.bots {
                let bot = bots.restore(record, now + config.session_life);
                bot.ok_or_else(|| StoreError::senseless(&path, "bot", id))?;
            }
            for (id, record) in &contents.games {
                let game = Game::replay(record, now + config.clock);
                games.push(game.ok_or_else(|| StoreError::senseless(&path, "game", *id))?);
            }
            tracing::info!("games from the database: {}", games.len());
            let lines = (1..).zip(&games).filter(|(_, game)| game.is_over());
            let lines = lines.map(|(id, game)| ended(id, game, &bots));
            let lines = lines.filter(|line| !journaled.contains(&(line.game, line.result.started.0.clone())));
            let ended: Vec<_> = lines.collect();
            if !ended.is_empty() {
                opened.write(Batch { ended, ..Batch::default() });
                batches = 1;
            }
            store = Some(opened);
        }
        let settings = GameSettings {
            strict: config.strict,
            seed: config.seed,
            clock: config.clock,
            session_life: config.session_life,
        };
        Ok(Service {
            journaled: Mutex::new(JournaledRegistry { registry: Registry::new(settings, bots, games), batches }),
            store,
            config,
            stop: watch::Sender::new(false),
            enough: watch::Sender::new(false),
            paired: watch::Sender::new(()),
            hashing: PasswordQueue::default(),
            finished: AtomicUsize::new(0),
            forfeited: AtomicUsize::new(0),
        })
    }

    /// The number of games that have ended since the server started.
    pub(super) fn finished(&self) -> usize {
        self.finished.load(Ordering::Relaxed)
    }

    /// The number of these that were forfeited.
    pub(super) fn forfeited(&self) -> usize {
        self.forfeited.load(Ordering::Relaxed)
    }

    /// Reads or changes the bots and games. Changes go to the database in the same order. Returns
    /// also the number of batches that must be on disk before the result is sent.
    pub(super) fn with<T>(&self, act: impl FnOnce(&mut Registry, Instant) -> T) -> (T, u64) {
        let mut journaled = self.journaled.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        journaled.registry.expire(now);
        let done = act(&mut journaled.registry, now);
        let bots = std::mem::take(&mut journaled.registry.changed_bots);
        let games = std::mem::take(&mut journaled.registry.changed_games);
        if bots.is_empty() && games.is_empty() {
            return (done, journaled.batches);
        }
        let registry = &journaled.registry;
        for game in games.iter().filter_map(|&id| registry.game(id)) {
            self.count(game);
        }
        if let Some(store) = &self.store {
            let bot = |id| Some((id, registry.bots.get(id)?.record()));
            let changed = || games.iter().filter_map(|&id| Some((id, registry.game(id)?)));
            let over = changed().filter(|(_, game)| game.is_over());
            store.write(Batch {
                bots: bots.into_iter().filter_map(bot).collect(),
                games: changed().map(|(id, game)| (id, game.record())).collect(),
                ended: over.map(|(id, game)| ended(id, game, &registry.bots)).collect(),
            });
            journaled.batches += 1;
        }
        (done, journaled.batches)
    }

    /// Counts a changed game, if that change was its end.
    fn count(&self, game: &Game) {
        if !game.is_over() {
            return;
        }
        if game.forfeited_by.is_some() {
            self.forfeited.fetch_add(1, Ordering::Relaxed);
        }
        let finished = 1 + self.finished.fetch_add(1, Ordering::Relaxed);
        if Some(finished) == self.config.games.map(usize::from) {
            self.enough.send_replace(true);
        }
    }

    /// The reason why the database accepts no more writes, if it does not.
    pub(super) fn broken(&self) -> Option<StoreError> {
        self.store.as_ref().and_then(StoreWriter::broken)
    }

    /// Closes the database of a server that has stopped.
    ///
    /// # Errors
    ///
    /// The database or its journal could not be written.
    pub(super) fn close(&self) -> Result<(), StoreError> {
        self.store.as_ref().map_or(Ok(()), StoreWriter::close)
    }

    /// The same as [`Service::with`], once the state that was read is on disk.
    pub(super) async fn read_durably<T>(
        &self,
        act: impl FnOnce(&mut Registry, Instant) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (done, batches) = self.with(act);
        if let Some(store) = &self.store
            && !store.persisted(batches).await
        {
            self.stop.send_replace(true);
            return Err(Refusal::Database);
        }
        done
    }

    /// Answers a request of the client at an address.
    ///
    /// # Errors
    ///
    /// Too many passwords wait to be hashed.
    pub(super) async fn answer(&self, request: Request, from: IpAddr) -> Result<Answer<SuccessBody>, Busy> {
        let outcome = match request {
            Request::Register { name, password } => self.register(name, password, from).await,
            Request::Login { name, password } => self.log_in(&name, password, from).await,
            Request::NewGame { session } => return Ok(self.new_game(&session).await),
            Request::Bid { session, bid } => {
                let done = self.read_durably(|registry, now| registry.bid(&session, bid.0, now));
                done.await.map(SuccessBody::Done)
            }
            Request::Play { session, card } => {
                let done = self.read_durably(|registry, now| registry.play(&session, &card, now));
                done.await.map(SuccessBody::Done)
            }
            Request::Status { session } => {
                let report = self.read_durably(|registry, now| registry.status(&session, now));
                report.await.map(SuccessBody::Status)
            }
            Request::OldGame { session, game } => {
                let result = self.read_durably(|registry, now| registry.old_game(&session, game.0, now));
                result.await.map(|result| SuccessBody::OldGame(Box::new(result)))
            }
        };
        match outcome {
            Ok(body) => Ok(Answer::Success(body)),
            Err(Refusal::Busy(busy)) => Err(busy),
            Err(refusal) => Ok(Answer::Failure(refusal.to_string())),
        }
    }

    async fn register(&self, name: String, password: String, from: IpAddr) -> Result<SuccessBody, Refusal> {
        self.read_durably(|registry, _| registry.bots.check(&name, &password)).await?;
        let make = move || password_hash::make(&password);
        let hash = self.hashing.run(from, make).await??;
        // Another request may have taken the name meanwhile.
        let registered = self.read_durably(|registry, _| {
            registry.bots.check(&name, "checked before")?;
            Ok(registry.register(name, hash))
        });
        registered.await.map(SuccessBody::Registered)
    }

    async fn log_in(&self, name: &str, password: String, from: IpAddr) -> Result<SuccessBody, Refusal> {
        let known = self.read_durably(|registry, _| Ok(registry.bots.by_name(name)));
        let check = move |known: Option<(u64, String)>| match known {
            Some((id, hash)) => password_hash::is_of(&hash, &password).then_some(id),
            // It takes as long as for an existing account.
            None => {
                password_hash::check_nothing(&password);
                None
            }
        };
        let known = known.await?;
        let right = self.hashing.run(from, move || check(known)).await?;
        let id = right.ok_or(Refusal::Login)?;
        let logged_in = self.read_durably(|registry, now| registry.log_in(id, now));
        logged_in.await.map(SuccessBody::LoggedIn)
    }

    /// `new-game`, which waits for the matchmaker.
    async fn new_game(&self, session: &str) -> Answer<SuccessBody> {
        let end = Instant::now() + self.config.new_game_wait;
        let mut paired = self.paired.subscribe();
        let first = self.read_durably(|registry, now| registry.new_game(session, now));
        let bot = match first.await {
            Ok((_, Some(dealt))) => return Answer::Success(SuccessBody::Dealt(dealt)),
            Ok((bot, None)) => bot,
            Err(refusal) => return Answer::Failure(refusal.to_string()),
        };
        let nobody = || Answer::Retry("nobody to play with has come yet: ask again".to_owned());
        loop {
            tokio::select! {
                _ = paired.changed() => {}
                () = sleep_until(end) => return nobody(),
                () = stopped(&self.stop) => return nobody(),
            }
            let dealt = self.read_durably(|registry, now| {
                let ours = registry.bots.get(bot);
                let ours = ours.is_some_and(|bot| bot.has_session(session));
                // A game that was dealt belongs to the newest login.
                if ours { Ok(registry.dealt(bot, now)) } else { Err(Refusal::Session) }
            });
            match dealt.await {
                Ok(Some(dealt)) => return Answer::Success(SuccessBody::Dealt(dealt)),
                Ok(None) => {}
                Err(refusal) => return Answer::Failure(refusal.to_string()),
            }
        }
    }

    /// The number of games that may still end before the server stops.
    fn games_left(&self) -> usize {
        let wanted = self.config.games.map_or(usize::MAX, usize::from);
        wanted.saturating_sub(self.finished())
    }

    /// Stops the server after its last game, once all bots have queried the result or the time is over.
    pub(super) async fn stop_after_last_game(&self) {
        // An error would mean that the sender is gone, but it lives as long as `self`.
        let _ = self.enough.subscribe().wait_for(|&enough| enough).await;
        let end = Instant::now() + self.config.farewell;
        while Instant::now() < end && !self.with(|registry, _| registry.all_results_fetched()).0 {
            tokio::select! {
                () = sleep(FAREWELL_CHECK) => {}
                () = stopped(&self.stop) => return,
            }
        }
        self.stop.send_replace(true);
    }

    /// Pairs bots at intervals, until the server stops.
    pub(super) async fn run_matchmaker(&self) {
        loop {
            let pause = rand::rng().random_range(self.config.match_every.clone());
            tokio::select! {
                () = sleep(pause) => {}
                () = stopped(&self.stop) => return,
            }
            let (paired, _) = self.with(|registry, now| registry.pair(now, self.games_left()));
            if paired {
                self.paired.send_replace(());
            }
        }
    }

    /// Ends the games of late bots, until the server stops.
    pub(super) async fn run_clocks(&self) {
        let shortest = self.config.clock.min(self.config.session_life);
        let pause = (shortest / 8).clamp(Duration::from_millis(20), Duration::from_secs(1));
        loop {
            tokio::select! {
                () = sleep(pause) => drop(self.with(|_, _| ())),
                () = stopped(&self.stop) => return,
            }
            // A broken database stops the server here, since there may be no request for long. No
            // unsaved answer may leave it.
            if self.broken().is_some() {
                self.stop.send_replace(true);
            }
        }
    }
}

/// The line of a game for the journal.
fn ended(id: u64, game: &Game, bots: &Bots) -> ExportedGame {
    ExportedGame::of(id, game, |bot| Some(bots.get(bot)?.name.clone()))
}
