//! The whole strategy of a policy as a table for other programs.
//!
//! | format | file |
//! |---|---|
//! | CSV: a line for each action of each row | `csv` |
//! | arrays of NumPy in a zip file | `npz`, `npy` |
//! | Parquet, with the columns of the CSV | `parquet` |

mod csv;
mod npy;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::policy::{PartKind, PolicyRows, Row};
use crate::temporary_file;

/// The format of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Arrays of NumPy.
    Npz,
    /// Apache Parquet.
    Parquet,
}

/// The counts of an exported table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Rows: information sets with a choice.
    pub rows: u64,
    /// Rows that were visited in training.
    pub visited: u64,
    /// Actions of all rows.
    pub actions: u64,
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
    /// The program was built without this format.
    #[error(
        "{path}: this cardsharp was built without feature `parquet`: write --csv or --npz, or build it with \
         `cargo build --release --features parquet`"
    )]
    NoParquet {
        /// The file.
        path: PathBuf,
    },
}

/// Returns an error if the program was built without the format.
///
/// # Errors
///
/// [`TableFileError::NoParquet`].
pub fn require(path: &Path, format: Format) -> Result<(), TableFileError> {
    match format {
        Format::Parquet if cfg!(not(feature = "parquet")) => Err(TableFileError::NoParquet {
            path: path.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Writes the rows of a policy. The file is complete, or there is none. With `visited` only rows that were
/// visited in training are written.
///
/// # Errors
///
/// [`TableFileError`] names the file.
pub fn write(
    path: &Path,
    format: Format,
    rows: &dyn PolicyRows,
    visited: bool,
) -> Result<Written, TableFileError> {
    require(path, format)?;
    let rows = Selected { rows, visited };
    let file = |file: &mut File| match format {
        Format::Csv => csv::write(path, file, &rows),
        Format::Npz => npz::write(file, &rows),
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::write(file, &rows),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(io::ErrorKind::Unsupported.into()),
    };
    replaced(path, file).map_err(|cause| TableFileError::Io {
        path: path.to_owned(),
        cause,
    })
}

/// Replaces a file in one step by what `write` writes.
fn replaced<T>(path: &Path, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        // A terminal or a pipe cannot be replaced. It can only be written to.
        return write(&mut File::options().write(true).open(path)?);
    }
    let mut temporary = temporary_file::beside(path)?;
    let written = write(temporary.as_file_mut())?;
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|failed| failed.error)?;
    Ok(written)
}

/// A writer with a buffer that is large enough for a stream of short rows.
fn buffered<W: Write>(file: W) -> BufWriter<W> {
    BufWriter::with_capacity(1 << 18, file)
}

/// The rows that are written.
struct Selected<'a> {
    rows: &'a dyn PolicyRows,
    visited: bool,
}

impl Selected<'_> {
    /// Calls `each` with every row, its probabilities, and whether it was visited. After an error no more rows
    /// are passed.
    fn for_each(
        &self,
        mut each: impl FnMut(&Row<'_>, &[f64], bool) -> io::Result<()>,
    ) -> io::Result<Written> {
        let (weights, unvisited) = (self.rows.weights(), self.rows.unvisited());
        let (mut shares, mut written) = (Vec::new(), Written::default());
        let mut outcome = Ok(());
        self.rows.for_each(&mut |row| {
            if outcome.is_err() {
                return;
            }
            let visited = weights.probabilities(row, unvisited, &mut shares);
            if self.visited && !visited {
                return;
            }
            written.rows += 1;
            written.visited += u64::from(visited);
            written.actions += row.actions.len() as u64;
            outcome = each(row, &shares, visited);
        });
        outcome.map(|()| written)
    }

    /// The name of the column with the number of a row.
    fn number_name(&self) -> &'static str {
        match self.rows.has_keys() {
            true => "key",
            false => "row",
        }
    }
}

/// Writes the value of a part as text; nothing if a row does not have it.
fn print(kind: &PartKind, value: i64, out: &mut String) {
    use std::fmt::Write as _;
    out.clear();
    if value < 0 {
        return;
    }
    match kind {
        PartKind::Number => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{value}");
        }
        PartKind::Label(labels) => out.push_str(labels.get(value as usize).map_or("", |it| it)),
        PartKind::Packed(print) => out.push_str(&print(value)),
    }
}
