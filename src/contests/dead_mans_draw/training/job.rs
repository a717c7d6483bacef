//! A training run: the value, the table, and the policy it ends with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::{Limits, Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{
    ExternalSampling, Preset, RestoreError, Rows, RowsError, Snapshot,
};
use thiserror::Error;

use super::blueprint::{Blueprint, BlueprintError, FINGERPRINT, VALUE, read_infosets, read_value};
use crate::contests::dead_mans_draw::infosets::{
    TurnGame, TurnInfosets, UnknownInfosets, by_name, positions_of_play,
};
use crate::contests::dead_mans_draw::measure::{LOSS_UNIT, UNIT, loss, nash_conv};
use crate::contests::dead_mans_draw::rules::{BadDeck, NoRandom, Rules, State};
use crate::contests::dead_mans_draw::text::Member;
use crate::contests::dead_mans_draw::value::{Learner, Network};
use crate::policy::StrategyTable;
use crate::policy::container::{self, ContainerError, Kind, Measured, Section};
use crate::report::ReportError;
use crate::training::{Description, News, Plan, Resumed, Trained, Trainee, conduct, note_progress};

/// What learning the value is called where solvers have names.
pub const LEARNING: &str = "td-lambda";

/// Positions that turns begin in.
const POSITIONS: usize = 10_000;
/// The stream of the seed that they are played with; learning plays with others.
const POSITIONS_STREAM: u64 = 1 << 63;
/// Decks of so many cards in the pile are measured exactly, if there are not more positions than
/// [`MOST_POSITIONS`].
const SMALL_PILE: usize = 8;
const MOST_POSITIONS: usize = 3_000_000;

/// What to train.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family.
    pub member: Member,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub preset: Preset,
    /// Seed of learning and of the sampling.
    pub seed: u64,
    /// Matches that the value is learnt from.
    pub matches: u64,
    /// A policy whose value is taken instead.
    pub value: Option<PathBuf>,
}

impl Task {
    fn description(&self) -> Description {
        let solver = self.preset.name.to_owned();
        let parameters = [("matches", self.matches.to_string()), ("solver", solver)];
        Description {
            game: self.member.to_string(),
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

/// What a run is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Learning what positions are worth.
    Value,
    /// Finding the table.
    Table,
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
    /// There is nothing to play with.
    #[error(transparent)]
    Deck(#[from] BadDeck),
    /// There is nothing to draw.
    #[error(
        "{0} has no card to draw: take more values of a suit, of which the lowest is discarded"
    )]
    NothingToDraw(Member),
    /// A file of tables failed.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The curve or manifest failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file is not one of a policy for Dead Man's Draw.
    #[error(transparent)]
    Policy(#[from] BlueprintError),
    /// The policy whose value was asked for is of another game.
    #[error(
        "{file}: its value is of {found} and not of {wanted}: name another policy, or learn the value"
    )]
    OtherValue {
        /// The file.
        file: PathBuf,
        /// Its game.
        found: Member,
        /// The run's.
        wanted: Member,
    },
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
    network: Network,
    stage: Stage,
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
        let (member, network) = read_value(&reader)?;
        let header = reader.header();
        let lacks = |what: &str| TrainError::Header {
            file: path.to_owned(),
            what: what.to_owned(),
        };
        let resumed = Resumed::of(header).map_err(lacks)?;
        let solver = header
            .parameters
            .get("solver")
            .ok_or_else(|| lacks("solver"))?;
        let preset = Preset::by_name(solver).ok_or_else(|| lacks("solver that is known"))?;
        let matches = header.parameters.get("matches");
        let matches = matches.and_then(|text| text.parse().ok());
        let stage = match header.solver == LEARNING {
            true => Stage::Value,
            false => Stage::Table,
        };
        let task = Task {
            member,
            infosets: header.infosets.clone(),
            preset,
            seed: header.seed,
            matches: matches.ok_or_else(|| lacks("number of matches"))?,
            value: None,
        };
        read_infosets(&reader, &Arc::new(network.clone()))?;
        Ok(Resumption {
            task,
            instead_of: newest.instead_of,
            network,
            stage,
            resumed,
            reader,
        })
    }
}

