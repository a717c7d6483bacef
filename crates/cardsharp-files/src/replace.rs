use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use cardsharp_system::files::sync_folder;

use crate::temporary_file;

/// Replaces a small file in one step: a process that reads it meanwhile sees either the old content
/// or the new. Removes temporary files that killed processes have left for it.
///
/// # Errors
///
/// The file cannot be written. It is as it was before.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, |file| file.write_all(bytes))
}

/// Replaces a file in one step by what `write` writes. When it returns, the disk has the content and the name.
///
/// # Errors
///
/// The error of `write`, or the file cannot be written. It is as it was before.
pub fn replace_by<T, E: From<io::Error>>(path: &Path, write: impl FnOnce(&mut File) -> Result<T, E>) -> Result<T, E> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        // A terminal or a pipe cannot be replaced. It can only be written to.
        return write(&mut File::options().write(true).open(path)?);
    }
    let mut temporary = temporary_file::beside(path)?;
    let written = write(temporary.as_file_mut())?;
    // Without this, the name could reach the disk before the content when the power fails.
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|failed| failed.error)?;
    sync_folder(temporary_file::folder_of(path))?;
    Ok(written)
}
