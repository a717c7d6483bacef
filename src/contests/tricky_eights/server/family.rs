//! The processes that a contestant has started, found wherever they went.
//!
//! A process group holds those that stay in it. One that has called `setsid` is in a group of its own,
//! and if its parent has ended, nobody's descendant either. Each contestant therefore has a mark of its
//! own in its environment, which all that it starts inherits: a process belongs to a contestant if it
//! has its mark, or descends from its process.

use std::collections::HashSet;
use std::ffi::OsStr;

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

/// The environment variable with the mark.
const MARK: &str = "CARDSHARP_CONTESTANT";
/// Looks for what was started while the others were being ended.
const LOOKS: usize = 20;

/// A contestant's process with all that it has started.
#[derive(Debug)]
pub(super) struct Family {
    mark: String,
}

impl Family {
    /// A family that has no member yet.
    pub(super) fn new() -> Family {
        let (judge, number) = (std::process::id(), rand::random::<u64>());
        Family {
            mark: format!("{judge}-{number:016x}"),
        }
    }

    /// The variable that its first member's environment must have.
    pub(super) fn mark(&self) -> (&'static str, &str) {
        (MARK, &self.mark)
    }

    /// Ends all members at once, those that are started meanwhile included; `first` is the number of the
    /// first one's process.
    pub(super) fn kill(&self, first: u32) {
        let mut system = System::new();
        for _ in 0..LOOKS {
            let kind = ProcessRefreshKind::nothing().with_environ(UpdateKind::OnlyIfNotSet);
            system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
            let members = self.members(&system, Pid::from_u32(first));
            if members.is_empty() {
                return;
            }
            for member in members {
                if let Some(process) = system.process(member) {
                    process.kill();
                }
            }
        }
        tracing::warn!("a contestant starts processes faster than they can be ended");
    }

    /// The members that are still at work.
    fn members(&self, system: &System, first: Pid) -> Vec<Pid> {
        let mark = format!("{MARK}={}", self.mark);
        let marked = |pid: &Pid| {
            let process = system.process(*pid);
            let mut variables = process.iter().flat_map(|process| process.environ());
            variables.any(|variable| variable == OsStr::new(&mark))
        };
        let pids = system.processes().keys().copied();
        let mut members: HashSet<Pid> = pids.filter(marked).chain([first]).collect();
        // Until nobody is added: children may be listed before their parents.
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
        let at_work = |pid: &Pid| {
            let status = system.process(*pid).map(sysinfo::Process::status);
            status.is_some_and(|status| status != ProcessStatus::Zombie)
        };
        members.into_iter().filter(at_work).collect()
    }
}
