//! What a run leaves for a later one to go on from.

use std::path::Path;

use cardsharp_solvers::run::Progress;
use cardsharp_solvers::sampled::{RestoreError, Snapshot};

use super::{Description, Files, TrainError};
use crate::policy;
use crate::policy::container::{self, ContainerError, Header, Kind, Reader, Section};

/// Regrets and averages.
const TABLE: &str = "table";
/// Of a table whose rows have no places of their own: their keys, and where each begins.
const KEYS: &str = "keys";
const FIRSTS: &str = "firsts";

/// Where a run had come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resumed {
    /// Iterations done.
    pub iterations: u64,
    /// Nodes touched.
    pub nodes: u64,
    /// Seconds of training.
    pub seconds: f64,
}

/// A checkpoint, opened.
pub struct Checkpoint {
    /// The file.
    pub reader: Reader,
    /// Where the run had come to.
    pub resumed: Resumed,
    /// What was wrong with the newest generation, if this is the one before.
    pub instead_of: Option<ContainerError>,
}

impl Checkpoint {
    /// Opens one.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and what is wrong with it.
    pub fn open(path: &Path) -> Result<Checkpoint, TrainError> {
        let newest = policy::open(path, Kind::Checkpoint)?;
        let resumed = Resumed {
            iterations: newest.reader.header().iterations,
            nodes: number(&newest.reader, "nodes")? as u64,
            seconds: number(&newest.reader, "seconds")?,
        };
        Ok(Checkpoint {
            reader: newest.reader,
            resumed,
            instead_of: newest.instead_of,
        })
    }

    /// Its header.
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// That its header lacks something.
    pub fn lacks(&self, what: &str) -> TrainError {
        lacks(&self.reader, what)
    }

    /// The number that the header has by this name.
    ///
    /// # Errors
    ///
    /// [`TrainError::Header`] if it has none.
    pub fn number(&self, name: &str) -> Result<f64, TrainError> {
        number(&self.reader, name)
    }

    /// Gives the table, as it was, to a solver's `restore`.
    ///
    /// # Errors
    ///
    /// [`TrainError`] if the file has no table, or it does not fit.
    pub fn restore(
        &self,
        restore: impl FnOnce(Snapshot<'_>) -> Result<(), RestoreError>,
    ) -> Result<(), TrainError> {
        let floats = self.table()?;
        let keyed = self.reader.sections().any(|entry| entry.name == KEYS);
        let (keys, firsts) = match keyed {
            true => (self.reader.section(KEYS)?, self.reader.section(FIRSTS)?),
            false => Default::default(),
        };
        let begun = restore(Snapshot {
            traversals: self.resumed.iterations,
            nodes: self.resumed.nodes,
            floats: &floats,
            keys,
            firsts,
        });
        begun.map_err(|cause| self.does_not_fit(cause))
    }

    /// Its regrets and averages.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] if the file has none.
    pub fn table(&self) -> Result<Vec<f32>, ContainerError> {
        self.reader.section(TABLE)
    }

    /// That its table does not fit a run.
    pub fn does_not_fit(&self, cause: RestoreError) -> TrainError {
        TrainError::Restore {
            file: self.reader.path().to_owned(),
            cause,
        }
    }
}

fn lacks(reader: &Reader, what: &str) -> TrainError {
    TrainError::Header {
        file: reader.path().to_owned(),
        what: what.to_owned(),
    }
}

fn number(reader: &Reader, name: &str) -> Result<f64, TrainError> {
    let text = reader.header().parameters.get(name);
    let number = text.and_then(|text| text.parse().ok());
    number.ok_or_else(|| lacks(reader, &format!("number \"{name}\"")))
}

impl Description {
    /// Writes a checkpoint of the run: what the contest keeps, and what the solver has come to, if
    /// there is a solver yet.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and what went wrong.
    pub fn write_checkpoint<'a>(
        &self,
        files: &Files,
        progress: &Progress,
        mut sections: Vec<Section<'a>>,
        snapshot: Option<&'a Snapshot<'_>>,
    ) -> Result<(), ContainerError> {
        let mut header = self.header(Kind::Checkpoint, progress.iterations);
        let numbers = [
            ("seconds", progress.seconds.to_string()),
            ("nodes", progress.nodes.to_string()),
        ];
        let numbers = numbers.map(|(name, value)| (name.to_owned(), value));
        header.parameters.extend(numbers);
        if let Some(snapshot) = snapshot {
            sections.push(Section::new(TABLE, snapshot.floats));
            if !snapshot.keys.is_empty() {
                sections.push(Section::new(KEYS, &snapshot.keys));
                sections.push(Section::new(FIRSTS, &snapshot.firsts));
            }
        }
        container::write(&files.checkpoint(), &header, &sections)
    }
}
