//! The policy of a table, and its file.

use std::fmt;
use std::path::Path;

use cardsharp_policy::container::{self, ContainerError, Header, Kind, Reader};
use cardsharp_policy::{PolicyError, RowLookup, StrategyTable, TableInfosets};
use cardsharp_solvers::sampled::Numbering;

use super::family::SampledFamily;

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
        f.debug_struct("TablePolicy")
            .field("header", &self.header)
            .finish_non_exhaustive()
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
        let policy = TablePolicy {
            header: reader.header().clone(),
            params,
            learnt,
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
        let mut sections = F::learnt_sections(&self.learnt);
        sections.extend(self.table.sections(path)?);
        container::write(path, &self.header, &sections)
    }
}

/// The game of a policy or a checkpoint.
pub(super) type ReadGame<F> = (
    <F as SampledFamily>::Params,
    <F as SampledFamily>::Learnt,
    Box<<F as SampledFamily>::Infosets>,
);

/// Reads the member, what is learnt and the information sets of a policy or a checkpoint.
pub(super) fn read_game<F: SampledFamily>(reader: &Reader) -> Result<ReadGame<F>, PolicyError> {
    let params = cardsharp_policy::game_of(reader, F::FINGERPRINT)?;
    let learnt = F::read_learnt(reader)?;
    let infosets = F::infosets(&reader.header().infosets, params, &learnt);
    let infosets = infosets.map_err(|cause| PolicyError::Unknown {
        file: reader.path().to_owned(),
        cause,
    })?;
    Ok((params, learnt, infosets))
}
