//! Training of a table for Tricky Eights by Monte-Carlo CFR, one round at a time.

use std::sync::atomic::AtomicBool;

use cardsharp_policy::container::Measured;
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::{StrategyTable, Unvisited};
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::sampled::{Averaging, ExternalSampling, SamplingOptions};

use crate::infosets::{AppraisalRows, CELLS, ExactRound, MAX_CANDIDATES, NAME, NAMES, RoundGame, check};
use crate::measure::{DEFAULT_ROUNDS, GAIN_UNIT, measured};
use crate::policy::{TrainedPolicy, table_of};
use cardsharp_training::sampled::{AnyError, SampledFamily, SampledSolver};
use cardsharp_training::{Checkpoint, TrainError, Trained};
use cardsharp_tricky_eights_game::rules::Params;

pub use crate::policy::Family;
pub use cardsharp_training::sampled::{Stage, train};

/// The subject of a training run.
pub type Task = cardsharp_training::sampled::Task<Family>;

/// An opened checkpoint: the task of its run, and the run's state.
pub type ResumePoint = cardsharp_training::sampled::ResumePoint<Family>;

impl SampledFamily for Family {
    type Params = Params;
    type Infosets = AppraisalRows;
    type Learnt = ();
    type Options = ();

    const FINGERPRINT: u64 = u64::from_be_bytes(*b"tricky8\x01");
    const INFOSETS: &'static [&'static str] = NAMES;
    const DEFAULT_INFOSETS: &'static str = NAME;
    const UNVISITED: Unvisited = Unvisited::First;
    const SAMPLES: usize = DEFAULT_ROUNDS;

    fn infosets(name: &str, _: Params, (): &()) -> Result<Box<AppraisalRows>, AnyError> {
        check(name)?;
        Ok(Box::new(AppraisalRows))
    }

    fn unlearnt() {}

    fn read_options(_: &Checkpoint) -> Result<(), TrainError> {
        Ok(())
    }

    fn with_solver(
        task: &Task,
        (): &(),
        infosets: &AppraisalRows,
        options: SamplingOptions,
        run: &mut dyn FnMut(&mut dyn SampledSolver) -> Result<Trained, TrainError>,
    ) -> Result<Trained, TrainError> {
        let game = RoundGame::new(task.params);
        let mut solver = ExternalSampling::new(&game, infosets, options)?;
        // Each cell has a regret and a sum of the average strategy.
        let mut floats = vec![0.0; 2 * CELLS as usize];
        let first = floats.iter_mut().step_by(2 * MAX_CANDIDATES);
        first.for_each(|regret| *regret = warm_start_regret(task.preset.averaging));
        solver.warm_start(&floats, 0).map_err(TrainError::task)?;
        run(&mut solver)
    }

    fn table(_: &AppraisalRows, solver: &mut dyn SampledSolver) -> StrategyTable {
        table_of(|row, shares| solver.rows().average(row, shares))
    }

    fn quantity(_: Params) -> (Quantity, &'static str) {
        (Quantity::DeviationGain, GAIN_UNIT)
    }

    fn measure(
        policy: &TrainedPolicy,
        samples: Option<usize>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Measured, AnyError> {
        let rounds = samples.unwrap_or(DEFAULT_ROUNDS);
        Ok(measured(policy, rounds, seed, stop)?)
    }

    fn explicit(params: Params) -> Result<Box<dyn DynGame>, AnyError> {
        Ok(Box::new(ExactRound::new(params)?))
    }
}

/// The initial regret, in points, of each row's first candidate, which is appraised highest. As
/// long as the regrets of play are smaller than that, every player plays the first candidate. The
/// results of a choice are so learnt among players of some skill. (This is a warm start after
/// Brown and Sandholm, 2016, from a strategy and not from regrets of play.)
fn warm_start_regret(averaging: Averaging) -> f32 {
    match averaging {
        Averaging::Uniform => 30.0,
        // In the first hundred thousand traversals, regrets have a weight of a tenth or less.
        Averaging::Linear => 3.0,
    }
}
