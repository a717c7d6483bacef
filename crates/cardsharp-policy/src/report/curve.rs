//! Curves: the distance of a strategy from equilibrium during its training, as CSV.
//!
//! | column | meaning |
//! |---|---|
//! | `iteration` | iterations done, in the solver's own unit |
//! | `seconds` | seconds of training, measuring and saving not counted |
//! | `nodes` | nodes touched |
//! | `quantity` | the measured quantity: `nash_conv`, `nash_conv_lower_bound`, `self_play_loss`, `deviation_gain` or `value_error` |
//! | `value` | its value |
//! | `half_width` | half the width of its 95 % confidence interval; 0 or empty if it is exact |
//! | `unit` | unit of `value` and `half_width` |
//!
//! The columns are found by name, so a file may have further columns or another order. The curve's
//! [manifest](super::manifest) lies beside it and describes the run that made it.
//!
//! Curves of earlier versions have a column `nash_conv` in place of `quantity` and `value`. They are read, and
//! continued in the present columns; their quantity follows from the unit ([`quantity_of_unit`]).

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};

use cardsharp_solvers::observers::CsvCurve;
pub use cardsharp_solvers::observers::CurvePoint;

use super::ReportError;
use crate::measurement::quantity_of_unit;

/// Writes a curve row by row. Every row is passed to the system at once, so that a killed process loses none.
#[derive(Debug)]
pub struct CurveWriter {
    path: PathBuf,
    rows: CsvCurve<File>,
}

impl CurveWriter {
    /// Begins a new curve, and replaces the one that exists.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn create(path: &Path) -> Result<Self, ReportError> {
        let file = File::create(path).map_err(|error| ReportError::io(path, "create it", error))?;
        Self::begin(path, file)
    }

    /// Continues a curve from `iteration`, the iteration of the checkpoint that training is resumed from.
    /// Later rows are dropped, because training will write them again. A last row without a line break is
    /// dropped, too. If there is no curve, a new one is begun. Returns the rows kept.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, has a damaged row, or has columns other than those that are written.
    pub fn resume(path: &Path, iteration: u64) -> Result<(Self, Vec<CurvePoint>), ReportError> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| ReportError::io(path, "open it", error))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|error| ReportError::io(path, "read it", error))?;
        let complete = text.iter().rposition(|&byte| byte == b'\n');
        text.truncate(complete.map_or(0, |end| end + 1));
        let truncate = |length: usize| {
            file.set_len(length as u64).map_err(|error| ReportError::io(path, "drop its last rows", error))
        };
        if text.is_empty() {
            truncate(0)?;
            return Ok((Self::begin(path, file)?, Vec::new()));
        }
        let mut kept = Vec::new();
        let mut rows = Rows::new(path, &text)?;
        let written = if rows.has_quantity { &CurvePoint::COLUMNS[..] } else { &EARLIER_COLUMNS[..] };
        if rows.stored_headers.iter().ne(written.iter().copied()) {
            return Err(ReportError::OtherColumns { path: path.to_owned(), expected: CurvePoint::COLUMNS.join(",") });
        }
        let mut end = rows.position();
        while let Some(point) = rows.next() {
            let point = point?;
            if point.iteration > iteration {
                break;
            }
            kept.push(point);
            end = rows.position();
        }
        if !rows.has_quantity {
            truncate(0)?;
            let mut writer = Self::begin(path, file)?;
            kept.iter().try_for_each(|point| writer.push(point))?;
            return Ok((writer, kept));
        }
        truncate(end)?;
        let writer = Self { path: path.to_owned(), rows: CsvCurve::resume(file) };
        Ok((writer, kept))
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn push(&mut self, point: &CurvePoint) -> Result<(), ReportError> {
        self.rows.push(point).map_err(|error| ReportError::io(&self.path, "write it", error))
    }

    fn begin(path: &Path, file: File) -> Result<Self, ReportError> {
        let rows = CsvCurve::new(file).map_err(|error| ReportError::io(path, "write it", error))?;
        Ok(Self { path: path.to_owned(), rows })
    }
}

