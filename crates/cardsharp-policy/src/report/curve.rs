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

/// Writes a curve row by row. Every row is passed to the system at once, so that a killed process
/// loses none.
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
    /// The file cannot be read or written, has a damaged row, or has columns other than those that are
    /// written.
    pub fn resume(path: &Path, iteration: u64) -> Result<(Self, Vec<CurvePoint>), ReportError> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| ReportError::io(path, "open it", error))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)
            .map_err(|error| ReportError::io(path, "read it", error))?;
        let complete = text.iter().rposition(|&byte| byte == b'\n');
        text.truncate(complete.map_or(0, |end| end + 1));
        let truncate = |length: usize| {
            file.set_len(length as u64)
                .map_err(|error| ReportError::io(path, "drop its last rows", error))
        };
        if text.is_empty() {
            truncate(0)?;
            return Ok((Self::begin(path, file)?, Vec::new()));
        }
        let mut kept = Vec::new();
        let mut rows = Rows::new(path, &text)?;
        let written = if rows.has_quantity {
            &CurvePoint::COLUMNS[..]
        } else {
            &EARLIER_COLUMNS[..]
        };
        if rows.stored_headers.iter().ne(written.iter().copied()) {
            return Err(ReportError::OtherColumns {
                path: path.to_owned(),
                expected: CurvePoint::COLUMNS.join(","),
            });
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
        let writer = Self {
            path: path.to_owned(),
            rows: CsvCurve::resume(file),
        };
        Ok((writer, kept))
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn push(&mut self, point: &CurvePoint) -> Result<(), ReportError> {
        self.rows
            .push(point)
            .map_err(|error| ReportError::io(&self.path, "write it", error))
    }

    fn begin(path: &Path, file: File) -> Result<Self, ReportError> {
        let rows = CsvCurve::new(file).map_err(|error| ReportError::io(path, "write it", error))?;
        Ok(Self {
            path: path.to_owned(),
            rows,
        })
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
const EARLIER_COLUMNS: [&str; 6] = [
    "iteration",
    "seconds",
    "nodes",
    "nash_conv",
    "half_width",
    "unit",
];

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
        let stored_headers = reader
            .headers()
            .map_err(|error| damaged(path, 1, error))?
            .clone();
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
            None => Ok(Self {
                path,
                text,
                reader,
                stored_headers,
                headers,
                has_quantity,
                record: csv::StringRecord::new(),
            }),
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

    /// The line number of the next row. The CSV reader skips empty lines but reports the position before
    /// them.
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
        let point = self
            .record
            .deserialize::<CurvePoint>(Some(&self.headers))
            .map_err(|error| damaged(self.path, line, error));
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
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields, not {expected_len}"),
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("field {}: {}", field + 1, err.kind()),
            None => err.kind().to_string(),
        },
        other => format!("{other:?}"),
    };
    ReportError::DamagedRow {
        path: path.to_owned(),
        line,
        detail,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::measurement::Quantity;

    fn point(iteration: u64) -> CurvePoint {
        CurvePoint {
            iteration,
            seconds: iteration as f64 / 8.0,
            nodes: 100 * iteration,
            quantity: Quantity::SelfPlayLoss,
            value: 1.0 / (1 + iteration) as f64,
            half_width: 0.25,
            unit: "game-win probability, \"per hand\"".to_owned(),
        }
    }

    #[test]
    fn rows_are_on_disk_at_once_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let mut writer = CurveWriter::create(&path).unwrap();
        assert_eq!(read(&path).unwrap(), []);
        for iteration in 0..4 {
            writer.push(&point(iteration)).unwrap();
            assert_eq!(read(&path).unwrap().last(), Some(&point(iteration)));
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(
            "iteration,seconds,nodes,quantity,value,half_width,unit\n0,0.0,0,self_play_loss,1.0,"
        ));
    }

    #[test]
    fn resuming_drops_what_comes_again_and_a_torn_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let (mut writer, kept) = CurveWriter::resume(&path, 99).unwrap();
        assert_eq!(kept, []);
        for iteration in [10, 20, 30, 40] {
            writer.push(&point(iteration)).unwrap();
        }
        drop(writer);
        let torn = fs::read_to_string(&path).unwrap() + "50,1.0,7";
        fs::write(&path, torn).unwrap();
        let (mut writer, kept) = CurveWriter::resume(&path, 20).unwrap();
        assert_eq!(kept, [point(10), point(20)]);
        assert_eq!(read(&path).unwrap(), kept);
        writer.push(&point(25)).unwrap();
        assert_eq!(read(&path).unwrap(), [point(10), point(20), point(25)]);

        let (_, kept) = CurveWriter::resume(&path, 1).unwrap();
        assert_eq!(kept, []);
        assert_eq!(read(&path).unwrap(), []);
        // The file is cut within its header, so the curve is begun anew.
        fs::write(&path, "iteration,sec").unwrap();
        let (_, kept) = CurveWriter::resume(&path, 1).unwrap();
        assert_eq!((kept, read(&path).unwrap()), (vec![], vec![]));
    }

    #[test]
    fn further_columns_are_read_over_but_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let text = "unit,hands,iteration,seconds,nodes,quantity,value,half_width\nu,3,1,2,3,nash_conv,4,\n";
        fs::write(&path, text).unwrap();
        let points = read(&path).unwrap();
        assert_eq!((points[0].value, points[0].half_width), (4.0, 0.0));
        assert!(matches!(
            CurveWriter::resume(&path, 9),
            Err(ReportError::OtherColumns { .. })
        ));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_curve_of_an_earlier_version_is_read_and_continued_in_the_present_columns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.csv");
        let rows = "1,2,3,0.5,,points above parity\n9,2,3,0.25,,points above parity\n";
        let text = format!("{}\n{rows}", EARLIER_COLUMNS.join(","));
        fs::write(&path, &text).unwrap();
        let points = read(&path).unwrap();
        assert_eq!(points[0].quantity, Quantity::DeviationGain);
        assert_eq!((points[0].value, points[1].value), (0.5, 0.25));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);

        let (mut writer, kept) = CurveWriter::resume(&path, 1).unwrap();
        assert_eq!(kept, points[..1]);
        writer.push(&point(4)).unwrap();
        assert_eq!(read(&path).unwrap(), [points[0].clone(), point(4)]);
        let written = fs::read_to_string(&path).unwrap();
        assert!(
            written.starts_with(&CurvePoint::COLUMNS.join(",")),
            "{written}"
        );
    }

    #[test]
    fn damage_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.csv");
        let header = "iteration,seconds,nodes,quantity,value,half_width,unit\n";
        for (row, detail) in [
            ("x,2,3,nash_conv,4,5,u", "field 1"),
            ("1,2,3,nash_conv,4,u", "6 fields, not 7"),
            ("1,2,3,nash_conv,NaN,5,u", "not finite"),
            ("-1,2,3,nash_conv,4,5,u", "field 1"),
            ("1,2,3,nash_conv,4e,5,u", "field 5"),
            ("1,2,3,nashconv,4,5,u", "nashconv"),
        ] {
            fs::write(&path, format!("{header}1,2,3,nash_conv,4,5,u\n\n{row}\n")).unwrap();
            let said = read(&path).unwrap_err().to_string();
            assert!(said.contains("bad.csv, line 4: damaged row"), "{said}");
            assert!(said.contains(detail), "{said}");
        }
        fs::write(&path, "iteration,seconds\n1,2\n").unwrap();
        let said = read(&path).unwrap_err().to_string();
        assert!(said.contains("no column `nodes`"), "{said}");
    }
}
