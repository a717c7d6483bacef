//! Functions that run the binary, and a game that is solved quickly.

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

/// Starts the binary with standard output and standard error piped.
pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = cardsharp(folder, arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
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
