//! Training a policy for SkullWhist by Monte-Carlo CFR: from a game to a policy file.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{ExternalSampling, Preset, Rows};

use crate::infosets::{Infosets, InfosetsError, WholeGame, by_name};
use crate::measure::measured;
use crate::policy::{FINGERPRINT, TrainedPolicy, read_game};
use cardsharp_policy::container::{Kind, Measured};
use cardsharp_skullwhist_game::rules::Params;
use cardsharp_training::{
    Checkpoint, Description, ProgressEvent, RunPlan, TrainError, Trained, Trainee, run_training,
};

/// The task of a training run.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family, with the objective.
    pub params: Params,
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
            game: self.params.to_string(),
            fingerprint: FINGERPRINT,
            infosets: self.infosets.clone(),
            solver: self.preset.name,
            seed: self.seed,
            parameters: Default::default(),
        }
    }
}

/// An opened checkpoint: the task of its run, and its state.
pub struct ResumePoint {
    /// The task.
    pub task: Task,
    /// The file.
    pub checkpoint: Checkpoint,
}

impl ResumePoint {
    /// Opens a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and its error.
    pub fn open(path: &Path) -> Result<ResumePoint, TrainError> {
        let checkpoint = Checkpoint::open(path)?;
        let (params, infosets) = read_game(&checkpoint.reader)?;
        let header = checkpoint.header();
        let preset = Preset::by_name(&header.solver);
        let task = Task {
            params,
            infosets: infosets.name().to_owned(),
            preset: preset.ok_or_else(|| checkpoint.lacks("solver that is known"))?,
            seed: header.seed,
        };
        Ok(ResumePoint { task, checkpoint })
    }
}

/// The number of bytes of the table within `max_memory`, before it allocates them.
///
/// # Errors
///
/// [`InfosetsError`] if there are no such information sets.
pub fn memory_needed(task: &Task, max_memory: u64) -> Result<u64, InfosetsError> {
    let infosets = by_name(&task.infosets, task.params)?;
    Ok(Rows::memory(infosets.numbering(), max_memory).bytes)
}

/// Trains `task`, from `start` if that is given, until a limit is reached or `interrupt` is set.
///
/// # Errors
///
/// [`TrainError`] names the failure and the next step.
pub fn train(
    task: &Task,
    plan: &RunPlan,
    start: Option<&ResumePoint>,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    let _claimed = task.description().claim(plan, start.is_some())?;
    let infosets = by_name(&task.infosets, task.params).map_err(TrainError::task)?;
    let game = WholeGame::new(task.params, &*infosets);
    let memory = plan.max_memory;
    let mut solver = ExternalSampling::new(
        &game,
        &*infosets,
        task.preset.seed(task.seed).max_memory(memory),
    )?;
    if let Some(start) = start {
        start.checkpoint.restore(|saved| solver.restore(saved))?;
    }
    let mut manifest = task.description().manifest(plan);
    manifest.write(&plan.files.curve())?;
    let run = Run { task, plan };
    let resumed = start.map(|start| start.checkpoint.resumed);
    let trained = run_training(&run, &mut solver, plan, resumed, interrupt, report)?;
    // An interrupted run continues from its checkpoint; the others end with a policy.
    if trained.outcome.reason != StopReason::Interrupted {
        let mut policy = run.policy(&mut solver)?;
        policy.header.measured = trained.measured.clone();
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
    plan: &'a RunPlan,
}

impl Run<'_> {
    /// The policy up to now.
    fn policy(&self, solver: &mut Solver<'_, '_>) -> Result<TrainedPolicy, TrainError> {
        let task = self.task;
        let header = task.description().header(Kind::Policy, solver.iterations());
        let infosets = by_name(&task.infosets, task.params).map_err(TrainError::task)?;
        let snapshot = solver.snapshot();
        Ok(TrainedPolicy::of_snapshot(
            header,
            task.params,
            infosets,
            snapshot,
        ))
    }
}

impl Trainee<Solver<'_, '_>> for Run<'_> {
    fn measure(&self, solver: &mut Solver<'_, '_>) -> Result<Option<Measured>, TrainError> {
        match self.plan.samples {
            Some(0) => Ok(None),
            samples => {
                let policy = self.policy(solver)?;
                Ok(Some(measured(&policy, samples, self.task.seed)))
            }
        }
    }

    fn save(&self, solver: &mut Solver<'_, '_>, progress: &Progress) -> Result<(), TrainError> {
        let description = self.task.description();
        let snapshot = solver.snapshot();
        description.write_checkpoint(&self.plan.files, progress, Vec::new(), Some(&snapshot))?;
        Ok(())
    }
}
