//! One loop for every solver of games that fit in memory.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::cfr::{self, Cfr};
use cardsharp_solvers::dominance::Undominated;
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::lp::{self, LpError, Pdhg};
use cardsharp_solvers::nodes::TooLarge;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::{Limits, MeasurePoints, Observer, ObserverSchedule, Progress, StopReason, run};
use cardsharp_solvers::sampled::{self, ExternalSampling, RowsError, Sampler};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use thiserror::Error;

use super::checkpoint::{Resumable, State};
use super::unreached::without_inferior_actions;
use cardsharp_commands::interrupt;
use cardsharp_policy::container::ContainerError;
use cardsharp_policy::report::ReportError;
use cardsharp_system::processes::processor_time;
use cardsharp_training::{Checkpoint, TrainError};

/// The solver of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// A preset of the CFR family that walks the whole game in every iteration.
    Whole(cfr::Preset),
    /// A preset of Monte-Carlo CFR; an iteration is a traversal.
    Sampled(sampled::Preset),
    /// A preset of outcome or chance sampling; an iteration is a traversal.
    Sampler(sampled::SamplerPreset),
    /// The linear program in sequence form (Koller, Megiddo & von Stengel 1996), by the one of the next two that suits
    /// the size of the game.
    Lp,
    /// The linear program by the simplex method, in one go.
    Simplex,
    /// The linear program by the primal-dual hybrid gradient method, step by step.
    Pdhg,
}

impl Method {
    /// The name of the linear program.
    pub const LP: &'static str = "lp";
    /// The name of the simplex method.
    pub const SIMPLEX: &'static str = "simplex";
    /// The name of the primal-dual hybrid gradient method.
    pub const PDHG: &'static str = "pdhg";
    /// The name of the method of a solve without a choice.
    pub const DEFAULT: &'static str = "pcfr+";

    /// The description of `auto`.
    const AUTO: (&'static str, &'static str) = (
        cfr::Preset::AUTO_NAME,
        "vad-cfr: the fewest iterations to 1e-4, or at most 1.1 times as many, in nine of fifteen games",
    );

    /// The name of the method itself, for one that has another name besides.
    pub fn resolved(name: &str) -> &str {
        if name == cfr::Preset::AUTO_NAME {
            return cfr::Preset::AUTO.name;
        }
        name
    }

    /// The points of a curve without a request: those of [`MeasurePoints::Geometric`], at which the measures of every
    /// run are the same. A traversal of Monte-Carlo CFR is too short for that: its points grow by `growth` in time.
    pub const fn measure_points(self, growth: f64) -> MeasurePoints {
        match self {
            Method::Whole(_) => MeasurePoints::Geometric,
            _ => MeasurePoints::growing(growth),
        }
    }

    /// The method that solves this game: for [`Method::Lp`] the one that suits its size.
    #[must_use]
    pub fn on(self, tree: &Tree) -> Method {
        match self {
            Method::Lp if lp::suits_simplex(tree) => Method::Simplex,
            Method::Lp => Method::Pdhg,
            chosen => chosen,
        }
    }

    /// Every method's name and summary.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        let whole = cfr::Preset::for_trees().map(|preset| (preset.name, preset.summary));
        let sampled = sampled::Preset::ALL.iter();
        let sampled = sampled.map(|preset| (preset.name, preset.summary));
        let lp = [
            (
                Method::LP,
                "linear program in sequence form (Koller, Megiddo & von Stengel 1996), by simplex or pdhg after its size",
            ),
            (Method::SIMPLEX, "linear program by the simplex method, in one go"),
            (Method::PDHG, "linear program by restarted primal-dual hybrid gradient steps (Lu & Yang 2024)"),
        ];
        let sampler = sampled::SamplerPreset::ALL.iter();
        let sampler = sampler.map(|preset| (preset.name, preset.summary));
        whole.chain([Method::AUTO]).chain(sampled).chain(sampler).chain(lp)
    }

    /// The method of this name.
    pub fn by_name(name: &str) -> Option<Method> {
        match name {
            Method::LP => return Some(Method::Lp),
            Method::SIMPLEX => return Some(Method::Simplex),
            Method::PDHG => return Some(Method::Pdhg),
            _ => {}
        }
        let sampled = || sampled::Preset::by_name(name).map(Method::Sampled);
        let sampler = || sampled::SamplerPreset::by_name(name).map(Method::Sampler);
        cfr::Preset::by_name_for_trees(name).map(Method::Whole).or_else(sampled).or_else(sampler)
    }
}

