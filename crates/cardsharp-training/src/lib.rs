//! A training run of any game: its curve, its checkpoints and its progress events.
//!
//! | item | file |
//! |---|---|
//! | the checkpoint that a later run resumes from | `checkpoint` |
//! | the errors of a run | `error` |
//! | work that ends early when it is told to | `interrupted` |
//! | policies that are tables: their files and their training | [`sampled`] |

mod checkpoint;
mod error;
mod interrupted;
pub mod sampled;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cardsharp_solvers::run::{
    Limits, MeasurePoints, Observer, ObserverSchedule, Outcome, Progress, Solver, StopReason, run,
};

use cardsharp_policy::container::{Header, Kind, Measured, Reader, previous_path};
use cardsharp_policy::report::claim::{ClaimError, Lock, require_free};
use cardsharp_policy::report::curve::{CurvePoint, CurveWriter};
use cardsharp_policy::report::manifest::{self, Manifest};

pub use checkpoint::{Checkpoint, Resumed};
pub use error::TrainError;
pub use interrupted::Interrupted;

/// The header parameter of an exported policy. A training run never writes it.
pub const EXPORTED: &str = "drop_below";

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// The stopping conditions.
    pub limits: Limits,
    /// Limit of the table's size in bytes.
    pub max_memory: u64,
    /// Number of threads of the current pool, for the manifest.
    pub threads: usize,
    /// Training time between two checkpoints.
    pub checkpoint_every: Duration,
    /// The points of the curve.
    pub measure: MeasurePoints,
    /// Sample size of a measurement: own hands in each seat, or matches. `None` measures all of them, 0
    /// measures nothing.
    pub samples: Option<usize>,
    /// The path of the policy. Curve, manifest and checkpoint lie beside it.
    pub files: Files,
    /// True if the run may replace files that another run has left under these names.
    pub replace: bool,
}

/// The files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The policy, `NAME.policy`.
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

    /// Locks the files of a run that is about to begin. A file that exists already must belong to the run,
    /// which `own` decides, unless `replace` is true.
    ///
    /// # Errors
    ///
    /// [`ClaimError`] names the file that is in the way.
    pub fn claim(&self, replace: bool, own: impl Fn(&Path) -> bool) -> Result<Lock, ClaimError> {
        // The lock is on the curve: two runs whose policies differ in the extension alone would write one curve.
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

/// Names and parameters of a run, as its manifest and the headers of its files give them.
#[derive(Clone, Debug)]
pub struct Description {
    /// The game with its parameters.
    pub game: String,
    /// The fingerprint of the rules, which [`Header`] checks.
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

    /// Locks the files of the run. A resumed run owns the files that were made with the same game,
    /// information sets, solver, parameters and seed. A new run owns no file.
    ///
    /// # Errors
    ///
    /// [`TrainError::Claim`] names the file that is in the way.
    pub fn claim(&self, plan: &RunPlan, resumed: bool) -> Result<Lock, TrainError> {
        let earlier = if resumed { Manifest::read(&plan.files.curve()).ok().flatten() } else { None };
        let expected = self.manifest(plan);
        let same_run = earlier.is_some_and(|earlier| earlier.is_of_the_run_of(&expected));
        let own = |path: &Path| resumed && Reader::open(path).map_or(same_run, |reader| self.has_made(reader.header()));
        Ok(plan.files.claim(plan.replace, own)?)
    }

    /// True if a file with this header was made by this run, at any time of it.
    fn has_made(&self, header: &Header) -> bool {
        // A run that first learns a value function has another solver in that stage's checkpoint.
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

    /// The manifest of the run's curve, as it is at the beginning of the run.
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

/// An event that a run reports while it is going on.
pub enum ProgressEvent<'a> {
    /// The progress so far; a few times a second.
    Progress(&'a Progress),
    /// A measurement begins, which may take minutes.
    Measuring(&'a Progress),
    /// A measurement was made.
    Measured(&'a Progress, &'a Measured),
    /// A checkpoint was written.
    Saved,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The stop reason and the final progress.
    pub outcome: Outcome,
    /// The last measurement.
    pub measured: Option<Measured>,
}

/// The part of a run that a contest supplies: measuring the strategy, and saving the checkpoint.
pub trait Trainee<S> {
    /// Measures the current average strategy of `solver`. Returns `None` if the run measures nothing, or if
    /// `interrupt` is set before the measure is done.
    ///
    /// # Errors
    ///
    /// The error of the measurement.
    fn measure(&self, solver: &mut S, interrupt: &AtomicBool) -> Result<Option<Measured>, TrainError>;

    /// Writes the checkpoint.
    ///
    /// # Errors
    ///
    /// The error of writing it.
    fn save(&self, solver: &mut S, progress: &Progress) -> Result<(), TrainError>;
}

/// Trains until a limit is reached or `interrupt` is set. For a resumed run `solver` must already hold the
/// state of `resumed`; the curve continues from there. `observe` receives every event.
///
/// # Errors
///
/// The curve cannot be written, or the trainee fails, or not one iteration was done.
pub fn run_training<S: Solver, T: Trainee<S>>(
    trainee: &T,
    solver: &mut S,
    plan: &RunPlan,
    resumed: Option<Resumed>,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    let curve_path = plan.files.curve();
    let curve = match resumed {
        Some(resumed) => CurveWriter::resume(&curve_path, resumed.iterations)?.0,
        None => CurveWriter::create(&curve_path)?,
    };
    let mut watch = Watch { trainee, curve, measured: None, interrupt, observe };
    let schedule = ObserverSchedule {
        measure: plan.measure,
        save_every: Some(plan.checkpoint_every),
        earlier_seconds: resumed.map_or(0.0, |resumed| resumed.seconds),
    };
    let outcome = run(solver, &plan.limits, &schedule, interrupt, &mut watch)?;
    // An interrupted run leaves its checkpoint. Any other run without an iteration would replace a policy by
    // an untrained one.
    if outcome.reason != StopReason::Interrupted && outcome.progress.iterations == 0 {
        return Err(TrainError::NothingTrained(plan.files.policy.clone()));
    }
    Ok(Trained { outcome, measured: watch.measured })
}

struct Watch<'a, T> {
    trainee: &'a T,
    curve: CurveWriter,
    measured: Option<Measured>,
    interrupt: &'a AtomicBool,
    observe: &'a mut dyn FnMut(ProgressEvent<'_>),
}

impl<S, T: Trainee<S>> Observer<S> for Watch<'_, T> {
    type Error = TrainError;

    fn progress(&mut self, progress: &Progress) {
        (self.observe)(ProgressEvent::Progress(progress));
    }

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, TrainError> {
        (self.observe)(ProgressEvent::Measuring(progress));
        let Some(measured) = self.trainee.measure(solver, self.interrupt)? else {
            return Ok(None);
        };
        let measured = measured.checked()?;
        self.curve.push(&CurvePoint {
            iteration: progress.iterations,
            seconds: progress.seconds,
            nodes: progress.nodes,
            quantity: measured.quantity,
            value: measured.value,
            half_width: measured.half_width,
            unit: measured.unit.clone(),
        })?;
        (self.observe)(ProgressEvent::Measured(progress, &measured));
        let value = measured.value;
        self.measured = Some(measured);
        Ok(Some(value))
    }

    fn save(&mut self, solver: &mut S, progress: &Progress) -> Result<(), TrainError> {
        self.trainee.save(solver, progress)?;
        (self.observe)(ProgressEvent::Saved);
        Ok(())
    }
}
