//! What people type and read: durations, memory, names with a summary, sizes.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser};

/// `60s`, `10m`, `1h 30m`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds)
            .map_err(|_| format!("{text} is no number of seconds"));
    }
    humantime::parse_duration(text)
        .map_err(|error| format!("{error}: write a duration as 90s, 10m or 1h30m"))
}

/// `12GiB`, `500MB`; a bare number is bytes.
pub fn memory(text: &str) -> Result<u64, String> {
    let size: bytesize::ByteSize = text
        .parse()
        .map_err(|error| format!("{error}: write an amount of memory as 12GiB or 500MB"))?;
    Ok(size.as_u64())
}

/// Names with their summaries as an argument's values.
pub fn names(names: impl Iterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    names
        .map(|(name, summary)| PossibleValue::new(name).help(summary))
        .collect::<Vec<_>>()
        .into()
}

/// The size of a file, in bytes.
pub fn file_size(path: &Path) -> anyhow::Result<u64> {
    let metadata = std::fs::metadata(path);
    metadata
        .map(|metadata| metadata.len())
        .with_context(|| format!("cannot look at {}", path.display()))
}

/// Bytes for a person.
pub fn bytes(bytes: u64) -> String {
    bytesize::ByteSize(bytes).display().iec().to_string()
}