/// Bytes that training a table takes, before it takes them.
///
/// # Errors
///
/// [`UnknownInfosets`] if there are none of the task's name.
pub fn memory_needed(task: &Task) -> Result<u64, TrainError> {
    let infosets = by_name(&task.infosets, &Arc::new(Network::zero()))?;
    Ok(Rows::memory(infosets.numbering(), u64::MAX).bytes)
}

/// Trains `task`, from `start` if that is given, until the limit of the table's stage is reached or
/// `interrupt` is set.
///
/// # Errors
///
/// [`TrainError`] says what failed and what to do.
pub fn train(
    task: &Task,
    plan: &Plan,
    start: Option<&Resumption>,
    interrupt: &AtomicBool,
    news: &mut dyn FnMut(Stage, News<'_>),
) -> Result<Trained, TrainError> {
    let rules = task.member.rules()?;
    if rules.deck.first_draw_pile().is_empty() {
        return Err(TrainError::NothingToDraw(task.member));
    }
    by_name(&task.infosets, &Arc::new(Network::zero()))?;
    let run = Run { task, plan, rules };
    let mut manifest = task.description().manifest(plan);
    manifest.write(&plan.files.curve())?;
    let network = match (start, &task.value) {
        (Some(start), _) if start.stage == Stage::Table => start.network.clone(),
        (None, Some(file)) => run.value_of(file)?,
        _ => {
            let (network, trained) = run.learn(start, interrupt, news)?;
            if trained.outcome.reason == StopReason::Interrupted {
                return Ok(trained);
            }
            network
        }
    };
    let start = start.filter(|start| start.stage == Stage::Table);
    let trained = run.solve(Arc::new(network), start, interrupt, news)?;
    manifest.stop_reason = Some(trained.outcome.reason);
    manifest.iterations = Some(trained.outcome.progress.iterations);
    manifest.write(&plan.files.curve())?;
    Ok(trained)
}

/// One run.
struct Run<'a> {
    task: &'a Task,
    plan: &'a Plan,
    rules: Rules,
}

