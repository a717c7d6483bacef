//! The solution of a game that fits in memory.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::{Limits, Progress, StopReason};
use cardsharp_solvers::strategy::Behaviour;
use cardsharp_solvers::tree::{Tree, TreeStrategy};
use cardsharp_terminal::{eprintln, println};
use serde::Serialize;

use crate::cli::inspect::table;
use crate::explicit::{self, DEFAULT_TARGET, ExplicitGame, Locks, Method, Solved, Task, UNIT, default_limits, solve};
use cardsharp_commands::solve::curve::{Curve, CurveRun};
use cardsharp_commands::solve::{BeforeLocks, Output, SolveArguments, StrategyRow, write_strategy};
use cardsharp_commands::{interrupt, threads};
use cardsharp_policy::container::require_numbers;
use cardsharp_policy::report::ReportError;
use cardsharp_terminal::counted::counted;

/// The largest number of information sets at which the strategy is shown without a request.
const SHOWN: usize = 40;

/// Solves `game` and prints the report.
///
/// # Errors
///
/// The game does not fit in memory, the solver fails, or a file cannot be written.
pub fn run(arguments: &SolveArguments, game: &ExplicitGame) -> anyhow::Result<ExitCode> {
    let _claimed = arguments.claim(None)?;
    let name = game.title();
    let request = Solve { arguments, name };
    let Some(path) = &arguments.lock else {
        return solve_with(&request, game, None);
    };
    let locks = Locks::read(path, game.game())?;
    let stored = locks.apply(game.game())?;
    let bytes = stored.bytes() as u64;
    let locked = ExplicitGame::brought(game.name(), Box::new(stored), bytes);
    if !arguments.quiet {
        let sets = counted(locks.count() as u64, "locked information set");
        eprintln!("{}: first as it is, then with {sets}", request.name);
    }
    let (_, _, Solved { found, reason, .. }) = request.solved(game, None)?;
    if reason == Some(StopReason::Interrupted) {
        eprintln!("{}: interrupted before anything was locked", request.name);
        return Ok(interrupt::exit_code(reason));
    }
    let values = found.values;
    solve_with(&request, &locked, Some(Before { locks, values }))
}

/// The solution of a game whose information sets are then locked.
struct Before {
    locks: Locks,
    /// The value to each player.
    values: Vec<f64>,
}

/// Solves a game, whose information sets are locked if there was a game `before`.
fn solve_with(request: &Solve<'_>, game: &ExplicitGame, before: Option<Before>) -> anyhow::Result<ExitCode> {
    let arguments = request.arguments;
    let (tree, task, solved) = request.solved(game, arguments.curve.as_deref())?;
    let game = game.game();
    let sets: usize = tree.infosets_by_player().iter().sum();
    // The names of the information sets take another walk through the game.
    let shown = !arguments.json && sets <= SHOWN;
    let mut rows = if arguments.out.is_some() || shown {
        game.behaviours(&TreeStrategy::new(&tree, solved.plan.clone()))
    } else {
        Vec::new()
    };
    if let Some(Before { locks, .. }) = &before {
        rows = locks.complete(rows);
    }
    if let Some(path) = &arguments.out {
        let rows = rows.iter().flat_map(|row| {
            let actions = row.actions.iter();
            actions.map(|(action, share)| StrategyRow {
                player: row.player,
                infoset: &row.infoset,
                action,
                probability: *share,
            })
        });
        write_strategy(path, rows)?;
    }
    let unreached =
        if shown || arguments.json { explicit::unreached(game, &tree, &solved.plan) } else { BTreeSet::new() };
    request.report(&tree, &task, (&solved, before), (&rows, &unreached))?;
    Ok(interrupt::exit_code(solved.reason))
}

/// Adds every measure to the curve.
struct Measures<'a>(&'a mut Curve);

impl Observe for Measures<'_> {
    type Error = ReportError;

    fn progress(&mut self, progress: &Progress) {
        self.0.show(progress);
    }

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> Result<(), ReportError> {
        self.0.push(progress, found.nash_conv(), UNIT);
        Ok(())
    }
}

/// The output of `--json`, with what only such games have.
#[derive(Serialize)]
struct ExplicitOutput {
    #[serde(flatten)]
    output: Output,
    /// The NashConv at which an iterating solver was to stop.
    target: Option<f64>,
    /// The number of information sets that play does not come to.
    unreached: usize,
    /// The distance of joint play from a coarse correlated equilibrium, in games of which CFR promises no Nash equilibrium.
    #[serde(skip_serializing_if = "Option::is_none")]
    coarse_gap: Option<f64>,
}

struct Solve<'a> {
    arguments: &'a SolveArguments,
    name: String,
}

