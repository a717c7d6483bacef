//! Functions that run the binary, and a game that is solved quickly.

use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// A hand that is solved within a second.
pub const TINY: &str = "challenge(ranks=3,copies=3,hand_size=2)";

/// The binary with arguments, in `folder`.
pub fn cardsharp(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null());
    command
}

/// Runs the binary to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    cardsharp(folder, arguments).output().unwrap()
}

/// Runs the binary, which must succeed, and returns the one object that it must print.
pub fn object(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error} in {output:?}");
    })
}

/// Trains for this number of iterations, on one thread.
pub fn train(folder: &Path, out: &str, iterations: u64) -> Value {
    let iterations = iterations.to_string();
    let fixed = ["train", TINY, "--score", "0,0", "--threads", "1", "--json"];
    let given = ["--out", out, "--iterations", &iterations];
    object(folder, &[&fixed[..], &given].concat())
}

/// A process. A test that fails leaves nothing behind that would slow down the others.
pub struct Running(Option<Child>);

impl Running {
    /// Starts a command with standard output and standard error piped.
    pub fn of(command: &mut Command) -> Running {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(Some(command.spawn().unwrap()))
    }

    /// Its output, once it has ended.
    pub fn wait_with_output(mut self) -> io::Result<Output> {
        self.0.take().unwrap().wait_with_output()
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.0.as_ref().unwrap()
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // It may have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts the binary with standard output and standard error piped.
pub fn start(folder: &Path, arguments: &[&str]) -> Running {
    Running::of(&mut cardsharp(folder, arguments))
}

/// Sends a signal, such as `-INT`.
#[cfg(unix)]
pub fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
}

/// Waits until `path` exists.
pub fn wait_for(path: &Path) {
    wait_until(&format!("{path:?} is there"), || path.exists());
}

/// Waits for something that comes in a minute even on a busy machine.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
