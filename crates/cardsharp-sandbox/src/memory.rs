//! The memory of a process, and its limit.

use bytesize::ByteSize;
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// The writable private memory of a process (`VmData`), in bytes; none if it has ended.
pub(super) fn data_of(pid: i32) -> Option<u64> {
    let kibibytes: u64 = status_line(pid, "VmData:")?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The process of a thread.
pub(super) fn process_of(thread: i32) -> Option<i32> {
    status_line(thread, "Tgid:")?.parse().ok()
}

fn status_line(pid: i32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.to_owned())
}

/// Lets a process take `more` memory than it has now. Returns the limit, in bytes; none if it has ended.
pub(super) fn limit(pid: i32, more: ByteSize) -> Option<u64> {
    let limit = data_of(pid)? + more.as_u64();
    let both = Rlimit {
        current: Some(limit),
        maximum: Some(limit),
    };
    prlimit(Pid::from_raw(pid), Resource::Data, both).ok()?;
    Some(limit)
}
