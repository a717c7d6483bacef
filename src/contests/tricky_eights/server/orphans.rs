//! The orphans of contestants: processes whose parents have ended.
//!
//! A [`ProcessTree`](super::process_tree::ProcessTree) finds a contestant's processes by their mark
//! and by their ancestors. An orphan that has cleared its environment has neither. On Linux the
//! judge's process therefore adopts all orphans below it. When the contestants of a game have been
//! ended, all remaining children of the judge's process are orphans, except those that it had at
//! its start: a shell that replaces itself by the judge leaves its own children to it.

#[cfg(target_os = "linux")]
use std::time::Duration;

/// The most searches for processes that were started while others were being ended.
#[cfg(target_os = "linux")]
const MAX_SEARCHES: usize = 50;
/// Time between two searches.
#[cfg(target_os = "linux")]
const PAUSE: Duration = Duration::from_millis(10);

/// The adoption of orphans by this process. From its beginning on, the process must not start
/// children other than contestants.
#[derive(Debug)]
pub(super) struct Orphans {
    /// The children that the process had before.
    #[cfg(target_os = "linux")]
    others: Vec<rustix::process::Pid>,
}

impl Orphans {
    /// Adopts from now on all orphans among the descendants of this process. Only Linux can do this.
    pub(super) fn adopt() -> Orphans {
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
            tracing::warn!(%error, "processes that contestants leave behind may go on");
        }
        Orphans {
            #[cfg(target_os = "linux")]
            others: children(),
        }
    }

    /// Ends all new children of this process, and the children that it adopts meanwhile.
    pub(super) async fn end(&self) {
        #[cfg(target_os = "linux")]
        for _ in 0..MAX_SEARCHES {
            let mut children = children();
            children.retain(|child| !self.others.contains(child));
            if children.is_empty() {
                return;
            }
            for child in children {
                use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
                let _ = kill_process(child, Signal::KILL);
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
            tokio::time::sleep(PAUSE).await;
        }
        #[cfg(target_os = "linux")]
        tracing::warn!("a process that a contestant has left behind cannot be ended");
    }
}

/// The children of this process.
#[cfg(target_os = "linux")]
fn children() -> Vec<rustix::process::Pid> {
    use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
    let own = Pid::from_u32(std::process::id());
    let mut system = System::new();
    // Threads would be listed as children of their process.
    let kind = ProcessRefreshKind::nothing().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
    let processes = system.processes().iter();
    let children = processes.filter(|(_, process)| process.parent() == Some(own));
    let pids = children.filter_map(|(pid, _)| pid.as_u32().try_into().ok());
    pids.filter_map(rustix::process::Pid::from_raw).collect()
}
