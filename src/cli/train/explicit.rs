//! The training of a game that fits in memory.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::observers::Observe;
use cardsharp_solvers::run::{Progress, StopReason};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use cardsharp_terminal::{eprintln, println};
use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::explicit::{self, ExplicitGame, FINGERPRINT, Kept, Method, Solved, State, Task, UNIT};
use cardsharp_commands::quantities::bytes;
use cardsharp_commands::train::{Output, ProgressLine, ResumeRequest, TrainArguments, plan, resumed, say_how_to_go_on};
use cardsharp_commands::{interrupt, threads};
use cardsharp_game::BadUsage;
use cardsharp_policy::container::{Kind, Measured, require_numbers};
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::curve::{CurvePoint, CurveWriter};
use cardsharp_policy::report::manifest::Manifest;
use cardsharp_terminal::counted::counted;
use cardsharp_training::{Checkpoint, Description, ProgressEvent, RunPlan, TrainError};

const NO_CHECKPOINT: &str =
    "--checkpoint-every: the linear program is solved in one go and writes no checkpoint; leave the flag out";

/// Trains `arguments.game` and prints the report.
///
/// # Errors
///
/// The game does not fit in memory, the solver fails, or a file cannot be written.
pub fn run(arguments: &TrainArguments, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let keeps = flags.value_source("checkpoint_every") == Some(ValueSource::CommandLine);
    if keeps && matches!(arguments.solver.as_deref(), Some(Method::LP | Method::SIMPLEX)) {
        return Err(BadUsage::new(NO_CHECKPOINT).into());
    }
    let request = ResumeRequest { member: &|text| Some(ExplicitGame::open(text).ok()?.name()), flags: &[] };
    let resumed = resumed(arguments, &request, Checkpoint::open, |one| one)?;
    let header = resumed.as_ref().map(Checkpoint::header);
    let text = header.map_or(&arguments.game, |header| &header.game);
    let opened = ExplicitGame::open_within(text, arguments.max_memory())?;
    if let Some(note) = opened.note() {
        eprintln!("{note}");
    }
    let solver = header.map(|header| header.solver.as_str()).or(arguments.solver.as_deref());
    let solver = Method::resolved(solver.unwrap_or(Method::DEFAULT));
    let unknown = || format!("no solver is called {solver}");
    let (solver, _) = Method::all().find(|(name, _)| *name == solver).with_context(unknown)?;
    let method = Method::by_name(solver).with_context(unknown)?;
    let tree = explicit::compile(&opened, method, arguments.max_memory())?;
    if let Some(checkpoint) = &resumed {
        explicit::check_checkpoint(checkpoint, &tree)?;
    }
    let description = Description {
        game: opened.name(),
        fingerprint: FINGERPRINT,
        infosets: String::new(),
        solver,
        seed: header.map_or(arguments.seed(), |header| header.seed),
        parameters: BTreeMap::new(),
    };
    let plan = plan(arguments, 0, solver);
    let _claimed = description.claim(&plan, resumed.is_some())?;
    if !arguments.quiet {
        eprintln!(
            "{}: {}, {} compiled, {solver}",
            description.game,
            counted(tree.histories(), "node"),
            bytes(tree.bytes() as u64)
        );
    }
    let mut run = Run::new(arguments, description, plan, resumed.as_ref(), &tree)?;
    let solved = run.solve(opened.game(), &tree, method)?;
    run.finish(&tree, &solved)?;
    run.report(&tree, &solved)
}

struct Run<'a> {
    arguments: &'a TrainArguments,
    description: Description,
    plan: RunPlan,
    resumed: Option<&'a Checkpoint>,
    manifest: Manifest,
    curve: CurveWriter,
    /// True if a checkpoint was written.
    has_checkpoint: bool,
}

