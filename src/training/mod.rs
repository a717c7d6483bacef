//! A training run, whatever is trained: its curve, its checkpoints, and what it tells meanwhile.
//!
//! | noun | file |
//! |---|---|
//! | what a run leaves for a later one to go on from | `checkpoint` |
//! | why it failed | `error` |

mod checkpoint;
mod error;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cardsharp_solvers::run::{
    Limits, Observer, Outcome, Progress, Schedule, Solver, StopReason, run,
};

use crate::policy::container::{Header, Kind, Measured, Reader, previous_path};
use crate::report::claim::{ClaimError, Lock, require_free};
use crate::report::curve::{CurvePoint, CurveWriter};
use crate::report::manifest::{self, Manifest};

pub use checkpoint::{Checkpoint, Resumed};
pub use error::TrainError;

/// The parameter in the header of a playing file, which no training run ends with.
pub const EXPORTED: &str = "drop_below";

/// How the time between two points of a curve grows.
const MEASURE_GROWTH: f64 = 2.0;

/// How to train.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// When to stop.
    pub limits: Limits,
    /// Bytes the table may take.
    pub max_memory: u64,
    /// Threads of the current pool, for the manifest.
    pub threads: usize,
    /// Time between checkpoints.
    pub checkpoint_every: Duration,
    /// Training time before the first measure; none measures at the end alone.
    pub first_measure: Option<Duration>,
    /// What a measure samples (own hands in each seat, or matches); none measures all, 0 does not
    /// measure.
    pub samples: Option<usize>,
    /// Where the policy goes; curve, manifest and checkpoint lie beside it.
    pub files: Files,
    /// Replace what another run has left under these names.
    pub replace: bool,
}

/// The files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The policy.
    pub policy: PathBuf,
}

impl Files {
    /// The checkpoint: `NAME.checkpoint` beside `NAME.policy`.
    pub fn checkpoint(&self) -> PathBuf {
        self.policy.with_extension("checkpoint")
    }

    /// The curve: `NAME.csv`.
    pub fn curve(&self) -> PathBuf {
        self.policy.with_extension("csv")
    }

    /// Locks the files of a run that is about to begin. What is there already must be the run's `own`,
    /// or free to be replaced.
    ///
    /// # Errors
    ///
    /// [`ClaimError`] names the file and what is in the way.
    pub fn claim(&self, replace: bool, own: impl Fn(&Path) -> bool) -> Result<Lock, ClaimError> {
        // Runs that differ in the policy's extension alone would write one curve.
        let lock = Lock::on(&self.curve())?;
        let (policy, checkpoint) = (&self.policy, &self.checkpoint());
        let all = [
            policy.clone(),
            previous_path(policy),
            checkpoint.clone(),
            previous_path(checkpoint),
            self.curve(),
            manifest::path_for(&self.curve()),
        ];
        let mut others = all.iter().filter(|path| !replace && !own(path));
        others.try_for_each(|path| require_free(path))?;
        Ok(lock)
    }
}

/// What a run trains, as its manifest and the headers of its files name it.
#[derive(Clone, Debug)]
pub struct Description {
    /// The game with its parameters.
    pub game: String,
    /// What [`Header`] holds files to.
    pub fingerprint: u64,
    /// Name of the information sets.
    pub infosets: String,
    /// Name of the solver.
    pub solver: &'static str,
    /// Seed of the sampling.
    pub seed: u64,
    /// Further parameters by name.
    pub parameters: BTreeMap<String, String>,
}

impl Description {
    /// The header of a file of the run.
    pub fn header(&self, kind: Kind, iterations: u64) -> Header {
        let mut header = Header::new(kind, self.game.clone(), self.fingerprint);
        header.infosets = self.infosets.clone();
        header.solver = self.solver.to_owned();
        header.seed = self.seed;
        header.iterations = iterations;
        header.parameters = self.parameters.clone();
        header
    }

    /// Locks the files of the run. A resumed run's files are its own if they were made with the same
    /// game, information sets, solver, parameters and seed; a new run has none.
    ///
    /// # Errors
    ///
    /// [`TrainError::Claim`] names the file and what is in the way.
    pub fn claim(&self, plan: &RunPlan, resumed: bool) -> Result<Lock, TrainError> {
        let told = match resumed {
            true => Manifest::read(&plan.files.curve()).ok().flatten(),
            false => None,
        };
        let expected = self.manifest(plan);
        let told = told.is_some_and(|told| told.is_of_the_run_of(&expected));
        let own = |path: &Path| {
            resumed && Reader::open(path).map_or(told, |reader| self.has_made(reader.header()))
        };
        Ok(plan.files.claim(plan.replace, own)?)
    }

