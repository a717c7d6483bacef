//! A trained policy: a table by the information sets, its file, and its rows, part by part (`rows`).

mod rows;

pub use rows::rows_of;

use std::path::Path;

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::{Numbering, Snapshot};
use cardsharp_solvers::strategy::Strategy;

use crate::infosets::{History, Infosets, MAX_CANDIDATES, WholeGame, by_name};
use cardsharp_policy::container::{self, ContainerError, Header, Kind, Reader};
use cardsharp_policy::{self, PolicyError, RowLookup, StrategyTable, quantize};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Move, Params};

/// Changes when the rules or the numbering of rows change, so that older files are rejected.
pub(crate) const FINGERPRINT: u64 = u64::from_be_bytes(*b"skullwh\x01");

/// Choices rarer than this are left out of a table that numbers rows in advance. Their probability
/// comes from the first traversals, before anything was learnt.
const DROP_BELOW: f64 = 0.1;

/// A loaded policy for SkullWhist.
pub struct TrainedPolicy {
    /// The header of its file.
    pub header: Header,
    /// The member of the family.
    pub params: Params,
    /// The information sets.
    pub infosets: Box<dyn Infosets>,
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

/// The choices of a policy, each with its probability.
pub type Weighed = ArrayVec<(Move, f64), MAX_CANDIDATES>;

impl TrainedPolicy {
    /// Reads a policy file, or its previous generation if the newest is damaged. The second value
    /// is then the error of the newest.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] names the file and its error.
    pub fn load(path: &Path) -> Result<(TrainedPolicy, Option<ContainerError>), PolicyError> {
        let newest = cardsharp_policy::open(path, Kind::Policy)?;
        let reader = newest.reader;
        let (params, infosets) = read_game(&reader)?;
        let lookup = match infosets.numbering() {
            Numbering::Dense { cells } => RowLookup::Dense { cells },
            Numbering::Hashed { .. } => RowLookup::Keyed { group_of: |_| 0 },
        };
        let table = StrategyTable::read(&reader, lookup)?;
        let trained = TrainedPolicy {
            header: reader.header().clone(),
            params,
            infosets,
            table,
        };
        Ok((trained, newest.instead_of))
    }

    /// The policy of a solver's snapshot.
    pub(crate) fn of_snapshot(
        header: Header,
        params: Params,
        infosets: Box<dyn Infosets>,
        snapshot: Snapshot<'_>,
    ) -> TrainedPolicy {
        let table = match infosets.numbering() {
            Numbering::Dense { .. } => quantized(&*infosets, &snapshot),
            Numbering::Hashed { .. } => StrategyTable::of_snapshot(snapshot, |_| 0),
        };
        TrainedPolicy {
            header,
            params,
            infosets,
            table,
        }
    }

    /// Writes the policy, and keeps the file before as the previous generation.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and its error.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        container::write(path, &self.header, &self.table.sections(path)?)
    }

    /// The choices of a player who has to bid or to play, each with its probability. They are
    /// equally likely where the table has no row.
    pub fn weigh(&self, observation: &Observation) -> Weighed {
        let infoset = self.infosets.row_of(observation);
        let count = infoset.candidates.len();
        let mut shares = [1.0 / count as f64; MAX_CANDIDATES];
        if count > 1 {
            self.table.row(infoset.row, &mut shares[..count]);
        }
        infoset.candidates.into_iter().zip(shares).collect()
    }
}

/// The average strategy, with one byte per cell.
fn quantized(infosets: &dyn Infosets, snapshot: &Snapshot<'_>) -> StrategyTable {
    let mut bytes = vec![0; snapshot.floats.len() / 2];
    infosets.for_each_row(&mut |first, width| {
        let cells = first as usize..first as usize + width;
        let taken = cells
            .clone()
            .map(|cell| f64::from(snapshot.floats[2 * cell + 1]));
        let mut shares: ArrayVec<f64, MAX_CANDIDATES> = taken.collect();
        let sum: f64 = shares.iter().sum();
        if sum > 0.0 {
            shares.iter_mut().for_each(|share| *share /= sum);
            quantize(&shares, DROP_BELOW, &mut bytes[cells]);
        }
    });
    StrategyTable::quantized(bytes)
}

/// The policy as a strategy for the game, whatever choices that separates.
impl Strategy<WholeGame<'_>> for TrainedPolicy {
    fn probabilities(&self, _: &WholeGame<'_>, history: &History, out: &mut [f64]) {
        let History::Decision(decision) = history else {
            return;
        };
        let weighed = self.weigh(&decision.observation());
        for (choice, share) in decision.infoset.candidates.iter().zip(out) {
            let found = weighed.iter().find(|(candidate, _)| candidate == choice);
            *share = found.map_or(0.0, |&(_, share)| share);
        }
    }
}

/// The game and the information sets of a file of either kind.
pub(crate) fn read_game(reader: &Reader) -> Result<(Params, Box<dyn Infosets>), PolicyError> {
    let params = cardsharp_policy::game_of(reader, FINGERPRINT)?;
    let infosets = by_name(&reader.header().infosets, params);
    let infosets = infosets.map_err(|cause| PolicyError::unknown(reader, cause))?;
    Ok((params, infosets))
}