impl<'a> Run<'a> {
    fn new(
        arguments: &'a TrainArguments,
        description: Description,
        plan: RunPlan,
        resumed: Option<&'a Checkpoint>,
        tree: &Tree,
    ) -> anyhow::Result<Run<'a>> {
        let mut manifest = description.manifest(&plan);
        manifest.label = Some(description.solver.to_owned());
        let infosets: usize = tree.infosets_by_player().iter().sum();
        manifest.information_sets = Some(infosets as u64);
        let path = plan.files.curve();
        manifest.write(&path)?;
        let curve = match resumed {
            Some(checkpoint) => CurveWriter::resume(&path, checkpoint.resumed.iterations)?.0,
            None => CurveWriter::create(&path)?,
        };
        Ok(Run { arguments, description, plan, resumed, manifest, curve, has_checkpoint: false })
    }

    fn solve(&mut self, game: &dyn DynGame, tree: &Tree, method: Method) -> anyhow::Result<Solved> {
        let arguments = self.arguments;
        let task = Task {
            method,
            limits: self.plan.limits,
            measure: arguments.measure_every.unwrap_or(method.measure_points(1.5)),
            seed: self.description.seed,
            max_memory: arguments.max_memory(),
            joint_play: false,
        };
        let interrupt = explicit::interrupt_flag(method, tree)?;
        let mut measures =
            Measures { curve: &mut self.curve, line: ProgressLine::new(arguments, task.limits, Quantity::NashConv) };
        let (description, files, has_checkpoint) = (&self.description, &self.plan.files, &mut self.has_checkpoint);
        let mut write = |plan: Option<&RealizationPlan>, state: State<'_>, progress: &Progress| {
            state.write(description, files, tree, progress)?;
            *has_checkpoint = true;
            let header = description.header(Kind::Policy, progress.iterations);
            plan.map_or(Ok(()), |plan| explicit::write(&files.policy, &header, tree, plan))
        };
        let mut kept = Kept { resumed: self.resumed, every: arguments.checkpoint_every, write: &mut write };
        let pool = threads::pool(self.plan.threads)?;
        let solved = pool.install(|| {
            let kept = Some(&mut kept);
            explicit::solve(game, tree, &task, &interrupt, &mut measures, kept)
        });
        measures.line.finish();
        let solved = solved?;
        if solved.progress.is_some_and(|progress| progress.iterations == 0) {
            return Err(TrainError::NothingTrained(self.plan.files.policy.clone()).into());
        }
        require_numbers([solved.found.nash_conv()])?;
        Ok(solved)
    }

    fn finish(&mut self, tree: &Tree, solved: &Solved) -> anyhow::Result<()> {
        let iterations = solved.progress.map_or(0, |progress| progress.iterations);
        let mut header = self.description.header(Kind::Policy, iterations);
        header.measured = Some(Measured::exact(solved.found.nash_conv(), UNIT));
        explicit::write(&self.plan.files.policy, &header, tree, &solved.plan)?;
        if solved.progress.is_none() {
            let progress = Progress { iterations: 0, nodes: 0, seconds: solved.seconds, rate: 0.0, nash_conv: None };
            let nash_conv = solved.found.nash_conv();
            self.curve.push(&CurvePoint::exact(&progress, nash_conv, UNIT))?;
        }
        self.manifest.stop_reason = solved.reason;
        self.manifest.iterations = solved.progress.map(|progress| progress.iterations);
        self.manifest.write(&self.plan.files.curve())?;
        Ok(())
    }

    fn report(&self, tree: &Tree, solved: &Solved) -> anyhow::Result<ExitCode> {
        let nash_conv = solved.found.nash_conv();
        let files = &self.plan.files;
        let checkpoint = self.has_checkpoint.then(|| files.checkpoint());
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
                policy: Some(files.policy.clone()),
                curve: files.curve(),
                checkpoint: checkpoint.clone(),
                memory: tree.bytes() as u64,
            };
            println!("{}", serde_json::to_string(&output)?);
        } else if !self.arguments.quiet {
            eprintln!("NashConv {nash_conv:.3e} {UNIT}");
            eprintln!("policy {}", files.policy.display());
            eprintln!("curve {}", files.curve().display());
        }
        if let (Some(StopReason::Interrupted), Some(checkpoint)) = (solved.reason, checkpoint) {
            say_how_to_go_on(self.arguments, &checkpoint);
        }
        Ok(interrupt::exit_code(solved.reason))
    }
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
