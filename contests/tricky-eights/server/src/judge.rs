//! The judge: it plays games from the first deal to the last.

use std::path::Path;

use tokio::sync::watch;

use super::config::{JudgeConfig, ServeError};
use super::event::Event;
use super::journal::{GameRecord, JOURNAL_FILE, Journal};
use super::judged_game::{JudgedGame, Sitting};
use super::log::{LOG_FILE, Log};
use super::orphans::Orphans;
use cardsharp_game::derive_seed;
use cardsharp_tricky_eights_game::replay::RecordedRound;

/// The judge, which plays the configured games one after the other.
#[derive(Debug)]
pub struct Judge {
    config: JudgeConfig,
    log: Log,
    journal: Journal,
    orphans: Option<Orphans>,
    played: usize,
    event: Option<Event>,
}

impl Judge {
    /// Opens the log and the journal. An event goes on where its journal ends.
    ///
    /// # Errors
    ///
    /// [`ServeError::File`], [`ServeError::Store`], or the journal has games of another event.
    pub fn open(config: JudgeConfig) -> Result<Judge, ServeError> {
        let mut event = config.event()?;
        let (log, journal) = match &config.data {
            Some(folder) => {
                let (journal, games) = Journal::open(folder, config.sync)?;
                if let Some(event) = &mut event {
                    let path = folder.join(JOURNAL_FILE);
                    resume(event, games, config.seed_is_random, &path)?;
                }
                // Not before the lock: another judge may be writing it.
                let path = folder.join(LOG_FILE);
                let log = Log::create(&path).map_err(|source| ServeError::File { path, source })?;
                (log, journal)
            }
            None => (Log::none(), Journal::none()),
        };
        Ok(Judge {
            config,
            log,
            journal,
            orphans: None,
            played: event.as_ref().map_or(0, |event| event.games().len()),
            event,
        })
    }

    /// This judge, which after every game ends the orphans that this process has adopted.
    pub(super) fn with_orphans(self, orphans: Orphans) -> Judge {
        Judge { orphans: Some(orphans), ..self }
    }

    /// Writes remarks into the log.
    pub(super) fn note(&self, remarks: &[String]) {
        for remark in remarks {
            self.log.comment(remark);
        }
        self.log.flush();
    }

    /// Plays the next game; none if all games are played or the judge was stopped during the game.
    ///
    /// # Errors
    ///
    /// [`ServeError::NotStarted`] if a contestant's program cannot be started for the first game.
    /// In later games such a contestant is disqualified. [`ServeError::Store`] if a game cannot be written.
    pub async fn play_next(&mut self, stop: &mut watch::Receiver<bool>) -> Result<Option<GameRecord>, ServeError> {
        let Some(sitting) = self.next_sitting()? else {
            self.journal.finish()?;
            return Ok(None);
        };
        self.played += 1;
        let seed = self.seed();
        self.log.comment(&format!("game {}, seed {seed}", self.played));
        let (mut table, missing) = JudgedGame::start(&self.config, &sitting, &self.log).await;
        if let Some(missing) = missing.filter(|_| self.played == 1) {
            self.end(table, false).await;
            return Err(missing);
        }
        let finished = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => false,
            () = table.play(sitting.seed) => true,
        };
        let (mut record, rounds) = self.end(table, finished).await;
        if !finished {
            self.journal.finish()?;
            return Ok(None);
        }
        record.game = self.played;
        record.seed = seed;
        record.contestants = sitting.contestants.map(|words| words.join(" "));
        record.event = self.event.as_ref().and_then(Event::next_game);
        self.journal.append(&record, &rounds)?;
        if let Some(event) = &mut self.event {
            event.add(record.clone());
        }
        Ok(Some(record))
    }

    /// The event with the games so far, if the judge has one.
    pub fn event(&self) -> Option<&Event> {
        self.event.as_ref()
    }

    /// The seed of all deals.
    fn seed(&self) -> u64 {
        let of_event = self.event.as_ref().map(|event| event.settings().seed);
        of_event.unwrap_or(self.config.seed)
    }

    /// The contestants and deals of the next game; none if all games are played.
    fn next_sitting(&self) -> Result<Option<Sitting>, ServeError> {
        let all = &self.config.contestants;
        let Some(event) = &self.event else {
            let four = all.clone().try_into();
            let contestants = four.map_err(|_| ServeError::Contestants(all.len()))?;
            let sitting = Sitting {
                seed: derive_seed(self.config.seed, self.played as u64 + 1),
                contestants,
                out: Default::default(),
            };
            return Ok((self.played < self.config.games.get()).then_some(sitting));
        };
        let sitting = event.next_game().map(|game| Sitting {
            seed: event.seed_of(&game),
            contestants: game.seats.map(|contestant| all[contestant].clone()),
            out: game.seats.map(|contestant| event.out(contestant).map(str::to_owned)),
        });
        Ok(sitting)
    }

    /// Ends all processes of a game.
    async fn end(&self, table: JudgedGame, finished: bool) -> (GameRecord, Vec<RecordedRound>) {
        let record = table.end(finished).await;
        if let Some(orphans) = &self.orphans {
            orphans.end().await;
        }
        self.log.flush();
        record
    }
}

/// Adds the games of the journal to an event. An event with a random seed takes that of the journal.
fn resume(event: &mut Event, games: Vec<GameRecord>, seed_is_random: bool, path: &Path) -> Result<(), ServeError> {
    for record in games {
        let Some(of_journal) = record.event.as_ref().map(|game| &game.event) else {
            continue;
        };
        if seed_is_random && event.games().is_empty() {
            event.set_seed(of_journal.seed);
        }
        let difference = event.settings().difference(of_journal);
        let number = record.game;
        if difference.is_some() || !event.add(record) {
            return Err(ServeError::OtherEvent {
                path: path.to_owned(),
                difference: difference.unwrap_or_else(|| format!("game {number} is not the one that comes next")),
            });
        }
    }
    Ok(())
}