/// Reads a curve.
///
/// # Errors
///
/// The file cannot be read, lacks a column, or has a damaged row, which the error names by its
/// line. A curve without rows is no error.
pub fn read(path: &Path) -> Result<Vec<CurvePoint>, ReportError> {
    let text = std::fs::read(path).map_err(|error| ReportError::io(path, "read it", error))?;
    Rows::new(path, &text)?.collect()
}

/// The columns that earlier versions wrote.
const EARLIER_COLUMNS: [&str; 6] = ["iteration", "seconds", "nodes", "nash_conv", "half_width", "unit"];

/// The rows of a curve, one by one.
struct Rows<'a> {
    path: &'a Path,
    text: &'a [u8],
    reader: csv::Reader<&'a [u8]>,
    /// The names of the columns as they stand in the file.
    stored_headers: csv::StringRecord,
    /// The names of the columns as this version writes them.
    headers: csv::StringRecord,
    /// False in a curve of an earlier version.
    has_quantity: bool,
    record: csv::StringRecord,
}

impl<'a> Rows<'a> {
    fn new(path: &'a Path, text: &'a [u8]) -> Result<Self, ReportError> {
        let mut reader = csv::Reader::from_reader(text);
        let stored_headers = reader.headers().map_err(|error| damaged(path, 1, error))?.clone();
        let has_quantity = stored_headers.iter().all(|header| header != "nash_conv");
        let present = |header| match header {
            "nash_conv" => "value",
            other => other,
        };
        let headers: csv::StringRecord = stored_headers.iter().map(present).collect();
        let is_missing = |column: &&str| {
            let optional = *column == "quantity" && !has_quantity;
            !optional && headers.iter().all(|header| header != *column)
        };
        match CurvePoint::COLUMNS.into_iter().find(is_missing) {
            None => {
                Ok(Self { path, text, reader, stored_headers, headers, has_quantity, record: csv::StringRecord::new() })
            }
            Some(column) => Err(ReportError::MissingColumn {
                path: path.to_owned(),
                column,
                expected: CurvePoint::COLUMNS.join(","),
            }),
        }
    }

    /// The byte offset of the next row.
    fn position(&self) -> usize {
        self.reader.position().byte() as usize
    }

    /// The line number of the next row. The CSV reader skips empty lines but reports the position before them.
    fn next_line(&self) -> u64 {
        let (before, after) = self.text.split_at(self.position());
        let empty = after.iter().take_while(|byte| b"\r\n".contains(byte));
        let ends = before.iter().chain(empty).filter(|&&byte| byte == b'\n');
        1 + ends.count() as u64
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<CurvePoint, ReportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.next_line();
        match self.reader.read_record(&mut self.record) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(Err(damaged(self.path, line, error))),
        }
        let point =
            self.record.deserialize::<CurvePoint>(Some(&self.headers)).map_err(|error| damaged(self.path, line, error));
        Some(point.and_then(|mut point| {
            if !self.has_quantity {
                point.quantity = quantity_of_unit(&point.unit);
            }
            let numbers = [point.seconds, point.value, point.half_width];
            if numbers.iter().all(|number| number.is_finite()) {
                Ok(point)
            } else {
                Err(ReportError::DamagedRow {
                    path: self.path.to_owned(),
                    line,
                    detail: "a number that is not finite".to_owned(),
                })
            }
        }))
    }
}

fn damaged(path: &Path, line: u64, error: csv::Error) -> ReportError {
    let detail = match error.into_kind() {
        csv::ErrorKind::Io(source) => return ReportError::io(path, "read it", source),
        csv::ErrorKind::Utf8 { .. } => "not UTF-8".to_owned(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("{len} fields, not {expected_len}"),
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("field {}: {}", field + 1, err.kind()),
            None => err.kind().to_string(),
        },
        other => format!("{other:?}"),
    };
    ReportError::DamagedRow { path: path.to_owned(), line, detail }
}
