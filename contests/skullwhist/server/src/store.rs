//! Bots and games on disk: an embedded database, to which one thread writes.
//!
//! Changes are written in the order in which they happened. All waiting changes go into one
//! transaction, so that many requests share one wait for the disk. A request is answered once the
//! state that it read is on disk.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::watch;

use super::config::ServeError;
use super::tables::{Batch, FORM, read, write};
use cardsharp_files::store::{Store, StoreError};
use cardsharp_net::SyncPolicy;

/// The progress of the writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriteProgress {
    /// This many batches are on disk.
    Batches(u64),
    /// No more writes are possible.
    Broken,
}

/// An open database.
#[derive(Debug)]
pub(super) struct StoreWriter {
    path: PathBuf,
    /// None once it is closed.
    batches: Option<Sender<Batch>>,
    writer: Option<JoinHandle<()>>,
    progress: watch::Receiver<WriteProgress>,
}

impl StoreWriter {
    /// Opens the database in `folder`, creates the folder if it is absent, and reads the contents.
    /// It waits for another process that uses the database, for `patience` at most.
    pub(super) fn open(
        folder: &Path,
        sync: SyncPolicy,
        patience: Duration,
    ) -> Result<(StoreWriter, Batch), ServeError> {
        let database = Store::open(folder, &FORM, sync, patience)?;
        let path = database.path().to_owned();
        let contents = read(&database)?;
        let (batches, waiting) = mpsc::channel();
        let (done, progress) = watch::channel(WriteProgress::Batches(0));
        let writer = std::thread::Builder::new().name("database".to_owned());
        let writer = writer
            .spawn(move || write_all(&database, &waiting, &done))
            .map_err(ServeError::Thread)?;
        let store = StoreWriter {
            path,
            batches: Some(batches),
            writer: Some(writer),
            progress,
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
}

impl Drop for StoreWriter {
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
fn write_all(database: &Store, waiting: &Receiver<Batch>, done: &watch::Sender<WriteProgress>) {
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
            Ok(()) => done.send_replace(WriteProgress::Batches(count)),
            Err(error) => {
                tracing::error!(%error, "the database could not be written");
                done.send_replace(WriteProgress::Broken);
                return;
            }
        };
    }
}