    /// Whether a file with this header is one of the run, at any time of it.
    fn has_made(&self, header: &Header) -> bool {
        // Learning a value is the first stage of a run, and has a solver of its own.
        let solver = header.solver == self.solver || header.kind == Kind::Checkpoint;
        let mut parameters = self.parameters.iter();
        solver
            && header.game == self.game
            && header.rules_fingerprint == self.fingerprint
            && header.infosets == self.infosets
            && header.seed == self.seed
            && !header.parameters.contains_key(EXPORTED)
            && parameters.all(|(name, value)| header.parameters.get(name) == Some(value))
    }

    /// The manifest of the run's curve, as it begins.
    pub fn manifest(&self, plan: &RunPlan) -> Manifest {
        let mut manifest = Manifest::new(self.game.clone());
        manifest.label = Some(self.infosets.clone());
        manifest.infosets = self.infosets.clone();
        manifest.solver = self.solver.to_owned();
        manifest.seed = self.seed;
        manifest.threads = plan.threads;
        manifest.parameters = self.parameters.clone();
        let name = plan.files.policy.file_name();
        manifest.policy = name.map(|name| name.to_string_lossy().into_owned());
        manifest
    }
}

/// What a run tells while it goes on.
pub enum ProgressEvent<'a> {
    /// How far it is; a few times a second.
    Progress(&'a Progress),
    /// A measure has been made.
    Measured(&'a Progress, &'a Measured),
    /// A checkpoint has been written.
    Saved,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Trained {
    /// Why, and how far it had come.
    pub outcome: Outcome,
    /// The last measure.
    pub measured: Option<Measured>,
}

/// What a contest adds to a run: how good its strategy is, and what a later run needs to go on.
pub trait Trainee<S> {
    /// Measures the strategy that `solver` has come to; none if that is not to be done.
    ///
    /// # Errors
    ///
    /// Whatever measuring fails with.
    fn measure(&self, solver: &mut S) -> Result<Option<Measured>, TrainError>;

    /// Writes the checkpoint.
    ///
    /// # Errors
    ///
    /// Whatever writing fails with.
    fn save(&self, solver: &mut S, progress: &Progress) -> Result<(), TrainError>;
}

/// Trains until a limit is reached or `interrupt` is set. The solver stands where `resumed` says, and
/// the curve goes on from there.
///
/// # Errors
///
/// The curve cannot be written, or the trainee fails.
pub fn run_training<S: Solver, T: Trainee<S>>(
    trainee: &T,
    solver: &mut S,
    plan: &RunPlan,
    resumed: Option<Resumed>,
    interrupt: &AtomicBool,
    news: &mut dyn FnMut(ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    let curve_path = plan.files.curve();
    let curve = match resumed {
        Some(resumed) => CurveWriter::resume(&curve_path, resumed.iterations)?.0,
        None => CurveWriter::create(&curve_path)?,
    };
    let mut watch = Watch {
        trainee,
        curve,
        measured: None,
        news,
    };
    let schedule = Schedule {
        measure: plan.first_measure,
        measure_growth: MEASURE_GROWTH,
        save_every: Some(plan.checkpoint_every),
        earlier_seconds: resumed.map_or(0.0, |resumed| resumed.seconds),
    };
    let outcome = run(solver, &plan.limits, &schedule, interrupt, &mut watch)?;
    // An interrupted run leaves its checkpoint; any other one would replace a policy by nothing.
    if outcome.reason != StopReason::Interrupted && outcome.progress.iterations == 0 {
        return Err(TrainError::NothingTrained(plan.files.policy.clone()));
    }
    Ok(Trained {
        outcome,
        measured: watch.measured,
    })
}

struct Watch<'a, T> {
    trainee: &'a T,
    curve: CurveWriter,
    measured: Option<Measured>,
    news: &'a mut dyn FnMut(ProgressEvent<'_>),
}

impl<S, T: Trainee<S>> Observer<S> for Watch<'_, T> {
    type Error = TrainError;

    fn progress(&mut self, progress: &Progress) {
        (self.news)(ProgressEvent::Progress(progress));
    }

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, TrainError> {
        let Some(measured) = self.trainee.measure(solver)? else {
            return Ok(None);
        };
        let measured = measured.checked()?;
        self.curve.push(&CurvePoint {
            iteration: progress.iterations,
            seconds: progress.seconds,
            nodes: progress.nodes,
            nash_conv: measured.value,
            half_width: measured.half_width,
            unit: measured.unit.clone(),
        })?;
        (self.news)(ProgressEvent::Measured(progress, &measured));
        let value = measured.value;
        self.measured = Some(measured);
        Ok(Some(value))
    }

    fn save(&mut self, solver: &mut S, progress: &Progress) -> Result<(), TrainError> {
        self.trainee.save(solver, progress)?;
        (self.news)(ProgressEvent::Saved);
        Ok(())
    }
}
