//! Completion of file names in a shell.

use std::ffi::OsStr;

use clap_complete::engine::{ArgValueCompleter, PathCompleter};

/// Completes the name of a policy file.
pub fn policies() -> ArgValueCompleter {
    ArgValueCompleter::new(files_ending(".policy"))
}

/// Completes the name of a curve.
pub fn curves() -> ArgValueCompleter {
    ArgValueCompleter::new(files_ending(".csv"))
}

/// Completes the names of files that end with `end`, and of folders, which may contain such files.
pub fn files_ending(end: &'static str) -> PathCompleter {
    PathCompleter::any().filter(move |path| {
        let name = path.file_name().map(OsStr::to_string_lossy);
        path.is_dir() || name.is_some_and(|name| name.ends_with(end))
    })
}
