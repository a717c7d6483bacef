//! A contestant's process. It is ended together with all processes that it has started.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::process_tree::ProcessTree;
use cardsharp_sandbox::{Confinement, find_program};
use cardsharp_system::processes::{end_group, lead_group};

/// The longest time that a process may take to end by itself after its input has ended.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// A process with its three pipes.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    tree: ProcessTree,
    /// The process number, which on Unix is also that of its group; none once all of the group was ended.
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
    /// Starts the program that is the first of these words. On a system with process groups, it gets one of its own. A
    /// Ctrl-C at the terminal then reaches only the judge, which ends the contestants. With a confinement, the process
    /// is the launcher that holds the program to it, and keeps it from the files of `others`.
    pub(super) fn start(
        words: &[String],
        confinement: Option<&Confinement>,
        others: &[&[String]],
    ) -> io::Result<(Process, Pipes)> {
        let (program, arguments) = words.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut command = match confinement {
            Some(confinement) => {
                find_program(program)?;
                Command::from(confinement.command(words, others))
            }
            None => {
                let mut command = Command::new(program);
                command.args(arguments);
                command
            }
        };
        let tree = ProcessTree::new();
        let (name, value) = tree.mark();
        command.env(name, value).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        lead_group(command.as_std_mut());
        let mut child = command.spawn()?;
        let first = child.id();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process { child, tree, first };
        match pipes {
            (Some(input), Some(output), Some(errors)) => Ok((process, Pipes { input, output, errors })),
            _ => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        }
    }

    /// The exit status of the process, if it ends within [`GRACE`].
    pub(super) async fn ended(&mut self) -> Option<ExitStatus> {
        timeout(GRACE, self.child.wait()).await.ok()?.ok()
    }

    /// Ends the process and all processes that it has started. If it `may` end by itself, it gets
    /// [`GRACE`] to do so. It is always reaped.
    pub(super) async fn end(mut self, may_by_itself: bool) {
        if may_by_itself {
            let _ = timeout(GRACE, self.child.wait()).await;
        }
        self.kill_all();
        if let Err(error) = self.child.kill().await {
            tracing::debug!(%error, "a contestant's process could not be ended");
        }
    }

    /// Ends the remaining processes of the tree and of the group. The number of the group cannot have been given to
    /// another group as long as one process is in it. For an empty group, the system reports an error.
    fn kill_all(&mut self) {
        let Some(first) = self.first.take() else {
            return;
        };
        // The tree comes first: it is found by parents and children, as long as they live.
        self.tree.kill(first);
        end_group(first);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_all();
    }
}
