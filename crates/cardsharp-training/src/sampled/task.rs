//! The task of a run, and the checkpoint that it resumes from.

use std::fmt;
use std::path::Path;

use cardsharp_policy::TableInfosets;
use cardsharp_solvers::sampled::{Preset, Rows};

use super::family::SampledFamily;
use super::policy::read_game;
use crate::{Checkpoint, Description, TrainError};

/// The header parameter that names the solver of the table, in files that a solver of another name has begun.
pub(super) const SOLVER: &str = "solver";

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
        Ok(ResumePoint {
            task,
            checkpoint,
            learnt,
        })
    }

    /// True if the checkpoint has a table, and not only what is learnt before it.
    pub fn has_table(&self) -> bool {
        self.checkpoint.header().solver == self.task.preset.name
    }
}
