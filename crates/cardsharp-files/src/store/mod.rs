//! What a server has acknowledged: an embedded database in its data folder.
//!
//! A transaction is written whole or not at all. The database belongs to one process at a time, so that no second
//! server uses its folder. After a write that failed a server must stop: whether the disk has that transaction is
//! known only when the database is opened again.
//!
//! [`Store`] has records by number, which may be replaced. [`EventLog`] has events in the order in which they happened,
//! and beside the database a journal of JSON lines, for people and other programs. [`GameJournal`] is a journal beside
//! a database of another form.
//!
//! The database is redb, which is written in Rust. SQLite would need a C compiler, which a build of this project should
//! not require. The implementation of its format in Rust alone (turso, formerly limbo) is not released yet.

mod backend;
mod database;
mod error;
mod event_log;
mod folder;
mod game_journal;
mod journal_file;
#[cfg(test)]
#[path = "../../tests/unit/store/mod.rs"]
mod tests;

pub use database::{Batch, Store, StoreForm};
pub use error::StoreError;
pub use event_log::{EventLog, LogForm};
pub use folder::make_folder;
pub use game_journal::GameJournal;

use std::time::Duration;

/// The longest wait for a process that was killed and whose lock the system has not removed yet.
pub const LOCK_PATIENCE: Duration = Duration::from_secs(2);
