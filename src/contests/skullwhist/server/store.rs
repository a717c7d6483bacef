//! Bots and games on disk: an embedded database, to which one thread writes.
//!
//! Changes are written in the order in which they happened. All waiting changes go into one
//! transaction, so that many requests share one wait for the disk. A request is answered once the
//! state that it read is on disk.
//!
//! The database is redb, which is written in Rust. SQLite would need a C compiler, which a build of
//! this project should not require. The implementation of its format in Rust alone (turso, formerly
//! limbo) is not released yet.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use tokio::sync::watch;

use super::bots::BotRecord;
use super::database;
use super::game::GameRecord;
use crate::contest::SyncPolicy;

/// The name of the database in the data folder.
pub const DATABASE_FILE: &str = "skullwhist.redb";

/// The version of its contents.
const VERSION: u64 = 1;

/// Facts about the database itself.
const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");
/// Bots by number, each as JSON.
const BOTS: TableDefinition<u64, &[u8]> = TableDefinition::new("bots");
/// Games by number, each as JSON.
const GAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("games");

/// A reason why a database cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be created.
    #[error("the folder {path} cannot be made: {source}; choose another data folder")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file cannot be opened, read or written.
    #[error("the database {path} cannot be used: {source}; choose another data folder")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        source: Box<redb::Error>,
    },
    /// The file is empty. It is not taken for a new database, since it may be the rest of an old
    /// one.
    #[error(
        "the database {0} is empty: put a copy back in its place, or remove it to begin a new one"
    )]
    Empty(PathBuf),
    /// The contents are not what was written.
    #[error(
        "the database {0} is damaged: put a copy back in its place, or choose another data folder"
    )]
    Damaged(PathBuf),
    /// A write failed while the server was running.
    #[error(
        "the database {0} could not be written any more: look at the log, and whether its disk is full"
    )]
    Unwritable(PathBuf),
    /// Another server uses it.
    #[error(
        "the database {0} belongs to another server that runs: stop it, or choose another folder"
    )]
    Taken(PathBuf),
    /// Another version has written it.
    #[error(
        "the database {path} has version {version}, this server reads {VERSION}: choose another folder"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// A record is no valid bot or game.
    #[error("{what} number {id} of the database {path} makes no sense: choose another data folder")]
    Senseless {
        /// The file.
        path: PathBuf,
        /// `bot` or `game`.
        what: &'static str,
        /// Its number.
        id: u64,
    },
    /// The system cannot start a thread.
    #[error("the database's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Bots and games that changed together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) bots: Vec<(u64, BotRecord)>,
    pub(super) games: Vec<(u64, GameRecord)>,
}

/// The progress of the writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// This many batches are on disk.
    Batches(u64),
    /// No more writes are possible.
    Broken,
}

/// An open database.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    /// None once it is closed.
    batches: Option<Sender<Batch>>,
    writer: Option<JoinHandle<()>>,
    kept: watch::Receiver<Kept>,
}

impl Store {
    /// Opens the database in `folder`, creates the folder if it is absent, and reads the contents.
    /// It waits for another process that uses the database, for `patience` at most.
    pub(super) fn open(
        folder: &Path,
        sync: SyncPolicy,
        patience: Duration,
    ) -> Result<(Store, Batch), StoreError> {
        std::fs::create_dir_all(folder).map_err(|source| StoreError::Folder {
            path: folder.to_owned(),
            source,
        })?;
        let path = folder.join(DATABASE_FILE);
        let database = database::open(&path, sync, patience)?;
        let contents = read(&database, &path)?;
        let (batches, waiting) = mpsc::channel();
        let (done, kept) = watch::channel(Kept::Batches(0));
        let writer = std::thread::Builder::new().name("database".to_owned());
        let writer = writer
            .spawn(move || write_all(&database, &waiting, &done))
            .map_err(StoreError::Thread)?;
        let store = Store {
            path,
            batches: Some(batches),
            writer: Some(writer),
            kept,
        };
        Ok((store, contents))
    }

    /// Queues a batch to be written. Does not wait.
    pub(super) fn write(&self, batch: Batch) {
        if let Some(batches) = &self.batches {
            // A request that waits for the batch learns that the writer has ended.
            let _ = batches.send(batch);
        }
    }

