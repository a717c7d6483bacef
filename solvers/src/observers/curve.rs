//! A curve as CSV.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::Observe;
use crate::best_response::Exploitability;
use crate::quantity::Quantity;
use crate::run::Progress;

/// A row of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Iterations done, in the solver's own unit.
    pub iteration: u64,
    /// Seconds of training, measuring and saving not counted.
    pub seconds: f64,
    /// Nodes touched.
    pub nodes: u64,
    /// The quantity that is measured.
    #[serde(default)]
    pub quantity: Quantity,
    /// Its value.
    pub value: f64,
    /// Half the width of its 95 % confidence interval; 0 if it is exact.
    #[serde(deserialize_with = "empty_as_zero")]
    pub half_width: f64,
    /// Unit of both, such as `game-win probability`.
    pub unit: String,
}

impl CurvePoint {
    /// The names of the columns, in the order in which they are written.
    pub const COLUMNS: [&'static str; 7] = ["iteration", "seconds", "nodes", "quantity", "value", "half_width", "unit"];

    /// The row of an exact NashConv.
    pub fn exact(progress: &Progress, nash_conv: f64, unit: &str) -> CurvePoint {
        CurvePoint {
            iteration: progress.iterations,
            seconds: progress.seconds,
            nodes: progress.nodes,
            quantity: Quantity::NashConv,
            value: nash_conv,
            half_width: 0.0,
            unit: unit.to_owned(),
        }
    }
}

fn empty_as_zero<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(0.0))
}

/// A curve of NashConv as CSV, with the columns that the command `cardsharp plot` reads:
/// [`CurvePoint::COLUMNS`].
///
/// Every row is flushed, so a killed process loses none.
///
/// ```
/// use cardsharp_solvers::prelude::*;
///
/// let tree = Tree::compile(&Kuhn::TWO)?;
/// let (mut curve, mut measured) = (CsvCurve::new(Vec::new())?, 0);
/// let mut count = observers::on_measure(|_progress, _found| measured += 1);
/// let solved = Cfr::new(&tree, Preset::DCFR)
///     .run_with(Until::iterations(1_000), &mut (&mut curve, &mut count))?;
/// assert!(solved.nash_conv() < 1e-2);
/// let text = String::from_utf8(curve.into_inner()?)?;
/// assert_eq!(text.lines().next(), Some("iteration,seconds,nodes,quantity,value,half_width,unit"));
/// assert_eq!(text.lines().count(), 1 + measured);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CsvCurve<W: Write> {
    rows: csv::Writer<W>,
}

impl<W: Write> CsvCurve<W> {
    /// Starts a curve and writes its header.
    ///
    /// # Errors
    ///
    /// The header cannot be written.
    pub fn new(out: W) -> io::Result<CsvCurve<W>> {
        let mut curve = CsvCurve::resume(out);
        curve.rows.write_record(CurvePoint::COLUMNS).map_err(unwritten)?;
        curve.rows.flush()?;
        Ok(curve)
    }

    /// Continues a curve whose header has been written.
    pub fn resume(out: W) -> CsvCurve<W> {
        let rows = csv::WriterBuilder::new().has_headers(false).from_writer(out);
        CsvCurve { rows }
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// The row cannot be written.
    pub fn push(&mut self, point: &CurvePoint) -> io::Result<()> {
        self.rows.serialize(point).map_err(unwritten)?;
        self.rows.flush()
    }

    /// Ends the curve and returns its writer.
    ///
    /// # Errors
    ///
    /// The last bytes cannot be written.
    pub fn into_inner(self) -> io::Result<W> {
        let unwritten = |error: csv::IntoInnerError<_>| io::Error::from(error.error().kind());
        self.rows.into_inner().map_err(unwritten)
    }
}

fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(source) => source,
        other => io::Error::new(io::ErrorKind::InvalidData, format!("{other:?}")),
    }
}

impl<W: Write> Observe for CsvCurve<W> {
    type Error = io::Error;

    fn measured(&mut self, progress: &Progress, found: &Exploitability) -> io::Result<()> {
        self.push(&CurvePoint::exact(progress, found.nash_conv(), "utility"))
    }
}
