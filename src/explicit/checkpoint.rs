//! The checkpoint of a run on a game that fits in memory: the file that `train --resume` continues from.

use cardsharp_policy::container::{ContainerError, Section};
use cardsharp_solvers::cfr::{Cfr, CfrState};
use cardsharp_solvers::lp::Pdhg;
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::run::{Progress, Solver};
use cardsharp_solvers::sampled::{ExternalSampling, Sampler, SamplerState, Snapshot};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use cardsharp_training::{Checkpoint, Description, Files, TrainError};

use super::policy::{FINGERPRINT, GAME};

/// The sections of a solver that walks the whole tree: its numbers, and the schedule of its weights.
const LEARNERS: &str = "learners";
const PLANNED: &str = "planned";
const WEIGHT: &str = "weight";

/// The section of the primal-dual hybrid gradient method: its points, and the state of its restarts.
const POINTS: &str = "points";

/// The sections of outcome and chance sampling.
const CELLS: &str = "cells";
const BASELINES: &str = "baselines";
const ROW_KEYS: &str = "row_keys";
const ROW_FIRSTS: &str = "row_firsts";
const GENERATOR: &str = "generator";

/// The state of a solver.
pub enum State<'a> {
    /// Of one that walks the whole tree.
    Whole(CfrState),
    /// Of the primal-dual hybrid gradient method.
    Pdhg(Vec<f64>),
    /// Of external sampling.
    Sampled(Snapshot<'a>),
    /// Of outcome or chance sampling.
    Sampler(SamplerState),
}

impl State<'_> {
    /// Writes the checkpoint of the run that `description` describes.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and its fault.
    pub fn write(
        &self,
        description: &Description,
        files: &Files,
        tree: &Tree,
        progress: &Progress,
    ) -> Result<(), ContainerError> {
        let game = [tree.fingerprint()];
        let mut sections = vec![Section::new(GAME, &game)];
        match self {
            State::Sampled(snapshot) => description.write_checkpoint(files, progress, sections, Some(snapshot)),
            State::Sampler(state) => {
                sections.push(Section::new(CELLS, &state.cells));
                sections.push(Section::new(BASELINES, &state.baselines));
                sections.push(Section::new(ROW_KEYS, &state.keys));
                sections.push(Section::new(ROW_FIRSTS, &state.firsts));
                sections.push(Section::new(GENERATOR, &state.generator));
                description.write_checkpoint(files, progress, sections, None)
            }
            State::Pdhg(points) => {
                sections.push(Section::new(POINTS, points));
                description.write_checkpoint(files, progress, sections, None)
            }
            State::Whole(state) => {
                let (planned, weight) = ([state.planned], [state.weight]);
                sections.push(Section::new(LEARNERS, &state.numbers));
                sections.push(Section::new(PLANNED, &planned));
                sections.push(Section::new(WEIGHT, &weight));
                description.write_checkpoint(files, progress, sections, None)
            }
        }
    }
}

/// Checks that a checkpoint is one of a game that fits in memory, and of this one.
///
/// # Errors
///
/// It is that of another game, or of the same one with other payoffs or chances.
pub fn check(checkpoint: &Checkpoint, tree: &Tree) -> Result<(), TrainError> {
    let reader = &checkpoint.reader;
    reader.require_rules(&checkpoint.header().game, FINGERPRINT)?;
    if reader.section::<u64>(GAME)? == [tree.fingerprint()] {
        Ok(())
    } else {
        Err(checkpoint.senseless("its game has other payoffs or chance probabilities now"))
    }
}

/// A solver of a game that fits in memory, as a run uses it.
pub(super) trait Resumable: Solver {
    /// The strategies that it answers with.
    fn answer(&self, tree: &Tree) -> RealizationPlan;

    /// The state that a later run continues from.
    fn state(&mut self) -> State<'_>;

    /// Continues from a checkpoint.
    ///
    /// # Errors
    ///
    /// The checkpoint is damaged, or that of another solver.
    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), TrainError>;
}

impl Resumable for Cfr<'_> {
    fn answer(&self, _: &Tree) -> RealizationPlan {
        self.plan()
    }

    fn state(&mut self) -> State<'_> {
        State::Whole(Cfr::state(self))
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), TrainError> {
        let reader = &checkpoint.reader;
        let (planned, weight) = (reader.section(PLANNED)?, reader.section(WEIGHT)?);
        let ([planned], [weight]) = (&planned[..], &weight[..]) else {
            return Err(checkpoint.senseless("it has no schedule"));
        };
        let state = CfrState {
            iterations: checkpoint.resumed.iterations,
            planned: *planned,
            weight: *weight,
            numbers: reader.section(LEARNERS)?,
        };
        let restored = Cfr::restore(self, &state);
        restored.map_err(|_| checkpoint.senseless("no run of this game can have its numbers"))
    }
}

impl Resumable for Pdhg<'_> {
    fn answer(&self, _: &Tree) -> RealizationPlan {
        self.plan()
    }

    fn state(&mut self) -> State<'_> {
        State::Pdhg(Pdhg::state(self))
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), TrainError> {
        let points: Vec<f64> = checkpoint.reader.section(POINTS)?;
        let is_sound = Pdhg::restore(self, checkpoint.resumed.iterations, &points);
        let restored = is_sound.then_some(());
        restored.ok_or_else(|| checkpoint.senseless("no run of this game can have its numbers"))
    }
}

impl Resumable for ExternalSampling<'_, Nodes, Nodes> {
    fn answer(&self, tree: &Tree) -> RealizationPlan {
        self.plan(tree)
    }

    fn state(&mut self) -> State<'_> {
        State::Sampled(self.snapshot())
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), TrainError> {
        checkpoint.restore(|snapshot| ExternalSampling::restore(self, snapshot))
    }
}

impl Resumable for Sampler<'_, Nodes, Nodes> {
    fn answer(&self, tree: &Tree) -> RealizationPlan {
        self.plan(tree)
    }

    fn state(&mut self) -> State<'_> {
        State::Sampler(Sampler::state(self))
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), TrainError> {
        let reader = &checkpoint.reader;
        let generator: Vec<u64> = reader.section(GENERATOR)?;
        let generator = <[u64; 4]>::try_from(generator);
        let state = SamplerState {
            traversals: checkpoint.resumed.iterations,
            nodes: checkpoint.resumed.nodes,
            generator: generator.map_err(|_| checkpoint.senseless("its generator has not four numbers"))?,
            keys: reader.section(ROW_KEYS)?,
            firsts: reader.section(ROW_FIRSTS)?,
            cells: reader.section(CELLS)?,
            baselines: reader.section(BASELINES)?,
        };
        let restored = Sampler::restore(self, &state);
        restored.map_err(|cause| checkpoint.does_not_fit(cause))
    }
}
