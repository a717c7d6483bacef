//! A training run: from a game to a policy file.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{
    ExternalSampling, Preset, RestoreError, Rows, RowsError, Snapshot,
};
use thiserror::Error;

use super::blueprint::{Blueprint, BlueprintError, FINGERPRINT, read_game};
use crate::contests::skullwhist::infosets::{Infosets, InfosetsError, WholeGame, by_name};
use crate::contests::skullwhist::measure::measured;
use crate::contests::skullwhist::text::Member;
use crate::policy::container::{self, ContainerError, Kind, Measured, Section};
use crate::report::ReportError;
use crate::training::{Description, News, Plan, Resumed, Trained, Trainee, conduct, note_progress};

/// What to train.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family, and what its players are after.
    pub member: Member,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub preset: Preset,
    /// Seed of the sampling.
    pub seed: u64,
}

impl Task {
    fn description(&self) -> Description {
        Description {
            game: self.member.to_string(),
            fingerprint: FINGERPRINT,
            infosets: self.infosets.clone(),
            solver: self.preset.name,
            seed: self.seed,
            parameters: Default::default(),
        }
    }
}

/// Why a run failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// Its table is too large.
    #[error(transparent)]
    Memory(#[from] RowsError),
    /// Its information sets are not to be had.
    #[error(transparent)]
    Infosets(#[from] InfosetsError),
    /// A file of tables failed.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The curve or manifest failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file is not one of a policy for SkullWhist.
    #[error(transparent)]
    Policy(#[from] BlueprintError),
    /// The checkpoint does not fit.
    #[error("{file}: {source}; give the run the memory it had, or begin anew")]
    Restore {
        /// The checkpoint.
        file: PathBuf,
        /// What does not fit.
        source: RestoreError,
    },
    /// The checkpoint's header lacks something.
    #[error("{file}: the header has no {what}")]
    Header {
        /// The checkpoint.
        file: PathBuf,
        /// What.
        what: String,
    },
}

/// A checkpoint, opened: what it was training, and where it had come to.
pub struct Resumption {
    /// What to train.
    pub task: Task,
    /// What was wrong with the newest generation, if this is the one before.
    pub instead_of: Option<ContainerError>,
    reader: container::Reader,
    resumed: Resumed,
}

impl Resumption {
    /// Opens a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and what is wrong with it.
    pub fn open(path: &Path) -> Result<Resumption, TrainError> {
        let newest = container::open_newest(path)?;
        let reader = newest.reader;
        reader.require_kind(Kind::Checkpoint)?;
        let (member, infosets) = read_game(&reader)?;
        let header = reader.header();
        let lacks = |what: &str| TrainError::Header {
            file: path.to_owned(),
            what: what.to_owned(),
        };
        let preset = Preset::by_name(&header.solver);
        let task = Task {
            member,
            infosets: infosets.name().to_owned(),
            preset: preset.ok_or_else(|| lacks("solver that is known"))?,
            seed: header.seed,
        };
        let resumed = Resumed::of(header).map_err(lacks)?;
        Ok(Resumption {
            task,
            instead_of: newest.instead_of,
            resumed,
            reader,
        })
    }

    fn restore(&self, solver: &mut Solver<'_, '_>) -> Result<(), TrainError> {
        let floats = self.reader.section::<f32>(TABLE)?;
        let keyed = self.reader.sections().any(|entry| entry.name == KEYS);
        let (keys, firsts) = match keyed {
            true => (self.reader.section(KEYS)?, self.reader.section(FIRSTS)?),
            false => Default::default(),
        };
        let saved = Snapshot {
            traversals: self.resumed.iterations,
            nodes: self.resumed.nodes,
            floats: &floats,
            keys,
            firsts,
        };
        solver.restore(saved).map_err(|source| TrainError::Restore {
            file: self.reader.path().to_owned(),
            source,
        })
    }
}

/// The sections of a checkpoint.
const TABLE: &str = "table";
const KEYS: &str = "keys";
const FIRSTS: &str = "firsts";

/// Bytes that the table takes of `max_memory`, before it takes them.
///
/// # Errors
///
/// [`InfosetsError`] if there are no such information sets.
pub fn memory_needed(task: &Task, max_memory: u64) -> Result<u64, InfosetsError> {
    let infosets = by_name(&task.infosets, task.member)?;
    Ok(Rows::memory(infosets.numbering(), max_memory).bytes)
}

/// Trains `task`, from `start` if that is given, until a limit is reached or `interrupt` is set.
///
/// # Errors
///
/// [`TrainError`] says what failed and what to do.
pub fn train(
    task: &Task,
    plan: &Plan,
    start: Option<&Resumption>,
    interrupt: &AtomicBool,
    news: &mut dyn FnMut(News<'_>),
) -> Result<Trained, TrainError> {
    let infosets = by_name(&task.infosets, task.member)?;
    let game = WholeGame::new(task.member, &*infosets);
    let memory = plan.max_memory;
    let mut solver = ExternalSampling::new(&game, &*infosets, task.preset, task.seed, memory)?;
    if let Some(start) = start {
        start.restore(&mut solver)?;
    }
    let mut manifest = task.description().manifest(plan);
    manifest.write(&plan.files.curve())?;
    let run = Run { task, plan };
    let resumed = start.map(|start| start.resumed);
    let trained = conduct(&run, &mut solver, plan, resumed, interrupt, news)?;
    // An interrupted run is gone on with from its checkpoint; the others end with a policy.
    if trained.outcome.reason != StopReason::Interrupted {
        let mut policy = run.blueprint(&mut solver)?;
        policy.header.nash_conv = trained.measured.clone();
        policy.save(&plan.files.policy)?;
    }
    manifest.stop_reason = Some(trained.outcome.reason);
    manifest.iterations = Some(trained.outcome.progress.iterations);
    manifest.write(&plan.files.curve())?;
    Ok(trained)
}

type Solver<'a, 'g> = ExternalSampling<'a, WholeGame<'g>, dyn Infosets>;

/// One run.
struct Run<'a> {
    task: &'a Task,
    plan: &'a Plan,
}

impl Run<'_> {
    /// The policy so far.
    fn blueprint(&self, solver: &mut Solver<'_, '_>) -> Result<Blueprint, TrainError> {
        let task = self.task;
        let header = task.description().header(Kind::Policy, solver.iterations());
        let infosets = by_name(&task.infosets, task.member)?;
        let snapshot = solver.snapshot();
        Ok(Blueprint::of_snapshot(
            header,
            task.member,
            infosets,
            snapshot,
        ))
    }
}

impl Trainee<Solver<'_, '_>> for Run<'_> {
    type Error = TrainError;

    fn measure(&self, solver: &mut Solver<'_, '_>) -> Result<Option<Measured>, TrainError> {
        match self.plan.samples {
            Some(0) => Ok(None),
            samples => {
                let policy = self.blueprint(solver)?;
                Ok(Some(measured(&policy, samples, self.task.seed)))
            }
        }
    }

    fn save(&self, solver: &mut Solver<'_, '_>, progress: &Progress) -> Result<(), TrainError> {
        let description = self.task.description();
        let mut header = description.header(Kind::Checkpoint, progress.iterations);
        note_progress(&mut header, progress);
        let snapshot = solver.snapshot();
        let mut sections = vec![Section::new(TABLE, snapshot.floats)];
        if !snapshot.keys.is_empty() {
            sections.push(Section::new(KEYS, &snapshot.keys));
            sections.push(Section::new(FIRSTS, &snapshot.firsts));
        }
        container::write(&self.plan.files.checkpoint(), &header, &sections)?;
        Ok(())
    }
}
