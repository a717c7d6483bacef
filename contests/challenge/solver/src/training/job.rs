//! A training run: solver, curve, checkpoints, and the policy at its end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::range::RangeSampling;
use cardsharp_solvers::run::{Progress, Solver as _, StopReason};
use cardsharp_solvers::sampled::{ExternalSampling, Numbering, Rows};
use thiserror::Error;

use super::range_rows::DenseRangeRows;
use super::trainer::{Sampling, Trainer};
use super::trunk_learning::{TrunkLearning, TrunkOptions, cut_hand};
use super::trunk_lessons::{BadLessons, Lessons};
use super::trunk_trainer::TrunkTrainer;
use crate::infosets::{HandGame, HandInfosets, by_name};
use crate::measure::{Extent, MeasureOptions, UNIT, try_measure};
use crate::policy::{FINGERPRINT, TrainedPolicy, class_sections, flatten, group_of, read_game, read_infosets};
use crate::ranges::RangeHand;
use crate::scores::{Classes, Score};
use cardsharp_challenge_game::rules::Params;
use cardsharp_policy::StrategyTable;
use cardsharp_policy::container::{Kind, Measured};
use cardsharp_policy::measurement::Quantity;
use cardsharp_training::Interrupted;
use cardsharp_training::{Checkpoint, Description, ProgressEvent, RunPlan, TrainError, Trained, Trainee, run_training};

/// The task of a training run.
#[derive(Clone, Debug)]
pub struct Task {
    /// The member of the family.
    pub rules: Params,
    /// The scores, grouped in classes that share a policy.
    pub classes: Classes,
    /// The score, if there is only one.
    pub score: Option<Score>,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub sampling: Sampling,
    /// Seed of the sampling.
    pub seed: u64,
    /// The number of new examples in a round of [`Sampling::Trunk`].
    pub examples: u32,
    /// The number of rounds of [`Sampling::Trunk`] in which networks learn. None takes that of the
    /// checkpoint, or all rounds. It may change while a run goes on, and is no part of its description.
    pub learning_rounds: Option<u32>,
}

/// The name of [`Task::examples`] in headers.
const EXAMPLES: &str = "examples";
/// The fewest tricks that a trunk leaves to what is learned and to re-solving.
const BELOW_TRUNK: u8 = 2;
/// With more ranks than this, subgames of more than two cards are solved with learned values of their own.
const SOLVED_TO_THE_END: u8 = 7;

impl Task {
    /// The sizes of the learning of a trunk. It has the tricks whose public actions the rows tell apart.
    fn trunk(&self, hand: &RangeHand, rows: &DenseRangeRows<'_>, max_memory: u64) -> Result<TrunkOptions, TrainError> {
        let most = self.rules.hand_size().saturating_sub(BELOW_TRUNK);
        if most == 0 {
            return Err(TrainError::task(TaskError::FewTricks));
        }
        let told = |&tricks: &u8| rows.are_distinct(hand, tricks);
        let Some(tricks) = (1..=most).rev().find(told) else {
            return Err(TrainError::task(TaskError::Forgets));
        };
        let nested = if self.rules.ranks() > SOLVED_TO_THE_END { most - tricks } else { 0 };
        Ok(TrunkOptions {
            tricks,
            nested,
            examples: self.examples as usize,
            learning_rounds: self.learning_rounds.map(u64::from),
            // Exact values of few cards are cheap, and worth more care.
            solved: if nested == 0 { 24 } else { 12 },
            iterations: 10,
            units: 256,
            seed: self.seed,
            max_memory,
        })
    }

    fn description(&self) -> Description {
        let score = self.score.map(|score| score.to_string());
        let mut parameters =
            vec![("score", score.unwrap_or("all".to_owned())), ("classes", self.classes.payoffs.len().to_string())];
        if self.sampling == Sampling::Trunk {
            parameters.push((EXAMPLES, self.examples.to_string()));
        }
        let parameters = parameters.into_iter();
        Description {
            game: self.rules.to_string(),
            fingerprint: FINGERPRINT,
            infosets: self.infosets.clone(),
            solver: self.sampling.name(),
            seed: self.seed,
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

/// A reason why a task cannot be trained.
#[derive(Debug, Error)]
pub enum TaskError {
    /// The rows are not numbered by public states.
    #[error(
        "range-mccfr needs --infosets that remember something and give every row a place (not tricks, not \
         recall), and no fewer copies of a rank than cards in a hand: choose other ones, or another --solver"
    )]
    NoRanges,
    /// A trunk is for one score.
    #[error("--solver trunk learns for one score: add --score A,B")]
    OneScore,
    /// The hand has too few cards for a trunk.
    #[error("hands of so few cards need no trunk: solve them by cardsharp solve, or choose another --solver")]
    FewTricks,
    /// The information sets forget public actions of the trunk.
    #[error("--solver trunk needs --infosets that remember all of the first trick, such as all,seen3+own3")]
    Forgets,
    /// The checkpoint does not have what a trunk has learned.
    #[error("{file}: {error}")]
    Lessons {
        /// The checkpoint.
        file: PathBuf,
        /// The fault.
        error: BadLessons,
    },
    /// The run cannot start from the checkpoint.
    #[error("{file}: {what}")]
    WarmStart {
        /// The checkpoint.
        file: PathBuf,
        /// The reason.
        what: &'static str,
    },
}

/// An opened checkpoint: the task of its run, and its state.
pub struct ResumePoint {
    /// The task.
    pub task: Task,
    /// The file.
    pub checkpoint: Checkpoint,
}

impl ResumePoint {
    /// Opens a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and its error.
    pub fn open(path: &Path) -> Result<ResumePoint, TrainError> {
        let checkpoint = Checkpoint::open(path)?;
        let (game, classes) = read_game(&checkpoint.reader)?;
        read_infosets(&checkpoint.reader, &game)?;
        let header = checkpoint.header();
        let sampling = Sampling::by_name(&header.solver);
        let score = header.parameters.get("score");
        let task = Task {
            rules: game.rules(),
            classes,
            score: score.and_then(|text| text.parse().ok()),
            infosets: header.infosets.clone(),
            sampling: sampling.ok_or_else(|| checkpoint.lacks("solver that is known"))?,
            seed: header.seed,
            examples: match sampling {
                Some(Sampling::Trunk) => checkpoint.number(EXAMPLES)?,
                _ => 0,
            },
            learning_rounds: None,
        };
        Ok(ResumePoint { task, checkpoint })
    }

