//! A training run: the value, the table, and the policy that it ends with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Limits, Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{ExternalSampling, Preset, Rows};
use thiserror::Error;

use crate::infosets::{TurnGame, TurnInfosets, by_name, positions_of_play};
use crate::measure::measure_policy;
use crate::policy::{FINGERPRINT, TrainedPolicy, VALUE, read_infosets, read_value};
use crate::value::{Learner, Network};
use cardsharp_dead_mans_draw_game::rules::{Params, Rules};
use cardsharp_policy::StrategyTable;
use cardsharp_policy::container::{Kind, Measured, Section};
use cardsharp_training::{
    Checkpoint, Description, ProgressEvent, Resumed, RunPlan, TrainError, Trained, Trainee,
    run_training,
};

/// The name of value learning where solvers have names.
pub const LEARNING: &str = "td-lambda";

/// The number of positions in which turns begin.
const POSITIONS: usize = 10_000;
/// The stream of the seed for the play that leads to these positions. Learning uses other streams.
const POSITIONS_STREAM: u64 = 1 << 63;

/// The subject of a training run.
#[derive(Clone, Debug)]
pub struct Task {
    /// The parameters of the game.
    pub params: Params,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub preset: Preset,
    /// The seed of learning and of the sampling.
    pub seed: u64,
    /// The number of matches that the value is learnt from.
    pub matches: u64,
    /// The policy whose value is used instead of learning one.
    pub value: Option<PathBuf>,
}

impl Task {
    fn description(&self) -> Description {
        let solver = self.preset.name.to_owned();
        let parameters = [("matches", self.matches.to_string()), ("solver", solver)];
        Description {
            game: self.params.to_string(),
            fingerprint: FINGERPRINT,
            infosets: self.infosets.clone(),
            solver: self.preset.name,
            seed: self.seed,
            parameters: parameters
                .map(|(name, value)| (name.to_owned(), value))
                .into(),
        }
    }
}

/// The stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Learning the value of positions.
    Value,
    /// Training the table.
    Table,
}

/// The reason why a task cannot be trained.
#[derive(Debug, Error)]
pub enum TaskError {
    /// The deck has no card to draw.
    #[error(
        "{0} has no card to draw: take more values of a suit, of which the lowest is discarded"
    )]
    NothingToDraw(Params),
    /// The policy whose value was asked for is for another game.
    #[error(
        "{file}: its value is of {found} and not of {wanted}: name another policy, or learn the value"
    )]
    OtherValue {
        /// The file.
        file: PathBuf,
        /// The game of the file.
        found: Params,
        /// The game of the run.
        wanted: Params,
    },
}

/// An opened checkpoint: the task of its run, and the run's state.
pub struct ResumePoint {
    /// The task of the run.
    pub task: Task,
    /// The file.
    pub checkpoint: Checkpoint,
    network: Network,
    stage: Stage,
}

impl ResumePoint {
    /// Opens a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and its fault.
    pub fn open(path: &Path) -> Result<ResumePoint, TrainError> {
        let checkpoint = Checkpoint::open(path)?;
        let (params, network) = read_value(&checkpoint.reader)?;
        read_infosets(&checkpoint.reader, &Arc::new(network.clone()))?;
        let header = checkpoint.header();
        let solver = header.parameters.get("solver");
        let preset = solver.and_then(|solver| Preset::by_name(solver));
        let task = Task {
            params,
            infosets: header.infosets.clone(),
            preset: preset.ok_or_else(|| checkpoint.lacks("solver that is known"))?,
            seed: header.seed,
            matches: checkpoint.number("matches")?,
            value: None,
        };
        let stage = if header.solver == LEARNING {
            Stage::Value
        } else {
            Stage::Table
        };
        Ok(ResumePoint {
            task,
            checkpoint,
            network,
            stage,
        })
    }
}

/// The number of bytes that training the table will allocate.
///
/// # Errors
///
/// [`TrainError`] if there are no information sets of the task's name.
pub fn memory_needed(task: &Task) -> Result<u64, TrainError> {
    let infosets = by_name(&task.infosets, &Arc::new(Network::zero())).map_err(TrainError::task)?;
    Ok(Rows::memory(infosets.numbering(), u64::MAX).bytes)
}

/// Trains `task` until the limit of the table's stage is reached or `interrupt` is set. It resumes
/// from `start` if that is given.
///
/// # Errors
///
/// [`TrainError`] gives the cause and the remedy.
pub fn train(
    task: &Task,
    plan: &RunPlan,
    start: Option<&ResumePoint>,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(Stage, ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    let rules = task.params.rules().map_err(TrainError::task)?;
    if rules.deck.first_draw_pile().is_empty() {
        return Err(TrainError::task(TaskError::NothingToDraw(task.params)));
    }
    by_name(&task.infosets, &Arc::new(Network::zero())).map_err(TrainError::task)?;
    let _claimed = task.description().claim(plan, start.is_some())?;
    let run = Run { task, plan, rules };
    let mut manifest = task.description().manifest(plan);
    manifest.write(&plan.files.curve())?;
    let network = match (start, &task.value) {
        (Some(start), _) if start.stage == Stage::Table => start.network.clone(),
        (None, Some(file)) => run.value_of(file)?,
        _ => {
            let (network, trained) = run.learn(start, interrupt, report)?;
            if trained.outcome.reason == StopReason::Interrupted {
                return Ok(trained);
            }
            network
        }
    };
    let start = start.filter(|start| start.stage == Stage::Table);
    let trained = run.solve(Arc::new(network), start, interrupt, report)?;
    manifest.stop_reason = Some(trained.outcome.reason);
    manifest.iterations = Some(trained.outcome.progress.iterations);
    manifest.write(&plan.files.curve())?;
    Ok(trained)
}

/// One training run.
struct Run<'a> {
    task: &'a Task,
    plan: &'a RunPlan,
    rules: Rules,
}

