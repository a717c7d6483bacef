//! One hand of Challenge, over public states with a vector of all hands in each.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{RangeOptions, Size};
use cardsharp_solvers::run::{self, Limits, MeasurePoints, Observer, ObserverSchedule, Outcome, Progress, StopReason};
use cardsharp_terminal::{eprintln, println};
use clap::{ArgMatches, Args, FromArgMatches};

use super::first_moves::{leader_table, write_first_moves};
use super::hand::Hand;
use super::hand_locks::HandLocks;
use super::solve_checkpoint::CheckpointFile;
use super::solve_on_device::{DeviceChoice, ENDGAMES, endgames};
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_gpu::Resolving;
use cardsharp_challenge_solver::infosets::{Payoffs, WrittenHand};
use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::solved_hand::{FolderBuilder, HandSolver, solver_of};
use cardsharp_commands::quantities::bytes;
use cardsharp_commands::solve::curve::{Curve, CurveRun};
use cardsharp_commands::solve::{BeforeLocks, Output, SolveArguments};
use cardsharp_commands::{interrupt, threads};
use cardsharp_game::BadUsage;
use cardsharp_policy::container::require_numbers;
use cardsharp_terminal::counted::counted;

/// The flags that only Challenge has.
#[derive(Args)]
struct Flags {
    /// Cards of a hand.
    #[arg(long, value_name = "N")]
    hand_size: Option<u8>,
    /// Ranks.
    #[arg(long, value_name = "R")]
    ranks: Option<u8>,
    /// Copies of each rank in the shoe.
    #[arg(long, value_name = "K")]
    copies: Option<u8>,
    /// What a point for the leader, a point for the follower and a tie are worth to the leader of a
    /// hand, as chances of winning the game; 0.56,0.44,0.5 if not given.
    #[arg(long, value_name = "WIN,LOSS,TIE", value_parser = payoffs)]
    payoffs: Option<Payoffs>,
    /// Store numbers with 16 bits, rounded by chance: half of the memory, and less exact from a
    /// NashConv of some thousandths on.
    #[arg(long)]
    compact: bool,
    /// Skip what the other player never reaches in an iteration. Regrets there are not discounted.
    #[arg(long)]
    prune: bool,
    /// Save the state of the solve in this file every few minutes and at the end. If the file is there, continue
    /// from it.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the solution to this folder, which must not be there yet: the average strategies of all tricks but the last
    /// three, and what every hand is worth where they end. `cardsharp import` makes a policy of it.
    #[arg(long, value_name = "FOLDER")]
    solution: Option<PathBuf>,
    /// The device that solves a hand of three cards or more.
    #[arg(long, value_enum, default_value_t)]
    device: DeviceChoice,
    /// On a card: how a measure re-solves the last two tricks. With "bound" an endgame that is reached less often counts
    /// with the most that can be won there.
    #[arg(long, value_name = "KEY=VALUE,…", default_value = ENDGAMES, value_parser = endgames)]
    endgames: Resolving,
}

impl Flags {
    /// True if this is about one hand of Challenge, and not about a game that is written out.
    fn name_a_hand(&self) -> bool {
        let sizes = [self.hand_size, self.ranks, self.copies];
        let flags = self.compact || self.prune || self.checkpoint.is_some() || self.device != DeviceChoice::Cpu;
        flags || self.solution.is_some() || sizes.iter().any(Option::is_some) || self.payoffs.is_some()
    }

    /// On a card numbers have 16 bits, what is not reached is passed over, and nothing is saved.
    fn require_no_processor_flags(&self) -> anyhow::Result<()> {
        let given = [("--compact", self.compact), ("--prune", self.prune), ("--checkpoint", self.checkpoint.is_some())];
        match given.iter().find(|(_, given)| *given) {
            Some((flag, _)) => bail!(BadUsage::new(format!("{flag} is for --device cpu"))),
            None => Ok(()),
        }
    }
}

const HELP: &str = "\
Examples:
  cardsharp solve challenge --hand-size 3 --target 1e-4 --curve three.csv --out three-moves.csv
  cardsharp solve 'challenge(ranks=3,copies=2,hand_size=2)' --solver lp
  cardsharp solve challenge --hand-size 4 --target 1e-3 --compact --prune --checkpoint four.solve
  cardsharp solve challenge --hand-size 4 --device auto --time 20s
  cardsharp solve challenge --hand-size 4 --ranks 4 --target 1e-3 --solution solved

