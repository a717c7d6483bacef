use std::io;
use std::path::{Path, PathBuf};

/// Why a report could not be read or made.
///
/// The messages are whole: they contain their cause, which is therefore no source besides.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// Reading or writing failed.
    #[error("{path}: cannot {action}: {cause}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// A row of a curve makes no sense.
    #[error("{path}, line {line}: damaged row ({detail}); correct or delete the line")]
    DamagedRow {
        /// The curve.
        path: PathBuf,
        /// The line, the header being line 1.
        line: u64,
        /// What is wrong.
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
    /// A curve to be gone on with has other columns than are written.
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
    /// There is no point that a logarithmic axis can show.
    #[error(
        "none of the {points} points has {x} and {y} above zero, as logarithmic axes need; \
         choose another axis or train longer"
    )]
    NothingToDraw {
        /// Points there are.
        points: usize,
        /// What is drawn to the right.
        x: &'static str,
        /// What is drawn upwards.
        y: &'static str,
    },
    /// Values of different units cannot share an axis.
    #[error("curves in different units, `{first}` and `{second}`; draw them one by one")]
    MixedUnits {
        /// One of them.
        first: String,
        /// Another.
        second: String,
    },
    /// A manifest makes no sense.
    #[error("{path}: damaged manifest ({cause}); correct or delete it")]
    DamagedManifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong.
        cause: serde_json::Error,
    },
    /// A picture of a kind that is not written.
    #[error("{path}: pictures are written as .svg or .png; choose a name that ends so")]
    UnknownPicture {
        /// The picture.
        path: PathBuf,
    },
    /// A PNG is asked of a program without it.
    #[error("{path}: this cardsharp was built without feature `png`; write an .svg")]
    NoPng {
        /// The picture.
        path: PathBuf,
    },
    /// Names and cells of a heat map do not fit together.
    #[error(
        "a heat map of {rows} rows and {columns} columns with {row_names} and {column_names} names"
    )]
    WrongNames {
        /// Rows of cells.
        rows: usize,
        /// Columns of cells.
        columns: usize,
        /// Names of rows.
        row_names: usize,
        /// Names of columns.
        column_names: usize,
    },
    /// The picture could not be made.
    #[error("{path}: cannot draw: {detail}")]
    Drawing {
        /// The picture.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
}

impl ReportError {
    pub(super) fn io(path: &Path, action: &'static str, cause: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            action,
            cause,
        }
    }
}