/// The greatest number of histories of a game that is searched for dominated actions, which takes as long as to
/// compile it.
pub const MAX_SEARCHED: u64 = 10_000_000;

/// The part of the range of utilities that is the default target.
pub const DEFAULT_TARGET: f64 = 1e-6;

/// The stopping conditions of a solve without any: a minute, or a NashConv of [`DEFAULT_TARGET`] of the range of
/// utilities that play can meet ([`Undominated::range`]). The range of all utilities would not do: a penalty of a
/// million for a move that nobody makes would allow errors of 1 in all the rest. Only a game with more than
/// [`MAX_SEARCHED`] histories has that range.
pub fn default_limits(game: &dyn DynGame, tree: &Tree) -> Limits {
    let range = undominated(game, tree).map_or(tree.spread(), |undominated| undominated.range());
    Limits { time: Some(Duration::from_secs(60)), iterations: None, target: Some(DEFAULT_TARGET * range) }
}

/// The game without dominated actions; `None` if it is too large for more walks.
fn undominated(game: &dyn DynGame, tree: &Tree) -> Option<Undominated> {
    (tree.histories() <= MAX_SEARCHED).then(|| game.undominated())
}

/// The settings of a solve.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The solver.
    pub method: Method,
    /// The stopping conditions.
    pub limits: Limits,
    /// The points of the curve.
    pub measure: MeasurePoints,
    /// Seed of the sampling.
    pub seed: u64,
    /// Limit of the table's size in bytes, for a preset of Monte-Carlo CFR.
    pub max_memory: u64,
    /// True if the joint play of a preset of the CFR family is looked at, too.
    pub joint_play: bool,
}

/// A solution.
#[derive(Debug)]
pub struct Solved {
    /// The strategies of all players.
    pub plan: RealizationPlan,
    /// Their exact values and exploitability.
    pub found: Exploitability,
    /// The final progress; `None` for the linear program.
    pub progress: Option<Progress>,
    /// The stop reason; `None` for the linear program.
    pub reason: Option<StopReason>,
    /// Seconds of solving, without measuring.
    pub seconds: f64,
    /// Seconds of processors in that time, of all threads, where the system counts them.
    pub cpu_seconds: Option<f64>,
    /// The distance of the joint play from a coarse correlated equilibrium, if it was looked at.
    pub coarse_gap: Option<f64>,
}

/// Counts the seconds of processors, without those of measures.
struct ProcessorClock {
    begin: Option<Duration>,
    measuring: Duration,
}

impl ProcessorClock {
    fn start() -> ProcessorClock {
        ProcessorClock { begin: processor_time(), measuring: Duration::ZERO }
    }

    /// The same as `measure`, whose time does not count.
    fn without<T>(&mut self, measure: impl FnOnce() -> T) -> T {
        let begin = processor_time();
        let measured = measure();
        if let (Some(begin), Some(end)) = (begin, processor_time()) {
            self.measuring += end.saturating_sub(begin);
        }
        measured
    }

    fn seconds(&self) -> Option<f64> {
        let counted = processor_time()?.saturating_sub(self.begin?);
        Some(counted.saturating_sub(self.measuring).as_secs_f64())
    }
}

