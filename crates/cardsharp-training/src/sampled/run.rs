//! A training run and the policy that it ends with.

use std::sync::atomic::AtomicBool;

use cardsharp_policy::container::{Kind, Measured};
use cardsharp_solvers::run::{Progress, Solver, StopReason};

use super::family::{Learning, Prepared, ResumePoint, SampledFamily, SampledSolver, TablePolicy, Task};
use crate::{Interrupted, ProgressEvent, RunPlan, TrainError, Trained, Trainee, run_training};

/// The stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Learning what comes before the table.
    Learning,
    /// Training the table.
    Table,
}

/// Trains `task` until the limit of the table's stage is reached or `interrupt` is set. It resumes from `start` if that
/// is given.
///
/// # Errors
///
/// [`TrainError`] gives the cause and the remedy.
pub fn train<F: SampledFamily>(
    task: &Task<F>,
    plan: &RunPlan,
    start: Option<&ResumePoint<F>>,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(Stage, ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    F::check(task)?;
    F::infosets(&task.infosets, task.params, &F::unlearnt()).map_err(TrainError::Task)?;
    let description = task.description();
    let _claimed = description.claim(plan, start.is_some())?;
    let mut manifest = description.manifest(plan);
    manifest.write(&plan.files.curve())?;
    let with_table = start.filter(|start| start.has_table());
    let learnt = match with_table {
        Some(start) => start.learnt.clone(),
        None => {
            let prepared = F::prepare(Learning {
                task,
                plan,
                start,
                interrupt,
                report: &mut |event| report(Stage::Learning, event),
            })?;
            match prepared {
                Prepared::Learnt(learnt) => learnt,
                Prepared::Interrupted(trained) => return Ok(trained),
            }
        }
    };
    let infosets = F::infosets(&task.infosets, task.params, &learnt).map_err(TrainError::Task)?;
    let run = Run { task, plan, learnt: &learnt };
    let options = task.preset.seed(task.seed).max_memory(plan.max_memory);
    let trained = F::with_solver(task, &learnt, &infosets, options, &mut |solver| {
        run.advance(solver, with_table, interrupt, report)
    })?;
    manifest.stop_reason = Some(trained.outcome.reason);
    manifest.iterations = Some(trained.outcome.progress.iterations);
    manifest.write(&plan.files.curve())?;
    Ok(trained)
}

/// The training of one table.
struct Run<'a, F: SampledFamily> {
    task: &'a Task<F>,
    plan: &'a RunPlan,
    learnt: &'a F::Learnt,
}

impl<F: SampledFamily> Run<'_, F> {
    /// Trains the solver from the checkpoint to the end, and writes the policy.
    fn advance(
        &self,
        solver: &mut dyn SampledSolver,
        start: Option<&ResumePoint<F>>,
        interrupt: &AtomicBool,
        report: &mut dyn FnMut(Stage, ProgressEvent<'_>),
    ) -> Result<Trained, TrainError> {
        if let Some(start) = start {
            start.checkpoint.restore(|saved| solver.restore(saved))?;
        }
        let resumed = start.map(|start| start.checkpoint.resumed);
        let trained = run_training(self, &mut Shared(solver), self.plan, resumed, interrupt, &mut |event| {
            report(Stage::Table, event)
        })?;
        // An interrupted run can be resumed from its checkpoint. Other runs end with a policy.
        if trained.outcome.reason != StopReason::Interrupted {
            let mut policy = self.policy(solver)?;
            policy.header.measured = trained.measured.clone();
            policy.save(&self.plan.files.policy)?;
        }
        Ok(trained)
    }

    /// The policy so far.
    fn policy(&self, solver: &mut dyn SampledSolver) -> Result<TablePolicy<F>, TrainError> {
        let task = self.task;
        let infosets = F::infosets(&task.infosets, task.params, self.learnt);
        let infosets = infosets.map_err(TrainError::Task)?;
        let header = task.description().header(Kind::Policy, solver.iterations());
        Ok(TablePolicy {
            header,
            params: task.params,
            learnt: self.learnt.clone(),
            table: F::table(&infosets, solver),
            infosets,
        })
    }
}

/// A solver that the caller goes on using.
struct Shared<'a>(&'a mut dyn SampledSolver);

impl Solver for Shared<'_> {
    fn iterations(&self) -> u64 {
        self.0.iterations()
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn advance(&mut self, iterations: u64) {
        self.0.advance(iterations);
    }
}

impl<F: SampledFamily> Trainee<Shared<'_>> for Run<'_, F> {
    fn measure(&self, solver: &mut Shared<'_>, interrupt: &AtomicBool) -> Result<Option<Measured>, TrainError> {
        if self.plan.samples == Some(0) {
            return Ok(None);
        }
        let policy = self.policy(solver.0)?;
        match F::measure(&policy, self.plan.samples, self.task.seed, interrupt) {
            Ok(measured) => Ok(Some(measured)),
            Err(error) if error.is::<Interrupted>() => Ok(None),
            Err(error) => Err(TrainError::Task(error)),
        }
    }

    fn save(&self, solver: &mut Shared<'_>, progress: &Progress) -> Result<(), TrainError> {
        let sections = F::learnt_sections(self.learnt);
        let snapshot = solver.0.snapshot();
        let description = self.task.description();
        description.write_checkpoint(&self.plan.files, progress, sections, Some(&snapshot))?;
        Ok(())
    }
}
