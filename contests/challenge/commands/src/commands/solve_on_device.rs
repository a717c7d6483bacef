//! One hand of Challenge, solved on a graphics card.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use cardsharp_challenge_gpu::{Bracket, HandOptions, HandSolver, Precision, Resolving, SolveError, kernels_for};
use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_challenge_solver::ranges::{RangeHand, first_moves_by};
use cardsharp_commands::interrupt;
use cardsharp_commands::quantities::bytes;
use cardsharp_commands::solve::SolveArguments;
use cardsharp_commands::solve::curve::Curve;
use cardsharp_game::BadUsage;
use cardsharp_gpu::{CudaDevice, Device, DeviceError};
use cardsharp_options::{OptionError, Options, within};
use cardsharp_solvers::run::{self, Limits, MeasurePoints, Observer, ObserverSchedule, Outcome, Progress, Solver};
use cardsharp_terminal::{eprintln, println};
use clap::ValueEnum;
use serde::Deserialize;

use super::first_moves::{leader_table, write_first_moves};
use super::hand::Hand;

/// The device that solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DeviceChoice {
    /// The processor.
    #[default]
    Cpu,
    /// An NVIDIA card; it is an error if there is none, or if the hand is too large for it.
    Gpu,
    /// A card if there is one that the hand fits, and the processor otherwise.
    Auto,
}

/// The re-solving of the last two tricks in a measure.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct EndgameOptions {
    #[serde(deserialize_with = "within::<1, 100_000, _, _>")]
    iterations: u32,
    trust: f32,
    bound: f32,
}

impl Default for EndgameOptions {
    fn default() -> EndgameOptions {
        EndgameOptions { iterations: 100, trust: 0.5, bound: 0.0 }
    }
}

/// `iterations=100,trust=0.5,bound=0`.
pub(super) fn endgames(text: &str) -> Result<Resolving, String> {
    let read = |text: &str| -> Result<EndgameOptions, OptionError> { Options::parse(text)?.read() };
    let EndgameOptions { iterations, trust, bound } = read(text).map_err(|error| error.to_string())?;
    if !(0.0..=1.0).contains(&trust) {
        return Err(format!("trust={trust} is no share from 0 to 1"));
    }
    if !(0.0..=1.0).contains(&bound) {
        return Err(format!("bound={bound} is no reach from 0 to 1"));
    }
    Ok(Resolving { iterations, trust, bound })
}

/// The default of [`endgames`].
pub(super) const ENDGAMES: &str = "iterations=100,trust=0.5,bound=0";

/// The time of the first measure, and the factor by which the time between measures grows.
const MEASURE: MeasurePoints = MeasurePoints::ByTime { first: 1.0, growth: 2.0 };
/// Leaves times iterations of re-solving up to which a measure takes some seconds. A longer one is made at the end alone.
const SHORT_MEASURE: u64 = 20_000_000;
/// Without a limit a solve ends after this time of solving.
const LONGEST: Duration = Duration::from_secs(60);

impl Hand {
    /// A solver on the card. `None` if `choice` is the processor, or if it allows to go on without a card that there is
    /// not, or that is too small; unless `quiet`, the reason is printed.
    pub(super) fn on_device(&self, choice: DeviceChoice, quiet: bool) -> anyhow::Result<Option<HandSolver>> {
        if choice == DeviceChoice::Cpu {
            return Ok(None);
        }
        match self.try_device() {
            Ok(solver) => Ok(Some(solver)),
            Err(error) if choice == DeviceChoice::Auto => {
                if !quiet {
                    eprintln!("on the processor: {error}");
                }
                Ok(None)
            }
            Err(SolveError::TooLarge { plan, free }) => Err(BadUsage::new(format!(
                "{} needs {} on the card, of which {} are free: {} for the first tricks, {} for the last two, {} for average \
                 values and {} to work in. Choose fewer ranks or cards, or solve it with --device cpu",
                self.rules,
                bytes(plan.total()),
                bytes(free),
                bytes(plan.trunk),
                bytes(plan.endgames),
                bytes(plan.average_values),
                bytes(plan.vectors),
            ))
            .into()),
            Err(error) => Err(error).context("--device gpu cannot be used; --device cpu can"),
        }
    }

    fn try_device(&self) -> Result<HandSolver, SolveError> {
        if self.rules.hand_size() < 3 {
            return Err(SolveError::HandSize(self.rules.hand_size()));
        }
        let card: Arc<dyn Device> = Arc::new(CudaDevice::open(&kernels_for(self.rules.ranks())?)?);
        let options = HandOptions { precision: Precision::Half, preset: self.preset };
        HandSolver::new(card, self.rules, self.payoffs, options)
    }

