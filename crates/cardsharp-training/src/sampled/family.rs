//! What a contest says of its family of games; the policy of a table and its file; the task of a run, and the checkpoint
//! that it resumes from. A family has policies and tasks, and both are those of a family.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use cardsharp_policy::container::{self, ContainerError, Header, Kind, Measured, Reader, Section};
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::{DigitRows, PolicyError, PolicyRows, RowLookup, StrategyTable, TableInfosets, Unvisited};
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::game::Game;
use cardsharp_solvers::run::{Limits, Solver};
use cardsharp_solvers::sampled::{
    Abstraction, ExternalSampling, Numbering, Preset, RestoreError, Rows, SamplingOptions, Snapshot,
};

use crate::{Checkpoint, Description, ProgressEvent, RunPlan, TrainError, Trained};

/// Any error.
pub type AnyError = Box<dyn Error + Send + Sync>;

/// A contest's family of games whose policies are tables that external sampling trains.
pub trait SampledFamily: Sized + Send + Sync + 'static {
    /// The parameters of a member of the family. Their text is its canonical name.
    type Params: FromStr<Err: Error + Send + Sync + 'static> + Display + Debug + Copy + PartialEq + Send + Sync;
    /// The information sets.
    type Infosets: TableInfosets + ?Sized;
    /// What is learnt before the table is trained, and kept beside it in the files; `()` if nothing is.
    type Learnt: Clone + Send + Sync;
    /// The options of a run that no other family has; `()` if there are none.
    type Options: Clone + Debug + Send + Sync;

    /// The fingerprint of the rules. It changes when the rules or the numbering of the rows change, so that older
    /// files are refused.
    const FINGERPRINT: u64;
    /// The names of the information sets.
    const INFOSETS: &'static [&'static str];
    /// The information sets by default.
    const DEFAULT_INFOSETS: &'static str;
    /// The play at a row that was never visited.
    const UNVISITED: Unvisited = Unvisited::Uniform;
    /// The sample size of a measurement in training.
    const SAMPLES: usize;

    /// The member of the family that `text` names.
    ///
    /// # Errors
    ///
    /// The text names no member.
    fn member(text: &str) -> Result<Self::Params, <Self::Params as FromStr>::Err> {
        text.trim().parse()
    }

    /// The solver by default, for these information sets.
    fn default_preset(_infosets: &str) -> &'static Preset {
        Preset::DEFAULT
    }

    /// The information sets with this name, for this member.
    ///
    /// # Errors
    ///
    /// There are none with this name, or the member is too large for them.
    fn infosets(name: &str, params: Self::Params, learnt: &Self::Learnt) -> Result<Box<Self::Infosets>, AnyError>;

    /// What is learnt, before anything is.
    fn unlearnt() -> Self::Learnt;

    /// Reads what is learnt from a policy or a checkpoint.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] names the file and its fault.
    fn read_learnt(_: &Reader) -> Result<Self::Learnt, PolicyError> {
        Ok(Self::unlearnt())
    }

    /// The sections of what is learnt, for a policy or a checkpoint.
    fn learnt_sections(_: &Self::Learnt) -> Vec<Section<'_>> {
        Vec::new()
    }

    /// The options of the run that wrote a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError::Header`] if the checkpoint has none.
    fn read_options(checkpoint: &Checkpoint) -> Result<Self::Options, TrainError>;

    /// The options of a run, as parameters of the files' headers by name.
    fn parameters(_: &Task<Self>) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// The limits of learning what comes before the table.
    fn learning_limits(_: &Task<Self>) -> Limits {
        Limits::default()
    }

    /// Gets what comes before the table: learns it, unless the checkpoint has it.
    ///
    /// # Errors
    ///
    /// Learning fails.
    fn prepare(_: Learning<'_, Self>) -> Result<Prepared<Self>, TrainError> {
        Ok(Prepared::Learnt(Self::unlearnt()))
    }

    /// Checks a task before the files of its run are touched.
    ///
    /// # Errors
    ///
    /// The task cannot be trained.
    fn check(_: &Task<Self>) -> Result<(), TrainError> {
        Ok(())
    }

    /// Makes the solver of a member, and calls `run` with it.
    ///
    /// # Errors
    ///
    /// The table is too large, or `run` fails.
    fn with_solver(
        task: &Task<Self>,
        learnt: &Self::Learnt,
        infosets: &Self::Infosets,
        options: SamplingOptions,
        run: &mut dyn FnMut(&mut dyn SampledSolver) -> Result<Trained, TrainError>,
    ) -> Result<Trained, TrainError>;

    /// The table of a solver's average strategy.
    fn table(_: &Self::Infosets, solver: &mut dyn SampledSolver) -> StrategyTable {
        StrategyTable::of_snapshot(solver.snapshot(), |_| 0)
    }

    /// The quantity that a policy is measured by, with its unit, where no exact measure can be had.
    fn quantity(params: Self::Params) -> (Quantity, &'static str);

    /// Measures a policy on so many samples, or on the default number, until `stop` is set.
    ///
    /// # Errors
    ///
    /// [`Interrupted`](crate::Interrupted), or the policy cannot be measured.
    fn measure(
        policy: &TablePolicy<Self>,
        samples: Option<usize>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Measured, AnyError>;

    /// The rows of a policy, with the parts of their information sets.
    ///
    /// # Errors
    ///
    /// The rows are stored by key, and cannot be told apart.
    fn rows(policy: TablePolicy<Self>) -> Result<Box<dyn PolicyRows>, AnyError> {
        match policy.infosets.layout() {
            Some(layout) => Ok(Box::new(DigitRows { table: policy.table, layout, unvisited: Self::UNVISITED })),
            None => Err("the rows of these information sets are not listed".into()),
        }
    }

    /// The member as a game that is compiled as a whole.
    ///
    /// # Errors
    ///
    /// The member is too large.
    fn explicit(params: Self::Params) -> Result<Box<dyn DynGame>, AnyError> {
        let too_large =
            format!("{params} is too large to be written out: train it by a solver whose name ends in mccfr");
        Err(too_large.into())
    }
}

/// A run that gets what comes before the table.
pub struct Learning<'a, F: SampledFamily> {
    /// The task.
    pub task: &'a Task<F>,
    /// The settings of the run.
    pub plan: &'a RunPlan,
    /// The checkpoint of a resumed run.
    pub start: Option<&'a ResumePoint<F>>,
    /// Ends the run when it is set.
    pub interrupt: &'a AtomicBool,
    /// Receives every event.
    pub report: &'a mut dyn FnMut(ProgressEvent<'_>),
}

