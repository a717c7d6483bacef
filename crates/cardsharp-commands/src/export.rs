//! The file that the command `export` writes.

use std::path::Path;

use anyhow::Context;

/// Writes an exported program.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_source(path: &Path, program: &str) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    std::fs::write(path, program).with_context(failed)
}
