//! The training of a game that fits in memory.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::Progress;
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use cardsharp_terminal::{eprintln, println};

use crate::explicit::{self, ExplicitGame, FINGERPRINT, Kept, Method, Solved, Task, UNIT};
use cardsharp_commands::overwrite::file_stem;
use cardsharp_commands::quantities::bytes;
use cardsharp_commands::train::{Output, ProgressLine, TrainArguments, limits};
use cardsharp_commands::{interrupt, threads};
use cardsharp_game::BadUsage;
use cardsharp_policy::container::{Header, Kind, Measured, require_numbers};
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::curve::{CurvePoint, CurveWriter};
use cardsharp_policy::report::manifest::Manifest;
use cardsharp_terminal::counted::counted;
use cardsharp_training::{Files, ProgressEvent, TrainError};

/// Trains `arguments.game` and prints the report.
///
/// # Errors
///
/// The game does not fit in memory, the solver fails, or a file cannot be written.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<ExitCode> {
    if arguments.resume.is_some() {
        bail!(BadUsage::new(format!(
            "--resume is for a contest's game trained by Monte-Carlo CFR; {} is written out as a whole and \
             trained from the beginning in one go: leave --resume out",
            arguments.game
        )));
    }
    let opened = ExplicitGame::open_within(&arguments.game, arguments.max_memory())?;
    if let Some(note) = opened.note() {
        eprintln!("{note}");
    }
    let (name, game) = (opened.name(), opened.game());
    let solver = arguments.solver.as_deref().unwrap_or(Method::DEFAULT);
    let method = Method::by_name(solver).with_context(|| format!("no solver is called {solver}"))?;
    let tree = explicit::compile(&opened, method, arguments.max_memory())?;
    let policy = arguments.out.clone().unwrap_or_else(|| {
        let stem = file_stem(&name);
        PathBuf::from(format!("{stem}-{solver}.policy"))
    });
    let files = Files { policy: policy.clone() };
    let _claimed = files.claim(arguments.overwrite.force, |_| false)?;
    if !arguments.quiet {
        eprintln!(
            "{name}: {}, {} compiled, {solver}",
            counted(tree.histories(), "node"),
            bytes(tree.bytes() as u64)
        );
    }
    let mut run = Run::new(name, solver, arguments, &tree, &policy)?;
    let solved = run.solve(game, &tree, method)?;
    run.finish(&tree, &solved)?;
    run.report(&tree, &solved)
}

struct Run<'a> {
    arguments: &'a TrainArguments,
    solver: &'a str,
    manifest: Manifest,
    curve: CurveWriter,
    curve_path: PathBuf,
    policy: &'a Path,
}

