//! The file that the command `export` writes.

use std::path::Path;

use anyhow::Context;
use cardsharp_files::replace;

/// Writes an exported program.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_source(path: &Path, program: &str) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    replace(path, program.as_bytes()).with_context(failed)
}
