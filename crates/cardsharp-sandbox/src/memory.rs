//! The memory of a process, and its limit.

use std::collections::HashSet;
use std::path::PathBuf;

use bytesize::ByteSize;
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// The writable private memory of a process (`VmData`), in bytes; none if it has ended.
pub(super) fn data_of(pid: i32) -> Option<u64> {
    let kibibytes: u64 = status_line(pid, "VmData:")?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The most bytes that a pipe holds. No program can change it.
const PIPE: u64 = 64 * 1024;
/// The bytes that wait in a socket of a pair, by the system's own default.
const SOCKET: u64 = 208 * 1024;

/// The bytes that may wait in the pipes and pairs of sockets of these processes.
pub(super) fn buffers_of(processes: &HashSet<i32>) -> u64 {
    let folders = processes.iter().map(|pid| format!("/proc/{pid}/fd"));
    let files = folders.filter_map(|folder| std::fs::read_dir(folder).ok());
    let files = files.flatten().flatten();
    let open: HashSet<PathBuf> = files.filter_map(|file| std::fs::read_link(file.path()).ok()).collect();
    let named = |name: &str| {
        let named = open.iter().filter(|file| file.to_string_lossy().starts_with(name));
        named.count() as u64
    };
    named("pipe:[") * PIPE + named("socket:[") * SOCKET
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
    let both = Rlimit { current: Some(limit), maximum: Some(limit) };
    prlimit(Pid::from_raw(pid), Resource::Data, both).ok()?;
    Some(limit)
}