impl Solve<'_> {
    fn solver(&self) -> &str {
        Method::resolved(self.arguments.solver.as_deref().unwrap_or(Method::DEFAULT))
    }

    /// The settings that were given.
    fn task(&self) -> anyhow::Result<Task> {
        let arguments = self.arguments;
        let solver = self.solver();
        let method = Method::by_name(solver).with_context(|| format!("no solver is called {solver}"))?;
        Ok(Task {
            method,
            limits: arguments.limits(),
            measure: arguments.measure_every.unwrap_or(method.measure_points(1.2)),
            seed: arguments.seed,
            max_memory: arguments.max_memory(),
            joint_play: false,
        })
    }

    /// Solves a game, with the curve in the file `curve` if there is one.
    fn solved(&self, game: &ExplicitGame, curve: Option<&Path>) -> anyhow::Result<(Tree, Task, Solved)> {
        let arguments = self.arguments;
        let mut task = self.task()?;
        let tree = explicit::compile(game, task.method, task.max_memory)?;
        let game = game.game();
        task.limits = task.limits.or_else(|| default_limits(game, &tree));
        // CFR promises no Nash equilibrium there, but that joint play becomes a coarse correlated one.
        task.joint_play = tree.players() != 2 || tree.constant_sum().is_none();
        let interrupt = explicit::interrupt_flag(task.method, &tree)?;
        let threads = threads::count(arguments.threads);
        let run = CurveRun {
            game: &self.name,
            solver: self.solver(),
            seed: arguments.seed,
            threads,
            infosets: tree.infosets_by_player().iter().sum::<usize>() as u64,
        };
        let mut curve = run.curve(curve, 0, arguments.quiet)?;
        let pool = threads::pool(threads)?;
        let solved = pool.install(|| solve(game, &tree, &task, &interrupt, &mut Measures(&mut curve), None))?;
        curve.finish(solved.reason)?;
        require_numbers([solved.found.nash_conv()])?;
        Ok((tree, task, solved))
    }

    /// How NashConv stands to the target of an iterating solver.
    fn stopped(&self, limits: &Limits, reason: Option<StopReason>) -> String {
        let (Some(target), Some(reason)) = (limits.target, reason) else {
            return String::new();
        };
        let stands = if reason == StopReason::Target { "reached" } else { "did not reach" };
        let given = self.arguments.limits();
        let default = if given.target == limits.target {
            String::new()
        } else {
            // Four digits, and no more of a whole number than it has.
            let range = format!("{:.3e}", target / DEFAULT_TARGET);
            let range = range.parse::<f64>().unwrap_or(f64::NAN);
            format!(": {DEFAULT_TARGET:.0e} of {range}, the range of utilities that play can meet")
        };
        format!(", {stands} the target NashConv {target:.1e}{default}")
    }

    fn report(
        &self,
        tree: &Tree,
        task: &Task,
        (solved, before): (&Solved, Option<Before>),
        (rows, unreached): (&[Behaviour], &BTreeSet<String>),
    ) -> anyhow::Result<()> {
        let infosets = tree.infosets_by_player();
        let nash_conv = solved.found.nash_conv();
        if self.arguments.json {
            let output = Output {
                game: self.name.clone(),
                solver: self.solver().to_owned(),
                players: tree.players(),
                nodes: tree.histories(),
                infosets: infosets.iter().map(|&sets| sets as u64).collect(),
                values: solved.found.values.clone(),
                nash_conv,
                exploitability: nash_conv / tree.players() as f64,
                unit: UNIT,
                iterations: solved.progress.map(|progress| progress.iterations),
                seconds: solved.seconds,
                stop_reason: solved.reason,
                strategy: self.arguments.out.clone(),
                before: before
                    .map(|Before { locks, values }| BeforeLocks { locked: locks.count(), values_before: values }),
            };
            let output = ExplicitOutput {
                output,
                target: solved.reason.and(task.limits.target),
                unreached: unreached.len(),
                coarse_gap: solved.coarse_gap,
            };
            println!("{}", serde_json::to_string(&output)?);
            return Ok(());
        }
        if !self.arguments.quiet {
            let sets: usize = infosets.iter().sum();
            eprintln!(
                "{}: {}, {}",
                self.name,
                counted(tree.histories(), "node"),
                counted(sets as u64, "information set")
            );
            let iterations = match solved.progress {
                Some(progress) => format!("{}, ", counted(progress.iterations, "iteration")),
                None => String::new(),
            };
            let stopped = self.stopped(&task.limits, solved.reason);
            let seconds = solved.seconds;
            let by = match (task.method, task.method.on(tree)) {
                (Method::Lp, Method::Pdhg) => " by pdhg",
                (Method::Lp, _) => " by simplex",
                _ => "",
            };
            eprintln!("{}{by}: {iterations}{seconds:.3} s{stopped}", self.solver());
        }
        for (player, value) in solved.found.values.iter().enumerate() {
            let change = before.as_ref().map_or_else(String::new, |before| {
                let unlocked = before.values[player];
                format!(", {unlocked:.9} without locks: a change of {:+.9}", value - unlocked)
            });
            println!("value to player {player}: {value:.9}{change}");
        }
        println!("NashConv {nash_conv:.3e} ({UNIT}, summed over players)");
        if let Some(gap) = solved.coarse_gap {
            println!("joint play: {gap:.3e} from a coarse correlated equilibrium ({UNIT}, summed over players)");
        }
        if self.arguments.out.is_none() && !rows.is_empty() {
            println!("{}", table(rows, unreached));
        }
        Ok(())
    }
}
