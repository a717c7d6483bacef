//! SHA-256 of files and texts.

use std::fs::File;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The SHA-256 of a text, in hexadecimal digits.
pub(super) fn of_text(text: &[u8]) -> String {
    hex::encode(Sha256::digest(text))
}

/// The SHA-256 of a file, in hexadecimal digits, and the file's length in bytes.
///
/// # Errors
///
/// The file cannot be read.
pub(super) fn of_file(path: &Path) -> io::Result<(String, u64)> {
    let mut hasher = Sha256::new();
    let bytes = io::copy(&mut File::open(path)?, &mut HashWriter(&mut hasher))?;
    Ok((hex::encode(hasher.finalize()), bytes))
}

/// A writer that hashes what is written.
struct HashWriter<'h>(&'h mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
