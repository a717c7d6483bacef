//! One input of a target within its limits.

use std::cell::RefCell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::Duration;

use crate::{Outcome, Target, memory};

/// The most memory of an input, besides what the process holds already.
pub const MEMORY: usize = 256 << 20;
/// The most seconds of processor time of an input. One that is in order takes milliseconds.
pub const PATIENCE: u64 = 10;

/// The processor time of this process so far, where the system counts it.
pub fn processor_time() -> Duration {
    cardsharp_system::processes::processor_time().unwrap_or_default()
}

thread_local! {
    /// The place and the message of the last panic.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the messages of panics instead of printing them.
pub fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Memory for the message must not fail.
            memory::end();
            if std::thread::current().name() == Some(NAME) {
                let place = info.location().map_or_else(String::new, |place| format!("{place}: "));
                let payload = info.payload();
                let text = payload.downcast_ref::<&str>().copied();
                let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
                let message = text.unwrap_or("a panic without a message");
                PANIC.with_borrow_mut(|kept| *kept = format!("{place}{message}"));
            } else {
                before(info);
            }
        }));
    });
}

/// The name of the threads whose panics are kept.
const NAME: &str = "target";
/// The stack of a thread of a server, so that input that nests deeply is found where it would hurt.
const STACK: usize = 2 << 20;

/// Runs `work` on a thread whose panics are kept and whose stack is that of a server's thread.
///
/// # Errors
///
/// The thread cannot be started, or it has panicked outside of a target.
pub fn on_own_thread<T: Send>(work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    quiet_panics();
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name(NAME.to_owned()).stack_size(STACK);
        let thread = builder.spawn_scoped(scope, work)?;
        thread.join().map_err(|_| anyhow::anyhow!("the search has panicked"))
    })
}

/// Gives an input to a target, which may take `patience` of processor time. Call it [on its own thread](on_own_thread).
///
/// # Errors
///
/// The fault that the input has shown, in words.
pub fn run(target: &Target, input: &[u8], patience: Duration) -> Result<Outcome, String> {
    let begun = processor_time();
    let mut outcome = Outcome::of_input(input);
    memory::allow(MEMORY);
    let ended = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input, &mut outcome)));
    let refused = memory::end();
    if ended.is_err() {
        return Err(format!("panicked at {}", PANIC.with_borrow_mut(std::mem::take)));
    }
    if refused {
        return Err(format!("wanted more than {} MiB", MEMORY >> 20));
    }
    if processor_time().saturating_sub(begun) > patience {
        return Err(too_long(patience));
    }
    Ok(outcome)
}

/// The fault of an input that takes too long.
pub fn too_long(patience: Duration) -> String {
    format!("took longer than {} s of processor time", patience.as_secs())
}

/// Panics if two values are not the same. `what` names their relation.
///
/// # Panics
///
/// They differ.
#[track_caller]
pub fn same<T: PartialEq + std::fmt::Debug>(found: &T, wanted: &T, what: impl Display) {
    assert!(found == wanted, "{what}: {found:?} and not {wanted:?}");
}