    /// Starts every class of scores with the table of this run's one class. Weights continue from
    /// its iterations, so that later iterations count more.
    fn warm_start(&self, task: &Task, solver: &mut Trainer<'_>) -> Result<(), TrainError> {
        let file = self.checkpoint.reader.path().to_owned();
        let refused = |what| TrainError::task(TaskError::WarmStart { file, what });
        let own = &self.task;
        if own.rules != task.rules || own.infosets != task.infosets {
            return Err(refused("it is of other rules or information sets than this run"));
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
        let table = self.checkpoint.table()?;
        let begun = match solver {
            Trainer::Histories(solver) => solver.warm_start(&table, self.checkpoint.resumed.iterations),
            Trainer::Trunk(solver, _) => solver.begin_with(&table),
            Trainer::Ranges(..) => return Err(refused("range-mccfr begins with nothing")),
        };
        begun.map_err(|cause| self.checkpoint.does_not_fit(cause))
    }
}

/// The number of bytes that training `task` needs, before it allocates them.
pub fn memory_needed(task: &Task, max_memory: u64) -> Result<u64, TrainError> {
    let game = HandGame::new(task.rules, task.classes.payoffs.clone());
    let infosets = by_name(&task.infosets, &game).map_err(TrainError::task)?;
    Ok(ExternalSampling::memory(&*infosets, max_memory).bytes)
}

/// The start of a run.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// An empty table.
    Fresh,
    /// A checkpoint of the same task.
    Resumed(&'a ResumePoint),
    /// The table of a run for one score.
    Warm(&'a ResumePoint),
}

/// Trains `task` until a limit is reached or `interrupt` is set.
pub fn train(
    task: &Task,
    plan: &RunPlan,
    start: Start<'_>,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(ProgressEvent<'_>),
) -> Result<Trained, TrainError> {
    let resumes = matches!(start, Start::Resumed(_));
    let _claimed = task.description().claim(plan, resumes)?;
    let game = HandGame::new(task.rules, task.classes.payoffs.clone());
    let infosets = by_name(&task.infosets, &game).map_err(TrainError::task)?;
    let (ranges, rows, cut);
    let mut solver = match task.sampling {
        Sampling::Histories(preset) => Trainer::Histories(ExternalSampling::new(
            &game,
            &*infosets,
            preset.seed(task.seed).max_memory(plan.max_memory),
        )?),
        Sampling::Ranges => {
            Rows::fits(infosets.numbering(), plan.max_memory)?;
            ranges = range_hands(&game)?;
            rows = range_rows(&game, &*infosets)?;
            let solver = RangeSampling::new(&ranges, &rows, task.seed);
            Trainer::Ranges(solver, &*infosets)
        }
        Sampling::Trunk => {
            Rows::fits(infosets.numbering(), plan.max_memory)?;
            ranges = range_hands(&game)?;
            rows = range_rows(&game, &*infosets)?;
            let ([hand], [rows]) = (&ranges[..], &rows[..]) else {
                return Err(TrainError::task(TaskError::OneScore));
            };
            let options = task.trunk(hand, rows, plan.max_memory)?;
            cut = cut_hand(hand, &options);
            let learning = TrunkLearning::new(&cut, options).map_err(TrainError::task)?;
            let solver = TrunkTrainer::new(learning, rows, interrupt);
            Trainer::Trunk(Box::new(solver), &*infosets)
        }
    };
    let resumed = match start {
        Start::Resumed(resumed) => {
            let checkpoint = &resumed.checkpoint;
            checkpoint.restore(|saved| solver.restore(saved))?;
            if let Trainer::Trunk(solver, _) = &mut solver {
                let read = solver.restore_lessons(&checkpoint.reader);
                read.map_err(|error| {
                    TrainError::task(TaskError::Lessons { file: checkpoint.reader.path().to_owned(), error })
                })?;
            }
            Some(checkpoint.resumed)
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
    let hand = Hand { task, plan, game: &game };
    let trained = run_training(&hand, &mut solver, plan, resumed, interrupt, report)?;
    if let Trainer::Trunk(solver, _) = &solver
        && let Some(error) = solver.failure()
    {
        return Err(TrainError::task(error));
    }
    let outcome = trained.outcome;
    // An interrupted run continues from its checkpoint; the others end with a policy.
    if outcome.reason != StopReason::Interrupted {
        let mut policy = hand.policy(&mut solver)?;
        drop(solver);
        manifest.information_sets = Some(policy.information_sets());
        policy.header.measured = trained.measured.clone();
        policy.save(&plan.files.policy)?;
    }
    manifest.stop_reason = Some(outcome.reason);
    manifest.iterations = Some(outcome.progress.iterations);
    manifest.write(&curve_path)?;
    Ok(trained)
}

/// The hand that is trained.
struct Hand<'a> {
    task: &'a Task,
    plan: &'a RunPlan,
    game: &'a HandGame,
}

impl Hand<'_> {
    /// The policy up to now.
    fn policy(&self, solver: &mut Trainer<'_>) -> Result<TrainedPolicy, TrainError> {
        let classes = self.task.classes.clone();
        let game = HandGame::new(self.task.rules, classes.payoffs.clone());
        let infosets = by_name(&self.task.infosets, &game).map_err(TrainError::task)?;
        let description = self.task.description();
        let header = description.header(Kind::Policy, solver.iterations());
        let table = StrategyTable::of_snapshot(solver.snapshot(), group_of(&*infosets));
        let mut policy = TrainedPolicy::new(header, game, classes, infosets, table);
        if let Trainer::Trunk(solver, _) = solver {
            policy.leaf_network = Some(solver.learning().network());
            policy.leaf_averages = solver.learning().averages().means().map(Arc::new);
        }
        Ok(policy)
    }
}

/// The error of learned values as a figure.
fn value_error(value: f64) -> Measured {
    Measured { quantity: Quantity::ValueError, ..Measured::exact(value, UNIT) }
}

/// The hands of every class of payoffs.
fn range_hands(game: &HandGame) -> Result<Vec<RangeHand>, TrainError> {
    let payoffs = game.payoffs().iter();
    let hands = payoffs.map(|&payoffs| RangeHand::new(game.rules(), payoffs));
    hands.collect::<Result<_, _>>().map_err(TrainError::task)
}

/// The rows, if they are numbered by public states.
fn range_rows<'a>(game: &HandGame, infosets: &'a dyn HandInfosets) -> Result<Vec<DenseRangeRows<'a>>, TrainError> {
    match (infosets.as_dense_rows(), infosets.numbering()) {
        (Some(dense), Numbering::Dense { cells }) if game.rules().deals_every_hand() => {
            let classes = 0..game.payoffs().len();
            let rows = classes.map(|class| DenseRangeRows::new(game, dense, cells, class as u8));
            Ok(rows.collect())
        }
        _ => Err(TrainError::task(TaskError::NoRanges)),
    }
}

