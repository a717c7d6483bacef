//! The playing file: the probabilities of a policy, in one byte per action.

use thiserror::Error;

use super::trained_policy::{TrainedPolicy, row_lookup};
use cardsharp_policy::{RowLookup, StrategyTable, quantize};
use cardsharp_training::EXPORTED;

/// A reason why a policy cannot be exported as a playing file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// Its rows are stored by key.
    #[error(
        "information sets {0} store the rows they have met by key, and only those that give every \
         row a place can be exported: play the policy as it is, or train with --infosets tricks, seen \
         or any but recall"
    )]
    Hashed(String),
}

/// Counts of the export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Rows with a choice that are in the policy.
    pub rows: u64,
    /// Rows with a choice that are not in the policy.
    pub unknown: u64,
    /// Actions with a positive probability before and zero after.
    pub dropped: u64,
    /// Rows with one action left.
    pub pure: u64,
}

impl TrainedPolicy {
    /// The number of cells of the playing file, if there can be one.
    pub fn require_exportable(&self) -> Result<u64, ExportError> {
        match row_lookup(&*self.infosets) {
            RowLookup::Dense { cells } => Ok(cells),
            RowLookup::Keyed { .. } => Err(ExportError::Hashed(self.infosets.name().to_owned())),
        }
    }

    /// The same policy without the actions that are rarer than `drop_below` at their information
    /// set. The likeliest action always stays. The others are rounded to 255ths of the likeliest.
    /// The header stays the same, without the measured NashConv, which belongs to another strategy.
    pub fn export(mut self, drop_below: f64) -> Result<(TrainedPolicy, Exported), ExportError> {
        let cells = self.require_exportable()?;
        let mut bytes = vec![0_u8; cells as usize];
        let mut exported = Exported::default();
        self.infosets.for_each_row(&self.game, &mut |key, actions| {
            let mut shares = [0.0; 16];
            let shares = &mut shares[..actions];
            if actions < 2 {
                return;
            }
            if !self.table.row(key, shares) {
                exported.unknown += 1;
                return;
            }
            let first = key.0 as usize;
            let row = &mut bytes[first..first + actions];
            quantize(shares, drop_below, row);
            let taken = shares.iter().filter(|&&share| share > 0.0).count();
            let kept = row.iter().filter(|&&byte| byte > 0).count();
            exported.rows += 1;
            exported.dropped += (taken - kept) as u64;
            exported.pure += u64::from(kept == 1);
        });
        self.table = StrategyTable::quantized(bytes);
        let iterations = self.header.iterations.to_string();
        let notes = [(EXPORTED, drop_below.to_string()), ("source iterations", iterations)];
        let notes = notes.map(|(name, value)| (name.to_owned(), value));
        self.header.parameters.extend(notes);
        self.header.measured = None;
        Ok((self, exported))
    }
}
