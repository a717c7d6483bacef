//! The whole strategy of a policy as a table for other programs.
//!
//! | format | file |
//! |---|---|
//! | CSV: a line for each action of each row | `csv` |
//! | arrays of NumPy in a zip file | `npz`, `npy` |
//!
//! `selected` has the rows that are written, for all formats.

mod csv;
mod npy;
mod npz;
mod selected;

pub use selected::Written;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use self::selected::Selected;
use crate::PolicyRows;
use cardsharp_files::replace_by;

/// The format of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Arrays of NumPy.
    Npz,
}

/// The error of writing a table.
///
/// Each message contains the message of its cause. The cause is therefore no source of the error.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The file cannot be written.
    #[error("cannot write {path}: {cause}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error that the system returned.
        cause: io::Error,
    },
}

/// Writes the rows of a policy. The file is complete, or there is none. With `visited` only rows that were
/// visited in training are written.
///
/// # Errors
///
/// [`TableFileError`] names the file.
pub fn write(path: &Path, format: Format, rows: &dyn PolicyRows, visited: bool) -> Result<Written, TableFileError> {
    let rows = Selected { rows, visited };
    let file = |file: &mut File| match format {
        Format::Csv => csv::write(path, file, &rows),
        Format::Npz => npz::write(file, &rows),
    };
    replace_by(path, file).map_err(|cause| TableFileError::Io { path: path.to_owned(), cause })
}
