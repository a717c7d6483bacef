//! The first stage of a run: the value of positions.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Progress, StopReason};

use super::Task;
use super::error::TaskError;
use crate::policy::{Family, TrainedPolicy};
use crate::value::{Learner, Network};
use cardsharp_policy::container::Measured;
use cardsharp_training::sampled::{Learning, Prepared, SampledFamily};
use cardsharp_training::{Description, Resumed, RunPlan, TrainError, Trainee, run_training};

/// The name of value learning where solvers have names.
pub const LEARNING: &str = "td-lambda";

/// Learns the value of positions, or takes it from the policy that the task names.
pub(super) fn learn(run: Learning<'_, Family>) -> Result<Prepared<Family>, TrainError> {
    let task = run.task;
    if let (None, Some(file)) = (run.start, &task.options.value) {
        return Ok(Prepared::Learnt(value_of(file, task)?));
    }
    let rules = task.params.rules().map_err(TrainError::task)?;
    let mut learner = Learner::new(&rules, task.seed, task.options.matches);
    if let Some(start) = run.start {
        let Resumed { iterations, nodes, .. } = start.checkpoint.resumed;
        let network = (*start.learnt).clone();
        learner = learner.resumed(network, iterations, nodes);
    }
    let plan = RunPlan { limits: Family::learning_limits(task), ..run.plan.clone() };
    let trained = run_training(
        &Value { task, plan: &plan },
        &mut learner,
        &plan,
        run.start.map(|start| start.checkpoint.resumed),
        run.interrupt,
        run.report,
    )?;
    if trained.outcome.reason == StopReason::Interrupted {
        return Ok(Prepared::Interrupted(trained));
    }
    Ok(Prepared::Learnt(Arc::new(learner.network().clone())))
}

/// The value of the policy in `file`, which must be for the same game.
fn value_of(file: &Path, task: &Task) -> Result<Arc<Network>, TrainError> {
    let (policy, _) = TrainedPolicy::load(file)?;
    if policy.params != task.params {
        return Err(TrainError::task(TaskError::OtherValue {
            file: file.to_owned(),
            found: policy.params,
            wanted: task.params,
        }));
    }
    Ok(policy.learnt)
}

/// The stage of the value.
struct Value<'a> {
    task: &'a Task,
    plan: &'a RunPlan,
}

impl Trainee<Learner> for Value<'_> {
    /// There is no strategy to measure yet.
    fn measure(&self, _: &mut Learner, _: &AtomicBool) -> Result<Option<Measured>, TrainError> {
        Ok(None)
    }

    fn save(&self, learner: &mut Learner, progress: &Progress) -> Result<(), TrainError> {
        let description = Description { solver: LEARNING, ..self.task.description() };
        let network = Arc::new(learner.network().clone());
        let value = Family::learnt_sections(&network);
        description.write_checkpoint(&self.plan.files, progress, value, None)?;
        Ok(())
    }
}
