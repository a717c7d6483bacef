//! The binary as a server, a client and an administrator, in processes of their own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

/// The binary with these arguments, in `folder`.
pub fn cardsharp(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null());
    command
}

/// Runs it to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    cardsharp(folder, arguments).output().unwrap()
}

/// A server that keeps `folder`, and its address.
pub fn server(folder: &Path, more: &[&str]) -> (Child, String) {
    let mut command = cardsharp(folder, &["serve", "skullwhist", "--port", "0", "--data", "."]);
    started(command.args(more))
}

/// Starts a server, and waits for its address.
pub fn started(command: &mut Command) -> (Child, String) {
    let mut server = command.stderr(Stdio::piped()).spawn().unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let line = lines.find(|line| line.contains("server is on")).unwrap();
    let after = line.split("server is on ").nth(1).unwrap();
    let base = after.split(',').next().unwrap().to_owned();
    // The rest is read too, or the server would wait for a reader.
    std::thread::spawn(move || lines.for_each(drop));
    (server, base)
}

/// Waits for the end of the process, and kills it if it does not end in time.
pub fn exit_code(mut child: Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("the process does not end");
}
