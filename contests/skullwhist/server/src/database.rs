//! The file of the database, as a backend for redb.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use redb::{BackendError, Builder, Database, DatabaseError, StorageBackend, StorageError};

use super::store_error::{DATABASE_FILE, StoreError};
use super::tables::{Batch, write};
use cardsharp_net::SyncPolicy;
use cardsharp_system::files::{make_private, sync_folder};

/// The pause between two attempts to lock the file.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Opens the database at `path`, and creates it if it is absent. A process that was just killed
/// keeps its lock until the system removes it. The function therefore waits for the lock, for
/// `patience` at most.
pub(super) fn open(
    path: &Path,
    sync: SyncPolicy,
    patience: Duration,
) -> Result<Database, StoreError> {
    let begun = Instant::now();
    if !path.exists() {
        create(path)?;
    }
    let mut warned = false;
    loop {
        match open_checked(path, sync) {
            Err(StoreError::Taken(_)) if begun.elapsed() < patience => {
                if !warned {
                    tracing::warn!("another process has the database: waiting for it to go");
                    warned = true;
                }
                std::thread::sleep(LOCK_PAUSE);
            }
            opened => return opened,
        }
    }
}

/// Creates a database under another name and moves it to its place once it is complete. A crash
/// then never leaves an invalid file.
fn create(path: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::unusable(path, StorageError::from(error).into());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // The crate gives the file the mode 0600.
    let file = builder.prefix(DATABASE_FILE).suffix(".tmp");
    let file = file.tempfile_in(folder).map_err(failed)?;
    let backend = Backend::new(file.reopen().map_err(failed)?, SyncPolicy::Always);
    let made = backend.and_then(|backend| Builder::new().create_with_backend(backend));
    let database = made.map_err(|error| StoreError::unusable(path, error.into()))?;
    write(&database, &Batch::default()).map_err(|error| StoreError::unusable(path, error))?;
    drop(database);
    match file.persist_noclobber(path) {
        Ok(_) => {}
        // Another server was faster; its lock decides.
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(failed(error.error)),
    }
    sync_folder(folder).map_err(failed)
}

fn open_checked(path: &Path, sync: SyncPolicy) -> Result<Database, StoreError> {
    let failed = |error: io::Error| StoreError::unusable(path, StorageError::from(error).into());
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.len() == 0 {
        return Err(StoreError::Empty(path.to_owned()));
    }
    // It holds hashes of passwords.
    if make_private(&file).map_err(failed)? {
        tracing::warn!(
            "{} could be read by others; now only its owner can",
            path.display()
        );
    }
    let backend =
        Backend::new(file, sync).map_err(|error| StoreError::unusable(path, error.into()))?;
    let mut builder = Builder::new();
    // Without the check, redb trusts a file that was closed properly, even if it was damaged since.
    builder.set_check_integrity_on_open(true);
    let opened = catch_unwind(AssertUnwindSafe(|| builder.create_with_backend(backend)));
    match opened {
        Ok(Ok(database)) => Ok(database),
        Ok(Err(DatabaseError::DatabaseAlreadyOpen)) => Err(StoreError::Taken(path.to_owned())),
        Ok(Err(error)) => Err(StoreError::unusable(path, error.into())),
        Err(_) => Err(StoreError::Damaged(path.to_owned())),
    }
}

/// A file that is forced to the disk at every commit, or never.
#[derive(Debug)]
pub(super) struct Backend {
    file: redb::backends::FileBackend,
    sync: SyncPolicy,
}

impl Backend {
    pub(super) fn new(file: File, sync: SyncPolicy) -> Result<Backend, DatabaseError> {
        let file = redb::backends::FileBackend::new(file)?;
        Ok(Backend { file, sync })
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        match self.sync {
            SyncPolicy::Always => self.file.sync_data(),
            SyncPolicy::Os => Ok(()),
        }
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(
        &self,
        start: Bound<u64>,
        end: Bound<u64>,
    ) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::fd::OwnedFd;

    use super::*;

    #[test]
    fn only_always_asks_the_disk() {
        // A pipe cannot be forced to a disk, so a request for it returns an error.
        let sync = |policy| {
            let (_, writer) = io::pipe().unwrap();
            let backend = Backend::new(OwnedFd::from(writer).into(), policy).unwrap();
            backend.sync_data()
        };
        sync(SyncPolicy::Always).unwrap_err();
        sync(SyncPolicy::Os).unwrap();
    }
}
