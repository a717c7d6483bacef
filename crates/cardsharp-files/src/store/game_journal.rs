//! The journal beside a database that has its games in another form: a line for each game that is over.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::StoreError;
use super::event_log::Behind;
use crate::json_lines::{self, JsonLines};

/// A journal of finished games, each a line `L`. The database is written first, and the journal follows. Its file is
/// made with the first line.
#[derive(Debug)]
pub struct GameJournal<L> {
    lines: Option<JsonLines>,
    /// The lines that could not be written yet.
    waiting: VecDeque<L>,
    behind: Behind,
}

impl<L: Serialize> GameJournal<L> {
    /// The journal at `path`. Each sound line that it has goes to `visit`.
    ///
    /// # Errors
    ///
    /// The file is there, but cannot be read.
    pub fn open<T: DeserializeOwned>(path: PathBuf, mut visit: impl FnMut(T)) -> Result<GameJournal<L>, StoreError> {
        let read = match File::open(&path) {
            Ok(file) => json_lines::read(file, |_, line| match line {
                Ok(line) => visit(line),
                Err(bad) => tracing::warn!("{}: {bad}", path.display()),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
        match read {
            Ok(()) => Ok(GameJournal { lines: None, waiting: VecDeque::new(), behind: Behind::nothing(path) }),
            Err(source) => Err(StoreError::Journal { path, source }),
        }
    }

    /// Adds lines. If they cannot be written, they follow with later ones, or when all is written.
    pub fn append(&mut self, lines: impl IntoIterator<Item = L>) {
        self.waiting.extend(lines);
        let written = self.write();
        self.behind.note(written);
    }

    fn write(&mut self) -> io::Result<()> {
        while let Some(line) = self.waiting.front() {
            let lines = match &mut self.lines {
                Some(lines) => lines,
                None => {
                    let mut options = OpenOptions::new();
                    let file = options.create(true).read(true).append(true).open(&self.behind.path)?;
                    self.lines.insert(JsonLines::at_end_of(file)?)
                }
            };
            lines.append([line])?;
            self.waiting.pop_front();
        }
        Ok(())
    }

    /// Checks that all lines were written.
    ///
    /// # Errors
    ///
    /// The journal lacks lines.
    pub fn finish(&mut self) -> Result<(), StoreError> {
        self.append([]);
        self.behind.take()
    }
}
