//! The memories of each opponent, over games and, with a file, over connections and runs.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use thiserror::Error;

use cardsharp_challenge_bots::agents::Memory;
use cardsharp_files::replace;

/// A reason why the file of memories cannot be used.
#[derive(Debug, Error)]
pub enum MemoriesError {
    /// It cannot be read.
    #[error("cannot read the memories in {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// It has no memories.
    #[error("{} holds no memories of opponents: {source}; name another file by --memory", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error.
        source: serde_json::Error,
    },
    /// It cannot be written.
    #[error("cannot write the memories to {}: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: String,
    },
}

/// The memories of each opponent, by team.
#[derive(Debug, Default)]
pub(super) struct Memories {
    path: Option<PathBuf>,
    by_team: BTreeMap<i32, Memory>,
}

impl Memories {
    /// The memories of a file. A file that does not exist yet has none.
    pub(super) fn open(path: Option<&Path>) -> Result<Memories, MemoriesError> {
        let Some(path) = path else {
            return Ok(Memories::default());
        };
        let by_team = match std::fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|source| MemoriesError::Damaged { path: path.to_owned(), source })?,
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(source) => {
                return Err(MemoriesError::Unreadable { path: path.to_owned(), source });
            }
        };
        let memories = Memories { path: Some(path.to_owned()), by_team };
        // A file that cannot be written must be known before the first game.
        memories.save()?;
        Ok(memories)
    }

    /// What is remembered of a team.
    pub(super) fn of(&self, team: i32) -> Option<&Memory> {
        self.by_team.get(&team)
    }

    /// Keeps what an agent remembers of a team.
    pub(super) fn keep(&mut self, team: i32, memory: Option<&Memory>) {
        if let Some(memory) = memory {
            self.by_team.insert(team, memory.clone());
        }
    }

    /// Writes the file, if there is one.
    pub(super) fn save(&self) -> Result<(), MemoriesError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = serde_json::to_vec(&self.by_team);
        let written = text
            .map_err(|error| error.to_string())
            .and_then(|text| replace(path, &text).map_err(|error| error.to_string()));
        written.map_err(|reason| MemoriesError::Unwritable { path: path.clone(), reason })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/client/memories.rs"]
mod tests;
