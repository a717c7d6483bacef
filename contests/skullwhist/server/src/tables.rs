//! The tables of the database, and the records in them.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::bots::BotRecord;
use super::game::GameRecord;
use super::store_error::{StoreError, VERSION};

/// Facts about the database itself.
const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");
/// Bots by number, each as JSON.
const BOTS: TableDefinition<u64, &[u8]> = TableDefinition::new("bots");
/// Games by number, each as JSON.
const GAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("games");

/// Bots and games that changed together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) bots: Vec<(u64, BotRecord)>,
    pub(super) games: Vec<(u64, GameRecord)>,
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
    let broken = |error: redb::Error| StoreError::unusable(path, error);
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
    kind: &'static str,
) -> Result<Vec<(u64, T)>, StoreError> {
    let broken = |error: redb::StorageError| StoreError::unusable(path, error.into());
    let mut records = Vec::new();
    for (index, entry) in (1..).zip(table.iter().map_err(broken)?) {
        let (id, bytes) = entry.map_err(broken)?;
        let id = id.value();
        let record = serde_json::from_slice(bytes.value()).ok();
        match record.filter(|_| id == index) {
            Some(record) => records.push((id, record)),
            None => return Err(StoreError::senseless(path, kind, id)),
        }
    }
    Ok(records)
}
