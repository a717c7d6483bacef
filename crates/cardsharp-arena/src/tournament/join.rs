//! The journals of the shards of a tournament, put together.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::progress::{ProgressError, TournamentProgress};
use super::settings::Settings;
use crate::journal::read_entries;
use crate::{Entry, JournalError};
use cardsharp_game::shard::Shard;

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
    #[error("{0} rounds or games are missing: play the other shards with --shard, or go on with --resume")]
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
pub fn join(journals: &[PathBuf], write: &mut WriteEntries<'_>) -> Result<TournamentProgress, JoinError> {
    let mut joined = Joined { whole: None, written: None, write };
    for path in journals {
        joined.add(path)?;
    }
    let whole = joined.whole.ok_or(JoinError::NoJournals)?;
    match whole.left_of(Shard::WHOLE) {
        0 => Ok(whole),
        missing => Err(JoinError::Missing(missing)),
    }
}

/// The journals that were joined so far.
struct Joined<'w, 'f> {
    /// The tournament; `None` before the first journal.
    whole: Option<TournamentProgress>,
    /// The match that the entries written last belong to.
    written: Option<usize>,
    write: &'w mut WriteEntries<'f>,
}

impl Joined<'_, '_> {
    fn add(&mut self, path: &Path) -> Result<(), JoinError> {
        let mut place = Place { path, line: 0, begun: false, number: None };
        let mut fault = None;
        read_entries(path, |line, entry| {
            place.line = line;
            match (entry, &fault) {
                (Ok(entry), None) => fault = self.add_entry(entry, &mut place).err(),
                // It may have begun a match. A tournament that goes on begins its match again, so only results that
                // were damaged later are missing in the end.
                (Err(_), None) => place.number = None,
                (_, Some(_)) => {}
            }
        })
        .map_err(ProgressError::from)?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        if place.begun { Ok(()) } else { Err(ProgressError::NoTournament { path: path.to_owned() }.into()) }
    }

    fn add_entry(&mut self, entry: Entry, place: &mut Place<'_>) -> Result<(), JoinError> {
        match entry {
            Entry::Tournament(settings) => self.begin(settings, place),
            Entry::Match(beginning) => {
                place.number = beginning.number;
                let known = self.whole.as_mut();
                if known.is_some_and(|whole| whole.add(&Entry::Match(beginning))) {
                    Ok(())
                } else {
                    Err(place.foreign().into())
                }
            }
            Entry::Game { .. } | Entry::Round { .. } => self.add_result(entry, place),
        }
    }

    /// Begins the tournament, or checks that a further journal is of the same one.
    fn begin(&mut self, settings: Settings, place: &mut Place<'_>) -> Result<(), JoinError> {
        place.begun = true;
        if let Some(whole) = &self.whole {
            let path = || place.path.to_owned();
            return if whole.settings == settings { Ok(()) } else { Err(JoinError::Other { path: path() }) };
        }
        (self.write)(&[Entry::Tournament(settings.clone())])?;
        self.whole = TournamentProgress::sound(settings);
        match self.whole {
            Some(_) => Ok(()),
            None => Err(place.foreign().into()),
        }
    }

    fn add_result(&mut self, entry: Entry, place: &Place<'_>) -> Result<(), JoinError> {
        // The line that begins the match may be damaged. Its results count as missing.
        let (Some(whole), Some(number)) = (&mut self.whole, place.number) else {
            return Ok(());
        };
        let known = whole.matches.get(number);
        if known.is_none_or(|one| one.has(&entry)) {
            return Err(JoinError::Twice { path: place.path.to_owned(), line: place.line });
        }
        whole.add(&entry);
        if self.written == Some(number) {
            return Ok((self.write)(&[entry])?);
        }
        self.written = Some(number);
        Ok((self.write)(&[whole.beginning(number), entry])?)
    }
}

/// A place in a journal.
struct Place<'p> {
    path: &'p Path,
    /// The line, from 1.
    line: usize,
    /// True if the journal's tournament has begun.
    begun: bool,
    /// The match that the entries belong to.
    number: Option<usize>,
}

impl Place<'_> {
    fn foreign(&self) -> ProgressError {
        ProgressError::Foreign { path: self.path.to_owned(), line: self.line }
    }
}
