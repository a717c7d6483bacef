//! The namespaces of a confined program: it sees no process but its own, and no queue that another program knows.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sched::{CloneFlags, unshare};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{WaitOptions, getgid, getuid, wait};
use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

use super::command::COMMAND;

/// The time between two searches for orphans that have ended.
const REAP: Duration = Duration::from_millis(100);

/// Puts the processes that this process starts from now on into namespaces of their own, the first of them as the
/// parent of its orphans. Returns it; none if the system allows no namespaces. It ends, and all others with it, when
/// it is dropped.
///
/// # Errors
///
/// The namespaces are there, and cannot be used.
pub(super) fn separate() -> io::Result<Option<Child>> {
    let own = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWIPC;
    let (user, group) = (getuid(), getgid());
    if unshare(own).is_err() {
        // A process without privileges has them in a user namespace.
        if unshare(own | CloneFlags::CLONE_NEWUSER).is_err() {
            return Ok(None);
        }
        std::fs::write("/proc/self/setgroups", "deny")?;
        for (map, id) in [("uid_map", user.as_raw()), ("gid_map", group.as_raw())] {
            std::fs::write(format!("/proc/self/{map}"), format!("{id} {id} 1"))?;
        }
    }
    let first = Command::new(std::env::current_exe()?)
        .args([COMMAND, "--first"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    Ok(Some(first))
}

/// The work of the first process of a namespace: it takes note of the end of orphans, until its input ends.
///
/// # Errors
///
/// The system refuses to wait.
pub(super) fn reap_orphans() -> io::Result<()> {
    let input = io::stdin();
    let pause = Timespec::try_from(REAP).map_err(io::Error::other)?;
    loop {
        let mut ends = [PollFd::new(&input, PollFlags::IN)];
        if poll(&mut ends, Some(&pause))? > 0 {
            return Ok(());
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    }
}

/// Takes the privileges of the system's administrator from this process and all that it starts, but for those to
/// read any file, which Landlock bounds.
pub(super) fn give_up_privileges() {
    let kept = CapabilitySet::DAC_OVERRIDE | CapabilitySet::DAC_READ_SEARCH;
    for capability in CapabilitySet::all().difference(kept).iter() {
        // Without privileges there is nothing to give up, and an old system does not know all of them.
        let _ = remove_capability_from_bounding_set(capability);
    }
}