impl Trainee<Trainer<'_>> for Hand<'_> {
    fn measure(&self, solver: &mut Trainer<'_>, interrupt: &AtomicBool) -> Result<Option<Measured>, TrainError> {
        if self.plan.samples == Some(0) {
            return Ok(match solver {
                Trainer::Trunk(solver, _) => solver.learning().error.map(value_error),
                Trainer::Histories(_) | Trainer::Ranges(..) => None,
            });
        }
        let classes = &self.task.classes;
        let options = MeasureOptions {
            hands: self.plan.samples,
            // The same hands at every point of a curve, so that only the strategy changes.
            seed: self.task.seed,
            class: self.task.score.map_or(classes.of_score[0], |_| 0),
            extent: Extent::Total,
        };
        // A table that stores rows as they are met is measured faster once the missing rows are known.
        let goes_on = || Interrupted::check(interrupt);
        let report = match solver.stored() {
            None => try_measure(self.game, &*solver, options, &goes_on),
            Some(_) => try_measure(self.game, &self.policy(solver)?, options, &goes_on),
        };
        Ok(report.ok().map(|report| report.measured()))
    }

    fn save(&self, solver: &mut Trainer<'_>, progress: &Progress) -> Result<(), TrainError> {
        let description = self.task.description();
        let files = &self.plan.files;
        let payoffs = flatten(&self.task.classes.payoffs);
        let mut sections = class_sections(&payoffs, &self.task.classes);
        if let Trainer::Trunk(solver, _) = solver {
            let lessons = Lessons::of(solver.learning()).map_err(TrainError::task)?;
            sections.extend(lessons.sections(solver.learning()));
            description.write_checkpoint(files, progress, sections, Some(&solver.snapshot()))?;
            return Ok(());
        }
        let snapshot = solver.snapshot();
        description.write_checkpoint(files, progress, sections, Some(&snapshot))?;
        Ok(())
    }
}
