//! `--max-memory`: the most memory that the process takes.
//!
//! Three things hold it. What is about to be taken is estimated first, and refused if it is more. More
//! than the machine has is refused as typed. What no estimate foresees is watched: a process that goes
//! over its bound ends with an error, before the system ends it or others.

use std::time::Duration;

use anyhow::ensure;
use sysinfo::{MemoryRefreshKind, System};

use super::quantities::bytes;

/// The tables that training has at once, in the size of one: what is learnt, and what is copied of it to
/// be measured, saved or gone on with.
pub const COPIES: u64 = 2;

/// How often the watch looks.
const LOOK: Duration = Duration::from_millis(5);
/// Over the bound and a twentieth of it, this much is let pass: what any process takes. The program itself
/// comes on top of it, with some 10 MiB.
const PROCESS: u64 = 3 << 20;
/// Of the machine's memory, the share that is taken where nobody says how much.
const SHARE: (u64, u64) = (3, 4);
/// Bytes of memory that this process may have: the machine's, or its control group's.
pub fn machine() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let group = system.cgroup_limits().map(|limits| limits.total_memory);
    let group = group.filter(|&total| total > 0).unwrap_or(u64::MAX);
    match system.total_memory() {
        // Nothing is known of the machine.
        0 => group,
        total => total.min(group),
    }
}

/// What was asked for, or `default`, or what the machine can give if that is less.
pub fn or_default(requested: Option<u64>, default: u64) -> u64 {
    requested.unwrap_or_else(|| default.min(machine() / SHARE.1 * SHARE.0))
}

/// Refuses what needs more than `allowed` bytes; `what` is the subject of the message.
pub fn check(what: &str, needed: u64, allowed: u64) -> anyhow::Result<()> {
    ensure!(
        needed <= allowed,
        "{what} needs {}, and --max-memory allows {}: allow more, or choose something smaller",
        bytes(needed),
        bytes(allowed)
    );
    Ok(())
}

/// Bytes of memory that the process has taken, the program itself not counted.
#[cfg(target_os = "linux")]
fn taken() -> u64 {
    // Pages in all, in memory, and of these the ones that a file has too.
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let mut pages = pages.split(' ').skip(1).map_while(|text| text.parse().ok());
    let (resident, shared): (u64, u64) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(shared) * rustix::param::page_size() as u64
}

/// Bytes of memory that the process has taken.
#[cfg(not(target_os = "linux"))]
fn taken() -> u64 {
    use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate};
    let own = Pid::from_u32(std::process::id());
    let mut system = System::new();
    let kind = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, kind);
    system.process(own).map_or(0, sysinfo::Process::memory)
}

/// Ends the process with an error once it takes more than `bound` bytes.
///
/// # Errors
///
/// The thread that watches cannot be started.
pub fn watch(bound: u64) -> anyhow::Result<()> {
    let most = bound.saturating_add(bound / 20).saturating_add(PROCESS);
    let watch = move || {
        loop {
            let taken = taken();
            if taken > most {
                eprintln!(
                    "cardsharp: --max-memory allows {}, and the process needs more: it has come to {}; \
                     allow more, or choose something smaller (what was saved before stands)",
                    bytes(bound),
                    bytes(taken)
                );
                std::process::exit(1);
            }
            std::thread::sleep(LOOK);
        }
    };
    std::thread::Builder::new()
        .name("memory".to_owned())
        .spawn(watch)?;
    Ok(())
}
