//! How long an agent thinks.

use std::time::{Duration, Instant};

/// The numbers below `most` as long as time lasts, from now on; always the first. The clock is looked at
/// once in `at_a_time` numbers.
pub fn think_time(most: u32, time: Option<Duration>, at_a_time: u32) -> impl Iterator<Item = u32> {
    let start = Instant::now();
    let late = move || time.is_some_and(|time| start.elapsed() >= time);
    (0..most).take_while(move |&number| number == 0 || number % at_a_time != 0 || !late())
}
