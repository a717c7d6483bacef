//! A trained policy: a table over the information sets, and its file.

use std::path::Path;

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::RowKey;

use crate::infosets::{CELLS, Infoset, MAX_CANDIDATES, check, layout};
use cardsharp_policy::container::{self, ContainerError, Header, Kind, Reader};
use cardsharp_policy::{
    self, DigitRows, PolicyError, RowLookup, StrategyTable, Unvisited, quantize,
};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, Params};

/// The fingerprint of the rules. It changes when the rules or the numbering of the rows change, so
/// that older files are refused.
pub(crate) const FINGERPRINT: u64 = u64::from_be_bytes(*b"tricky8\x01");

/// A loaded policy for Tricky Eights.
#[derive(Debug)]
pub struct TrainedPolicy {
    /// The header of the policy's file.
    pub header: Header,
    /// The member of the family.
    pub member: Params,
    /// The strategy, with one byte for each cell.
    pub table: StrategyTable,
}

/// The candidates of a position, each with its probability.
pub type ActionProbabilities = ArrayVec<(Card, f64), MAX_CANDIDATES>;

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
        let member = read_member(&reader)?;
        let policy = TrainedPolicy {
            header: reader.header().clone(),
            member,
            table: StrategyTable::read(&reader, RowLookup::Dense { cells: CELLS })?,
        };
        Ok((policy, newest.instead_of))
    }

    /// Writes the policy file. The file that it replaces is kept as the previous generation.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and the reason.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        container::write(path, &self.header, &self.table.sections(path)?)
    }

    /// Makes the table of the strategy that `average` returns row by row. It returns `false` for a
    /// row of which nothing is known.
    pub(crate) fn table_of(average: impl Fn(RowKey, &mut [f64]) -> bool) -> StrategyTable {
        let mut cells = vec![0; CELLS as usize];
        let mut shares = [0.0; MAX_CANDIDATES];
        for (row, bytes) in cells.chunks_exact_mut(MAX_CANDIDATES).enumerate() {
            let key = RowKey((row * MAX_CANDIDATES) as u64);
            if average(key, &mut shares) {
                quantize(&shares, 0.0, bytes);
            }
        }
        StrategyTable::quantized(cells)
    }

    /// The candidates of a position, each with its probability. If nothing is known of the row, the
    /// first candidate, which is appraised highest, has probability 1. Empty once the round is
    /// over.
    pub fn probabilities(&self, observation: &Observation<'_>) -> ActionProbabilities {
        let infoset = Infoset::of(observation);
        let mut shares = [1.0, 0.0, 0.0];
        let known = infoset.candidates.len();
        if known > 1 {
            self.table.row(infoset.row, &mut shares[..known]);
        }
        infoset.candidates.into_iter().zip(shares).collect()
    }

    /// The index of a row's most probable candidate. Ties go to the first.
    pub fn most_likely(&self, row: RowKey, candidates: usize) -> usize {
        let mut shares = [1.0, 0.0, 0.0];
        let shares = &mut shares[..candidates.min(MAX_CANDIDATES)];
        self.table.row(row, shares);
        let better = |best: usize, index: usize| {
            if shares[index] > shares[best] {
                index
            } else {
                best
            }
        };
        (0..shares.len()).fold(0, better)
    }

    /// The card that the policy takes or plays; none once the round is over.
    pub fn choose(&self, observation: &Observation<'_>) -> Option<Card> {
        let Infoset { candidates, row } = Infoset::of(observation);
        let index = match candidates.len() {
            0 | 1 => 0,
            several => self.most_likely(row, several),
        };
        candidates.get(index).copied()
    }
}

/// The rows of a policy, part by part.
pub fn appraisal_rows(policy: TrainedPolicy) -> DigitRows {
    DigitRows {
        table: policy.table,
        layout: layout(),
        unvisited: Unvisited::First,
    }
}

/// The game of a policy or checkpoint, if its information sets are known.
pub(crate) fn read_member(reader: &Reader) -> Result<Params, PolicyError> {
    let member = cardsharp_policy::game_of(reader, FINGERPRINT)?;
    let known = check(&reader.header().infosets);
    known.map_err(|cause| PolicyError::unknown(reader, cause))?;
    Ok(member)
}
