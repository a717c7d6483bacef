//! The one loop: a solver does steps, this decides how many, when to measure, when to save and when
//! to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::observers::Observe;
use crate::solution::Solution;
use crate::tree::{Plan, Tree};
use crate::until::Until;

/// When to stop. Whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Training time, measuring and saving not counted.
    pub time: Option<Duration>,
    /// Iterations in all, those of earlier runs counted.
    pub iterations: Option<u64>,
    /// NashConv, as the observer measures it.
    pub target: Option<f64>,
}

impl Limits {
    /// These limits, or `others` if there are none.
    #[must_use]
    pub fn or(self, others: Limits) -> Limits {
        match self {
            Limits {
                time: None,
                iterations: None,
                target: None,
            } => others,
            given => given,
        }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The time was up.
    Time,
    /// The iterations were done.
    Iterations,
    /// The measured NashConv was low enough.
    Target,
    /// Somebody asked for it.
    Interrupted,
}

/// What the loop asks of a solver.
pub trait Solver {
    /// Iterations done, in the solver's own unit.
    fn iterations(&self) -> u64;

    /// Nodes touched.
    fn nodes(&self) -> u64;

    /// Does `iterations` more.
    fn advance(&mut self, iterations: u64);
}

impl<G: crate::game::Game, A: crate::sampled::Abstraction<G> + ?Sized> Solver
    for crate::sampled::ExternalSampling<'_, G, A>
{
    fn iterations(&self) -> u64 {
        self.traversals()
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}

impl<G: crate::game::Game, A: crate::sampled::Abstraction<G> + ?Sized> Solver
    for crate::sampled::Sampler<'_, G, A>
{
    fn iterations(&self) -> u64 {
        self.traversals()
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}

impl Solver for crate::cfr::Cfr<'_> {
    fn iterations(&self) -> u64 {
        self.iterations()
    }

    /// Every iteration stands for the whole tree once for each player.
    fn nodes(&self) -> u64 {
        self.iterations() * self.tree().histories() * self.tree().players() as u64
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Iterations done.
    pub iterations: u64,
    /// Nodes touched.
    pub nodes: u64,
    /// Seconds of training, earlier runs included, measuring and saving not.
    pub seconds: f64,
    /// Iterations a second over this run.
    pub rate: f64,
    /// The latest NashConv measured.
    pub nash_conv: Option<f64>,
}

/// Who watches a run. Errors end it.
pub trait Observer<S> {
    /// What can go wrong with measuring or saving.
    type Error;

    /// Called a few times a second.
    fn progress(&mut self, progress: &Progress);

    /// Measures NashConv and records it; called at the times of [`Schedule::measure`].
    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, Self::Error>;

    /// Saves so that a later run can go on; called at the times of [`Schedule::save_every`] and at
    /// the end.
    fn save(&mut self, solver: &mut S, progress: &Progress) -> Result<(), Self::Error>;
}

/// When to measure and save.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Measure when this much training time has passed, and again each time it has grown by
    /// `measure_growth`; none measures at the end alone.
    pub measure: Option<Duration>,
    /// By what factor the time between measures grows, over 1.
    pub measure_growth: f64,
    /// Time between saves; none saves at the end alone.
    pub save_every: Option<Duration>,
    /// Seconds of training in earlier runs.
    pub earlier_seconds: f64,
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule {
            measure: None,
            measure_growth: 2.0,
            save_every: None,
            earlier_seconds: 0.0,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why.
    pub reason: StopReason,
    /// How far it had come.
    pub progress: Progress,
}

/// The time a step should take: short enough to stop at once and to show progress, long enough that
/// the threads do not wait for each other.
const STEP: Duration = Duration::from_millis(50);

/// Runs `solver` until a limit is reached or `interrupt` is set; then measures and saves.
pub fn run<S: Solver, O: Observer<S>>(
    solver: &mut S,
    limits: &Limits,
    schedule: &Schedule,
    interrupt: &AtomicBool,
    observer: &mut O,
) -> Result<Outcome, O::Error> {
    let first_iteration = solver.iterations();
    let mut trained = Duration::ZERO;
    let mut next_measure = schedule.measure.map(|first| {
        let first = first.as_secs_f64();
        // A resumed run goes on with the times of the uninterrupted one.
        later(first, schedule.measure_growth, schedule.earlier_seconds)
    });
    let mut last_save = Duration::ZERO;
    // Solvers differ by seven orders of magnitude in what a step takes.
    let mut step = 1;
    let mut nash_conv = None;
    let mut measured_at = None;
    loop {
        let seconds = schedule.earlier_seconds + trained.as_secs_f64();
        let done = (solver.iterations() - first_iteration) as f64;
        let mut progress = Progress {
            iterations: solver.iterations(),
            nodes: solver.nodes(),
            seconds,
            rate: done / trained.as_secs_f64().max(1e-9),
            nash_conv,
        };
        observer.progress(&progress);
        if next_measure.is_some_and(|next| seconds >= next) {
            nash_conv = observer.measure(solver, &progress)?.or(nash_conv);
            progress.nash_conv = nash_conv;
            measured_at = Some(progress.iterations);
            // A step may have passed several times at once.
            next_measure = next_measure.map(|next| later(next, schedule.measure_growth, seconds));
        }
        if let Some(reason) = stop(limits, &progress, interrupt) {
            if measured_at != Some(progress.iterations) && reason != StopReason::Interrupted {
                progress.nash_conv = observer.measure(solver, &progress)?.or(nash_conv);
            }
            observer.save(solver, &progress)?;
            return Ok(Outcome { reason, progress });
        }
        if schedule
            .save_every
            .is_some_and(|every| trained - last_save >= every)
        {
            observer.save(solver, &progress)?;
            last_save = trained;
        }
        let left = limits
            .iterations
            .map_or(u64::MAX, |all| all - progress.iterations);
        let begin = Instant::now();
        solver.advance(step.min(left));
        let took = begin.elapsed();
        trained += took;
        step = next_step(step, took);
    }
}

/// The first of the times from `first` on, each `growth` times the one before, that is past `now`.
fn later(first: f64, growth: f64, now: f64) -> f64 {
    let mut next = first;
    while next <= now {
        next *= growth.max(1.01);
    }
    next
}

fn stop(limits: &Limits, progress: &Progress, interrupt: &AtomicBool) -> Option<StopReason> {
    let reached = |target: f64| {
        progress
            .nash_conv
            .is_some_and(|measured| measured <= target)
    };
    if interrupt.load(Ordering::Relaxed) {
        Some(StopReason::Interrupted)
    } else if limits.target.is_some_and(reached) {
        Some(StopReason::Target)
    } else if limits
        .iterations
        .is_some_and(|most| progress.iterations >= most)
    {
        Some(StopReason::Iterations)
    } else if limits
        .time
        .is_some_and(|most| progress.seconds >= most.as_secs_f64())
    {
        Some(StopReason::Time)
    } else {
        None
    }
}

/// Doubles or halves towards [`STEP`].
fn next_step(step: u64, took: Duration) -> u64 {
    if took < STEP / 2 {
        step.saturating_mul(2)
    } else if took > STEP * 2 {
        (step / 2).max(1)
    } else {
        step
    }
}

/// Runs `solver` on the compiled game `tree` until a condition of `until` is met, and measures its answer,
/// which `answer` reads off, exactly: first after a millisecond, then each time the training time has
/// grown by a fifth, and at the end.
///
/// # Errors
///
/// The first error of `observer`.
pub fn solve<S: Solver, O: Observe>(
    tree: &Tree,
    solver: &mut S,
    answer: &dyn Fn(&S) -> Plan,
    until: Until<'_>,
    observer: &mut O,
) -> Result<Solution, O::Error> {
    let schedule = Schedule {
        measure: Some(Duration::from_millis(1)),
        measure_growth: 1.2,
        ..Schedule::default()
    };
    let limits = until.limits(tree.players());
    let mut measure = Measure {
        tree,
        answer,
        observer,
    };
    let outcome = run(solver, &limits, &schedule, until.flag(), &mut measure)?;
    Ok(Solution::new(tree, &answer(solver), Some(outcome)))
}

/// Measures the answer of a solver and passes everything on.
struct Measure<'a, S, O> {
    tree: &'a Tree,
    answer: &'a dyn Fn(&S) -> Plan,
    observer: &'a mut O,
}

impl<S, O: Observe> Observer<S> for Measure<'_, S, O> {
    type Error = O::Error;

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, O::Error> {
        let found = (self.answer)(solver).exploitability(self.tree);
        self.observer.measured(progress, &found)?;
        Ok(Some(found.nash_conv()))
    }

    fn save(&mut self, _solver: &mut S, _progress: &Progress) -> Result<(), O::Error> {
        Ok(())
    }
}
