//! A training run and the policy that it ends with.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{Abstraction, Averaging, ExternalSampling, Preset, Rows};

use crate::infosets::{AppraisalRows, CELLS, MAX_CANDIDATES, RoundGame, check};
use crate::measure::{DEFAULT_ROUNDS, measured};
use crate::policy::{FINGERPRINT, TrainedPolicy, read_member};
use cardsharp_policy::container::{Kind, Measured};
use cardsharp_training::{
    Checkpoint, Description, ProgressEvent, RunPlan, TrainError, Trained, Trainee, run_training,
};
use cardsharp_tricky_eights_game::rules::Params;

/// The subject of a training run.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family.
    pub member: Params,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub preset: Preset,
    /// The seed of the sampling.
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

/// An opened checkpoint: the task of its run, and the run's state.
pub struct ResumePoint {
    /// The task of the run.
    pub task: Task,
    /// The file.
    pub checkpoint: Checkpoint,
}

impl ResumePoint {
    /// Opens a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and its fault.
    pub fn open(path: &Path) -> Result<ResumePoint, TrainError> {
        let checkpoint = Checkpoint::open(path)?;
        let header = checkpoint.header();
        let preset = Preset::by_name(&header.solver);
        let task = Task {
            member: read_member(&checkpoint.reader)?,
            infosets: header.infosets.clone(),
            preset: preset.ok_or_else(|| checkpoint.lacks("solver that is known"))?,
            seed: header.seed,
        };
        Ok(ResumePoint { task, checkpoint })
    }
}

/// The number of bytes that training will allocate.
pub fn memory_needed() -> u64 {
    Rows::memory(AppraisalRows.numbering(), u64::MAX).bytes
}

type RoundSolver<'a> = ExternalSampling<'a, RoundGame, AppraisalRows>;

/// Trains `task` until the limit is reached or `interrupt` is set. It resumes from `start` if that
/// is given.
///
/// # Errors
///
/// [`TrainError`] gives the cause and the remedy.
pub fn train(
    task: &Task,
    plan: &RunPlan,
    start: Option<&ResumePoint>,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    check(&task.infosets).map_err(TrainError::task)?;
    let _claimed = task.description().claim(plan, start.is_some())?;
    let run = Run { task, plan };
    let game = RoundGame::new(task.member);
    let rows = AppraisalRows;
    let mut solver = ExternalSampling::new(
        &game,
        &rows,
        task.preset.seed(task.seed).max_memory(plan.max_memory),
    )?;
    run.begin(&mut solver, start)?;
    let mut manifest = task.description().manifest(plan);
    manifest.write(&plan.files.curve())?;
    let resumed = start.map(|start| start.checkpoint.resumed);
    let trained = run_training(&run, &mut solver, plan, resumed, interrupt, report)?;
    // An interrupted run can be resumed from its checkpoint. Other runs end with a policy.
    if trained.outcome.reason != StopReason::Interrupted {
        let mut policy = run.policy(&solver);
        policy.header.measured = trained.measured.clone();
        policy.save(&plan.files.policy)?;
    }
    manifest.stop_reason = Some(trained.outcome.reason);
    manifest.iterations = Some(trained.outcome.progress.iterations);
    manifest.write(&plan.files.curve())?;
    Ok(trained)
}

/// The initial regret, in points, of each row's first candidate, which is appraised highest. As
/// long as the regrets of play are smaller than that, every player plays the first candidate. The
/// results of a choice are so learnt among players of some skill. (This is a warm start after
/// Brown and Sandholm, 2016, from a strategy and not from regrets of play.)
fn warm_start_regret(averaging: Averaging) -> f32 {
    match averaging {
        Averaging::Uniform => 30.0,
        // In the first hundred thousand traversals, regrets have a weight of a tenth or less.
        Averaging::Linear => 3.0,
    }
}

/// One training run.
struct Run<'a> {
    task: &'a Task,
    plan: &'a RunPlan,
}

impl Run<'_> {
    fn begin(
        &self,
        solver: &mut RoundSolver<'_>,
        start: Option<&ResumePoint>,
    ) -> Result<(), TrainError> {
        if let Some(start) = start {
            return start.checkpoint.restore(|saved| solver.restore(saved));
        }
        // Each cell has a regret and a sum of the average strategy.
        let mut floats = vec![0.0; 2 * CELLS as usize];
        let first = floats.iter_mut().step_by(2 * MAX_CANDIDATES);
        first.for_each(|regret| *regret = warm_start_regret(self.task.preset.averaging));
        let file = self.plan.files.policy.clone();
        solver
            .warm_start(&floats, 0)
            .map_err(|cause| TrainError::Restore { file, cause })
    }

    /// The policy so far.
    fn policy(&self, solver: &RoundSolver<'_>) -> TrainedPolicy {
        let rows = solver.rows();
        TrainedPolicy {
            header: self
                .task
                .description()
                .header(Kind::Policy, solver.iterations()),
            member: self.task.member,
            table: TrainedPolicy::table_of(|row, shares| rows.average(row, shares)),
        }
    }
}

impl Trainee<RoundSolver<'_>> for Run<'_> {
    fn measure(&self, solver: &mut RoundSolver<'_>) -> Result<Option<Measured>, TrainError> {
        let rounds = self.plan.samples.unwrap_or(DEFAULT_ROUNDS);
        let policy = (rounds > 0).then(|| self.policy(solver));
        Ok(policy.map(|policy| measured(&policy, rounds, self.task.seed)))
    }

    fn save(&self, solver: &mut RoundSolver<'_>, progress: &Progress) -> Result<(), TrainError> {
        let description = self.task.description();
        let snapshot = solver.snapshot();
        description.write_checkpoint(&self.plan.files, progress, Vec::new(), Some(&snapshot))?;
        Ok(())
    }
}
