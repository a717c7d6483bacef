//! The file that something is written to before it is renamed into place.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use tempfile::NamedTempFile;

/// The folder that `path` lies in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A temporary file in the folder of `path`, after those for `path` that killed processes left behind are
/// removed.
///
/// Its lock is held as long as the file is open: a temporary file without a lock is nobody's.
///
/// # Errors
///
/// The file cannot be made.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().ok_or(ErrorKind::InvalidFilename)?);
    prefix.push(".writing-");
    remove_abandoned(folder, &prefix);
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        let readable = {
            use std::os::unix::fs::PermissionsExt;
            fs::Permissions::from_mode(0o666)
        };
        #[cfg(unix)]
        builder.permissions(readable);
        let file = builder.tempfile_in(folder)?;
        // On a file system without locks nothing is ever removed, so no lock is needed.
        let _ = file.as_file().lock();
        // Another process may have taken it for abandoned before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
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
            // What cannot be removed is only in the way of the disk's space.
            let _ = fs::remove_file(entry.path());
        }
    }
}
