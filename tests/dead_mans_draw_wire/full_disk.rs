//! A disk that becomes full while a process runs.

use std::process::{Child, Command};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// The same command, for a process that outlives a full disk: the signal that reports its limit is ignored.
pub fn fillable(command: &Command) -> Command {
    let mut fillable = Command::new("sh");
    fillable.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]);
    fillable.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        fillable.current_dir(folder);
    }
    fillable
}

/// Lets every later write of the process to a file fail, as on a full disk.
pub fn fill(process: &Child) {
    let full = Rlimit { current: Some(0), maximum: Some(0) };
    let pid = Pid::from_raw(process.id() as i32);
    prlimit(pid, Resource::Fsize, full).unwrap();
}
