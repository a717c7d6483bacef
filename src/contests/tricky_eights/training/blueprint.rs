//! A trained policy: a table by the information sets, and its file.

use std::path::Path;

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::RowKey;

use crate::contests::tricky_eights::agents::Sight;
use crate::contests::tricky_eights::infosets::{CELLS, MOST_CANDIDATES, Seen, check, see};
use crate::contests::tricky_eights::rules::{Card, TrickyEights};
use crate::policy::container::{self, ContainerError, Header, Kind, Reader};
use crate::policy::{self, Places, PolicyError, StrategyTable, quantize};

/// Changes when the rules or the numbering of rows change, so that older files are refused.
pub(super) const FINGERPRINT: u64 = u64::from_be_bytes(*b"tricky8\x01");

/// A policy for Tricky Eights, loaded.
#[derive(Debug)]
pub struct Blueprint {
    /// Where it comes from.
    pub header: Header,
    /// The member of the family.
    pub member: TrickyEights,
    /// The strategy, a byte a cell.
    pub table: StrategyTable,
}

/// What a policy weighs, and how often it takes or plays each.
pub type Weighed = ArrayVec<(Card, f64), MOST_CANDIDATES>;

impl Blueprint {
    /// Reads a policy file, or its previous generation if the newest is damaged; then the second
    /// value says what is wrong with the newest.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] names the file and what is wrong with it.
    pub fn load(path: &Path) -> Result<(Blueprint, Option<ContainerError>), PolicyError> {
        let newest = policy::open(path, Kind::Policy)?;
        let reader = newest.reader;
        let member = read_member(&reader)?;
        let blueprint = Blueprint {
            header: reader.header().clone(),
            member,
            table: StrategyTable::read(&reader, Places::Dense { cells: CELLS })?,
        };
        Ok((blueprint, newest.instead_of))
    }

    /// Writes it, keeping the file that was there as the previous generation.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and what went wrong.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        container::write(path, &self.header, &self.table.sections(path)?)
    }

    /// The table that `average` tells of, row by row; it answers `false` where nothing is known.
    pub(super) fn table_of(average: impl Fn(RowKey, &mut [f64]) -> bool) -> StrategyTable {
        let mut cells = vec![0; CELLS as usize];
        let mut shares = [0.0; MOST_CANDIDATES];
        for (row, bytes) in cells.chunks_exact_mut(MOST_CANDIDATES).enumerate() {
            let key = RowKey((row * MOST_CANDIDATES) as u64);
            if average(key, &mut shares) {
                quantize(&shares, 0.0, bytes);
            }
        }
        StrategyTable::quantized(cells)
    }

    /// What is weighed in a position, and how often each is taken or played: always the first, which is
    /// appraised highest, where the table says nothing. Empty once the round is over.
    pub fn weigh(&self, sight: &Sight<'_>) -> Weighed {
        let seen = see(sight);
        let mut shares = [1.0, 0.0, 0.0];
        let known = seen.candidates.len();
        if known > 1 {
            self.table.row(seen.row, &mut shares[..known]);
        }
        seen.candidates.into_iter().zip(shares).collect()
    }

    /// The candidate of a row that is taken or played most often, of several alike the first: by its
    /// place among the candidates.
    pub fn most_likely(&self, row: RowKey, candidates: usize) -> usize {
        let mut shares = [1.0, 0.0, 0.0];
        let shares = &mut shares[..candidates.min(MOST_CANDIDATES)];
        self.table.row(row, shares);
        let better = |best: usize, place: usize| match shares[place] > shares[best] {
            true => place,
            false => best,
        };
        (0..shares.len()).fold(0, better)
    }

    /// What the policy takes or plays; none once the round is over.
    pub fn choose(&self, sight: &Sight<'_>) -> Option<Card> {
        let Seen { candidates, row } = see(sight);
        let place = match candidates.len() {
            0 | 1 => 0,
            several => self.most_likely(row, several),
        };
        candidates.get(place).copied()
    }
}

/// The game of a file of either kind, whose information sets are known.
pub(super) fn read_member(reader: &Reader) -> Result<TrickyEights, PolicyError> {
    let member = policy::game_of(reader, FINGERPRINT)?;
    let known = check(&reader.header().infosets);
    known.map_err(|cause| PolicyError::unknown(reader, cause))?;
    Ok(member)
}
