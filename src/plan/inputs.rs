//! The files that the commands of a plan name.

use std::path::{Path, PathBuf};

use super::file_digest::FileDigest;
use super::plan_file::PlanError;

/// The files that words of command lines name, copied into the plan's folder.
#[derive(Debug)]
pub struct Inputs {
    folder: PathBuf,
    taken: Vec<(PathBuf, FileDigest)>,
}

impl Inputs {
    /// No files yet, for the plan in `folder`.
    pub fn of(folder: &Path) -> Inputs {
        Inputs { folder: folder.join("inputs"), taken: Vec::new() }
    }

    /// The files, in the order in which they were named.
    pub fn files(&self) -> Vec<FileDigest> {
        self.taken.iter().map(|(_, input)| input.clone()).collect()
    }

    /// The word with the copies' names in place of the files that it names, seen from a folder of which `up` leads to
    /// the plan's folder. A file can be the whole word, or a value in it, as in `resolve:policy=a.policy,root=trick`.
    ///
    /// # Errors
    ///
    /// A file cannot be read or copied.
    pub fn translate(&mut self, word: &str, up: &str) -> Result<String, PlanError> {
        if Path::new(word).is_file() {
            return self.take(Path::new(word), up);
        }
        let mut translated = String::new();
        for part in word.split_inclusive([':', ',', '=']) {
            let value = part.trim_end_matches([':', ',', '=']);
            if Path::new(value).is_file() {
                translated.push_str(&self.take(Path::new(value), up)?);
            } else {
                translated.push_str(value);
            }
            translated.push_str(&part[value.len()..]);
        }
        Ok(translated)
    }

    fn take(&mut self, path: &Path, up: &str) -> Result<String, PlanError> {
        let failed = |source| PlanError::Io { path: path.to_owned(), source };
        let whole = path.canonicalize().map_err(failed)?;
        let known = self.taken.iter().find(|(other, _)| *other == whole);
        if let Some((_, input)) = known {
            return Ok(format!("{up}inputs/{}", input.name));
        }
        let name = self.free_name(&whole);
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        std::fs::copy(&whole, self.folder.join(&name)).map_err(failed)?;
        let word = format!("{up}inputs/{name}");
        let input = FileDigest::of(&self.folder, name).map_err(failed)?;
        self.taken.push((whole, input));
        Ok(word)
    }

    /// The file's name, with a number before it if another file has that name.
    fn free_name(&self, path: &Path) -> String {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_taken = |name: &str| self.taken.iter().any(|(_, input)| input.name == name);
        let numbered = (2..).map(|number| format!("{number}-{name}"));
        let mut names = std::iter::once(name.clone().into_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_else(|| name.into_owned())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/plan/inputs.rs"]
mod tests;
