//! The identity of files, and the rights of other users.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// True if `path` still names the file that is open. Where files have no numbers, it is true if `path` names any file.
pub fn is_still(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        match (file.metadata(), fs::metadata(path)) {
            (Ok(one), Ok(other)) => number(one) == number(other),
            _ => false,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        fs::exists(path).unwrap_or(false)
    }
}

/// Lets only its owner read and write a file that is created with these options, where the system has such rights.
pub fn for_its_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    let options = std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Lets everybody run a file that is created with these options, where the system has such rights.
pub fn for_running(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    let options = std::os::unix::fs::OpenOptionsExt::mode(options, 0o777);
    options
}

/// Removes the rights of all other users from a file. Returns true if they had any. Where the system has no such
/// rights, it does nothing.
///
/// # Errors
///
/// The system's, for example if the file belongs to another user.
pub fn make_private(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = file.metadata()?.permissions();
        let open = permissions.mode() & 0o077 != 0;
        if open {
            permissions.set_mode(0o600);
            file.set_permissions(permissions)?;
        }
        Ok(open)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(false)
    }
}

/// Forces the names of the files in a folder to the disk, where the system lets a folder be opened.
///
/// # Errors
///
/// The system's.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
