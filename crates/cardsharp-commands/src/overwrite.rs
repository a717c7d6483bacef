//! The files that a command may replace, and the names of the files that it writes.

use std::path::{Path, PathBuf};

use clap::Args;

use cardsharp_policy::report::claim::{ClaimError, require_free};

/// The permission to replace files.
#[derive(Args, Clone, Copy)]
pub struct Overwrite {
    /// Replace files that something else has made.
    #[arg(long)]
    pub force: bool,
}

impl Overwrite {
    /// Returns an error if the file contains a result, unless the result may be replaced.
    ///
    /// # Errors
    ///
    /// [`ClaimError::Exists`].
    pub fn require(self, path: &Path) -> Result<(), ClaimError> {
        if self.force { Ok(()) } else { require_free(path) }
    }
}

/// Extensions, each with its kind of file.
const KINDS: [(&str, &str); 12] = [
    ("policy", "a policy"),
    ("checkpoint", "a checkpoint"),
    ("csv", "a curve"),
    ("json", "a manifest"),
    ("jsonl", "a journal"),
    ("previous", "a generation before the newest"),
    ("efg", "a game"),
    ("npz", "a file of arrays"),
    ("svg", "a picture"),
    ("png", "a picture"),
    ("py", "a program"),
    ("cpp", "a program"),
];

/// Parses the path of a policy that is to be written.
///
/// # Errors
///
/// The extension belongs to another kind of file.
pub fn policy_file(text: &str) -> Result<PathBuf, String> {
    file_of(text, "a policy", "policy")
}

/// Parses the path of a CSV file that is to be written.
///
/// # Errors
///
/// The extension belongs to another kind of file.
pub fn csv_file(text: &str) -> Result<PathBuf, String> {
    file_of(text, "a table", "csv")
}

/// Parses the path of a file of the kind `what` that is to be written. It has the extension `wanted`, or one that no
/// other kind of file has.
///
/// # Errors
///
/// The extension belongs to another kind of file.
pub fn file_of(text: &str, what: &str, wanted: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let extension = path.extension().map(|end| end.to_string_lossy());
    let extension = extension.map_or(String::new(), |end| end.to_lowercase());
    let mut others = KINDS.iter().filter(|(end, _)| *end != wanted);
    match others.find(|(end, _)| *end == extension) {
        Some((end, of)) => Err(format!(
            ".{end} is the name of {of}, and this is {what}: write it to {}",
            path.with_extension(wanted).display()
        )),
        None => Ok(path),
    }
}

/// The name and the parameters of a game in the form that file names have: words joined by hyphens.
pub fn file_stem(game: &str) -> String {
    let words = game.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

#[cfg(test)]
#[path = "../tests/unit/overwrite.rs"]
mod tests;
