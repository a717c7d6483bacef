//! The family of games that Dead Man's Draw is a member of, and the training of its tables.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardsharp_solvers::run::Limits;
use cardsharp_solvers::sampled::{ExternalSampling, SamplingOptions};

use super::error::TaskError;
use super::{Task, learning};
use crate::infosets::{Equity, NAMES, TurnGame, TurnInfosets, by_name, positions_of_play};
use crate::measure::{LOSS_UNIT, measure_policy};
use crate::policy::{Family, TrainedPolicy};
use crate::value::{Network, WEIGHTS};
use cardsharp_dead_mans_draw_game::rules::Params;
use cardsharp_policy::PolicyError;
use cardsharp_policy::container::{Measured, Reader, Section};
use cardsharp_policy::measurement::Quantity;
use cardsharp_training::sampled::{AnyError, Learning, Prepared, SampledFamily, SampledSolver};
use cardsharp_training::{Checkpoint, TrainError, Trained};

/// The name of the section with the weights of the learnt value.
const VALUE: &str = "value";

/// The number of positions in which turns begin.
const POSITIONS: usize = 10_000;
/// The stream of the seed for the play that leads to these positions. Learning uses other streams.
const POSITIONS_STREAM: u64 = 1 << 63;

/// The options of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of matches that the value is learnt from.
    pub matches: u64,
    /// The policy whose value is used instead of learning one.
    pub value: Option<PathBuf>,
}

impl SampledFamily for Family {
    type Params = Params;
    type Infosets = dyn TurnInfosets;
    type Learnt = Arc<Network>;
    type Options = Options;

    /// It also changes when the network's inputs change.
    const FINGERPRINT: u64 = u64::from_be_bytes(*b"deadman\x01");
    const INFOSETS: &'static [&'static str] = NAMES;
    const DEFAULT_INFOSETS: &'static str = Equity::NAME;
    const SAMPLES: usize = 200;

    fn infosets(name: &str, _: Params, network: &Arc<Network>) -> Result<Box<dyn TurnInfosets>, AnyError> {
        Ok(by_name(name, network)?)
    }

    fn unlearnt() -> Arc<Network> {
        Arc::new(Network::zero())
    }

    fn read_learnt(reader: &Reader) -> Result<Arc<Network>, PolicyError> {
        let weights = reader.section_within::<f32>(VALUE, 4 * WEIGHTS as u64)?;
        let damaged = || PolicyError::damaged(reader, "its learnt value is damaged; train it again");
        Network::of(weights).map(Arc::new).ok_or_else(damaged)
    }

    fn learnt_sections(network: &Arc<Network>) -> Vec<Section<'_>> {
        vec![Section::new(VALUE, network.weights())]
    }

    fn read_options(checkpoint: &Checkpoint) -> Result<Options, TrainError> {
        Ok(Options { matches: checkpoint.number("matches")?, value: None })
    }

    fn parameters(task: &Task) -> BTreeMap<String, String> {
        let solver = task.preset.name.to_owned();
        let parameters = [("matches", task.options.matches.to_string()), ("solver", solver)];
        parameters.map(|(name, value)| (name.to_owned(), value)).into()
    }

    fn learning_limits(task: &Task) -> Limits {
        Limits { iterations: Some(task.options.matches), ..Limits::default() }
    }

    fn check(task: &Task) -> Result<(), TrainError> {
        let rules = task.params.rules().map_err(TrainError::task)?;
        if rules.deck.first_draw_pile().is_empty() {
            return Err(TrainError::task(TaskError::NothingToDraw(task.params)));
        }
        Ok(())
    }

    fn prepare(run: Learning<'_, Self>) -> Result<Prepared<Self>, TrainError> {
        learning::learn(run)
    }

    fn with_solver(
        task: &Task,
        network: &Arc<Network>,
        infosets: &Self::Infosets,
        options: SamplingOptions,
        run: &mut dyn FnMut(&mut dyn SampledSolver) -> Result<Trained, TrainError>,
    ) -> Result<Trained, TrainError> {
        let rules = task.params.rules().map_err(TrainError::task)?;
        let seed = task.seed ^ POSITIONS_STREAM;
        let positions = positions_of_play(&rules, network, POSITIONS, seed);
        let game = TurnGame::new(positions, Arc::clone(network), infosets);
        let nothing = || TrainError::task(TaskError::NothingToDraw(task.params));
        let game = game.ok_or_else(nothing)?;
        run(&mut ExternalSampling::new(&game, infosets, options)?)
    }

    fn quantity(_: Params) -> (Quantity, &'static str) {
        (Quantity::SelfPlayLoss, LOSS_UNIT)
    }

    fn measure(
        policy: &TrainedPolicy,
        samples: Option<usize>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Measured, AnyError> {
        measure_policy(policy, samples, seed, stop)
    }
}
