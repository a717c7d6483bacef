//! The training loop. It advances a solver step by step, and decides when to measure, to save and to stop.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The limits of a run. It stops at the first one that it reaches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time in all: training, measuring and saving. Of earlier runs, their training counts.
    pub time: Option<Duration>,
    /// Iterations in all, earlier runs included.
    pub iterations: Option<u64>,
    /// NashConv as the observer measures it.
    pub target: Option<f64>,
}

impl Limits {
    /// These limits, or `others` if there are none.
    #[must_use]
    pub fn or(self, others: Limits) -> Limits {
        self.or_else(|| others)
    }

    /// These limits, or those that `others` gives if there are none.
    #[must_use]
    pub fn or_else(self, others: impl FnOnce() -> Limits) -> Limits {
        let given = self.time.is_some() || self.iterations.is_some() || self.target.is_some();
        if given { self } else { others() }
    }
}

/// The reason that a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The iteration limit was reached.
    Iterations,
    /// The measured NashConv was at or below the target.
    Target,
    /// The interrupt flag was set.
    Interrupted,
}

/// The interface of a solver to the training loop.
pub trait Solver {
    /// The number of iterations done, in the solver's own unit.
    fn iterations(&self) -> u64;

    /// The number of nodes touched.
    fn nodes(&self) -> u64;

    /// Does `iterations` more iterations.
    fn advance(&mut self, iterations: u64);
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Iterations done.
    pub iterations: u64,
    /// Nodes touched.
    pub nodes: u64,
    /// Seconds of training, earlier runs included, measuring and saving not.
    pub seconds: f64,
    /// Iterations per second in this run.
    pub rate: f64,
    /// The latest measured NashConv.
    pub nash_conv: Option<f64>,
}

/// An observer of a run: it shows progress, measures and saves. An error ends the run.
pub trait Observer<S: ?Sized> {
    /// The error of measuring or saving.
    type Error;

    /// Receives the progress before each step and at the end, several times a second.
    fn progress(&mut self, progress: &Progress);

    /// Measures and records NashConv, at the times of [`ObserverSchedule::measure`] and at the end.
    fn measure(&mut self, solver: &mut S, progress: &Progress) -> Result<Option<f64>, Self::Error>;

    /// Saves the solver so that a later run can resume, at the times of [`ObserverSchedule::save_every`]
    /// and at the end.
    fn save(&mut self, solver: &mut S, progress: &Progress) -> Result<(), Self::Error>;
}

/// The points of a run's curve. A run measures at its end as well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeasurePoints {
    /// None but the end.
    AtEnd,
    /// By training time: the first after `first` seconds, each later one at `growth` times the time of the one before,
    /// or later, so that all together take no longer than training, or than half of the limit of time.
    ByTime {
        /// Seconds before the first measure.
        first: f64,
        /// The factor between the times of two measures, above 1.
        growth: f64,
    },
    /// After every so many iterations, however long they take.
    Every(NonZeroU64),
    /// After 1, 2, 3 iterations and so on, the numbers growing to [`GRID`] in a decade, however long they take.
    Geometric,
}

/// The number of points in a decade of [`MeasurePoints::Geometric`].
pub const GRID: u32 = 20;

impl MeasurePoints {
    /// The first after a millisecond, and then each time the training time has grown by `growth`.
    pub const fn growing(growth: f64) -> MeasurePoints {
        MeasurePoints::ByTime { first: 1e-3, growth }
    }

    /// The first point past `seconds` of training; `None` without points by time.
    fn time_after(self, seconds: f64) -> Option<f64> {
        match self {
            // A resumed run measures at the times of an uninterrupted one.
            MeasurePoints::ByTime { first, growth } => Some(later(first, growth, seconds)),
            _ => None,
        }
    }

    /// The first point past `iterations`; `None` without points by iterations.
    fn iteration_after(self, iterations: u64) -> Option<u64> {
        match self {
            MeasurePoints::Every(count) => Some((iterations / count + 1) * count.get()),
            MeasurePoints::Geometric => {
                let first = (f64::from(GRID) * (iterations.max(1) as f64).log10()) as u32;
                let mut grid = (first..).map(|index| 10_f64.powf(f64::from(index) / f64::from(GRID)).round() as u64);
                grid.find(|&point| point > iterations)
            }
            MeasurePoints::AtEnd | MeasurePoints::ByTime { .. } => None,
        }
    }
}

/// The times of measuring and saving.
#[derive(Clone, Copy, Debug)]
pub struct ObserverSchedule {
    /// The points of the curve.
    pub measure: MeasurePoints,
    /// Time between saves, measuring included. With `None` the run saves at the end alone.
    pub save_every: Option<Duration>,
    /// Seconds of training in earlier runs.
    pub earlier_seconds: f64,
}

