//! A trained policy: a learnt value, a table over the information sets, and their file.

use std::path::Path;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::Strategy;
use crate::infosets::{MAX_CANDIDATES, TurnInfosets, by_name};
use crate::value::{Network, WEIGHTS};
use cardsharp_dead_mans_draw_game::rules::{Action, Actions, Params, State};
use cardsharp_policy::container::{self, ContainerError, Header, Kind, Reader, Section};
use cardsharp_policy::{self, DigitRows, PolicyError, RowLookup, StrategyTable, Unvisited};

/// The fingerprint of the rules. It changes when the rules, the network's inputs or the numbering
/// of the rows change, so that older files are refused.
pub const FINGERPRINT: u64 = u64::from_be_bytes(*b"deadman\x01");

/// The name of the section with the weights of the learnt value.
pub const VALUE: &str = "value";

/// A loaded policy for Dead Man's Draw.
pub struct TrainedPolicy {
    /// The header of the policy's file.
    pub header: Header,
    /// The parameters of the game.
    pub params: Params,
    /// The learnt value of positions.
    pub network: Arc<Network>,
    /// The information sets of the table.
    pub infosets: Box<dyn TurnInfosets>,
    /// The strategy.
    pub table: StrategyTable,
}

impl std::fmt::Debug for TrainedPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrainedPolicy")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

/// The candidates of a position, each with its probability.
pub type ActionProbabilities = ArrayVec<(Action, f64), MAX_CANDIDATES>;

impl TrainedPolicy {
    /// Reads a policy file, or its previous generation if the newest is damaged. The second value
    /// is then the error of the newest.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] names the file and its fault.
    pub fn load(path: &Path) -> Result<(TrainedPolicy, Option<ContainerError>), PolicyError> {
        let newest = cardsharp_policy::open(path, Kind::Policy)?;
        let reader = newest.reader;
        let (params, network) = read_value(&reader)?;
        let network = Arc::new(network);
        let infosets = read_infosets(&reader, &network)?;
        let lookup = RowLookup::Dense {
            cells: infosets.cells(),
        };
        let table = StrategyTable::read(&reader, lookup)?;
        let policy = TrainedPolicy {
            header: reader.header().clone(),
            params,
            network,
            infosets,
            table,
        };
        Ok((policy, newest.instead_of))
    }

    /// Writes the policy file. The file that it replaces is kept as the previous generation.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and the reason.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        let mut sections = vec![Section::new(VALUE, self.network.weights())];
        sections.extend(self.table.sections(path)?);
        container::write(path, &self.header, &sections)
    }

    /// The candidates of a position, each with its probability. If nothing is known of the row, all
    /// have the same probability. Empty once the match is over.
    pub fn action_probabilities(&self, state: &State) -> ActionProbabilities {
        if state.to_move().is_none() {
            return ActionProbabilities::new();
        }
        let infoset = self.infosets.infoset(state);
        let count = infoset.candidates.len();
        let mut shares = [1.0 / count as f64; MAX_CANDIDATES];
        if count > 1 {
            self.table.row(infoset.row, &mut shares[..count]);
        }
        infoset.candidates.into_iter().zip(shares).collect()
    }
}

impl Strategy for TrainedPolicy {
    fn probabilities(&self, state: &State, actions: &Actions, out: &mut [f64]) {
        let probabilities = self.action_probabilities(state);
        for (action, share) in actions.iter().zip(out) {
            let found = probabilities
                .iter()
                .find(|(candidate, _)| candidate == action);
            *share = found.map_or(0.0, |&(_, share)| share);
        }
    }
}

/// The rows of a policy, part by part.
pub fn turn_rows(policy: TrainedPolicy) -> DigitRows {
    DigitRows {
        layout: policy.infosets.layout(),
        table: policy.table,
        unvisited: Unvisited::Uniform,
    }
}

/// Reads the parameters of the game and the learnt value of a policy or checkpoint.
///
/// # Errors
///
/// [`PolicyError`] names the file and its fault.
pub fn read_value(reader: &Reader) -> Result<(Params, Network), PolicyError> {
    let params = cardsharp_policy::game_of(reader, FINGERPRINT)?;
    let weights = reader.section_within::<f32>(VALUE, 4 * WEIGHTS as u64)?;
    let damaged = || PolicyError::damaged(reader, "its learnt value is damaged; train it again");
    let network = Network::of(weights).ok_or_else(damaged)?;
    Ok((params, network))
}

/// Reads the information sets of a policy or checkpoint, which take the learnt value from `network`.
///
/// # Errors
///
/// [`PolicyError`] if there are no information sets of the file's name.
pub fn read_infosets(
    reader: &Reader,
    network: &Arc<Network>,
) -> Result<Box<dyn TurnInfosets>, PolicyError> {
    let infosets = by_name(&reader.header().infosets, network);
    infosets.map_err(|cause| PolicyError::unknown(reader, cause))
}
