//! Child processes and their groups, and what this process may use.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Puts the process that the command starts into a group of its own, where the system has groups.
pub fn lead_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends all processes of the group that the process with this number leads. The group may be empty. Where the
/// system has no groups, it does nothing.
pub fn end_group(leader: u32) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(leader.cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// Asks a process to save and end. It may have ended already. Where the system has no such request, it does nothing.
pub fn ask_to_end(process: u32) {
    #[cfg(unix)]
    if let Some(process) = rustix::process::Pid::from_raw(process.cast_signed()) {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
    }
    #[cfg(not(unix))]
    let _ = process;
}

/// The time that all threads of this process have had of processors, where the system counts it.
pub fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(time).ok()
    }
    #[cfg(not(unix))]
    None
}

/// Sends standard output into a new file from now on.
///
/// # Errors
///
/// The file cannot be created, or the system cannot redirect standard output.
pub fn print_into(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let file = std::fs::File::create(path)?;
        rustix::stdio::dup2_stdout(&file)?;
        Ok(())
    }
    #[cfg(not(unix))]
    {
        let fault = format!("standard output cannot be sent to {} on this system", path.display());
        Err(io::Error::new(io::ErrorKind::Unsupported, fault))
    }
}

/// Lets the other threads of the machine go before the calling one, where the system ranks single threads.
pub fn step_back() {
    /// The niceness of threads whose answers nobody's clock waits for.
    #[cfg(target_os = "linux")]
    const BACKGROUND: i32 = 10;
    // A system that refuses it serves as well, at the cost of the others.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, BACKGROUND);
}

/// Raises the limit of open files to `wanted`, as far as the system allows. Where the system has no such limit,
/// it does nothing.
///
/// # Errors
///
/// The system refuses it.
pub fn allow_open_files(wanted: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::Nofile);
        let most = now.maximum.map_or(wanted, |maximum| maximum.min(wanted));
        if now.current.is_some_and(|current| current < most) {
            let more = Rlimit { current: Some(most), ..now };
            setrlimit(Resource::Nofile, more)?;
        }
    }
    #[cfg(not(unix))]
    let _ = wanted;
    Ok(())
}

/// Makes this process the parent of all orphans among its descendants, on Linux. Elsewhere they get another parent.
///
/// # Errors
///
/// The system refuses it.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// The numbers of the children of this process. Empty where orphans are not adopted.
pub fn children() -> Vec<u32> {
    #[cfg(target_os = "linux")]
    {
        use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
        let own = Pid::from_u32(std::process::id());
        let mut system = System::new();
        // Threads would be listed as children of their process.
        let kind = ProcessRefreshKind::nothing().without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        let processes = system.processes().iter();
        let children = processes.filter(|(_, process)| process.parent() == Some(own));
        children.map(|(pid, _)| pid.as_u32()).collect()
    }
    #[cfg(not(target_os = "linux"))]
    Vec::new()
}

/// Ends a child of this process that it did not start itself, and takes note of its end.
pub fn end_adopted(child: u32) {
    #[cfg(target_os = "linux")]
    if let Some(child) = rustix::process::Pid::from_raw(child.cast_signed()) {
        use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
        let _ = kill_process(child, Signal::KILL);
        let _ = waitpid(Some(child), WaitOptions::NOHANG);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = child;
}
