//! The files that a run may write. A run may not write a file that something else has made, or that
//! another run is writing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::curve;
use super::manifest::Manifest;
use cardsharp_files::temporary_file::folder_of;
use cardsharp_system::files::is_still;

/// The reason why a file may not be written.
///
/// Each message contains the message of its cause. The cause is therefore no source of the error.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The file exists and was not made by this run.
    #[error(
        "{path} is there already and was not made by this run: choose another name, or replace it with \
         --force"
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another run is writing the file.
    #[error("{path} is being written by another run: wait for its end, or choose another name")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The run was asked to write the file twice.
    #[error("{path} is asked for twice: give each file a name of its own")]
    Twice {
        /// The file.
        path: PathBuf,
    },
    /// The lock of the file cannot be made.
    #[error("{path}: cannot make a lock beside it: {cause}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error that the system returned.
        cause: io::Error,
    },
}

/// True if the file contains a result, which would be lost if the file were replaced. A run that failed at
/// its beginning, or was killed before its first measurement, leaves no result: its curve has no points, and
/// its manifest has no number of iterations.
fn holds_a_result(path: &Path) -> bool {
    let found = fs::metadata(path);
    if !found.is_ok_and(|found| found.is_file() && found.len() > 0) {
        return false;
    }
    let without_points = |curve: &Path| curve::read(curve).is_ok_and(|points| points.is_empty());
    let name = path.to_string_lossy();
    match name.strip_suffix(".manifest.json") {
        Some(stem) => {
            let curve = PathBuf::from(format!("{stem}.csv"));
            let begun = Manifest::read(&curve).ok().flatten();
            let begun = begun.is_some_and(|manifest| manifest.iterations.is_none());
            !(begun && without_points(&curve))
        }
        None => !(name.ends_with(".csv") && without_points(path)),
    }
}

/// Returns an error if the file contains a result, which would be lost.
///
/// # Errors
///
/// [`ClaimError::Exists`].
pub fn require_free(path: &Path) -> Result<(), ClaimError> {
    if holds_a_result(path) { Err(ClaimError::Exists { path: path.to_owned() }) } else { Ok(()) }
}

/// Locks the files that a run will write. No file may contain a result, except with `force`, which
/// allows the run to replace the file.
///
/// # Errors
///
/// [`ClaimError`] names the file and the reason.
pub fn claim(paths: &[PathBuf], force: bool) -> Result<Vec<Lock>, ClaimError> {
    for (index, path) in paths.iter().enumerate() {
        if paths[..index].contains(path) {
            let path = path.clone();
            return Err(ClaimError::Twice { path });
        }
    }
    let locks = paths.iter().map(|path| Lock::on(path));
    let locks = locks.collect::<Result<_, _>>()?;
    if !force {
        paths.iter().try_for_each(|path| require_free(path))?;
    }
    Ok(locks)
}

/// The lock of a file that a run writes: a file `.NAME.lock` beside it. The lock file is removed when this is
/// dropped. A lock file that a killed run left behind locks nothing.
#[derive(Debug)]
pub struct Lock {
    /// `None` if there is nothing to lock.
    held: Option<(PathBuf, File)>,
}

impl Lock {
    /// Locks the path `path`. The file itself need not exist.
    ///
    /// # Errors
    ///
    /// [`ClaimError::Busy`] if another run holds the lock.
    pub fn on(path: &Path) -> Result<Lock, ClaimError> {
        let special = fs::metadata(path).is_ok_and(|found| !found.is_file());
        let name = match path.file_name() {
            // Several runs may write to a terminal or a pipe, where nothing is lost.
            Some(name) if !special => name,
            _ => return Ok(Lock { held: None }),
        };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(".lock");
        let hidden = folder_of(path).join(hidden);
        loop {
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false);
            let file = file.open(&hidden).map_err(|cause| ClaimError::Io { path: path.to_owned(), cause })?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(ClaimError::Busy { path: path.to_owned() });
                }
                // A file system without locks cannot keep two runs apart.
                Err(TryLockError::Error(_)) => return Ok(Lock { held: None }),
            }
            // The run that held the lock may have removed its file before this run locked it.
            if is_still(&file, &hidden) {
                let held = Some((hidden, file));
                return Ok(Lock { held });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.held {
            // A lock file that cannot be removed does no harm: nothing holds its lock any longer.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/report/claim.rs"]
mod tests;
