//! Bots and games on disk: an embedded database, to which one thread writes.
//!
//! Changes are written in the order in which they happened. All waiting changes go into one transaction, so that many
//! requests share one wait for the disk. A request is answered once the state that it read is on disk.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::watch;

use super::config::ServeError;
use super::served::{ExportedGame, JOURNAL_FILE};
use super::tables::{Batch, FORM, read, write};
use cardsharp_files::store::{GameJournal, Store, StoreError};
use cardsharp_net::SyncPolicy;

/// The progress of the writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriteProgress {
    /// This many batches are on disk.
    Batches(u64),
    /// No more writes are possible.
    Broken,
}

/// An open database, and the journal beside it.
#[derive(Debug)]
pub(super) struct StoreWriter {
    path: PathBuf,
    /// None once it is closed.
    writer: Mutex<Option<Writer>>,
    progress: watch::Receiver<WriteProgress>,
}

/// The thread that writes, and what it is sent.
#[derive(Debug)]
struct Writer {
    batches: Sender<Batch>,
    thread: JoinHandle<Result<(), StoreError>>,
}

/// The games that the journal has, by their numbers and when they began.
pub(super) type JournaledGames = HashSet<(u64, String)>;

impl StoreWriter {
    /// Opens the database in `folder`, creates the folder if it is absent, and reads the contents and the journal.
    /// It waits for another process that uses the database, for `patience` at most.
    pub(super) fn open(
        folder: &Path,
        sync: SyncPolicy,
        patience: Duration,
    ) -> Result<(StoreWriter, Batch, JournaledGames), ServeError> {
        let database = Store::open(folder, &FORM, sync, patience)?;
        let path = database.path().to_owned();
        let contents = read(&database)?;
        let mut journaled = JournaledGames::new();
        let journal = GameJournal::open(folder.join(JOURNAL_FILE), |line: ExportedGame| {
            if !line.running {
                journaled.insert((line.game, line.result.started.0));
            }
        })?;
        let (batches, waiting) = mpsc::channel();
        let (done, progress) = watch::channel(WriteProgress::Batches(0));
        let thread = std::thread::Builder::new().name("database".to_owned());
        let thread =
            thread.spawn(move || write_all(&database, journal, &waiting, &done)).map_err(ServeError::Thread)?;
        let store = StoreWriter { path, writer: Mutex::new(Some(Writer { batches, thread })), progress };
        Ok((store, contents, journaled))
    }

    fn writer(&self) -> MutexGuard<'_, Option<Writer>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a batch to be written. Does not wait.
    pub(super) fn write(&self, batch: Batch) {
        if let Some(writer) = &*self.writer() {
            // A request that waits for the batch learns that the writer has ended.
            let _ = writer.batches.send(batch);
        }
    }

    /// The reason why it accepts no more writes, if it does not.
    pub(super) fn broken(&self) -> Option<StoreError> {
        let crashed = self.writer().as_ref().is_some_and(|writer| writer.thread.is_finished());
        let broken = crashed || *self.progress.borrow() == WriteProgress::Broken;
        broken.then(|| StoreError::Unwritable(self.path.clone()))
    }

    /// Waits until `count` batches are on disk. Returns false if they never will be.
    pub(super) async fn persisted(&self, count: u64) -> bool {
        let mut progress = self.progress.clone();
        let reached = progress.wait_for(|progress| match *progress {
            WriteProgress::Batches(there) => there >= count,
            WriteProgress::Broken => true,
        });
        reached.await.is_ok_and(|progress| *progress != WriteProgress::Broken)
    }

    /// Closes it, once all that was queued is written.
    ///
    /// # Errors
    ///
    /// The database or its journal could not be written.
    pub(super) fn close(&self) -> Result<(), StoreError> {
        let Some(Writer { batches, thread }) = self.writer().take() else {
            return Ok(());
        };
        drop(batches);
        thread.join().unwrap_or_else(|_| {
            tracing::error!("the database's thread had crashed");
            Err(StoreError::Unwritable(self.path.clone()))
        })
    }
}

impl Drop for StoreWriter {
    fn drop(&mut self) {
        // The log has the reason.
        let _ = self.close();
    }
}

/// Writes batches until the queue is closed.
fn write_all(
    database: &Store,
    mut journal: GameJournal<ExportedGame>,
    waiting: &Receiver<Batch>,
    done: &watch::Sender<WriteProgress>,
) -> Result<(), StoreError> {
    let mut count = 0;
    while let Ok(first) = waiting.recv() {
        let mut all = first;
        count += 1;
        for mut next in waiting.try_iter() {
            all.bots.append(&mut next.bots);
            all.games.append(&mut next.games);
            all.ended.append(&mut next.ended);
            count += 1;
        }
        if let Err(error) = write(database, &all) {
            tracing::error!(%error, "the database could not be written");
            done.send_replace(WriteProgress::Broken);
            return Err(StoreError::Unwritable(database.path().to_owned()));
        }
        journal.append(all.ended);
        done.send_replace(WriteProgress::Batches(count));
    }
    journal.finish()
}
