//! The name, length and SHA-256 of a file.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file as it was: an input of a plan, or a file of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDigest {
    /// Its name in its folder.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl FileDigest {
    /// The digest of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn of(folder: &Path, name: String) -> io::Result<FileDigest> {
        let mut hasher = HashWriter(Sha256::new());
        let bytes = io::copy(&mut File::open(folder.join(&name))?, &mut hasher)?;
        Ok(FileDigest { name, bytes, sha256: hex::encode(hasher.0.finalize()) })
    }

    /// True if the file of this name in `folder` is as it was.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn is_still_in(&self, folder: &Path) -> io::Result<bool> {
        Ok(FileDigest::of(folder, self.name.clone())? == *self)
    }
}

/// A writer that hashes what is written.
struct HashWriter(Sha256);

impl io::Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