/// What comes before the table.
pub enum Prepared<F: SampledFamily> {
    /// It is there.
    Learnt(F::Learnt),
    /// Learning was interrupted. Its checkpoint was written.
    Interrupted(Trained),
}

/// A solver by external sampling, of whatever game.
pub trait SampledSolver: Solver {
    /// The state: regrets and average strategies.
    fn snapshot(&mut self) -> Snapshot<'_>;

    /// Takes over a state.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the state does not fit.
    fn restore(&mut self, saved: Snapshot<'_>) -> Result<(), RestoreError>;

    /// The table.
    fn rows(&self) -> &Rows;
}

impl<G: Game, A: Abstraction<G> + ?Sized> SampledSolver for ExternalSampling<'_, G, A> {
    fn snapshot(&mut self) -> Snapshot<'_> {
        self.snapshot()
    }

    fn restore(&mut self, saved: Snapshot<'_>) -> Result<(), RestoreError> {
        self.restore(saved)
    }

    fn rows(&self) -> &Rows {
        self.rows()
    }
}

/// A loaded policy: a table over information sets, and what was learnt before it.
pub struct TablePolicy<F: SampledFamily> {
    /// The header of its file.
    pub header: Header,
    /// The member of the family.
    pub params: F::Params,
    /// What was learnt before the table.
    pub learnt: F::Learnt,
    /// The information sets of the table.
    pub infosets: Box<F::Infosets>,
    /// The strategy.
    pub table: StrategyTable,
}

impl<F: SampledFamily> fmt::Debug for TablePolicy<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TablePolicy").field("header", &self.header).finish_non_exhaustive()
    }
}

impl<F: SampledFamily> TablePolicy<F> {
    /// Reads a policy file, or its previous generation if the newest is damaged. The second value is then the error of
    /// the newest.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] names the file and its fault.
    pub fn load(path: &Path) -> Result<(TablePolicy<F>, Option<ContainerError>), PolicyError> {
        let newest = cardsharp_policy::open(path, Kind::Policy)?;
        let reader = newest.reader;
        let (params, learnt, infosets) = read_game::<F>(&reader)?;
        let lookup = match infosets.numbering() {
            Numbering::Dense { cells } => RowLookup::Dense { cells },
            Numbering::Hashed { .. } => RowLookup::Keyed { group_of: |_| 0 },
        };
        let table = StrategyTable::read(&reader, lookup)?;
        let policy = TablePolicy { header: reader.header().clone(), params, learnt, infosets, table };
        Ok((policy, newest.instead_of))
    }

