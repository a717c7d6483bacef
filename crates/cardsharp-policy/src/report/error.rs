use std::io;
use std::path::{Path, PathBuf};

use crate::measurement::Quantity;

/// The error of reading or making a report.
///
/// Each message contains the message of its cause. The cause is therefore no source of the error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// Reading or writing failed.
    #[error("{path}: cannot {action}: {cause}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        action: &'static str,
        /// The error that the system returned.
        cause: io::Error,
    },
    /// The content of a row of a curve is invalid.
    #[error("{path}, line {line}: damaged row ({detail}); correct or delete the line")]
    DamagedRow {
        /// The curve.
        path: PathBuf,
        /// The line number. The header is line 1.
        line: u64,
        /// A description of the fault.
        detail: String,
    },
    /// A curve lacks columns.
    #[error("{path}: no column `{column}`; a curve begins with the line {expected}")]
    MissingColumn {
        /// The curve.
        path: PathBuf,
        /// The first column that is missing.
        column: &'static str,
        /// The columns of a curve.
        expected: String,
    },
    /// A curve to be continued has columns other than those that are written.
    #[error("{path}: its columns are not {expected}; write the curve to another file")]
    OtherColumns {
        /// The curve.
        path: PathBuf,
        /// The columns that are written.
        expected: String,
    },
    /// A curve has no points.
    #[error("{path}: an empty curve, there is nothing to draw; train until the first measurement")]
    EmptyCurve {
        /// The curve.
        path: PathBuf,
    },
    /// No point can be shown on a logarithmic axis.
    #[error(
        "none of the {points} points has {x} and {y} above zero, as logarithmic axes need; \
         choose another axis or train longer"
    )]
    NothingToDraw {
        /// The number of points.
        points: usize,
        /// The quantity on the horizontal axis.
        x: &'static str,
        /// The quantity on the vertical axis.
        y: String,
    },
    /// Exploitability is asked for where another quantity than NashConv is measured.
    #[error("exploitability is half of NashConv, and the curve is of another quantity: {0}")]
    NoExploitability(Quantity),
    /// The curves have different quantities or units, which cannot share an axis.
    #[error("curves in different units, `{first}` and `{second}`; draw them one by one")]
    MixedUnits {
        /// The quantity and the unit of one curve.
        first: String,
        /// The quantity and the unit of another curve.
        second: String,
    },
    /// The content of a manifest is invalid.
    #[error("{path}: damaged manifest ({cause}); correct or delete it")]
    DamagedManifest {
        /// The manifest.
        path: PathBuf,
        /// The error of reading it.
        cause: serde_json::Error,
    },
    /// The picture's name asks for a format that cannot be written.
    #[error("{path}: pictures are written as .svg or .png; choose a name that ends so")]
    UnknownPicture {
        /// The picture.
        path: PathBuf,
    },
    /// A PNG is asked for, but the program was built without PNG.
    #[error("{path}: this cardsharp was built without feature `png`; write an .svg")]
    NoPng {
        /// The picture.
        path: PathBuf,
    },
    /// The names and the cells of a heat map differ in number.
    #[error("a heat map of {rows} rows and {columns} columns with {row_names} and {column_names} names")]
    WrongNames {
        /// The number of rows of cells.
        rows: usize,
        /// The number of columns of cells.
        columns: usize,
        /// The number of names of rows.
        row_names: usize,
        /// The number of names of columns.
        column_names: usize,
    },
    /// The picture could not be drawn.
    #[error("{path}: cannot draw: {detail}")]
    Drawing {
        /// The picture.
        path: PathBuf,
        /// A description of the fault.
        detail: String,
    },
}

impl ReportError {
    /// The error of an operation on this file.
    pub fn io(path: &Path, action: &'static str, cause: io::Error) -> Self {
        Self::Io { path: path.to_owned(), action, cause }
    }
}