impl From<MeasurePoints> for ObserverSchedule {
    /// Saves at the end alone.
    fn from(measure: MeasurePoints) -> ObserverSchedule {
        ObserverSchedule { measure, save_every: None, earlier_seconds: 0.0 }
    }
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The reason that it ended.
    pub reason: StopReason,
    /// Its progress at the end.
    pub progress: Progress,
}

/// The time that a step should take. It is short enough to stop at once and to show progress, and
/// long enough that the threads do not wait for each other.
const STEP: Duration = Duration::from_millis(50);

/// Runs `solver` until a limit is reached or `interrupt` is set. Then it saves and, unless it was interrupted,
/// measures. The limit of time counts training, measuring and saving, but for the last measure.
pub fn run<S: Solver + ?Sized, O: Observer<S>>(
    solver: &mut S,
    limits: &Limits,
    schedule: &ObserverSchedule,
    interrupt: &AtomicBool,
    observer: &mut O,
) -> Result<Outcome, O::Error> {
    let first_iteration = solver.iterations();
    let begun = Instant::now();
    let (mut trained, mut measuring) = (Duration::ZERO, Duration::ZERO);
    let mut next_time = schedule.measure.time_after(schedule.earlier_seconds);
    let mut next_iteration = schedule.measure.iteration_after(first_iteration);
    let mut last_save = begun;
    // The time that the latest measure took.
    let mut takes = Duration::ZERO;
    // The time of an iteration differs between solvers by seven orders of magnitude.
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
        // A short run has its points at the beginning, where training has taken no time yet.
        let allowed = trained.max(limits.time.unwrap_or_default() / 2);
        let is_allowed = next_iteration.is_some() || measuring + takes <= allowed;
        let is_due = next_time.is_some_and(|next| seconds >= next)
            || next_iteration.is_some_and(|next| progress.iterations >= next);
        if is_due && is_allowed {
            let begin = Instant::now();
            nash_conv = observer.measure(solver, &progress)?.or(nash_conv);
            progress.nash_conv = nash_conv;
            takes = begin.elapsed();
            measuring += takes;
            measured_at = Some(progress.iterations);
            // A step may have passed several of the times at once.
            next_time = schedule.measure.time_after(seconds);
            next_iteration = schedule.measure.iteration_after(progress.iterations);
        }
        let spent = schedule.earlier_seconds + begun.elapsed().as_secs_f64();
        if let Some(reason) = stop(limits, &progress, spent, interrupt) {
            // A measure may take minutes, in which a process can be killed.
            observer.save(solver, &progress)?;
            if measured_at != Some(progress.iterations) && reason != StopReason::Interrupted {
                progress.nash_conv = observer.measure(solver, &progress)?.or(nash_conv);
            }
            return Ok(Outcome { reason, progress });
        }
        if schedule.save_every.is_some_and(|every| last_save.elapsed() >= every) {
            observer.save(solver, &progress)?;
            last_save = Instant::now();
        }
        let ends = [limits.iterations, next_iteration].into_iter().flatten();
        let left = ends.min().map_or(u64::MAX, |end| end - progress.iterations);
        let begin = Instant::now();
        solver.advance(step.min(left));
        let took = begin.elapsed();
        trained += took;
        if step <= left {
            step = next_step(step, took);
        }
    }
}

/// The first time past `now` among `first`, `first * growth`, `first * growth^2` and so on. A first time of 0 does not grow,
/// and stands for the first step.
fn later(first: f64, growth: f64, now: f64) -> f64 {
    let mut next = first.max(1e-9);
    while next <= now {
        next *= growth.max(1.01);
    }
    next
}

/// The reason to stop after `spent` seconds.
fn stop(limits: &Limits, progress: &Progress, spent: f64, interrupt: &AtomicBool) -> Option<StopReason> {
    let reached = |target: f64| progress.nash_conv.is_some_and(|measured| measured <= target);
    if interrupt.load(Ordering::Relaxed) {
        Some(StopReason::Interrupted)
    } else if limits.target.is_some_and(reached) {
        Some(StopReason::Target)
    } else if limits.iterations.is_some_and(|most| progress.iterations >= most) {
        Some(StopReason::Iterations)
    } else if limits.time.is_some_and(|most| spent >= most.as_secs_f64()) {
        Some(StopReason::Time)
    } else {
        None
    }
}

/// The next step, doubled or halved towards [`STEP`].
fn next_step(step: u64, took: Duration) -> u64 {
    if took < STEP / 2 {
        step.saturating_mul(2)
    } else if took > STEP * 2 {
        (step / 2).max(1)
    } else {
        step
    }
}
