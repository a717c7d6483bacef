//! A training run, and the policy it ends with.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{
    Abstraction, Averaging, ExternalSampling, Preset, RestoreError, Rows, RowsError, Snapshot,
};
use thiserror::Error;

use super::blueprint::{Blueprint, BlueprintError, FINGERPRINT, read_member};
use crate::contests::tricky_eights::infosets::{
    AppraisalRows, CELLS, MOST_CANDIDATES, RoundGame, UnknownInfosets, check,
};
use crate::contests::tricky_eights::measure::{DEFAULT_ROUNDS, measured};
use crate::contests::tricky_eights::rules::TrickyEights;
use crate::policy::container::{self, ContainerError, Kind, Measured, Section};
use crate::report::ReportError;
use crate::training::{Description, News, Plan, Resumed, Trained, Trainee, conduct, note_progress};

const TABLE: &str = "table";

/// What to train.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family.
    pub member: TrickyEights,
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
    Infosets(#[from] UnknownInfosets),
    /// A file of tables failed.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The curve or manifest failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file is not one of a policy for Tricky Eights.
    #[error(transparent)]
    Policy(#[from] BlueprintError),
    /// The table does not fit.
    #[error("{file}: {source}; give the run the memory it had, or begin anew")]
    Restore {
        /// The checkpoint, or the policy of a run that begins.
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
        let member = read_member(&reader)?;
        let header = reader.header();
        let lacks = |what: &str| TrainError::Header {
            file: path.to_owned(),
            what: what.to_owned(),
        };
        let resumed = Resumed::of(header).map_err(lacks)?;
        let preset = Preset::by_name(&header.solver);
        let task = Task {
            member,
            infosets: header.infosets.clone(),
            preset: preset.ok_or_else(|| lacks("solver that is known"))?,
            seed: header.seed,
        };
        Ok(Resumption {
            task,
            instead_of: newest.instead_of,
            resumed,
            reader,
        })
    }
}

/// Bytes that training takes, before it takes them.
pub fn memory_needed() -> u64 {
    Rows::memory(AppraisalRows.numbering(), u64::MAX).bytes
}

type RoundSolver<'a> = ExternalSampling<'a, RoundGame, AppraisalRows>;

/// Trains `task`, from `start` if that is given, until the limit is reached or `interrupt` is set.
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
    check(&task.infosets)?;
    let run = Run { task, plan };
    let mut manifest = task.description().manifest(plan);
    manifest.write(&plan.files.curve())?;
    let game = RoundGame::new(task.member);
    let rows = AppraisalRows;
    let mut solver = ExternalSampling::new(&game, &rows, task.preset, task.seed, plan.max_memory)?;
    run.begin(&mut solver, start)?;
    let resumed = start.map(|start| start.resumed);
    let trained = conduct(&run, &mut solver, plan, resumed, interrupt, news)?;
    // An interrupted run is gone on with from its checkpoint; the others end with a policy.
    if trained.outcome.reason != StopReason::Interrupted {
        let mut policy = run.blueprint(&solver);
        policy.header.nash_conv = trained.measured.clone();
        policy.save(&plan.files.policy)?;
    }
    manifest.stop_reason = Some(trained.outcome.reason);
    manifest.iterations = Some(trained.outcome.progress.iterations);
    manifest.write(&plan.files.curve())?;
    Ok(trained)
}

/// The regret, in points, that every row begins with of not having chosen its first candidate, which is
/// appraised highest: until play has shown more than that, everybody plays as appraised, and what
/// comes of a choice is learnt among players of some sense. (A warm start after Brown and Sandholm,
/// 2016, of a strategy and not of regrets that were met.)
fn head_start(averaging: Averaging) -> f32 {
    match averaging {
        Averaging::Uniform => 30.0,
        // In the first hundred thousand traversals regrets weigh a tenth and less.
        Averaging::Linear => 3.0,
    }
}

/// One run.
struct Run<'a> {
    task: &'a Task,
    plan: &'a Plan,
}

impl Run<'_> {
    fn begin(
        &self,
        solver: &mut RoundSolver<'_>,
        start: Option<&Resumption>,
    ) -> Result<(), TrainError> {
        let begun = match start {
            Some(start) => {
                let floats = start.reader.section::<f32>(TABLE)?;
                solver.restore(Snapshot {
                    traversals: start.resumed.iterations,
                    nodes: start.resumed.nodes,
                    floats: &floats,
                    keys: Vec::new(),
                    firsts: Vec::new(),
                })
            }
            None => {
                // A regret and an average for every cell.
                let mut floats = vec![0.0; 2 * CELLS as usize];
                let first = floats.iter_mut().step_by(2 * MOST_CANDIDATES);
                first.for_each(|regret| *regret = head_start(self.task.preset.averaging));
                solver.warm_start(&floats, 0)
            }
        };
        let file = || match start {
            Some(start) => start.reader.path().to_owned(),
            None => self.plan.files.policy.clone(),
        };
        begun.map_err(|source| TrainError::Restore {
            file: file(),
            source,
        })
    }

    /// The policy so far.
    fn blueprint(&self, solver: &RoundSolver<'_>) -> Blueprint {
        let rows = solver.rows();
        Blueprint {
            header: self
                .task
                .description()
                .header(Kind::Policy, solver.iterations()),
            member: self.task.member,
            table: Blueprint::table_of(|row, shares| rows.average(row, shares)),
        }
    }
}

impl Trainee<RoundSolver<'_>> for Run<'_> {
    type Error = TrainError;

    fn measure(&self, solver: &mut RoundSolver<'_>) -> Result<Option<Measured>, TrainError> {
        let rounds = self.plan.samples.unwrap_or(DEFAULT_ROUNDS);
        let policy = (rounds > 0).then(|| self.blueprint(solver));
        Ok(policy.map(|policy| measured(&policy, rounds, self.task.seed)))
    }

    fn save(&self, solver: &mut RoundSolver<'_>, progress: &Progress) -> Result<(), TrainError> {
        let mut header = self
            .task
            .description()
            .header(Kind::Checkpoint, progress.iterations);
        note_progress(&mut header, progress);
        let snapshot = solver.snapshot();
        let sections = [Section::new(TABLE, snapshot.floats)];
        container::write(&self.plan.files.checkpoint(), &header, &sections)?;
        Ok(())
    }
}
