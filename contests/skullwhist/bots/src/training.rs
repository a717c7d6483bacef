//! Training a policy for SkullWhist by Monte-Carlo CFR: from a game to a policy file.

use std::sync::atomic::AtomicBool;

use cardsharp_policy::container::Measured;
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::{PolicyRows, StrategyTable};
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::sampled::{ExternalSampling, Numbering, Preset, SamplingOptions};

use crate::infosets::{Counts, ExplicitGame, Infosets, NAMES, WholeGame, by_name};
use crate::measure::{measured, unit};
use crate::policy::{TrainedPolicy, quantized, rows_of};
use cardsharp_skullwhist_game::rules::Params;
use cardsharp_training::sampled::{AnyError, SampledFamily, SampledSolver};
use cardsharp_training::{Checkpoint, TrainError, Trained};

pub use crate::policy::Family;
pub use cardsharp_training::sampled::{Stage, train};

/// The task of a training run.
pub type Task = cardsharp_training::sampled::Task<Family>;

/// An opened checkpoint: the task of its run, and its state.
pub type ResumePoint = cardsharp_training::sampled::ResumePoint<Family>;

impl SampledFamily for Family {
    type Params = Params;
    type Infosets = dyn Infosets;
    type Learnt = ();
    type Options = ();

    const FINGERPRINT: u64 = u64::from_be_bytes(*b"skullwh\x01");
    const INFOSETS: &'static [&'static str] = NAMES;
    const DEFAULT_INFOSETS: &'static str = Counts::NAME;
    const SAMPLES: usize = 50;

    /// A table of everything is small enough for walks of everything.
    fn default_preset(infosets: &str) -> &'static Preset {
        if infosets == Counts::NAME { Preset::PATHS } else { Preset::DEFAULT }
    }

    fn infosets(name: &str, params: Params, (): &()) -> Result<Box<dyn Infosets>, AnyError> {
        Ok(by_name(name, params)?)
    }

    fn unlearnt() {}

    fn read_options(_: &Checkpoint) -> Result<(), TrainError> {
        Ok(())
    }

    fn with_solver(
        task: &Task,
        (): &(),
        infosets: &Self::Infosets,
        options: SamplingOptions,
        run: &mut dyn FnMut(&mut dyn SampledSolver) -> Result<Trained, TrainError>,
    ) -> Result<Trained, TrainError> {
        let game = WholeGame::new(task.params, infosets);
        run(&mut ExternalSampling::new(&game, infosets, options)?)
    }

    fn table(infosets: &dyn Infosets, solver: &mut dyn SampledSolver) -> StrategyTable {
        match infosets.numbering() {
            Numbering::Dense { .. } => quantized(infosets, &solver.snapshot()),
            Numbering::Hashed { .. } => StrategyTable::of_snapshot(solver.snapshot(), |_| 0),
        }
    }

    fn quantity(params: Params) -> (Quantity, &'static str) {
        (Quantity::NashConvLowerBound, unit(params.objective))
    }

    fn measure(
        policy: &TrainedPolicy,
        samples: Option<usize>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Measured, AnyError> {
        Ok(measured(policy, samples, seed, stop)?)
    }

    fn rows(policy: TrainedPolicy) -> Result<Box<dyn PolicyRows>, AnyError> {
        Ok(rows_of(policy))
    }

    fn explicit(params: Params) -> Result<Box<dyn DynGame>, AnyError> {
        Ok(Box::new(ExplicitGame::new(params)?))
    }
}
