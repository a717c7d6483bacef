//! One loop for every solver that there is for games that fit memory.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::cfr::{self, Cfr};
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::lp::{self, LpError};
use cardsharp_solvers::nodes::{Nodes, TooLarge};
use cardsharp_solvers::run::{Limits, Observer, Progress, Schedule, Solver, StopReason, run};
use cardsharp_solvers::sampled::{self, ExternalSampling, RowKey, RowsError, Sampler};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use thiserror::Error;

use crate::commands::interrupt;

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// A preset of the CFR family, which walks the whole game in every iteration.
    Whole(cfr::Preset),
    /// A preset of Monte-Carlo CFR; an iteration is a traversal.
    Sampled(sampled::Preset),
    /// Another way of sampling; an iteration is a traversal.
    Scheme(sampled::Scheme),
    /// The linear program in sequence form (Koller, Megiddo & von Stengel 1996).
    Lp,
}

impl Method {
    /// The linear program's name.
    pub const LP: &'static str = "lp";

    /// Every name with its summary.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        let whole = cfr::Preset::ALL.iter();
        let whole = whole.map(|preset| (preset.name, preset.summary));
        let sampled = sampled::Preset::ALL.iter();
        let sampled = sampled.map(|preset| (preset.name, preset.summary));
        let lp = (
            Method::LP,
            "linear program in sequence form (Koller, Megiddo & von Stengel 1996)",
        );
        let schemes = sampled::Scheme::ALL.iter();
        let schemes = schemes.map(|scheme| (scheme.name, scheme.summary));
        whole.chain(sampled).chain(schemes).chain([lp])
    }

    /// The method of this name.
    pub fn by_name(name: &str) -> Option<Method> {
        if name == Method::LP {
            return Some(Method::Lp);
        }
        let sampled = || sampled::Preset::by_name(name).map(Method::Sampled);
        let scheme = || sampled::Scheme::by_name(name).map(Method::Scheme);
        cfr::Preset::by_name(name)
            .map(Method::Whole)
            .or_else(sampled)
            .or_else(scheme)
    }
}

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// How.
    pub method: Method,
    /// When to stop.
    pub limits: Limits,
    /// When to measure first, and by how much the time between measures grows.
    pub measure: (Duration, f64),
    /// Seed of what is sampled.
    pub seed: u64,
    /// Most memory for the table of a preset of Monte-Carlo CFR.
    pub max_memory: u64,
}

/// A solution.
#[derive(Debug)]
pub struct Solved {
    /// The strategies.
    pub plan: RealizationPlan,
    /// What they are worth and how far they can be exploited: exact.
    pub found: Exploitability,
    /// How far the run had come; none for the linear program.
    pub progress: Option<Progress>,
    /// Why it ended.
    pub reason: Option<StopReason>,
    /// Seconds it took, measuring not counted.
    pub seconds: f64,
}

/// Why there is no solution.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The linear program has none.
    #[error(transparent)]
    Lp(#[from] LpError),
    /// The game cannot be written out for sampling.
    #[error(transparent)]
    Nodes(#[from] TooLarge),
    /// The table does not fit.
    #[error(transparent)]
    Rows(#[from] RowsError),
}

/// Solves `game`, of which `tree` was compiled. `tell` hears of every measure.
pub fn solve(
    game: &dyn DynGame,
    tree: &Tree,
    task: &Task,
    interrupt: &AtomicBool,
    tell: &mut dyn FnMut(&Progress, &Exploitability),
) -> Result<Solved, SolveError> {
    match task.method {
        Method::Lp => {
            let begin = Instant::now();
            let plan = lp::solve(tree)?.plan;
            Ok(Solved {
                found: plan.exploitability(tree),
                plan,
                progress: None,
                reason: None,
                seconds: begin.elapsed().as_secs_f64(),
            })
        }
        Method::Whole(preset) => {
            // What schedules take for the whole where no number was given.
            let planned = task.limits.iterations.unwrap_or(1000);
            let mut solver = Cfr::new(tree, preset).planned(planned);
            let answer = |solver: &Cfr<'_>| solver.plan();
            Ok(iterate(tree, task, &mut solver, &answer, interrupt, tell))
        }
        Method::Sampled(preset) => {
            let nodes = game.compile_nodes()?;
            let mut solver =
                ExternalSampling::new(&nodes, &nodes, preset, task.seed, task.max_memory)?;
            let answer = |solver: &ExternalSampling<'_, Nodes, Nodes>| {
                average(tree, &nodes, |row, out| solver.rows().average(row, out))
            };
            Ok(iterate(tree, task, &mut solver, &answer, interrupt, tell))
        }
        Method::Scheme(scheme) => {
            let nodes = game.compile_nodes()?;
            let mut solver = Sampler::new(&nodes, &nodes, scheme, task.seed);
            let answer = |solver: &Sampler<'_, Nodes, Nodes>| {
                average(tree, &nodes, |row, out| solver.average(row, out))
            };
            Ok(iterate(tree, task, &mut solver, &answer, interrupt, tell))
        }
    }
}

/// The average strategy of a solver that samples, told by the row, as a plan.
pub fn average(
    tree: &Tree,
    nodes: &Nodes,
    average: impl Fn(RowKey, &mut [f64]) -> bool,
) -> RealizationPlan {
    RealizationPlan::of(tree, |_, key, shares| nodes.average(&average, key, shares))
}

fn iterate<S: Solver>(
    tree: &Tree,
    task: &Task,
    solver: &mut S,
    answer: &dyn Fn(&S) -> RealizationPlan,
    interrupt: &AtomicBool,
    tell: &mut dyn FnMut(&Progress, &Exploitability),
) -> Solved {
    let mut meter = Meter { tree, answer, tell };
    let schedule = Schedule {
        measure: Some(task.measure.0),
        measure_growth: task.measure.1,
        ..Schedule::default()
    };
    let Ok(outcome) = run(solver, &task.limits, &schedule, interrupt, &mut meter);
    let plan = answer(solver);
    Solved {
        found: plan.exploitability(tree),
        plan,
        progress: Some(outcome.progress),
        reason: Some(outcome.reason),
        seconds: outcome.progress.seconds,
    }
}

/// Measures what a solver has reached.
struct Meter<'a, S> {
    tree: &'a Tree,
    answer: &'a dyn Fn(&S) -> RealizationPlan,
    tell: &'a mut dyn FnMut(&Progress, &Exploitability),
}

impl<S> Observer<S> for Meter<'_, S> {
    type Error = Infallible;

    fn progress(&mut self, _progress: &Progress) {}

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, Infallible> {
        let found = (self.answer)(solver).exploitability(self.tree);
        (self.tell)(progress, &found);
        Ok(Some(found.nash_conv()))
    }

    fn save(&mut self, _solver: &mut S, _progress: &Progress) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The flag for a run with `method`. A linear program is solved in one go with nothing to save: signals
/// end the process as if nobody listened.
pub fn interrupt_flag(method: Method) -> anyhow::Result<Arc<AtomicBool>> {
    match method {
        Method::Lp => Ok(Arc::default()),
        _ => interrupt::flag(),
    }
}
