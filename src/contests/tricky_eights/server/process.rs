//! A contestant's process, and how it is ended with everything that it has started.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::family::Family;

/// How long a process may take to end by itself once its input has ended.
const GRACE: Duration = Duration::from_millis(500);

/// A process with its three pipes.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    family: Family,
    /// Its number, which on Unix is that of its group too; none once all of it was ended.
    first: Option<u32>,
}

/// The pipes of a process.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    pub(super) errors: ChildStderr,
}

impl Process {
    /// Starts the program that is the first of these words, in a group of its own where there are
    /// groups: a Ctrl-C at the terminal is then the judge's alone, who ends the contestants.
    pub(super) fn start(words: &[String]) -> io::Result<(Process, Pipes)> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut command = Command::new(program);
        let family = Family::new();
        let (name, value) = family.mark();
        command
            .args(arguments)
            .env(name, value)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let first = child.id();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            family,
            first,
        };
        match pipes {
            (Some(input), Some(output), Some(errors)) => Ok((
                process,
                Pipes {
                    input,
                    output,
                    errors,
                },
            )),
            _ => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        }
    }

    /// How it has ended, if it does within a moment.
    pub(super) async fn ended(&mut self) -> Option<ExitStatus> {
        timeout(GRACE, self.child.wait()).await.ok()?.ok()
    }

    /// Waits a moment for it to end by itself, if it `may`, then ends it and all that it has started. It
    /// is always reaped.
    pub(super) async fn end(mut self, may_by_itself: bool) {
        if may_by_itself {
            let _ = timeout(GRACE, self.child.wait()).await;
        }
        self.kill_all();
        if let Err(error) = self.child.kill().await {
            tracing::debug!(%error, "a contestant's process could not be ended");
        }
    }

    /// Ends whatever is left of the group and of the family. The number of the group cannot have been
    /// given to others as long as one of it is there; of one that is empty the system knows nothing.
    fn kill_all(&mut self) {
        let Some(first) = self.first.take() else {
            return;
        };
        // First the family, which is found by who started whom as long as they live.
        self.family.kill(first);
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(first.cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_all();
    }
}
