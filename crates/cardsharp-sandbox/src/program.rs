//! Programs, as command lines name them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// The most bytes of a script's first line.
const MAX_FIRST_LINE: u64 = 256;

/// The program that a word names: a path, or a name in one of the folders of `PATH`.
pub(super) fn find(word: &str) -> io::Result<PathBuf> {
    if word.contains('/') {
        let path = PathBuf::from(word);
        return may_run(&path).map(|()| path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut refused = io::Error::from(io::ErrorKind::NotFound);
    for folder in std::env::split_paths(&folders) {
        let path = folder.join(word);
        match may_run(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => refused = error,
            Err(_) => {}
        }
    }
    Err(refused)
}

fn may_run(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_dir() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    Ok(access(path, Access::EXEC_OK)?)
}

/// The program that interprets a script, by the script's first line; none if the file is no script.
pub(super) fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut bytes = Vec::new();
    let file = File::open(script).ok()?;
    file.take(MAX_FIRST_LINE).read_to_end(&mut bytes).ok()?;
    let line = bytes.strip_prefix(b"#!")?.split(|&byte| byte == b'\n');
    let line = String::from_utf8_lossy(line.into_iter().next()?).into_owned();
    line.split_whitespace().next().map(PathBuf::from)
}
