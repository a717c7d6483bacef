//! A training run: solver, curve, checkpoints, and the policy it ends with.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cardsharp_solvers::range::RangeSampling;
use cardsharp_solvers::run::{
    Limits, Observer, Outcome, Progress, Schedule, Solver as _, StopReason, run,
};
use cardsharp_solvers::sampled::{
    ExternalSampling, Numbering, RestoreError, Rows, RowsError, Snapshot,
};
use thiserror::Error;

use super::blueprint::{
    Blueprint, BlueprintError, FINGERPRINT, class_sections, flatten, group_of, read_game,
    read_infosets,
};
use super::classes::{Classes, Score};
use super::range_rows::{KeptRows, has_ranges};
use super::trainer::{Sampling, Trainer};
use crate::contests::challenge::infosets::{HandGame, HandInfosets, InfosetsError, by_name};
use crate::contests::challenge::measure::{MeasureOptions, Report, UNIT, measure};
use crate::contests::challenge::ranges::{RangeHand, TooFewCopies};
use crate::contests::challenge::rules::Challenge;
use crate::policy::StrategyTable;
use crate::policy::container::{self, ContainerError, Header, Kind, Measured, Section};
use crate::report::ReportError;
use crate::report::curve::{CurvePoint, CurveWriter};
use crate::report::manifest::Manifest;

/// What to train.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family.
    pub rules: Challenge,
    /// Which scores, and which of them share a policy.
    pub classes: Classes,
    /// The one score, if it is one.
    pub score: Option<Score>,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub sampling: Sampling,
    /// Seed of the sampling.
    pub seed: u64,
}

/// How to train it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// When to stop.
    pub limits: Limits,
    /// Bytes the table may take.
    pub max_memory: u64,
    /// Threads of the current pool, for the manifest.
    pub threads: usize,
    /// Time between checkpoints.
    pub checkpoint_every: Duration,
    /// Training time before the first measure; none measures at the end alone.
    pub first_measure: Option<Duration>,
    /// Own hands in each seat that a measure samples; none measures all, 0 does not measure.
    pub hands: Option<usize>,
    /// Where the policy goes; curve, manifest and checkpoint lie beside it.
    pub files: Files,
}

/// The files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The policy.
    pub policy: PathBuf,
}

impl Files {
    /// The checkpoint: `NAME.checkpoint` beside `NAME.policy`.
    pub fn checkpoint(&self) -> PathBuf {
        self.policy.with_extension("checkpoint")
    }

    /// The curve: `NAME.csv`.
    pub fn curve(&self) -> PathBuf {
        self.policy.with_extension("csv")
    }
}

