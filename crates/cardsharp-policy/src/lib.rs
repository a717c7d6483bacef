//! The strategy table and its file.
//!
//! [`container`] is the file format that policies and checkpoints share: a checked header and named
//! sections of numbers. [`StrategyTable`] is the strategy itself. [`PolicyRows`] lists its rows with the parts of their
//! information sets.

pub mod container;
mod digit_rows;
mod error;
mod index;
mod installed;
mod loaded;
pub mod measurement;
mod quantize;
pub mod report;
mod rows;
mod table;
mod table_infosets;

use std::error::Error;
use std::path::Path;
use std::str::FromStr;

use self::container::{ContainerError, Kind, Newest, Reader};

pub use digit_rows::{ActionsOf, DigitBlock, DigitLayout, DigitRows, bucket_names};
pub use error::PolicyError;
pub use index::GroupOf;
pub use installed::{InstalledError, load_installed};
pub use loaded::loaded;
pub use quantize::quantize;
pub use rows::{NONE, Part, PartKind, PolicyRows, Row, SEGMENT, Unvisited, Weights, segment_range};
pub use table::{RowLookup, StrategyTable, TableError};
pub use table_infosets::{InfosetRow, TableInfosets};

/// Opens a file of this kind, or its previous generation if the newest is damaged.
///
/// # Errors
///
/// [`ContainerError`] names the file and its fault.
pub fn open(path: &Path, kind: Kind) -> Result<Newest, ContainerError> {
    let newest = container::open_newest(path)?;
    newest.reader.require_kind(kind)?;
    Ok(newest)
}

/// The game of a policy or checkpoint, if its rules have this `fingerprint`.
///
/// # Errors
///
/// [`PolicyError`] if the game is unknown, or its rules have changed since.
pub fn game_of<G>(reader: &Reader, fingerprint: u64) -> Result<G, PolicyError>
where
    G: FromStr<Err: Error + Send + Sync + 'static>,
{
    let name = &reader.header().game;
    reader.require_rules(name, fingerprint)?;
    let game = name.parse();
    game.map_err(|cause| PolicyError::unknown(reader, cause))
}
