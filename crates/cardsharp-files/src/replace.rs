use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::temporary_file;

/// Replaces a small file in one step: a process that reads it meanwhile sees either the old content
/// or the new. Removes temporary files that killed processes have left for it.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        // A terminal or a pipe cannot be replaced. It can only be written to.
        return fs::write(path, bytes);
    }
    let mut temporary = temporary_file::beside(path)?;
    temporary.as_file_mut().write_all(bytes)?;
    // Without this, the name could reach the disk before the content when the power fails.
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}
