//! What people type: durations, memory, names with a summary.

use std::time::Duration;

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

/// Bytes for a person.
pub fn bytes(bytes: u64) -> String {
    bytesize::ByteSize(bytes).display().iec().to_string()
}