impl Run<'_> {
    fn value_of(&self, file: &Path) -> Result<Network, TrainError> {
        let (policy, _) = TrainedPolicy::load(file)?;
        if policy.params != self.task.params {
            return Err(TrainError::task(TaskError::OtherValue {
                file: file.to_owned(),
                found: policy.params,
                wanted: self.task.params,
            }));
        }
        Ok((*policy.network).clone())
    }

    fn learn(
        &self,
        start: Option<&ResumePoint>,
        interrupt: &AtomicBool,
        report: &mut dyn FnMut(Stage, ProgressEvent<'_>),
    ) -> Result<(Network, Trained), TrainError> {
        let mut learner = Learner::new(&self.rules, self.task.seed, self.task.matches);
        if let Some(start) = start {
            let Resumed {
                iterations, nodes, ..
            } = start.checkpoint.resumed;
            learner = learner.resumed(start.network.clone(), iterations, nodes);
        }
        let plan = RunPlan {
            limits: Limits {
                iterations: Some(self.task.matches),
                ..Limits::default()
            },
            ..self.plan.clone()
        };
        let resumed = start.map(|start| start.checkpoint.resumed);
        let mut report = |event: ProgressEvent<'_>| report(Stage::Value, event);
        let trained = run_training(
            &Learning(self),
            &mut learner,
            &plan,
            resumed,
            interrupt,
            &mut report,
        )?;
        Ok((learner.network().clone(), trained))
    }

    fn solve(
        &self,
        network: Arc<Network>,
        start: Option<&ResumePoint>,
        interrupt: &AtomicBool,
        report: &mut dyn FnMut(Stage, ProgressEvent<'_>),
    ) -> Result<Trained, TrainError> {
        let task = self.task;
        let infosets = by_name(&task.infosets, &network).map_err(TrainError::task)?;
        let seed = task.seed ^ POSITIONS_STREAM;
        let positions = positions_of_play(&self.rules, &network, POSITIONS, seed);
        let game = TurnGame::new(positions, Arc::clone(&network), &*infosets);
        let nothing = || TrainError::task(TaskError::NothingToDraw(task.params));
        let game = game.ok_or_else(nothing)?;
        let memory = self.plan.max_memory;
        let mut solver = ExternalSampling::new(
            &game,
            &*infosets,
            task.preset.seed(task.seed).max_memory(memory),
        )?;
        if let Some(start) = start {
            start.checkpoint.restore(|saved| solver.restore(saved))?;
        }
        let solving = Solving {
            run: self,
            network: &network,
        };
        let resumed = start.map(|start| start.checkpoint.resumed);
        let mut report = |event: ProgressEvent<'_>| report(Stage::Table, event);
        let trained = run_training(
            &solving,
            &mut solver,
            self.plan,
            resumed,
            interrupt,
            &mut report,
        )?;
        // An interrupted run can be resumed from its checkpoint. Other runs end with a policy.
        if trained.outcome.reason != StopReason::Interrupted {
            let mut policy = solving.policy(&mut solver)?;
            policy.header.measured = trained.measured.clone();
            policy.save(&self.plan.files.policy)?;
        }
        Ok(trained)
    }
}

type TurnSolver<'a, 'g> = ExternalSampling<'a, TurnGame<'g>, dyn TurnInfosets>;

/// The stage of the value.
struct Learning<'a>(&'a Run<'a>);

impl Trainee<Learner> for Learning<'_> {
    /// There is no strategy to measure yet.
    fn measure(&self, _: &mut Learner) -> Result<Option<Measured>, TrainError> {
        Ok(None)
    }

    fn save(&self, learner: &mut Learner, progress: &Progress) -> Result<(), TrainError> {
        let description = Description {
            solver: LEARNING,
            ..self.0.task.description()
        };
        let value = vec![Section::new(VALUE, learner.network().weights())];
        description.write_checkpoint(&self.0.plan.files, progress, value, None)?;
        Ok(())
    }
}

/// The stage of the table.
struct Solving<'a> {
    run: &'a Run<'a>,
    network: &'a Arc<Network>,
}

impl Solving<'_> {
    /// The policy so far.
    fn policy(&self, solver: &mut TurnSolver<'_, '_>) -> Result<TrainedPolicy, TrainError> {
        let run = self.run;
        let description = run.task.description();
        let header = description.header(Kind::Policy, solver.iterations());
        Ok(TrainedPolicy {
            header,
            params: run.task.params,
            network: Arc::clone(self.network),
            infosets: by_name(&run.task.infosets, self.network).map_err(TrainError::task)?,
            table: StrategyTable::of_snapshot(solver.snapshot(), |_| 0),
        })
    }
}

impl Trainee<TurnSolver<'_, '_>> for Solving<'_> {
    fn measure(&self, solver: &mut TurnSolver<'_, '_>) -> Result<Option<Measured>, TrainError> {
        match self.run.plan.samples {
            Some(0) => Ok(None),
            samples => {
                let policy = self.policy(solver)?;
                let measured = measure_policy(&policy, samples, self.run.task.seed);
                measured.map(Some).map_err(TrainError::task)
            }
        }
    }

    fn save(&self, solver: &mut TurnSolver<'_, '_>, progress: &Progress) -> Result<(), TrainError> {
        let description = self.run.task.description();
        let value = vec![Section::new(VALUE, self.network.weights())];
        let snapshot = solver.snapshot();
        description.write_checkpoint(&self.run.plan.files, progress, value, Some(&snapshot))?;
        Ok(())
    }
}