A hand of Challenge, with --hand-size and the like or too large to be written out, is solved over public
states with a vector of all hands in each: \"nodes\" are public states then, and the strategy written is
that of the first decision of each player. On two cores and with the preset dcfr three cards take 42 MiB
and 30 ms an iteration, four cards with --compact --prune 4.8 GiB and 4.2 s.

With --device gpu a hand of three cards or more is solved on an NVIDIA card, with 16-bit numbers. The averages
of the last two tricks are not kept there: a measure re-solves them (--endgames), and its NashConv is that of
the pair. The contest's hand of five cards takes 142 GB.

Without --iterations, --time or --target a preset stops at NashConv 1e-6 of the largest difference
between two utilities, or after a minute.";

/// Adds the flags and texts of Challenge to the command.
pub fn describe(command: clap::Command) -> clap::Command {
    Flags::augment_args(command).after_help(HELP)
}

/// The preset for who asks for none: the first to 1e-3 and 1e-5 with three cards.
const DEFAULT: &str = "dcfr";
/// Iterations that a preset with schedules takes for the whole where no number is given.
const PLANNED: u64 = 1000;
/// The target by default, together with [`LONGEST`].
const TARGET: f64 = 1e-6;
const LONGEST: Duration = Duration::from_secs(60);
/// The time of the first measure, and the factor by which the time between measures grows.
const MEASURE: MeasurePoints = MeasurePoints::ByTime { first: 0.02, growth: 1.4 };
/// The time of solving between two checkpoints.
const SAVE_EVERY: Duration = Duration::from_secs(180);

/// Solves a hand, unless the game is small enough to be written out and no hand is named.
pub fn run(arguments: &SolveArguments, matches: &ArgMatches) -> anyhow::Result<Option<ExitCode>> {
    let flags = Flags::from_arg_matches(matches)?;
    let named = arguments.game.parse::<Params>().ok();
    if !flags.name_a_hand() && named.is_none_or(|rules| WrittenHand::new(rules).is_ok()) {
        return Ok(None);
    }
    if arguments.lock.is_some()
        && (flags.checkpoint.is_some() || flags.solution.is_some() || flags.device != DeviceChoice::Cpu)
    {
        bail!(BadUsage::new(
            "--lock goes neither with --checkpoint and --solution nor with another device: a solve with locks keeps neither \
             state nor solution"
        ));
    }
    let hand = Hand::of(arguments, &flags)?;
    if let Some(folder) = &flags.solution {
        hand.claim_solution(folder)?;
    }
    if let Some(solver) = hand.on_device(flags.device, arguments.quiet)? {
        flags.require_no_processor_flags()?;
        let solution = flags.solution.as_deref();
        return hand.solve_on(solver, arguments, (flags.endgames, solution)).map(Some);
    }
    solve(arguments, &flags, &hand).map(Some)
}

