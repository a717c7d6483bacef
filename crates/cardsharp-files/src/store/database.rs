//! A database of records by number.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use redb::{
    Builder, Database, DatabaseError, ReadOnlyTable, ReadableDatabase, ReadableTable, StorageError, TableDefinition,
    WriteTransaction,
};

use super::backend::Backend;
use super::error::StoreError;
use super::folder::DataFolder;
use crate::SyncPolicy;
use cardsharp_system::files::make_private;

/// The pause between two attempts to lock the file.
const LOCK_PAUSE: Duration = Duration::from_millis(50);
/// The most memory for pages that were read, in bytes. The servers have their records in memory themselves.
const CACHE_SIZE: usize = 1 << 24;
/// Facts about the database itself.
const FACTS: TableDefinition<'_, &str, u64> = TableDefinition::new("facts");
/// The fact by which programs tell whether they can read the records.
const VERSION: &str = "version";

/// A table of records, each with a number.
fn records(name: &str) -> TableDefinition<'_, u64, &'static [u8]> {
    TableDefinition::new(name)
}

/// What a contest keeps.
#[derive(Clone, Copy, Debug)]
pub struct StoreForm {
    /// The name of the database in the data folder.
    pub file: &'static str,
    /// The version of the records. A database with another one is refused.
    pub version: u64,
    /// The names of the tables.
    pub tables: &'static [&'static str],
}

/// An open database. Only its owner can read the file, and only this process can use it.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    database: Database,
}

/// A transaction that is being written.
pub struct Batch<'a> {
    path: &'a Path,
    transaction: &'a WriteTransaction,
}

impl Batch<'_> {
    /// Adds records to a table. They replace those with the same numbers.
    ///
    /// # Errors
    ///
    /// The database cannot be written.
    pub fn put<R: AsRef<[u8]>>(
        &mut self,
        table: &str,
        entries: impl IntoIterator<Item = (u64, R)>,
    ) -> Result<(), StoreError> {
        let unusable = |error: redb::Error| StoreError::unusable(self.path, error);
        let table = self.transaction.open_table(records(table));
        let mut table = table.map_err(|error| unusable(error.into()))?;
        for (id, record) in entries {
            let inserted = table.insert(id, record.as_ref());
            inserted.map_err(|error| unusable(error.into()))?;
        }
        Ok(())
    }
}

impl Store {
    /// Opens the database in `folder`. If there is none, the folder and the database are made. It waits for another
    /// process that uses the database, for `patience` at most.
    ///
    /// # Errors
    ///
    /// The database cannot be used, or another process uses it.
    pub fn open(folder: &Path, form: &StoreForm, sync: SyncPolicy, patience: Duration) -> Result<Store, StoreError> {
        let failed = |source| StoreError::Folder { path: folder.to_owned(), source };
        let data = DataFolder::make(folder).map_err(failed)?;
        let path = folder.join(form.file);
        if !path.exists() {
            create(&path, form)?;
        }
        data.sync(sync).map_err(failed)?;
        Store::open_existing(&path, form, sync, patience)
    }

