//! Bots and games on disk: an embedded database, which one thread writes.
//!
//! Whatever has changed is written in the order in which it happened. All that waits to be written goes
//! into one transaction, so that many requests share one wait for the disk; a request is answered when
//! what it saw is on disk.
//!
//! The database is redb, in Rust throughout. SQLite itself would need a C compiler, which nobody who
//! builds this should have to install, and what speaks its format in Rust alone (turso, formerly limbo)
//! is not released yet.

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
use crate::contests::SyncPolicy;

/// The database's name in the data folder.
pub const DATABASE_FILE: &str = "skullwhist.redb";

/// The version of what it holds.
const VERSION: u64 = 1;

/// Facts about the database itself.
const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");
/// Bots by number, each as JSON.
const BOTS: TableDefinition<u64, &[u8]> = TableDefinition::new("bots");
/// Games by number, each as JSON.
const GAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("games");

/// Why a database cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("the folder {path} cannot be made: {source}; choose another data folder")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It cannot be opened, read or written.
    #[error("the database {path} cannot be used: {source}; choose another data folder")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the database says.
        source: Box<redb::Error>,
    },
    /// A file without a byte. It is not taken for a new database, as it may be what is left of one.
    #[error(
        "the database {0} is empty: put a copy back in its place, or remove it to begin a new one"
    )]
    Empty(PathBuf),
    /// It is not what was written.
    #[error(
        "the database {0} is damaged: put a copy back in its place, or choose another data folder"
    )]
    Damaged(PathBuf),
    /// It could not be written any more while the server was at work.
    #[error(
        "the database {0} could not be written any more: look at the log, and whether its disk is full"
    )]
    Unwritable(PathBuf),
    /// Another server has it.
    #[error(
        "the database {0} belongs to another server that runs: stop it, or choose another folder"
    )]
    Taken(PathBuf),
    /// It was written by another version.
    #[error(
        "the database {path} has version {version}, this server reads {VERSION}: choose another folder"
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// What stands in it is no bot or no game.
    #[error("{what} number {id} of the database {path} makes no sense: choose another data folder")]
    Senseless {
        /// The file.
        path: PathBuf,
        /// `bot` or `game`.
        what: &'static str,
        /// Its number.
        id: u64,
    },
    /// No thread.
    #[error("the database's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Bots and games that have changed together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) bots: Vec<(u64, BotRecord)>,
    pub(super) games: Vec<(u64, GameRecord)>,
}

/// How far the disk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// So many batches are on it.
    Batches(u64),
    /// It takes no more.
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
    /// Opens the database in `folder`, which is made if it is not there, and reads what it holds.
    /// Another process that has it is waited for as long as `patience`.
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

    /// Has a batch written. Does not wait.
    pub(super) fn write(&self, batch: Batch) {
        if let Some(batches) = &self.batches {
            // Whoever waits for it is told that the writer has gone.
            let _ = batches.send(batch);
        }
    }

    /// Why it takes no more, if it does not.
    pub(super) fn broken(&self) -> Option<StoreError> {
        let crashed = self.writer.as_ref().is_some_and(JoinHandle::is_finished);
        let broken = crashed || *self.kept.borrow() == Kept::Broken;
        broken.then(|| StoreError::Unwritable(self.path.clone()))
    }

    /// Waits until so many batches are on disk; false if they will never be.
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

/// Writes batches until nobody has any more.
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

/// Writes a batch, of which the later records of one number count.
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
    // Records are made of texts, numbers and lists of them, which always have a JSON form.
    serde_json::to_vec(record).unwrap_or_default()
}

/// Reads all of a database.
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

/// A record that does not fit.
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
