//! The journals of the shards of a tournament, put together.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::progress::{ProgressError, TournamentProgress};
use crate::arena::journal::read_entries;
use crate::arena::{Entry, JournalError};
use crate::shard::Shard;

/// The reason why journals cannot be joined.
#[derive(Debug, Error)]
pub enum JoinError {
    /// A journal cannot be read.
    #[error(transparent)]
    Progress(#[from] ProgressError),
    /// The joined journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file is the journal of another tournament than those before it.
    #[error("{} is of another tournament than the journals before it", path.display())]
    Other {
        /// The file.
        path: PathBuf,
    },
    /// A round or game is there twice.
    #[error("{}, line {line}: this round or game is there twice; join the journal of each shard once", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Rounds or games are missing.
    #[error(
        "{0} rounds or games are missing: play the other shards with --shard, or go on with --resume"
    )]
    Missing(u64),
    /// There are no journals.
    #[error("no journals are given")]
    NoJournals,
}

/// Writes entries to the joined journal.
pub type WriteEntries<'w> = dyn FnMut(&[Entry]) -> Result<(), JournalError> + 'w;

/// The tournament of the journals of its shards. `write` gets every entry; if the journals are given in the order of
/// their shards, it gets what the journal of one process would have.
///
/// # Errors
///
/// [`JoinError`] if a journal cannot be read or is not of the same tournament, or if rounds or games are missing or
/// there twice.
pub fn join(
    journals: &[PathBuf],
    write: &mut WriteEntries<'_>,
) -> Result<TournamentProgress, JoinError> {
    let first = journals.first().ok_or(JoinError::NoJournals)?;
    let settings = TournamentProgress::read(first)?.settings;
    write(&[Entry::Tournament(settings.clone())])?;
    let mut joined = Joined {
        whole: TournamentProgress::new(settings),
        written: None,
        write,
    };
    for path in journals {
        joined.add(path)?;
    }
    match joined.whole.left_of(Shard::WHOLE) {
        0 => Ok(joined.whole),
        missing => Err(JoinError::Missing(missing)),
    }
}

/// What was joined so far.
struct Joined<'w, 'f> {
    whole: TournamentProgress,
    /// The match that the entries written last belong to.
    written: Option<usize>,
    write: &'w mut WriteEntries<'f>,
}

impl Joined<'_, '_> {
    fn add(&mut self, path: &Path) -> Result<(), JoinError> {
        if TournamentProgress::read(path)?.settings != self.whole.settings {
            let path = path.to_owned();
            return Err(JoinError::Other { path });
        }
        let mut fault = None;
        let mut current = None;
        // What a damaged line held was played again, or is missing in the end.
        let visit = |line, entry| match entry {
            Ok(Entry::Match(beginning)) => current = beginning.number,
            Ok(entry @ (Entry::Game { .. } | Entry::Round { .. })) => {
                if let (Some(number), None) = (current, &fault) {
                    fault = self.add_entry(number, entry, path, line).err();
                }
            }
            Ok(Entry::Tournament(_)) | Err(_) => {}
        };
        read_entries(path, visit)?;
        fault.map_or(Ok(()), Err)
    }

    fn add_entry(
        &mut self,
        number: usize,
        entry: Entry,
        path: &Path,
        line: usize,
    ) -> Result<(), JoinError> {
        if self
            .whole
            .matches
            .get(number)
            .is_none_or(|one| one.has(&entry))
        {
            let path = path.to_owned();
            return Err(JoinError::Twice { path, line });
        }
        let mut entries = Vec::new();
        if self.written != Some(number) {
            entries.push(self.whole.beginning(number));
            self.written = Some(number);
        }
        entries.push(entry);
        for entry in &entries {
            self.whole.add(entry);
        }
        Ok((self.write)(&entries)?)
    }
}
