//! The command of the launcher.

use std::ffi::OsString;
use std::path::PathBuf;

/// The first word after the program's name.
pub(super) const COMMAND: &str = "confine";

/// The means of confinement that a trial names, one a line, if the system has them: Landlock, its scope of signals,
/// and namespaces.
pub(super) const LANDLOCK: &str = "landlock";
pub(super) const SIGNAL_SCOPE: &str = "signal-scope";
pub(super) const NAMESPACES: &str = "namespaces";

/// The words of an option that is repeated for every path.
pub(super) fn options_of(name: &'static str, paths: &[PathBuf]) -> impl Iterator<Item = OsString> {
    let pair = move |path: &PathBuf| [OsString::from(name), path.clone().into()];
    paths.iter().flat_map(pair)
}
