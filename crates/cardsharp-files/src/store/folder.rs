//! The data folder, and the folders in which it has its name.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cardsharp_system::files::sync_folder;

use super::error::StoreError;
use crate::SyncPolicy;

/// Makes a data folder, and those above it that are missing. With [`SyncPolicy::Always`] the disk has their names.
///
/// # Errors
///
/// [`StoreError::Folder`].
pub fn make_folder(folder: &Path, policy: SyncPolicy) -> Result<(), StoreError> {
    let made = DataFolder::make(folder).and_then(|made| made.sync(policy));
    made.map_err(|source| StoreError::Folder { path: folder.to_owned(), source })
}

/// A data folder.
#[derive(Debug)]
pub(super) struct DataFolder {
    /// Its absolute path.
    path: PathBuf,
    /// The number of folders that were made for it, itself included.
    made: usize,
}

impl DataFolder {
    /// Makes the folder, and those above it that are missing.
    pub(super) fn make(folder: &Path) -> io::Result<DataFolder> {
        let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let made = folder.ancestors().take_while(missing).count();
        fs::create_dir_all(folder)?;
        let path = folder.canonicalize()?;
        Ok(DataFolder { path, made })
    }

    /// Forces to the disk the names of the files in the folder, its own name, and the names of the folders that were
    /// made for it.
    pub(super) fn sync(&self, policy: SyncPolicy) -> io::Result<()> {
        match policy {
            SyncPolicy::Always => self.sync_each(sync_folder),
            SyncPolicy::Os => Ok(()),
        }
    }

    fn sync_each(&self, mut sync: impl FnMut(&Path) -> io::Result<()>) -> io::Result<()> {
        // A start that was cut short may have made the folder and not forced its name, so that its parent comes always.
        let folders = self.path.ancestors().take(self.made.max(1) + 1);
        for (height, folder) in folders.enumerate() {
            match sync(folder) {
                // A folder that its owner has made for the server may be in one that the server may not read.
                Err(error) if self.made == 0 && height == 1 && error.kind() == ErrorKind::PermissionDenied => {}
                synced => synced?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/store/folder.rs"]
mod tests;
