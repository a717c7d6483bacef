//! The quantities of the command line: parsers of durations, counts and memory, and the format of sizes.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use cardsharp_solvers::run::MeasurePoints;
use clap::builder::{PossibleValue, PossibleValuesParser};

/// Parses a duration: `60s`, `10m`, `1h 30m`, or a number of seconds.
///
/// # Errors
///
/// The text is not a duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| format!("{text} is no number of seconds"));
    }
    humantime::parse_duration(text).map_err(|error| format!("{error}: write a duration as 90s, 10m or 1h30m"))
}

/// Parses a duration above 0.
///
/// # Errors
///
/// The text is not a duration, or the duration is 0.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if time.is_zero() { Err("nothing is done in no time: write more than 0".to_owned()) } else { Ok(time) }
}

/// Parses a number of seconds above 0.
///
/// # Errors
///
/// The text is not such a number.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "write a number of seconds above 0".to_owned())
}

/// Parses a whole number, 1 or more.
///
/// # Errors
///
/// The text is not such a number.
pub fn count(text: &str) -> Result<u64, String> {
    let count = text.parse::<NonZeroU64>();
    count.map(NonZeroU64::get).map_err(|_| "write a whole number, 1 or more".to_owned())
}

/// Parses the points of a curve by iterations: a whole number, or `geometric`.
///
/// # Errors
///
/// The text is neither.
pub fn measure_points(text: &str) -> Result<MeasurePoints, String> {
    match text.parse() {
        Ok(count) => Ok(MeasurePoints::Every(count)),
        Err(_) if text == "geometric" => Ok(MeasurePoints::Geometric),
        Err(_) => Err("write a whole number, 1 or more, or geometric".to_owned()),
    }
}

/// The largest number of threads. No machine that it was tried on has as many cores.
const MAX_THREADS: usize = 1024;

/// Parses a number of threads.
///
/// # Errors
///
/// The text is not a whole number, or the number is 0 or too large.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse::<NonZeroUsize>().ok();
    let threads = threads.filter(|threads| threads.get() <= MAX_THREADS);
    threads.ok_or_else(|| format!("write a whole number, 1 to {MAX_THREADS}"))
}

/// Parses a target of NashConv: a number, 0 or more.
///
/// # Errors
///
/// The text is not such a number.
pub fn target(text: &str) -> Result<f64, String> {
    let target = text.parse::<f64>().ok();
    let target = target.filter(|target| target.is_finite() && *target >= 0.0);
    target.ok_or_else(|| "write a number, 0 or more, such as 0.05 or 1e-4".to_owned())
}

/// A parser that accepts these names. The help shows each name with its summary.
pub fn names(names: impl Iterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    names.map(|(name, summary)| PossibleValue::new(name).help(summary)).collect::<Vec<_>>().into()
}

/// The size of a file in bytes.
///
/// # Errors
///
/// The size cannot be read.
pub fn file_size(path: &Path) -> anyhow::Result<u64> {
    let metadata = std::fs::metadata(path);
    metadata.map(|metadata| metadata.len()).with_context(|| format!("cannot look at {}", path.display()))
}

/// Formats a number of bytes in binary units.
pub fn bytes(bytes: u64) -> String {
    bytesize::ByteSize(bytes).display().iec().to_string()
}

#[cfg(test)]
#[path = "../tests/unit/quantities.rs"]
mod tests;