    /// Opens the database at `path`. It waits for another process that uses it, for `patience` at most.
    ///
    /// # Errors
    ///
    /// The database cannot be used, or another process uses it.
    pub fn open_existing(
        path: &Path,
        form: &StoreForm,
        sync: SyncPolicy,
        patience: Duration,
    ) -> Result<Store, StoreError> {
        let begun = Instant::now();
        let mut warned = false;
        loop {
            match open_checked(path, form, sync) {
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

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes in one transaction what `fill` puts into it.
    ///
    /// # Errors
    ///
    /// Nothing was written if `fill` returns an error. If the database cannot be written, it is not known whether the
    /// transaction is on the disk, and no more can be written.
    pub fn write(&self, fill: impl FnOnce(&mut Batch<'_>) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let transaction = self.database.begin_write();
        let transaction = transaction.map_err(|error| self.unusable(error))?;
        fill(&mut Batch { path: &self.path, transaction: &transaction })?;
        transaction.commit().map_err(|error| self.unusable(error))
    }

    /// The records of a table from this number on, in order.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn read(
        &self,
        table: &str,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, Vec<u8>), StoreError>>, StoreError> {
        let range = self.table(table)?.range(from..);
        let range = range.map_err(|error| self.unusable(error))?;
        Ok(range.map(|entry| match entry {
            Ok((id, record)) => Ok((id.value(), record.value().to_vec())),
            Err(error) => Err(self.unusable(error)),
        }))
    }

    /// The highest number of a record in a table, 0 if it has none.
    pub(super) fn last(&self, table: &str) -> Result<u64, StoreError> {
        let table = self.table(table)?;
        let last = table.last().map_err(|error| self.unusable(error))?;
        Ok(last.map_or(0, |(id, _)| id.value()))
    }

    fn table(&self, name: &str) -> Result<ReadOnlyTable<u64, &'static [u8]>, StoreError> {
        let transaction = self.database.begin_read();
        let transaction = transaction.map_err(|error| self.unusable(error))?;
        let table = transaction.open_table(records(name));
        table.map_err(|error| self.unusable(error))
    }

    fn unusable(&self, error: impl Into<redb::Error>) -> StoreError {
        StoreError::unusable(&self.path, error)
    }

    /// Opens or makes a database in this backend.
    pub(super) fn on(backend: impl redb::StorageBackend, path: &Path) -> Result<Store, StoreError> {
        let mut builder = Builder::new();
        builder.set_cache_size(CACHE_SIZE);
        // Without the check, redb trusts a file that was closed properly, even if it was damaged since.
        builder.set_check_integrity_on_open(true);
        let opened = catch_unwind(AssertUnwindSafe(|| builder.create_with_backend(backend)));
        let database = match opened {
            Ok(Ok(database)) => database,
            Ok(Err(DatabaseError::DatabaseAlreadyOpen)) => {
                return Err(StoreError::Taken(path.to_owned()));
            }
            Ok(Err(error)) => return Err(StoreError::unusable(path, error)),
            Err(_) => return Err(StoreError::Damaged(path.to_owned())),
        };
        let path = path.to_owned();
        Ok(Store { path, database })
    }

    /// Writes the version and all tables of a new database.
    pub(super) fn begin(&self, form: &StoreForm) -> Result<(), StoreError> {
        self.write(|batch| {
            for table in form.tables {
                batch.put(table, std::iter::empty::<(u64, &[u8])>())?;
            }
            let facts = batch.transaction.open_table(FACTS);
            let mut facts = facts.map_err(|error| self.unusable(error))?;
            let version = facts.insert(VERSION, form.version);
            version.map_err(|error| self.unusable(error))?;
            Ok(())
        })
    }

    fn check_version(&self, form: &StoreForm) -> Result<(), StoreError> {
        let transaction = self.database.begin_read();
        let transaction = transaction.map_err(|error| self.unusable(error))?;
        let facts = transaction.open_table(FACTS);
        let facts = facts.map_err(|error| self.unusable(error))?;
        let version = facts.get(VERSION).map_err(|error| self.unusable(error))?;
        let version = version.map_or(0, |version| version.value());
        if version == form.version {
            return Ok(());
        }
        Err(StoreError::OtherVersion { path: self.path.clone(), version, readable: form.version })
    }
}

/// The error of the system as one of the database at `path`.
fn system_error(path: &Path, error: io::Error) -> StoreError {
    StoreError::unusable(path, StorageError::from(error))
}

/// Creates a database under another name and moves it to its place once it is complete. A crash
/// then never leaves an invalid file.
fn create(path: &Path, form: &StoreForm) -> Result<(), StoreError> {
    let failed = |error: io::Error| system_error(path, error);
    let folder = crate::temporary_file::folder_of(path);
    let mut builder = tempfile::Builder::new();
    // The crate gives the file the mode 0600.
    let file = builder.prefix(form.file).suffix(".tmp");
    let file = file.tempfile_in(folder).map_err(failed)?;
    let backend = backend(file.reopen().map_err(failed)?, path, SyncPolicy::Always)?;
    let store = Store::on(backend, path)?;
    store.begin(form)?;
    drop(store);
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        // Another server was faster; its lock decides.
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(failed(error.error)),
    }
}

fn open_checked(path: &Path, form: &StoreForm, sync: SyncPolicy) -> Result<Store, StoreError> {
    let failed = |error: io::Error| system_error(path, error);
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.len() == 0 {
        return Err(StoreError::Empty(path.to_owned()));
    }
    // It holds hashes of passwords, or the seeds of games in progress.
    if make_private(&file).map_err(failed)? {
        tracing::warn!("{} could be read by others; now only its owner can", path.display());
    }
    let store = Store::on(backend(file, path, sync)?, path)?;
    store.check_version(form)?;
    Ok(store)
}

fn backend(file: File, path: &Path, sync: SyncPolicy) -> Result<Backend, StoreError> {
    Backend::new(file, sync).map_err(|error| StoreError::unusable(path, error))
}
