//! The temporary file that is written before it is renamed into place.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use tempfile::NamedTempFile;

/// The folder that contains `path`.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes a temporary file in the folder of `path`. Temporary files for `path` that killed processes left
/// behind are removed first.
///
/// The file is locked as long as it is open. A temporary file without a lock is abandoned.
///
/// Write through [`NamedTempFile::as_file_mut`]: other errors contain the temporary name, which the user does not know.
///
/// # Errors
///
/// The file cannot be created. The error does not contain the temporary name.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let prefix = prefix_of(path)?;
    remove_abandoned(folder, &prefix);
    loop {
        // `tempfile_in` would put the temporary name into the error.
        let file = builder(&prefix)
            .make_in(folder, |path| File::options().read(true).write(true).create_new(true).open(path))?;
        // A file system without locks removes no abandoned file, so it needs no lock.
        let _ = file.as_file().lock();
        // Another process may have removed the file as abandoned before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Gives the file at `path` the further name `kept`, from which it takes the file that was there. The file has its own
/// name at every moment, unless the file system has no second names: there it only changes its name.
///
/// # Errors
///
/// There is no file, or the folder cannot be written.
pub fn keep_as(path: &Path, kept: &Path) -> io::Result<()> {
    let prefix = prefix_of(path)?;
    let link = builder(&prefix).make_in(folder_of(path), |name| fs::hard_link(path, name));
    match link {
        // If both are names of one file, this changes nothing, and the link is removed as it is dropped.
        Ok(link) => fs::rename(link.path(), kept),
        Err(_) => fs::rename(path, kept),
    }
}

/// The beginning of the names of the temporary files for `path`.
fn prefix_of(path: &Path) -> io::Result<OsString> {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().ok_or(ErrorKind::InvalidFilename)?);
    prefix.push(".writing-");
    Ok(prefix)
}

fn builder(prefix: &OsString) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(".tmp");
    builder
}

fn remove_abandoned(folder: &Path, prefix: &OsString) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_encoded_bytes())
            && name.ends_with(b".tmp")
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            // A file that cannot be removed only takes disk space.
            let _ = fs::remove_file(entry.path());
        }
    }
}