/// The error of a solve.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The linear program has no solution.
    #[error(transparent)]
    Lp(#[from] LpError),
    /// The game cannot be written out for sampling.
    #[error(transparent)]
    Nodes(#[from] TooLarge),
    /// The table does not fit in memory.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The measure is not a number, or below 0.
    #[error(
        "the measured NashConv is {nash_conv:e}, which no strategy can have: the numbers of this game are beyond \
         what the solver can add up; take another solver, or utilities closer to 1"
    )]
    Measure {
        /// The measure.
        nash_conv: f64,
    },
    /// The curve of the measurements cannot be written.
    #[error(transparent)]
    Curve(#[from] ReportError),
    /// The strategies so far, or the checkpoint, cannot be written.
    #[error(transparent)]
    Policy(#[from] ContainerError),
    /// The run cannot go on from its checkpoint.
    #[error(transparent)]
    Resume(#[from] TrainError),
}

/// Checks a measure: a best response gains nothing or more.
fn check(found: &Exploitability) -> Result<(), SolveError> {
    let nash_conv = found.nash_conv();
    if nash_conv >= 0.0 { Ok(()) } else { Err(SolveError::Measure { nash_conv }) }
}

/// The checkpoint and the writings of a run that is going on.
pub struct Kept<'a> {
    /// The checkpoint that the run goes on from.
    pub resumed: Option<&'a Checkpoint>,
    /// The time between two writings.
    pub every: Duration,
    /// Writes the state, and the average strategies so far.
    pub write: &'a mut Write<'a>,
}

/// A function that writes what is kept: the average strategies if they are due, the state, and the progress.
pub type Write<'a> =
    dyn FnMut(Option<&RealizationPlan>, State<'_>, &Progress) -> Result<(), ContainerError> + Send + 'a;

/// The observer of the training loop: it measures exactly, ends the run at the first measure that is none, and keeps
/// the strategies.
struct Watch<'a, 'k, O> {
    tree: &'a Tree,
    observer: &'a mut O,
    kept: Option<&'a mut Kept<'k>>,
    /// The time at which the strategies were written last.
    last: Instant,
    clock: ProcessorClock,
}

impl<S: Resumable, O: Observe> Observer<S> for Watch<'_, '_, O>
where
    SolveError: From<O::Error>,
{
    type Error = SolveError;

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, SolveError> {
        // As the policy's file will have it.
        let found = self.clock.without(|| solver.answer(self.tree).as_behaviour(self.tree).exploitability(self.tree));
        check(&found)?;
        self.observer.measured(progress, &found)?;
        Ok(Some(found.nash_conv()))
    }

    fn save(&mut self, solver: &mut S, progress: &Progress) -> Result<(), SolveError> {
        match &mut self.kept {
            Some(kept) if progress.iterations > 0 => {
                // The caller writes the strategies once more at the end, with their measure.
                let is_due = self.last.elapsed() >= kept.every;
                let plan = is_due.then(|| solver.answer(self.tree));
                (kept.write)(plan.as_ref(), solver.state(), progress)?;
                if is_due {
                    self.last = Instant::now();
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Solves `game`, of which `tree` is the compiled form, and reports every measurement to `observer`. A solver that
/// iterates gives its state and its strategies to `kept` on the way, and goes on from its checkpoint.
///
/// # Errors
///
/// The linear program has no solution, the game or its table does not fit in memory, the checkpoint is that of another
/// run, or the observer fails.
pub fn solve<O: Observe>(
    game: &dyn DynGame,
    tree: &Tree,
    task: &Task,
    interrupt: &AtomicBool,
    observer: &mut O,
    kept: Option<&mut Kept<'_>>,
) -> Result<Solved, SolveError>
where
    SolveError: From<O::Error>,
{
    let run = Run { tree, task, interrupt, kept };
    let method = task.method.on(tree);
    let mut solved = match method {
        Method::Pdhg => {
            let mut solver = Pdhg::new(tree)?;
            run.solve(&mut solver, observer)?
        }
        Method::Lp | Method::Simplex => {
            let (begin, clock) = (Instant::now(), ProcessorClock::start());
            let plan = lp::solve(tree)?.plan;
            let (seconds, cpu_seconds) = (begin.elapsed().as_secs_f64(), clock.seconds());
            Solved {
                found: plan.as_behaviour(tree).exploitability(tree),
                plan,
                progress: None,
                reason: None,
                seconds,
                cpu_seconds,
                coarse_gap: None,
            }
        }
        Method::Whole(preset) => {
            // The schedules of a run without a number of iterations end after this many.
            let planned = task.limits.iterations.unwrap_or(1000);
            let mut solver = Cfr::new(tree, preset).planned(planned);
            if task.joint_play {
                solver = solver.with_joint_play();
            }
            let solved = run.solve(&mut solver, observer)?;
            Solved { coarse_gap: solver.coarse_gap(), ..solved }
        }
        Method::Sampled(preset) => {
            let nodes = game.compile_nodes()?.without_offsets();
            let mut solver = ExternalSampling::new(&nodes, &nodes, preset.seed(task.seed).max_memory(task.max_memory))?;
            return run.solve(&mut solver, observer);
        }
        Method::Sampler(preset) => {
            let nodes = game.compile_nodes()?.without_offsets();
            let mut solver = Sampler::new(&nodes, &nodes, preset, task.seed);
            return run.solve(&mut solver, observer);
        }
    };
    let Some(undominated) = undominated(game, tree) else {
        return Ok(solved);
    };
    let old = (&solved.plan, &solved.found);
    if let Some((plan, found)) = without_inferior_actions(game, tree, &undominated, old) {
        if let Some(progress) = &mut solved.progress {
            progress.nash_conv = Some(found.nash_conv());
            observer.measured(progress, &found)?;
        }
        (solved.plan, solved.found) = (plan, found);
    }
    if method == Method::Simplex {
        LpError::check(&solved.found, undominated.range())?;
    }
    Ok(solved)
}

struct Run<'a, 'k> {
    tree: &'a Tree,
    task: &'a Task,
    interrupt: &'a AtomicBool,
    kept: Option<&'a mut Kept<'k>>,
}

impl Run<'_, '_> {
    fn solve<S: Resumable, O: Observe>(self, solver: &mut S, observer: &mut O) -> Result<Solved, SolveError>
    where
        SolveError: From<O::Error>,
    {
        let resumed = self.kept.as_ref().and_then(|kept| kept.resumed);
        if let Some(checkpoint) = resumed {
            solver.restore(checkpoint)?;
        }
        let schedule = ObserverSchedule {
            save_every: self.kept.as_ref().map(|kept| kept.every),
            earlier_seconds: resumed.map_or(0.0, |checkpoint| checkpoint.resumed.seconds),
            ..self.task.measure.into()
        };
        let mut watch =
            Watch { tree: self.tree, observer, kept: self.kept, last: Instant::now(), clock: ProcessorClock::start() };
        let limits = &self.task.limits;
        let outcome = run(solver, limits, &schedule, self.interrupt, &mut watch)?;
        let cpu_seconds = watch.clock.seconds();
        let plan = solver.answer(self.tree);
        // As the policy's file will have it.
        let found = plan.as_behaviour(self.tree).exploitability(self.tree);
        check(&found)?;
        Ok(Solved {
            found,
            plan,
            progress: Some(outcome.progress),
            reason: Some(outcome.reason),
            seconds: outcome.progress.seconds,
            cpu_seconds,
            coarse_gap: None,
        })
    }
}

/// The interrupt flag of a run with `method` on `tree`. The simplex method runs in one go and saves nothing, so
/// there signals end the process as usual.
///
/// # Errors
///
/// The process cannot listen for signals.
pub fn interrupt_flag(method: Method, tree: &Tree) -> anyhow::Result<Arc<AtomicBool>> {
    match method.on(tree) {
        Method::Simplex => Ok(Arc::default()),
        _ => interrupt::flag(),
    }
}
