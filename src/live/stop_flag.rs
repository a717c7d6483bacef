//! Waiting with an eye on the flag that tells a client to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often somebody who waits looks whether to stop.
pub const STOP_CHECK: Duration = Duration::from_millis(50);

/// Waits until `wait` has gone by since `moment`; `true` if told to stop.
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