impl<'a> Run<'a> {
    fn new(
        game: String,
        solver: &'a str,
        arguments: &'a TrainArguments,
        tree: &Tree,
        policy: &'a Path,
    ) -> anyhow::Result<Run<'a>> {
        let curve_path = policy.with_extension("csv");
        let mut manifest = Manifest::new(game);
        manifest.label = Some(solver.to_owned());
        manifest.solver = solver.to_owned();
        manifest.seed = arguments.seed();
        manifest.threads = threads::count(arguments.threads);
        let infosets: usize = tree.infosets_by_player().iter().sum();
        manifest.information_sets = Some(infosets as u64);
        let file = policy.file_name();
        manifest.policy = file.map(|name| name.to_string_lossy().into_owned());
        manifest.write(&curve_path)?;
        Ok(Run {
            arguments,
            solver,
            manifest,
            curve: CurveWriter::create(&curve_path)?,
            curve_path,
            policy,
        })
    }

    fn solve(&mut self, game: &dyn DynGame, tree: &Tree, method: Method) -> anyhow::Result<Solved> {
        let arguments = self.arguments;
        let task = Task {
            method,
            limits: limits(arguments),
            measure_growth: 1.5,
            seed: arguments.seed(),
            max_memory: arguments.max_memory(),
        };
        let interrupt = explicit::interrupt_flag(method)?;
        let mut measures = Measures {
            curve: &mut self.curve,
            line: ProgressLine::new(arguments, task.limits, Quantity::NashConv),
        };
        let (solver, name) = (self.solver, &self.manifest.game);
        let mut write = |plan: &RealizationPlan, progress: &Progress| {
            let header = header(name, solver, arguments.seed(), progress.iterations);
            explicit::write(self.policy, &header, tree, plan)
        };
        let mut kept = Kept {
            every: arguments.checkpoint_every,
            write: &mut write,
        };
        let pool = threads::pool(threads::count(arguments.threads))?;
        let solved = pool.install(|| {
            let kept = Some(&mut kept);
            explicit::solve(game, tree, &task, &interrupt, &mut measures, kept)
        });
        measures.line.finish();
        let solved = solved?;
        if solved.progress.is_some_and(|progress| progress.iterations == 0) {
            return Err(TrainError::NothingTrained(self.policy.to_owned()).into());
        }
        require_numbers([solved.found.nash_conv()])?;
        Ok(solved)
    }

    fn finish(&mut self, tree: &Tree, solved: &Solved) -> anyhow::Result<()> {
        let iterations = solved.progress.map_or(0, |progress| progress.iterations);
        let seed = self.arguments.seed();
        let mut header = header(&self.manifest.game, self.solver, seed, iterations);
        header.measured = Some(Measured::exact(solved.found.nash_conv(), UNIT));
        explicit::write(self.policy, &header, tree, &solved.plan)?;
        if solved.progress.is_none() {
            let progress = Progress {
                iterations: 0,
                nodes: 0,
                seconds: solved.seconds,
                rate: 0.0,
                nash_conv: None,
            };
            let nash_conv = solved.found.nash_conv();
            self.curve.push(&CurvePoint::exact(&progress, nash_conv, UNIT))?;
        }
        self.manifest.stop_reason = solved.reason;
        self.manifest.iterations = solved.progress.map(|progress| progress.iterations);
        self.manifest.write(&self.curve_path)?;
        Ok(())
    }

    fn report(&self, tree: &Tree, solved: &Solved) -> anyhow::Result<ExitCode> {
        let nash_conv = solved.found.nash_conv();
        if self.arguments.json {
            let output = Output {
                iterations: solved.progress.map_or(0, |progress| progress.iterations),
                seconds: solved.seconds,
                nodes: solved.progress.map_or(0, |progress| progress.nodes),
                stop_reason: solved.reason,
                quantity: Quantity::NashConv,
                value: Some(nash_conv),
                nash_conv: Some(nash_conv),
                half_width: Some(0.0),
                unit: UNIT.to_owned(),
                policy: Some(self.policy.to_owned()),
                curve: self.curve_path.clone(),
                checkpoint: None,
                memory: tree.bytes() as u64,
            };
            println!("{}", serde_json::to_string(&output)?);
        } else if !self.arguments.quiet {
            eprintln!("NashConv {nash_conv:.3e} {UNIT}");
            eprintln!("policy {}", self.policy.display());
            eprintln!("curve {}", self.curve_path.display());
        }
        Ok(interrupt::exit_code(solved.reason))
    }
}

/// The header of the policy, which is not measured yet.
fn header(game: &str, solver: &str, seed: u64, iterations: u64) -> Header {
    let mut header = Header::new(Kind::Policy, game, FINGERPRINT);
    header.solver = solver.to_owned();
    header.seed = seed;
    header.iterations = iterations;
    header
}

/// Adds every measure to the curve and shows it.
struct Measures<'a> {
    curve: &'a mut CurveWriter,
    line: ProgressLine,
}

impl Observe for Measures<'_> {
    type Error = ReportError;

    fn progress(&mut self, progress: &Progress) {
        self.line.show(&ProgressEvent::Progress(progress));
    }

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> Result<(), ReportError> {
        let nash_conv = found.nash_conv();
        self.line.say(&format!(
            "{:8.3} s  {:>23}  NashConv {nash_conv:.3e}",
            progress.seconds,
            counted(progress.iterations, "iteration")
        ));
        self.curve.push(&CurvePoint::exact(progress, nash_conv, UNIT))
    }
}
