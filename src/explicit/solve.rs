//! One loop for every solver of games that fit in memory.

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

/// The solver of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// A preset of the CFR family that walks the whole game in every iteration.
    Whole(cfr::Preset),
    /// A preset of Monte-Carlo CFR; an iteration is a traversal.
    Sampled(sampled::Preset),
    /// A sampling scheme; an iteration is a traversal.
    Scheme(sampled::Scheme),
    /// The linear program in sequence form (Koller, Megiddo & von Stengel 1996).
    Lp,
}

impl Method {
    /// The name of the linear program.
    pub const LP: &'static str = "lp";

    /// Every method's name and summary.
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

/// The settings of a solve.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The solver.
    pub method: Method,
    /// The stopping conditions.
    pub limits: Limits,
    /// Solving time before the first measurement, and the factor by which the time between two measurements
    /// grows.
    pub measure: (Duration, f64),
    /// Seed of the sampling.
    pub seed: u64,
    /// Limit of the table's size in bytes, for a preset of Monte-Carlo CFR.
    pub max_memory: u64,
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
}

/// Solves `game`, of which `tree` is the compiled form. `observe` receives every measurement.
///
/// # Errors
///
/// The linear program has no solution, or the game or its table does not fit in memory.
pub fn solve(
    game: &dyn DynGame,
    tree: &Tree,
    task: &Task,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(&Progress, &Exploitability),
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
            // A preset whose weights depend on the planned length assumes 1000 iterations if no number is
            // given.
            let planned = task.limits.iterations.unwrap_or(1000);
            let mut solver = Cfr::new(tree, preset).planned(planned);
            let plan = |solver: &Cfr<'_>| solver.plan();
            Ok(iterate(tree, task, &mut solver, &plan, interrupt, observe))
        }
        Method::Sampled(preset) => {
            let nodes = game.compile_nodes()?;
            let mut solver =
                ExternalSampling::new(&nodes, &nodes, preset, task.seed, task.max_memory)?;
            let plan = |solver: &ExternalSampling<'_, Nodes, Nodes>| {
                average(tree, &nodes, |row, out| solver.rows().average(row, out))
            };
            Ok(iterate(tree, task, &mut solver, &plan, interrupt, observe))
        }
        Method::Scheme(scheme) => {
            let nodes = game.compile_nodes()?;
            let mut solver = Sampler::new(&nodes, &nodes, scheme, task.seed);
            let plan = |solver: &Sampler<'_, Nodes, Nodes>| {
                average(tree, &nodes, |row, out| solver.average(row, out))
            };
            Ok(iterate(tree, task, &mut solver, &plan, interrupt, observe))
        }
    }
}

/// The average strategy of a sampling solver, as a realization plan. `average` writes the strategy of one
/// row, and returns false if the row was never visited.
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
    plan: &dyn Fn(&S) -> RealizationPlan,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(&Progress, &Exploitability),
) -> Solved {
    let mut meter = Meter {
        tree,
        plan,
        observe,
    };
    let schedule = Schedule {
        measure: Some(task.measure.0),
        measure_growth: task.measure.1,
        ..Schedule::default()
    };
    let Ok(outcome) = run(solver, &task.limits, &schedule, interrupt, &mut meter);
    let plan = plan(solver);
    Solved {
        found: plan.exploitability(tree),
        plan,
        progress: Some(outcome.progress),
        reason: Some(outcome.reason),
        seconds: outcome.progress.seconds,
    }
}

/// Measures the current average strategy of a solver.
struct Meter<'a, S> {
    tree: &'a Tree,
    plan: &'a dyn Fn(&S) -> RealizationPlan,
    observe: &'a mut dyn FnMut(&Progress, &Exploitability),
}

impl<S> Observer<S> for Meter<'_, S> {
    type Error = Infallible;

    fn progress(&mut self, _progress: &Progress) {}

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, Infallible> {
        let found = (self.plan)(solver).exploitability(self.tree);
        (self.observe)(progress, &found);
        Ok(Some(found.nash_conv()))
    }

    fn save(&mut self, _solver: &mut S, _progress: &Progress) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The interrupt flag of a run with `method`. A linear program is solved in one go and saves nothing, so
/// there signals end the process as usual.
///
/// # Errors
///
/// The process cannot listen for signals.
pub fn interrupt_flag(method: Method) -> anyhow::Result<Arc<AtomicBool>> {
    match method {
        Method::Lp => Ok(Arc::default()),
        _ => interrupt::flag(),
    }
}
