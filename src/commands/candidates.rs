//! Files that a shell is offered for a value that is begun.

use std::ffi::OsStr;

use clap_complete::engine::{ArgValueCompleter, PathCompleter};

/// Policy files.
pub fn policies() -> ArgValueCompleter {
    ArgValueCompleter::new(files_ending(".policy"))
}

/// Curves.
pub fn curves() -> ArgValueCompleter {
    ArgValueCompleter::new(files_ending(".csv"))
}

/// Files whose name ends so; folders are offered too, as the way to them.
pub fn files_ending(end: &'static str) -> PathCompleter {
    PathCompleter::any().filter(move |path| {
        let name = path.file_name().map(OsStr::to_string_lossy);
        path.is_dir() || name.is_some_and(|name| name.ends_with(end))
    })
}
