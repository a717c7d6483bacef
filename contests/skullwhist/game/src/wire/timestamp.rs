//! Times of the protocol.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A time as text: date, a space, and the time with microseconds, UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub String);

impl Timestamp {
    /// The time that is `micros` microseconds after the beginning of 1970.
    pub fn at(micros: u64) -> Timestamp {
        // Years after 9999 have no such text. They occur only if the server's clock is wrong.
        let time = UNIX_EPOCH + Duration::from_micros(micros.min(253_402_300_799_000_000));
        let text = humantime::format_rfc3339_micros(time).to_string();
        Timestamp(text.replace('T', " ").trim_end_matches('Z').to_owned())
    }

    /// Microseconds since the beginning of 1970, now.
    pub fn now_micros() -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_micros() as u64)
    }
}