/// Solves a hand on the processor.
fn solve(arguments: &SolveArguments, flags: &Flags, hand: &Hand) -> anyhow::Result<ExitCode> {
    let _claimed = arguments.claim(flags.checkpoint.as_deref())?;
    let checkpoint = flags.checkpoint.as_deref();
    let checkpoint = checkpoint.map(|path| CheckpointFile::new(path, hand.name(), flags.compact));
    let mut game = RangeHand::new(hand.rules, hand.payoffs)?;
    let locks = arguments.lock.as_ref().map(|path| HandLocks::read(path, &game)).transpose()?;
    if let Some(locks) = &locks {
        game = locks.lockable(game);
    }
    let game = game.reduced();
    let allowed = arguments.max_memory();
    let options = RangeOptions {
        preset: hand.preset,
        // Without schedules a solve may continue to any number of iterations.
        planned: match (hand.preset.needs_plan(), arguments.iterations) {
            (true, Some(iterations)) => Some(iterations),
            _ => Some(PLANNED),
        },
        prunes: flags.prune,
        max_memory: allowed,
    };
    let make = || solver_of(game, options, flags.compact).map_err(|_| hand.too_large(allowed));
    let pool = threads::pool(threads::count(arguments.threads))?;
    let before = match locks {
        Some(locks) => {
            // A lock that is not possible is found before anything is solved.
            locks.apply(&mut *make()?)?;
            let unlocked = pool.install(|| hand.unlocked(arguments, &mut *make()?, &locks))?;
            let Some(before) = unlocked else {
                return Ok(interrupt::exit_code(Some(StopReason::Interrupted)));
            };
            Some((locks, before))
        }
        None => None,
    };
    let saved = checkpoint.as_ref().map(|file| file.open(game, options));
    let (mut solver, earlier_seconds) = match saved.transpose()?.flatten() {
        Some(saved) => saved,
        None => (make()?, 0.0),
    };
    if let Some((locks, _)) = &before {
        locks.apply(&mut *solver)?;
    }
    let begun = solver.iterations();
    let size = solver.size();
    if !arguments.quiet {
        eprintln!(
            "{}: {}, {}, {} with {}",
            hand.rules,
            counted(size.public_states, "public state"),
            counted(size.infosets.iter().sum(), "information set"),
            bytes(solver.bytes()),
            hand.preset.name
        );
    }
    let infosets = size.infosets.iter().sum();
    let curve = arguments.new_curve(&hand.rules.to_string(), hand.preset.name, infosets, begun)?;
    let mut observer = HandObserver { curve: curve.with_lines(!arguments.quiet), latest: None, checkpoint };
    let schedule = ObserverSchedule {
        measure: arguments.measure_every.unwrap_or(MEASURE),
        save_every: Some(SAVE_EVERY),
        earlier_seconds,
    };
    let outcome = pool.install(|| iterate(arguments, &mut *solver, &schedule, &mut observer))?;
    observer.curve.finish(Some(outcome.reason))?;
    let found = match observer.latest {
        Some((iterations, found)) if iterations == solver.iterations() => found,
        _ => solver.exploitability(),
    };
    require_numbers([found.nash_conv()])?;
    let moves = solver.first_moves();
    if let Some(path) = &arguments.out {
        write_first_moves(path, game.space(), &moves)?;
    }
    if let Some(folder) = &flags.solution {
        let tricks = FolderBuilder::tricks(hand.rules, hand.payoffs)?;
        let mut builder = FolderBuilder::new(game, hand.rules, tricks, solver.iterations());
        solver.fill(&mut builder);
        builder.finish().write(folder)?;
    }
    hand.report(arguments, size, (&found, before.map(|(_, before)| before)), &outcome)?;
    if !arguments.json && !arguments.quiet {
        println!("{}", leader_table(game, &moves));
    }
    Ok(interrupt::exit_code(Some(outcome.reason)))
}

impl Hand {
    fn of(arguments: &SolveArguments, flags: &Flags) -> anyhow::Result<Hand> {
        let named: Params = arguments.game.trim().parse().map_err(BadUsage::new)?;
        let rules = Params::new(
            flags.ranks.unwrap_or(named.ranks()),
            flags.copies.unwrap_or(named.copies()),
            flags.hand_size.unwrap_or(named.hand_size()),
        )
        .map_err(BadUsage::new)?;
        let solver = arguments.solver.as_deref().unwrap_or(DEFAULT);
        let Some(preset) = Preset::by_name(solver) else {
            let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
            bail!(BadUsage::new(format!(
                "{rules} has too many deals to be written out, which {solver} needs: choose one of {}",
                names.join(", ")
            )));
        };
        Ok(Hand { rules, payoffs: flags.payoffs.unwrap_or(Payoffs::EARLY), preset })
    }