/// What a run tells while it goes on.
pub enum News<'a> {
    /// How far it is; a few times a second.
    Progress(&'a Progress),
    /// A measure has been made.
    Measured(&'a Progress, &'a Report),
    /// A checkpoint has been written.
    Saved,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Trained {
    /// Why, and how far it had come.
    pub outcome: Outcome,
    /// The last measure.
    pub report: Option<Report>,
}

/// Why a run failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// Its table is too large.
    #[error(transparent)]
    Memory(#[from] RowsError),
    /// Its information sets are not to be had.
    #[error(transparent)]
    Infosets(#[from] InfosetsError),
    /// The game has no ranges.
    #[error(transparent)]
    Ranges(#[from] TooFewCopies),
    /// The rows are not numbered by public states.
    #[error(
        "range-mccfr needs --infosets that remember something and give every row a place (not tricks, not \
         recall), and no fewer copies of a rank than cards in a hand: choose other ones, or another --solver"
    )]
    NoRanges,
    /// A file of tables failed.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The curve or manifest failed.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The checkpoint is not one of a policy for Challenge.
    #[error(transparent)]
    Checkpoint(#[from] BlueprintError),
    /// The checkpoint does not fit.
    #[error("{file}: {source}; give the run the memory it had, or begin anew")]
    Restore {
        /// The checkpoint.
        file: PathBuf,
        /// What does not fit.
        source: RestoreError,
    },
    /// The checkpoint cannot be begun with.
    #[error("{file}: {what}")]
    WarmStart {
        /// The checkpoint.
        file: PathBuf,
        /// Why not.
        what: &'static str,
    },
    /// The checkpoint's header lacks something.
    #[error("{file}: {what}")]
    Header {
        /// The checkpoint.
        file: PathBuf,
        /// What.
        what: String,
    },
}

/// A checkpoint, opened: what it was training, and where it had come to.
pub struct Resumption {
    /// What to train.
    pub task: Task,
    /// What was wrong with the newest generation, if this is the one before.
    pub instead_of: Option<ContainerError>,
    reader: container::Reader,
    seconds: f64,
    nodes: u64,
}

impl Resumption {
    /// Opens a checkpoint.
    pub fn open(path: &Path) -> Result<Resumption, TrainError> {
        let newest = container::open_newest(path)?;
        let reader = newest.reader;
        reader.require_kind(Kind::Checkpoint)?;
        let (game, classes) = read_game(&reader)?;
        read_infosets(&reader, &game)?;
        let header = reader.header();
        let lacks = |what: &str| TrainError::Header {
            file: path.to_owned(),
            what: what.to_owned(),
        };
        let number = |name: &str| {
            let text = header.parameters.get(name);
            text.and_then(|text| text.parse::<f64>().ok())
                .ok_or_else(|| lacks(&format!("the header has no number \"{name}\"")))
        };
        let sampling = Sampling::by_name(&header.solver)
            .ok_or_else(|| lacks(&format!("no solver is called \"{}\"", header.solver)))?;
        let score = header
            .parameters
            .get("score")
            .and_then(|text| text.parse().ok());
        Ok(Resumption {
            task: Task {
                rules: game.rules(),
                classes,
                score,
                infosets: header.infosets.clone(),
                sampling,
                seed: header.seed,
            },
            seconds: number("seconds")?,
            nodes: number("nodes")? as u64,
            instead_of: newest.instead_of,
            reader,
        })
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.reader.header().iterations
    }

    /// Lets every class of scores begin with the table of this run's one class. Weights go on from
    /// its iterations, so that what is learnt from here on counts more.
    fn warm_start(&self, task: &Task, solver: &mut Trainer<'_>) -> Result<(), TrainError> {
        let refused = |what| TrainError::WarmStart {
            file: self.reader.path().to_owned(),
            what,
        };
        let own = &self.task;
        if own.rules != task.rules || own.infosets != task.infosets {
            return Err(refused(
                "it is of other rules or information sets than this run",
            ));
        }
        if own.classes.payoffs.len() > 1 {
            return Err(refused(
                "it has several classes of scores: begin with one trained for one --score, or go on \
                 with it by --resume",
            ));
        }
        if solver.stored().is_some() {
            return Err(refused(
                "its information sets have no places of their own: recall cannot begin with a \
                 checkpoint",
            ));
        }
        let table = self.reader.section::<f32>("table")?;
        let Trainer::Histories(solver) = solver else {
            return Err(refused("range-mccfr begins with nothing"));
        };
        let begun = solver.warm_start(&table, self.iterations());
        begun.map_err(|source| TrainError::Restore {
            file: self.reader.path().to_owned(),
            source,
        })
    }

    fn restore(&self, solver: &mut Trainer<'_>) -> Result<(), TrainError> {
        let hashed = solver.stored().is_some();
        let optional = |name| match hashed {
            true => self.reader.section(name),
            false => Ok(Vec::new()),
        };
        let keys = optional("keys")?;
        let firsts = match hashed {
            true => self.reader.section("firsts")?,
            false => Vec::new(),
        };
        let floats = self.reader.section::<f32>("table")?;
        let saved = Snapshot {
            traversals: self.iterations(),
            nodes: self.nodes,
            floats: &floats,
            keys,
            firsts,
        };
        solver.restore(saved).map_err(|source| TrainError::Restore {
            file: self.reader.path().to_owned(),
            source,
        })
    }
}

/// Bytes that training `task` takes, before it takes them.
pub fn memory_needed(task: &Task, max_memory: u64) -> Result<u64, TrainError> {
    let game = HandGame::new(task.rules, task.classes.payoffs.clone());
    let infosets = by_name(&task.infosets, &game)?;
    Ok(ExternalSampling::memory(&*infosets, max_memory).bytes)
}

/// What a run begins with.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// Nothing.
    Fresh,
    /// A checkpoint of its own.
    Resumed(&'a Resumption),
    /// What a run for one score has learnt.
    Warm(&'a Resumption),
}

/// Trains `task` until a limit is reached or `interrupt` is set.
pub fn train(
    task: &Task,
    plan: &Plan,
    start: Start<'_>,
    interrupt: &AtomicBool,
    news: &mut dyn FnMut(News<'_>),
) -> Result<Trained, TrainError> {
    let game = HandGame::new(task.rules, task.classes.payoffs.clone());
    let infosets = by_name(&task.infosets, &game)?;
    let (ranges, rows);
    let mut solver = match task.sampling {
        Sampling::Histories(preset) => Trainer::Histories(ExternalSampling::new(
            &game,
            &*infosets,
            preset,
            task.seed,
            plan.max_memory,
        )?),
        Sampling::Ranges => {
            Rows::fits(infosets.numbering(), plan.max_memory)?;
            ranges = range_hands(&game)?;
            rows = range_rows(&game, &*infosets)?;
            let solver = RangeSampling::new(&ranges, &rows, task.seed);
            Trainer::Ranges(solver, &*infosets)
        }
    };
    let curve_path = plan.files.curve();
    let mut earlier_seconds = 0.0;
    let curve = match start {
        Start::Resumed(resumed) => {
            resumed.restore(&mut solver)?;
            earlier_seconds = resumed.seconds;
            CurveWriter::resume(&curve_path, resumed.iterations())?.0
        }
        Start::Warm(warm) => {
            warm.warm_start(task, &mut solver)?;
            CurveWriter::create(&curve_path)?
        }
        Start::Fresh => CurveWriter::create(&curve_path)?,
    };
    let mut manifest = manifest(task, plan);
    manifest.write(&curve_path)?;
    let mut watch = Watch {
        task,
        plan,
        game: &game,
        curve,
        report: None,
        news,
    };
    let schedule = Schedule {
        measure: plan.first_measure,
        measure_growth: 2.0,
        save_every: Some(plan.checkpoint_every),
        earlier_seconds,
    };
    let outcome = run(&mut solver, &plan.limits, &schedule, interrupt, &mut watch)?;
    let report = watch.report;
    // An interrupted run is gone on with from its checkpoint; the others end with a policy.
    if outcome.reason != StopReason::Interrupted {
        let table = StrategyTable::of_snapshot(solver.snapshot(), group_of(&*infosets));
        manifest.information_sets = Some(match table.rows() {
            Some(rows) => rows as u64,
            None => infosets.count(&game),
        });
        drop(solver);
        let mut header = header(task, Kind::Policy, outcome.progress.iterations);
        header.nash_conv = report.as_ref().map(measured);
        let classes = task.classes.clone();
        let blueprint = Blueprint::new(header, game, classes, infosets, table);
        blueprint.save(&plan.files.policy)?;
    }
    manifest.stop_reason = Some(outcome.reason);
    manifest.iterations = Some(outcome.progress.iterations);
    manifest.write(&curve_path)?;
    Ok(Trained { outcome, report })
}

/// What a report says in a file's header.
pub fn measured(report: &Report) -> Measured {
    Measured {
        value: report.nash_conv,
        half_width: report.half_width,
        unit: UNIT.to_owned(),
        hands: report.hands as u64,
    }
}

fn manifest(task: &Task, plan: &Plan) -> Manifest {
    let mut manifest = Manifest::new(task.rules.to_string());
    manifest.label = Some(task.infosets.clone());
    manifest.infosets = task.infosets.clone();
    manifest.solver = task.sampling.name().to_owned();
    manifest.seed = task.seed;
    manifest.threads = plan.threads;
    manifest.parameters = parameters(task);
    let name = plan.files.policy.file_name();
    manifest.policy = name.map(|name| name.to_string_lossy().into_owned());
    manifest
}

fn parameters(task: &Task) -> std::collections::BTreeMap<String, String> {
    let score = task
        .score
        .map_or("all".to_owned(), |score| score.to_string());
    let classes = task.classes.payoffs.len().to_string();
    [("score", score), ("classes", classes)]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
}

fn header(task: &Task, kind: Kind, iterations: u64) -> Header {
    let mut header = Header::new(kind, task.rules.to_string(), FINGERPRINT);
    header.infosets = task.infosets.clone();
    header.solver = task.sampling.name().to_owned();
    header.seed = task.seed;
    header.iterations = iterations;
    header.parameters = parameters(task);
    header
}

struct Watch<'a> {
    task: &'a Task,
    plan: &'a Plan,
    game: &'a HandGame,
    curve: CurveWriter,
    report: Option<Report>,
    news: &'a mut dyn FnMut(News<'_>),
}

impl Watch<'_> {
    /// The policy so far.
    fn blueprint(&self, solver: &mut Trainer<'_>) -> Result<Blueprint, TrainError> {
        let classes = self.task.classes.clone();
        let game = HandGame::new(self.task.rules, classes.payoffs.clone());
        let infosets = by_name(&self.task.infosets, &game)?;
        let header = header(self.task, Kind::Policy, solver.iterations());
        let table = StrategyTable::of_snapshot(solver.snapshot(), group_of(&*infosets));
        Ok(Blueprint::new(header, game, classes, infosets, table))
    }
}

/// The hands of every class of payoffs.
fn range_hands(game: &HandGame) -> Result<Vec<RangeHand>, TrainError> {
    let payoffs = game.payoffs().iter();
    let hands = payoffs.map(|&payoffs| RangeHand::new(game.rules(), payoffs));
    Ok(hands.collect::<Result<_, _>>()?)
}

/// Their rows, where every row has its place by public states.
fn range_rows<'a>(
    game: &HandGame,
    infosets: &'a dyn HandInfosets,
) -> Result<Vec<KeptRows<'a>>, TrainError> {
    match (infosets.as_kept(), infosets.numbering()) {
        (Some(kept), Numbering::Dense { cells }) if has_ranges(game) => {
            let classes = 0..game.payoffs().len();
            let rows = classes.map(|class| KeptRows::new(game, kept, cells, class as u8));
            Ok(rows.collect())
        }
        _ => Err(TrainError::NoRanges),
    }
}