    /// Writes the policy file. The file that it replaces is kept as the previous generation.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and the reason.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        let mut sections = F::learnt_sections(&self.learnt);
        sections.extend(self.table.sections(path)?);
        container::write(path, &self.header, &sections)
    }
}

/// The game of a policy or a checkpoint.
type ReadGame<F> = (<F as SampledFamily>::Params, <F as SampledFamily>::Learnt, Box<<F as SampledFamily>::Infosets>);

/// Reads the member, what is learnt and the information sets of a policy or a checkpoint.
fn read_game<F: SampledFamily>(reader: &Reader) -> Result<ReadGame<F>, PolicyError> {
    let params = cardsharp_policy::game_of(reader, F::FINGERPRINT)?;
    let learnt = F::read_learnt(reader)?;
    let infosets = F::infosets(&reader.header().infosets, params, &learnt);
    let infosets = infosets.map_err(|cause| PolicyError::Unknown { file: reader.path().to_owned(), cause })?;
    Ok((params, learnt, infosets))
}

/// The header parameter that names the solver of the table, in files that a solver of another name has begun.
const SOLVER: &str = "solver";

/// The subject of a training run.
pub struct Task<F: SampledFamily> {
    /// The member of the family.
    pub params: F::Params,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub preset: Preset,
    /// The seed of the sampling.
    pub seed: u64,
    /// The options that no other family has.
    pub options: F::Options,
}

impl<F: SampledFamily> Clone for Task<F> {
    fn clone(&self) -> Self {
        Task {
            params: self.params,
            infosets: self.infosets.clone(),
            preset: self.preset,
            seed: self.seed,
            options: self.options.clone(),
        }
    }
}

impl<F: SampledFamily> fmt::Debug for Task<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("params", &self.params)
            .field("infosets", &self.infosets)
            .field("preset", &self.preset)
            .field("seed", &self.seed)
            .field("options", &self.options)
            .finish()
    }
}

impl<F: SampledFamily> Task<F> {
    /// The names and parameters of the run, as its files give them.
    pub fn description(&self) -> Description {
        Description {
            game: self.params.to_string(),
            fingerprint: F::FINGERPRINT,
            infosets: self.infosets.clone(),
            solver: self.preset.name,
            seed: self.seed,
            parameters: F::parameters(self),
        }
    }

    /// The number of bytes of the table within `max_memory`, before it is allocated.
    ///
    /// # Errors
    ///
    /// There are no such information sets.
    pub fn memory_needed(&self, max_memory: u64) -> Result<u64, TrainError> {
        let infosets = F::infosets(&self.infosets, self.params, &F::unlearnt());
        let infosets = infosets.map_err(TrainError::Task)?;
        Ok(Rows::memory(infosets.numbering(), max_memory).bytes)
    }
}

/// An opened checkpoint: the task of its run, and the run's state.
pub struct ResumePoint<F: SampledFamily> {
    /// The task of the run.
    pub task: Task<F>,
    /// The file.
    pub checkpoint: Checkpoint,
    /// What was learnt so far.
    pub learnt: F::Learnt,
}

impl<F: SampledFamily> ResumePoint<F> {
    /// Opens a checkpoint.
    ///
    /// # Errors
    ///
    /// [`TrainError`] names the file and its fault.
    pub fn open(path: &Path) -> Result<ResumePoint<F>, TrainError> {
        let checkpoint = Checkpoint::open(path)?;
        let (params, learnt, infosets) = read_game::<F>(&checkpoint.reader)?;
        let header = checkpoint.header();
        let solver = header.parameters.get(SOLVER).unwrap_or(&header.solver);
        let preset = Preset::by_name(solver);
        let task = Task {
            params,
            infosets: infosets.name().to_owned(),
            preset: preset.ok_or_else(|| checkpoint.lacks("solver that is known"))?,
            seed: header.seed,
            options: F::read_options(&checkpoint)?,
        };
        Ok(ResumePoint { task, checkpoint, learnt })
    }

    /// True if the checkpoint has a table, and not only what is learnt before it.
    pub fn has_table(&self) -> bool {
        self.checkpoint.header().solver == self.task.preset.name
    }
}
