//! The processes that a contestant has started, in any group.
//!
//! A process group contains only those that stay in it. A process that has called `setsid` is in a
//! group of its own. If its parent has ended, it is not a descendant of the contestant either. Each
//! contestant therefore has its own mark in its environment, which all processes that it starts
//! inherit. A process belongs to a contestant if it has the contestant's mark, or descends from the
//! contestant's process. [`Orphans`](super::orphans::Orphans) ends the rest after the game.

use std::collections::HashSet;
use std::ffi::OsStr;

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

/// The environment variable that contains the mark.
const MARK: &str = "CARDSHARP_CONTESTANT";
/// The most searches for processes that were started while others were being ended.
const MAX_SEARCHES: usize = 20;

/// A contestant's process with all processes that it has started.
#[derive(Debug)]
pub(super) struct ProcessTree {
    mark: String,
}

impl ProcessTree {
    /// A tree without a process.
    pub(super) fn new() -> ProcessTree {
        let (judge, number) = (std::process::id(), rand::random::<u64>());
        ProcessTree { mark: format!("{judge}-{number:016x}") }
    }

    /// The environment variable that its first process must have.
    pub(super) fn mark(&self) -> (&'static str, &str) {
        (MARK, &self.mark)
    }

    /// Ends all processes at once, including those that are started meanwhile. `first` is the
    /// number of the first process.
    pub(super) fn kill(&self, first: u32) {
        let mut system = System::new();
        for _ in 0..MAX_SEARCHES {
            let kind = ProcessRefreshKind::nothing().with_environ(UpdateKind::OnlyIfNotSet);
            system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
            let found = self.running(&system, Pid::from_u32(first));
            if found.is_empty() {
                return;
            }
            for process in found.iter().filter_map(|&pid| system.process(pid)) {
                process.kill();
            }
        }
        tracing::warn!("a contestant starts processes faster than they can be ended");
    }

    /// The processes that are still running.
    fn running(&self, system: &System, first: Pid) -> Vec<Pid> {
        let mark = format!("{MARK}={}", self.mark);
        let marked = |pid: &Pid| {
            let process = system.process(*pid);
            let mut variables = process.iter().flat_map(|process| process.environ());
            variables.any(|variable| variable == OsStr::new(&mark))
        };
        let pids = system.processes().keys().copied();
        let mut members: HashSet<Pid> = pids.filter(marked).chain([first]).collect();
        // Children may be listed before their parents, so the search repeats until it adds no process.
        loop {
            let before = members.len();
            let children = system.processes().iter().filter(|(_, process)| {
                let parent = process.parent();
                parent.is_some_and(|parent| members.contains(&parent))
            });
            let children: Vec<Pid> = children.map(|(pid, _)| *pid).collect();
            members.extend(children);
            if members.len() == before {
                break;
            }
        }
        let is_running = |pid: &Pid| {
            let status = system.process(*pid).map(sysinfo::Process::status);
            status.is_some_and(|status| status != ProcessStatus::Zombie)
        };
        members.into_iter().filter(is_running).collect()
    }
}
