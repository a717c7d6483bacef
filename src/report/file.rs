use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::temporary_file;

/// Puts a small file in the place of the one that is there, in one step: who reads it meanwhile
/// sees the one or the other. What killed processes left half written for it is removed.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        // A terminal or a pipe cannot be replaced, only written to.
        return fs::write(path, bytes);
    }
    let mut temporary = temporary_file::beside(path)?;
    temporary.write_all(bytes)?;
    // Or the name could outlast the content when the power goes.
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    Ok(())
}