    /// Solves the hand with a solver on a card.
    pub(super) fn solve_on(
        &self,
        solver: HandSolver,
        arguments: &SolveArguments,
        (endgames, solution): (Resolving, Option<&Path>),
    ) -> anyhow::Result<ExitCode> {
        let _claimed = arguments.claim(None)?;
        let device = solver.device_name();
        if !arguments.quiet {
            let (states, memory) = (solver.public_states(), bytes(solver.plan().total()));
            eprintln!("{} on {device}: {states} public states, {memory} with {}", self.rules, self.preset.name);
        }
        let interrupt = interrupt::flag()?;
        let mut on_device = OnDevice { solver, failed: None, interrupt: Arc::clone(&interrupt) };
        let curve = arguments.new_curve(&self.rules.to_string(), self.preset.name, 0, 0)?;
        let mut observer = Measures { curve: curve.with_lines(!arguments.quiet), endgames, latest: None };
        let limits = arguments.limits().or(Limits { time: Some(LONGEST), iterations: None, target: None });
        let is_short = on_device.solver.leaf_count() * u64::from(endgames.iterations) <= SHORT_MEASURE;
        let by_time = if is_short { MEASURE } else { MeasurePoints::AtEnd };
        let schedule = ObserverSchedule::from(arguments.measure_every.unwrap_or(by_time));
        let outcome = run::run(&mut on_device, &limits, &schedule, &interrupt, &mut observer)?;
        observer.curve.finish(Some(outcome.reason))?;
        let mut solver = on_device.solver;
        if let Some(folder) = solution {
            let game = RangeHand::new(self.rules, self.payoffs)?;
            solver.solution(&game)?.write(folder)?;
        }
        let found = match observer.latest {
            Some((iterations, found)) if iterations == solver.iterations() => found,
            _ => solver.resolved(endgames)?,
        };
        self.report_device(&solver, arguments, (found, &outcome))?;
        Ok(interrupt::exit_code(Some(outcome.reason)))
    }

    fn report_device(
        &self,
        solver: &HandSolver,
        arguments: &SolveArguments,
        (found, outcome): (Bracket, &Outcome),
    ) -> anyhow::Result<()> {
        let game = RangeHand::new(self.rules, self.payoffs)?;
        let mut failed = None;
        let moves = first_moves_by(&game, &mut |state| match solver.cells(&game, state) {
            Ok(cells) => cells.unwrap_or_default(),
            Err(error) => {
                failed = Some(error);
                Vec::new()
            }
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        if let Some(path) = &arguments.out {
            write_first_moves(path, game.space(), &moves)?;
        }
        let nash_conv = found.nash_conv();
        let value = (found.leader + 1.0 - found.follower) / 2.0;
        if arguments.json {
            let values = [value, 1.0 - value];
            return arguments.print(&self.output(arguments, outcome, solver.public_states(), values, nash_conv));
        }
        println!("value to the leader: {:.7} to {:.7}", 1.0 - found.follower, found.leader);
        println!("NashConv {nash_conv:.3e} ({UNIT}, both seats together; the last two tricks re-solved)");
        if !arguments.quiet {
            println!("{}", leader_table(&game, &moves));
        }
        Ok(())
    }
}

/// A solver on a device that stops at the first error.
struct OnDevice {
    solver: HandSolver,
    failed: Option<DeviceError>,
    interrupt: Arc<AtomicBool>,
}

impl Solver for OnDevice {
    fn iterations(&self) -> u64 {
        self.solver.iterations()
    }

    fn nodes(&self) -> u64 {
        2 * self.solver.iterations() * self.solver.public_states()
    }

    fn advance(&mut self, iterations: u64) {
        if self.failed.is_some() {
            return;
        }
        if let Err(error) = self.solver.advance(iterations) {
            self.failed = Some(error);
            // The run ends as at a signal, and its saving reports the error.
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

/// Adds measures to the curve.
struct Measures {
    curve: Curve,
    endgames: Resolving,
    /// The latest measure, and after how many iterations.
    latest: Option<(u64, Bracket)>,
}

impl Observer<OnDevice> for Measures {
    type Error = anyhow::Error;

    fn progress(&mut self, progress: &Progress) {
        self.curve.show(progress);
    }

    fn measure(&mut self, on_device: &mut OnDevice, progress: &Progress) -> anyhow::Result<Option<f64>> {
        self.save(on_device, progress)?;
        let found = on_device.solver.resolved(self.endgames)?;
        self.curve.push(progress, found.nash_conv(), UNIT);
        self.latest = Some((progress.iterations, found));
        Ok(Some(found.nash_conv()))
    }

    fn save(&mut self, on_device: &mut OnDevice, _progress: &Progress) -> anyhow::Result<()> {
        on_device.failed.take().map_or(Ok(()), |error| Err(error.into()))
    }
}
