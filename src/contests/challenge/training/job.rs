//! A training run: solver, curve, checkpoints, and the policy it ends with.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::range::RangeSampling;
use cardsharp_solvers::run::{Progress, Solver as _, StopReason};
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
use crate::policy::container::{self, ContainerError, Kind, Measured, Section};
use crate::report::ReportError;
use crate::training::{Description, News, Plan, Resumed, Trained, Trainee, conduct, note_progress};

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

impl Task {
    fn description(&self) -> Description {
        let score = self.score.map(|score| score.to_string());
        let parameters = [
            ("score", score.unwrap_or("all".to_owned())),
            ("classes", self.classes.payoffs.len().to_string()),
        ];
        Description {
            game: self.rules.to_string(),
            fingerprint: FINGERPRINT,
            infosets: self.infosets.clone(),
            solver: self.sampling.name(),
            seed: self.seed,
            parameters: parameters
                .map(|(name, value)| (name.to_owned(), value))
                .into(),
        }
    }
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
    resumed: Resumed,
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
        let resumed = Resumed::of(header)
            .map_err(|name| lacks(&format!("the header has no number \"{name}\"")))?;
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
            resumed,
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
            nodes: self.resumed.nodes,
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
    let resumed = match start {
        Start::Resumed(resumed) => {
            resumed.restore(&mut solver)?;
            Some(resumed.resumed)
        }
        Start::Warm(warm) => {
            warm.warm_start(task, &mut solver)?;
            None
        }
        Start::Fresh => None,
    };
    let curve_path = plan.files.curve();
    let mut manifest = task.description().manifest(plan);
    manifest.write(&curve_path)?;
    let hand = Hand {
        task,
        plan,
        game: &game,
    };
    let trained = conduct(&hand, &mut solver, plan, resumed, interrupt, news)?;
    let outcome = trained.outcome;
    // An interrupted run is gone on with from its checkpoint; the others end with a policy.
    if outcome.reason != StopReason::Interrupted {
        let table = StrategyTable::of_snapshot(solver.snapshot(), group_of(&*infosets));
        manifest.information_sets = Some(match table.rows() {
            Some(rows) => rows as u64,
            None => infosets.count(&game),
        });
        drop(solver);
        let description = task.description();
        let mut header = description.header(Kind::Policy, outcome.progress.iterations);
        header.nash_conv = trained.measured.clone();
        let classes = task.classes.clone();
        let blueprint = Blueprint::new(header, game, classes, infosets, table);
        blueprint.save(&plan.files.policy)?;
    }
    manifest.stop_reason = Some(outcome.reason);
    manifest.iterations = Some(outcome.progress.iterations);
    manifest.write(&curve_path)?;
    Ok(trained)
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

/// The hand that is trained.
struct Hand<'a> {
    task: &'a Task,
    plan: &'a Plan,
    game: &'a HandGame,
}

impl Hand<'_> {
    /// The policy so far.
    fn blueprint(&self, solver: &mut Trainer<'_>) -> Result<Blueprint, TrainError> {
        let classes = self.task.classes.clone();
        let game = HandGame::new(self.task.rules, classes.payoffs.clone());
        let infosets = by_name(&self.task.infosets, &game)?;
        let description = self.task.description();
        let header = description.header(Kind::Policy, solver.iterations());
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

impl Trainee<Trainer<'_>> for Hand<'_> {
    type Error = TrainError;

    fn measure(&self, solver: &mut Trainer<'_>) -> Result<Option<Measured>, TrainError> {
        if self.plan.samples == Some(0) {
            return Ok(None);
        }
        let classes = &self.task.classes;
        let options = MeasureOptions {
            hands: self.plan.samples,
            // The same hands at every point of a curve: what moves is the strategy.
            seed: self.task.seed,
            class: self.task.score.map_or(classes.of_score[0], |_| 0),
        };
        // A table of rows as they are met is measured faster once it is known where there are none.
        let report = match solver.stored() {
            None => measure(self.game, &*solver, options, &|| ()),
            Some(_) => measure(self.game, &self.blueprint(solver)?, options, &|| ()),
        };
        Ok(Some(measured(&report)))
    }

    fn save(&self, solver: &mut Trainer<'_>, progress: &Progress) -> Result<(), TrainError> {
        let description = self.task.description();
        let mut header = description.header(Kind::Checkpoint, progress.iterations);
        note_progress(&mut header, progress);
        let snapshot = solver.snapshot();
        let payoffs = flatten(&self.task.classes.payoffs);
        let mut sections = class_sections(&payoffs, &self.task.classes);
        sections.push(Section::new("table", snapshot.floats));
        if !snapshot.keys.is_empty() {
            sections.push(Section::new("keys", &snapshot.keys));
            sections.push(Section::new("firsts", &snapshot.firsts));
        }
        container::write(&self.plan.files.checkpoint(), &header, &sections)?;
        Ok(())
    }
}
