//! The checkpoint: the file that a later run resumes from.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use cardsharp_solvers::run::Progress;
use cardsharp_solvers::sampled::{RestoreError, Snapshot};

use super::{Description, Files, TrainError};
use cardsharp_policy::container::{self, ContainerError, FileFault, Header, Kind, Reader, Section};

/// Section of the regrets and average strategies.
const TABLE: &str = "table";
/// Sections of a hashed table: the keys of its rows, and the position where each row begins.
const KEYS: &str = "keys";
const FIRSTS: &str = "firsts";

/// The progress of the run that wrote a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resumed {
    /// Iterations done.
    pub iterations: u64,
    /// Nodes touched.
    pub nodes: u64,
    /// Seconds of training.
    pub seconds: f64,
}

/// Upper limit of the iterations and nodes in a checkpoint. It leaves room for those that a resumed run adds.
const MAX_COUNTED: u64 = 1 << 60;

impl Resumed {
    fn of(reader: &Reader) -> Result<Resumed, TrainError> {
        let resumed = Resumed {
            iterations: reader.header().iterations,
            nodes: number(reader, "nodes")?,
            seconds: number(reader, "seconds")?,
        };
        let counted = resumed.iterations.max(resumed.nodes) <= MAX_COUNTED;
        if counted && Duration::try_from_secs_f64(resumed.seconds).is_ok() {
            Ok(resumed)
        } else {
            Err(senseless(reader, "its header has more iterations, nodes or seconds than a run can have"))
        }
    }
}

/// An open checkpoint.
pub struct Checkpoint {
    /// The file.
    pub reader: Reader,
    /// The progress of the run that wrote it.
    pub resumed: Resumed,
    /// The error of the newest generation, if `reader` reads the previous one instead.
    pub instead_of: Option<ContainerError>,
}

impl Checkpoint {
    /// Opens the checkpoint at `path`, or its previous generation if the newest is damaged.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and its fault.
    pub fn open(path: &Path) -> Result<Checkpoint, TrainError> {
        let newest = cardsharp_policy::open(path, Kind::Checkpoint)?;
        let resumed = Resumed::of(&newest.reader)?;
        Ok(Checkpoint { reader: newest.reader, resumed, instead_of: newest.instead_of })
    }

    /// Its header.
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// The error of a header without `what`.
    pub fn lacks(&self, what: &str) -> TrainError {
        lacks(&self.reader, what)
    }

    /// The number with this name in the header's parameters.
    ///
    /// # Errors
    ///
    /// [`TrainError::Header`] if the header has no such number of type `N`.
    pub fn number<N: FromStr>(&self, name: &str) -> Result<N, TrainError> {
        number(&self.reader, name)
    }

    /// Passes the saved table to a solver's `restore`.
    ///
    /// # Errors
    ///
    /// [`TrainError`] if the file has no table, or the table does not fit the solver.
    pub fn restore(&self, restore: impl FnOnce(Snapshot<'_>) -> Result<(), RestoreError>) -> Result<(), TrainError> {
        let floats = self.table()?;
        let keyed = self.reader.sections().any(|entry| entry.name == KEYS);
        let (keys, firsts) =
            if keyed { (self.reader.section(KEYS)?, self.reader.section(FIRSTS)?) } else { Default::default() };
        let begun = restore(Snapshot {
            traversals: self.resumed.iterations,
            nodes: self.resumed.nodes,
            floats: &floats,
            keys,
            firsts,
        });
        begun.map_err(|cause| self.does_not_fit(cause))
    }

    /// The regrets and average strategies, in pairs.
    ///
    /// # Errors
    ///
    /// [`TrainError`] if the file has no table, or a solver cannot have written its values.
    pub fn table(&self) -> Result<Vec<f32>, TrainError> {
        let floats: Vec<f32> = self.reader.section(TABLE)?;
        if is_sound(&floats) { Ok(floats) } else { Err(senseless(&self.reader, NOT_A_TABLE)) }
    }

    /// The error of content that no run can have written.
    pub fn senseless(&self, what: &'static str) -> TrainError {
        senseless(&self.reader, what)
    }

    /// The error of a table that does not fit a run.
    pub fn does_not_fit(&self, cause: RestoreError) -> TrainError {
        TrainError::Restore { file: self.reader.path().to_owned(), cause }
    }
}

fn lacks(reader: &Reader, what: &str) -> TrainError {
    TrainError::Header { file: reader.path().to_owned(), what: what.to_owned() }
}

const NOT_A_TABLE: &str = "its table has a regret that is no finite number, or an average that is negative";

/// True if these are pairs of a finite regret and an average that is not negative.
fn is_sound(floats: &[f32]) -> bool {
    let (pairs, rest) = floats.as_chunks::<2>();
    let sound = |&[regret, average]: &[f32; 2]| regret.is_finite() && (0.0..=f32::MAX).contains(&average);
    rest.is_empty() && pairs.iter().all(sound)
}

fn senseless(reader: &Reader, what: &'static str) -> TrainError {
    TrainError::Senseless { file: reader.path().to_owned(), what }
}

fn number<N: FromStr>(reader: &Reader, name: &str) -> Result<N, TrainError> {
    let text = reader.header().parameters.get(name);
    let number = text.and_then(|text| text.parse().ok());
    number.ok_or_else(|| lacks(reader, &format!("number \"{name}\"")))
}

impl Description {
    /// Writes a checkpoint of the run: the sections of the contest, and `snapshot`, the state of the solver.
    /// There is no snapshot before the solver exists.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and its fault.
    pub fn write_checkpoint<'a>(
        &self,
        files: &Files,
        progress: &Progress,
        mut sections: Vec<Section<'a>>,
        snapshot: Option<&'a Snapshot<'_>>,
    ) -> Result<(), ContainerError> {
        if snapshot.is_some_and(|snapshot| !is_sound(snapshot.floats)) {
            return Err(FileFault::Senseless { what: NOT_A_TABLE }.at(&files.checkpoint()));
        }
        let mut header = self.header(Kind::Checkpoint, progress.iterations);
        let numbers = [("seconds", progress.seconds.to_string()), ("nodes", progress.nodes.to_string())];
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
