//! The time limit of an agent's search.

use std::time::{Duration, Instant};

/// The numbers from 0 to `most`, exclusive, until `time` has passed since the call; 0 always comes. The clock
/// is read once in `at_a_time` numbers.
pub fn think_time(most: u32, time: Option<Duration>, at_a_time: u32) -> impl Iterator<Item = u32> {
    let start = Instant::now();
    let late = move || time.is_some_and(|time| start.elapsed() >= time);
    (0..most).take_while(move |&number| number == 0 || number % at_a_time != 0 || !late())
}