impl Run<'_> {
    fn value_of(&self, file: &Path) -> Result<Network, TrainError> {
        let (policy, _) = Blueprint::load(file)?;
        if policy.member != self.task.member {
            return Err(TrainError::OtherValue {
                file: file.to_owned(),
                found: policy.member,
                wanted: self.task.member,
            });
        }
        Ok((*policy.network).clone())
    }

    fn learn(
        &self,
        start: Option<&Resumption>,
        interrupt: &AtomicBool,
        news: &mut dyn FnMut(Stage, News<'_>),
    ) -> Result<(Network, Trained), TrainError> {
        let mut learner = Learner::new(&self.rules, self.task.seed, self.task.matches);
        if let Some(start) = start {
            let Resumed {
                iterations, nodes, ..
            } = start.resumed;
            learner = learner.resumed(start.network.clone(), iterations, nodes);
        }
        let plan = Plan {
            limits: Limits {
                iterations: Some(self.task.matches),
                ..Limits::default()
            },
            ..self.plan.clone()
        };
        let resumed = start.map(|start| start.resumed);
        let mut tell = |told: News<'_>| news(Stage::Value, told);
        let trained = conduct(
            &Learning(self),
            &mut learner,
            &plan,
            resumed,
            interrupt,
            &mut tell,
        )?;
        Ok((learner.network().clone(), trained))
    }

    fn solve(
        &self,
        network: Arc<Network>,
        start: Option<&Resumption>,
        interrupt: &AtomicBool,
        news: &mut dyn FnMut(Stage, News<'_>),
    ) -> Result<Trained, TrainError> {
        let task = self.task;
        let infosets = by_name(&task.infosets, &network)?;
        let seed = task.seed ^ POSITIONS_STREAM;
        let positions = positions_of_play(&self.rules, &network, POSITIONS, seed);
        let game = TurnGame::new(positions, Arc::clone(&network), &*infosets);
        let game = game.ok_or(TrainError::NothingToDraw(task.member))?;
        let memory = self.plan.max_memory;
        let mut solver = ExternalSampling::new(&game, &*infosets, task.preset, task.seed, memory)?;
        if let Some(start) = start {
            restore(start, &mut solver)?;
        }
        let solving = Solving {
            run: self,
            network: &network,
        };
        let resumed = start.map(|start| start.resumed);
        let mut tell = |told: News<'_>| news(Stage::Table, told);
        let trained = conduct(
            &solving,
            &mut solver,
            self.plan,
            resumed,
            interrupt,
            &mut tell,
        )?;
        // An interrupted run is gone on with from its checkpoint; the others end with a policy.
        if trained.outcome.reason != StopReason::Interrupted {
            let mut policy = solving.blueprint(&mut solver)?;
            policy.header.nash_conv = trained.measured.clone();
            policy.save(&self.plan.files.policy)?;
        }
        Ok(trained)
    }
}

type TurnSolver<'a, 'g> = ExternalSampling<'a, TurnGame<'g>, dyn TurnInfosets>;

fn restore(start: &Resumption, solver: &mut TurnSolver<'_, '_>) -> Result<(), TrainError> {
    let floats = start.reader.section::<f32>("table")?;
    let saved = Snapshot {
        traversals: start.resumed.iterations,
        nodes: start.resumed.nodes,
        floats: &floats,
        keys: Vec::new(),
        firsts: Vec::new(),
    };
    solver.restore(saved).map_err(|source| TrainError::Restore {
        file: start.reader.path().to_owned(),
        source,
    })
}

/// The stage of the value.
struct Learning<'a>(&'a Run<'a>);

impl Trainee<Learner> for Learning<'_> {
    type Error = TrainError;

    /// There is no strategy to measure yet.
    fn measure(&self, _: &mut Learner) -> Result<Option<Measured>, TrainError> {
        Ok(None)
    }

    fn save(&self, learner: &mut Learner, progress: &Progress) -> Result<(), TrainError> {
        let description = Description {
            solver: LEARNING,
            ..self.0.task.description()
        };
        let mut header = description.header(Kind::Checkpoint, progress.iterations);
        note_progress(&mut header, progress);
        let sections = [Section::new(VALUE, learner.network().weights())];
        container::write(&self.0.plan.files.checkpoint(), &header, &sections)?;
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
    fn blueprint(&self, solver: &mut TurnSolver<'_, '_>) -> Result<Blueprint, TrainError> {
        let run = self.run;
        let description = run.task.description();
        let header = description.header(Kind::Policy, solver.iterations());
        Ok(Blueprint {
            header,
            member: run.task.member,
            network: Arc::clone(self.network),
            infosets: by_name(&run.task.infosets, self.network)?,
            table: StrategyTable::of_snapshot(solver.snapshot(), |_| 0),
        })
    }
}

impl Trainee<TurnSolver<'_, '_>> for Solving<'_> {
    type Error = TrainError;

    fn measure(&self, solver: &mut TurnSolver<'_, '_>) -> Result<Option<Measured>, TrainError> {
        match self.run.plan.samples {
            Some(0) => Ok(None),
            samples => {
                let policy = self.blueprint(solver)?;
                Ok(Some(measured(&policy, samples, self.run.task.seed)?))
            }
        }
    }

    fn save(&self, solver: &mut TurnSolver<'_, '_>, progress: &Progress) -> Result<(), TrainError> {
        let run = self.run;
        let description = run.task.description();
        let mut header = description.header(Kind::Checkpoint, progress.iterations);
        note_progress(&mut header, progress);
        let snapshot = solver.snapshot();
        let sections = [
            Section::new(VALUE, self.network.weights()),
            Section::new("table", snapshot.floats),
        ];
        container::write(&run.plan.files.checkpoint(), &header, &sections)?;
        Ok(())
    }
}

/// How far a policy is from best play: exactly, where the deck is small enough, and else by what it
/// loses in `samples` matches by its own learnt value.
///
/// # Errors
///
/// [`TrainError`] if its game cannot be played.
pub fn measured(
    policy: &Blueprint,
    samples: Option<usize>,
    seed: u64,
) -> Result<Measured, TrainError> {
    let rules = policy.member.rules()?;
    if rules.deck.first_draw_pile().len() <= SMALL_PILE {
        let start = State::new(&rules, &mut NoRandom);
        if let Ok(value) = nash_conv(&start, policy, MOST_POSITIONS) {
            return Ok(Measured::exact(value, UNIT));
        }
    }
    let samples = samples.unwrap_or(DEFAULT_MATCHES);
    let loss = loss(&rules, &policy.network, policy, samples, seed);
    Ok(Measured::sampled(loss, LOSS_UNIT))
}

/// Matches that a measure samples unless another number is asked for.
const DEFAULT_MATCHES: usize = 200;