    /// The reason why it accepts no more writes, if it does not.
    pub(super) fn broken(&self) -> Option<StoreError> {
        let crashed = self.writer.as_ref().is_some_and(JoinHandle::is_finished);
        let broken = crashed || *self.kept.borrow() == Kept::Broken;
        broken.then(|| StoreError::Unwritable(self.path.clone()))
    }

    /// Waits until `count` batches are on disk. Returns false if they never will be.
    pub(super) async fn kept(&self, count: u64) -> bool {
        let mut kept = self.kept.clone();
        let far = kept.wait_for(|kept| match *kept {
            Kept::Batches(there) => there >= count,
            Kept::Broken => true,
        });
        far.await.is_ok_and(|kept| *kept != Kept::Broken)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        drop(self.batches.take());
        if let Some(writer) = self.writer.take()
            && writer.join().is_err()
        {
            tracing::error!("the database's thread had crashed");
        }
    }
}

/// Writes batches until the queue is closed.
fn write_all(database: &Database, waiting: &Receiver<Batch>, done: &watch::Sender<Kept>) {
    let mut count = 0;
    while let Ok(first) = waiting.recv() {
        let mut all = first;
        count += 1;
        for mut next in waiting.try_iter() {
            all.bots.append(&mut next.bots);
            all.games.append(&mut next.games);
            count += 1;
        }
        match write(database, &all) {
            Ok(()) => done.send_replace(Kept::Batches(count)),
            Err(error) => {
                tracing::error!(%error, "the database could not be written");
                done.send_replace(Kept::Broken);
                return;
            }
        };
    }
}

/// Writes a batch. Of several records with one number, the last counts.
pub(super) fn write(database: &Database, batch: &Batch) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    {
        transaction.open_table(FACTS)?.insert("version", VERSION)?;
        let mut bots = transaction.open_table(BOTS)?;
        for (id, bot) in &batch.bots {
            bots.insert(id, json(bot).as_slice())?;
        }
        let mut games = transaction.open_table(GAMES)?;
        for (id, game) in &batch.games {
            games.insert(id, json(game).as_slice())?;
        }
    }
    Ok(transaction.commit()?)
}

fn json(record: &impl Serialize) -> Vec<u8> {
    // Records consist of texts, numbers and lists of them, which always have a JSON form.
    serde_json::to_vec(record).unwrap_or_default()
}

/// Reads the whole database.
pub(super) fn read(database: &Database, path: &Path) -> Result<Batch, StoreError> {
    let broken = |error: redb::Error| unusable(path, error);
    let transaction = database
        .begin_read()
        .map_err(|error| broken(error.into()))?;
    let facts = transaction.open_table(FACTS);
    let facts = facts.map_err(|error| broken(error.into()))?;
    let version = facts.get("version").map_err(|error| broken(error.into()))?;
    let version = version.map_or(0, |version| version.value());
    if version != VERSION {
        let path = path.to_owned();
        return Err(StoreError::OtherVersion { path, version });
    }
    let table = |table| {
        transaction
            .open_table(table)
            .map_err(|error| broken(error.into()))
    };
    Ok(Batch {
        bots: records(&table(BOTS)?, path, "bot")?,
        games: records(&table(GAMES)?, path, "game")?,
    })
}

/// The records of a table, whose numbers are 1, 2, and so on.
fn records<T: DeserializeOwned>(
    table: &impl ReadableTable<u64, &'static [u8]>,
    path: &Path,
    what: &'static str,
) -> Result<Vec<(u64, T)>, StoreError> {
    let broken = |error: redb::StorageError| unusable(path, error.into());
    let mut records = Vec::new();
    for (place, entry) in (1..).zip(table.iter().map_err(broken)?) {
        let (id, bytes) = entry.map_err(broken)?;
        let id = id.value();
        let record = serde_json::from_slice(bytes.value()).ok();
        match record.filter(|_| id == place) {
            Some(record) => records.push((id, record)),
            None => return Err(senseless(path, what, id)),
        }
    }
    Ok(records)
}

/// The error for an invalid record.
pub(super) fn senseless(path: &Path, what: &'static str, id: u64) -> StoreError {
    let path = path.to_owned();
    StoreError::Senseless { path, what, id }
}

pub(super) fn unusable(path: &Path, source: redb::Error) -> StoreError {
    if let redb::Error::Corrupted(_) = source {
        return StoreError::Damaged(path.to_owned());
    }
    StoreError::Unusable {
        path: path.to_owned(),
        source: Box::new(source),
    }
}
