//! The file of the database, as redb reads and writes it.

use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Bound;
use std::path::Path;

use redb::{BackendError, Builder, Database, DatabaseError, StorageBackend};

use crate::contests::SyncPolicy;

/// Opens the database at `path`, which is made if it is not there.
pub(super) fn open(path: &Path, sync: SyncPolicy) -> Result<Database, DatabaseError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false);
    let backend = Backend::new(file.open(path).map_err(redb::StorageError::from)?, sync)?;
    Builder::new().create_with_backend(backend)
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::fd::OwnedFd;

    use super::*;

    #[test]
    fn only_always_asks_the_disk() {
        // A pipe cannot be forced to a disk, so that whoever asks for it is told of an error.
        let sync = |policy| {
            let (_, writer) = io::pipe().unwrap();
            let backend = Backend::new(OwnedFd::from(writer).into(), policy).unwrap();
            backend.sync_data()
        };
        sync(SyncPolicy::Always).unwrap_err();
        sync(SyncPolicy::Os).unwrap();
    }
}
