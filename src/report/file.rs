use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts a small file in the place of the one that is there, in one step: who reads it meanwhile
/// sees the one or the other.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        // A terminal or a pipe cannot be replaced, only written to.
        return fs::write(path, bytes);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.suffix(".tmp");
    #[cfg(unix)]
    let readable = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(readable);
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    // Or the name could outlast the content when the power goes.
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    Ok(())
}
