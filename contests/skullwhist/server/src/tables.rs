//! The tables of the database, and the records in them.

use cardsharp_files::store::{Store, StoreError, StoreForm};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::bots::BotRecord;
use super::game::GameRecord;
use super::served::ExportedGame;

/// The name of the database in the data folder.
pub const DATABASE_FILE: &str = "skullwhist.redb";

/// Bots by number, each as JSON.
const BOTS: &str = "bots";
/// Games by number, each as JSON.
const GAMES: &str = "games";

/// The database.
pub(super) const FORM: StoreForm = StoreForm { file: DATABASE_FILE, version: 1, tables: &[BOTS, GAMES] };

/// Bots and games that changed together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) bots: Vec<(u64, BotRecord)>,
    pub(super) games: Vec<(u64, GameRecord)>,
    /// The games that are now over, for the journal.
    pub(super) ended: Vec<ExportedGame>,
}

/// Writes a batch. Of several records with one number, the last counts.
pub(super) fn write(store: &Store, batch: &Batch) -> Result<(), StoreError> {
    store.write(|transaction| {
        transaction.put(BOTS, json(&batch.bots))?;
        transaction.put(GAMES, json(&batch.games))
    })
}

fn json<R: Serialize>(records: &[(u64, R)]) -> impl Iterator<Item = (u64, Vec<u8>)> {
    // Records consist of texts, numbers and lists of them, which always have a JSON form.
    records.iter().map(|(id, record)| (*id, serde_json::to_vec(record).unwrap_or_default()))
}

/// Reads the whole database.
pub(super) fn read(store: &Store) -> Result<Batch, StoreError> {
    Ok(Batch { bots: records(store, BOTS, "bot")?, games: records(store, GAMES, "game")?, ended: Vec::new() })
}

/// The records of a table, whose numbers are 1, 2, and so on.
fn records<T: DeserializeOwned>(store: &Store, table: &str, kind: &'static str) -> Result<Vec<(u64, T)>, StoreError> {
    let mut records = Vec::new();
    for (index, entry) in (1..).zip(store.read(table, 0)?) {
        let (id, bytes) = entry?;
        let record = serde_json::from_slice(&bytes).ok();
        match record.filter(|_| id == index) {
            Some(record) => records.push((id, record)),
            None => return Err(StoreError::senseless(store.path(), kind, id)),
        }
    }
    Ok(records)
}