    /// Solves the hand as it is; `None` if that is interrupted.
    fn unlocked(
        &self,
        arguments: &SolveArguments,
        solver: &mut (dyn HandSolver + '_),
        locks: &HandLocks,
    ) -> anyhow::Result<Option<BeforeLocks>> {
        let name = self.rules.to_string();
        if !arguments.quiet {
            let sets = counted(locks.count() as u64, "locked information set");
            eprintln!("{name}: first as it is, then with {sets}");
        }
        let run = CurveRun {
            game: &name,
            solver: self.preset.name,
            seed: arguments.seed,
            threads: threads::count(arguments.threads),
            infosets: solver.size().infosets.iter().sum(),
        };
        let mut observer = HandObserver { curve: run.curve(None, 0, true)?, latest: None, checkpoint: None };
        let schedule = ObserverSchedule {
            measure: arguments.measure_every.unwrap_or(MEASURE),
            save_every: None,
            earlier_seconds: 0.0,
        };
        let outcome = iterate(arguments, solver, &schedule, &mut observer)?;
        if outcome.reason == StopReason::Interrupted {
            return Ok(None);
        }
        let values = solver.exploitability().values;
        Ok(Some(BeforeLocks { locked: locks.count(), values_before: values.iter().map(|value| value + 0.5).collect() }))
    }

    /// Makes the folder of a solution, so that a wrong name does not cost a solve.
    fn claim_solution(&self, folder: &Path) -> anyhow::Result<()> {
        FolderBuilder::tricks(self.rules, self.payoffs).map_err(BadUsage::new)?;
        let made = std::fs::create_dir(folder);
        made.with_context(|| format!("cannot make the folder {}: name a new one with --solution", folder.display()))
    }

    fn report(
        &self,
        arguments: &SolveArguments,
        size: Size,
        (found, before): (&Exploitability, Option<BeforeLocks>),
        outcome: &Outcome,
    ) -> anyhow::Result<()> {
        let nash_conv = found.nash_conv();
        // The solver's utilities are less one half, so that they add up to nothing.
        let values: Vec<f64> = found.values.iter().map(|value| value + 0.5).collect();
        if arguments.json {
            return arguments.print(&Output {
                infosets: size.infosets.to_vec(),
                before,
                ..self.output(arguments, outcome, size.public_states, [values[0], values[1]], nash_conv)
            });
        }
        let change = before.map_or_else(String::new, |before| {
            let unlocked = before.values_before[0];
            format!(", {unlocked:.7} without locks: a change of {:+.7}", values[0] - unlocked)
        });
        println!("value to the leader: {:.7}{change}", values[0]);
        println!("NashConv {nash_conv:.3e} ({UNIT}, both seats together)");
        Ok(())
    }
}

fn iterate(
    arguments: &SolveArguments,
    solver: &mut (dyn HandSolver + '_),
    schedule: &ObserverSchedule,
    observer: &mut HandObserver,
) -> anyhow::Result<Outcome> {
    let limits = arguments.limits().or(Limits { time: Some(LONGEST), iterations: None, target: Some(TARGET) });
    let interrupt = interrupt::flag()?;
    run::run(solver, &limits, schedule, &interrupt, observer)
}

/// Adds measures to the curve, and saves the state.
struct HandObserver {
    curve: Curve,
    /// The latest measure, and after how many iterations.
    latest: Option<(u64, Exploitability)>,
    checkpoint: Option<CheckpointFile>,
}

impl<'g> Observer<dyn HandSolver + 'g> for HandObserver {
    type Error = anyhow::Error;

    fn progress(&mut self, progress: &Progress) {
        self.curve.show(progress);
    }

    fn measure(&mut self, solver: &mut (dyn HandSolver + 'g), progress: &Progress) -> anyhow::Result<Option<f64>> {
        let found = solver.exploitability();
        let nash_conv = found.nash_conv();
        self.curve.push(progress, nash_conv, UNIT);
        self.latest = Some((progress.iterations, found));
        Ok(Some(nash_conv))
    }

    fn save(&mut self, solver: &mut (dyn HandSolver + 'g), progress: &Progress) -> anyhow::Result<()> {
        let file = self.checkpoint.as_ref();
        file.map_or(Ok(()), |file| file.save(solver, progress.seconds))
    }
}

/// `0.56,0.44,0.5`.
fn payoffs(text: &str) -> Result<Payoffs, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let wrong = || {
        format!(
            "{text} are no payoffs: write three chances of winning the game, 0 to 1, after a point \
             for the leader, a point for the follower and a tie, such as 0.56,0.44,0.5"
        )
    };
    let numbers = numbers.map_err(|_| wrong())?;
    let [win, lose, tie] = numbers[..] else {
        return Err(wrong());
    };
    let chances = [win, lose, tie];
    if chances.iter().any(|chance| !(0.0..=1.0).contains(chance)) || win < lose {
        return Err(wrong());
    }
    Ok(Payoffs { win, lose, tie })
}

#[cfg(test)]
#[path = "../../tests/unit/commands/solve.rs"]
mod tests;