impl Observer<Trainer<'_>> for Watch<'_> {
    type Error = TrainError;

    fn progress(&mut self, progress: &Progress) {
        (self.news)(News::Progress(progress));
    }

    fn measure(
        &mut self,
        solver: &mut Trainer<'_>,
        progress: &Progress,
    ) -> Result<Option<f64>, TrainError> {
        if self.plan.hands == Some(0) {
            return Ok(None);
        }
        let classes = &self.task.classes;
        let options = MeasureOptions {
            hands: self.plan.hands,
            // The same hands at every point of a curve: what moves is the strategy.
            seed: self.task.seed,
            class: self.task.score.map_or(classes.of_score[0], |_| 0),
        };
        // A table of rows as they are met is measured faster once it is known where there are none.
        let report = match solver.stored() {
            None => measure(self.game, &*solver, options, &|| ()),
            Some(_) => measure(self.game, &self.blueprint(solver)?, options, &|| ()),
        };
        self.curve.push(&CurvePoint {
            iteration: progress.iterations,
            seconds: progress.seconds,
            nodes: progress.nodes,
            nash_conv: report.nash_conv,
            half_width: report.half_width,
            unit: report.unit.to_owned(),
        })?;
        (self.news)(News::Measured(progress, &report));
        let nash_conv = report.nash_conv;
        self.report = Some(report);
        Ok(Some(nash_conv))
    }

    fn save(&mut self, solver: &mut Trainer<'_>, progress: &Progress) -> Result<(), TrainError> {
        let mut header = header(self.task, Kind::Checkpoint, progress.iterations);
        let numbers = [
            ("seconds", progress.seconds.to_string()),
            ("nodes", progress.nodes.to_string()),
        ];
        let numbers = numbers.map(|(name, value)| (name.to_owned(), value));
        header.parameters.extend(numbers);
        let snapshot = solver.snapshot();
        let payoffs = flatten(&self.task.classes.payoffs);
        let mut sections = class_sections(&payoffs, &self.task.classes);
        sections.push(Section::new("table", snapshot.floats));
        if !snapshot.keys.is_empty() {
            sections.push(Section::new("keys", &snapshot.keys));
            sections.push(Section::new("firsts", &snapshot.firsts));
        }
        container::write(&self.plan.files.checkpoint(), &header, &sections)?;
        (self.news)(News::Saved);
        Ok(())
    }
}
