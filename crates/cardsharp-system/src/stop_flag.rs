//! Waiting that ends early if the stop flag of a client is set.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The interval between two looks at a stop flag while waiting.
pub const STOP_CHECK: Duration = Duration::from_millis(50);

/// Waits until `wait` has passed since `moment`. Returns true as soon as `stop` is set.
pub fn wait_since(moment: Instant, wait: Duration, stop: &AtomicBool) -> bool {
    loop {
        if stop.load(Ordering::Relaxed) {
            return true;
        }
        let left = wait.saturating_sub(moment.elapsed());
        if left.is_zero() {
            return false;
        }
        std::thread::sleep(left.min(STOP_CHECK));
    }
}
