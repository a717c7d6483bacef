//! Standard output and standard error that are full, or that have no reader.

#![cfg(unix)]

use std::fs::OpenOptions;
use std::path::Path;
use std::process::Stdio;

use crate::binary::{TINY, cardsharp, train};

/// Command lines that print something and end soon. They need the file `p.policy`.
fn commands() -> Vec<Vec<&'static str>> {
    let lines = [
        "games",
        "games --json",
        "completions bash",
        "--help",
        "train --help",
        "--version",
        "match challenge greedy lowest --games 2 --quiet",
        "match challenge greedy lowest --games 2 --json",
        "solve kuhn_poker --iterations 10",
        "solve kuhn_poker --iterations 10 --json",
        "values",
        "values --json",
        "inspect p.policy",
        "exploit p.policy --hands 1 --json",
        "export challenge --policy p.policy --out small.policy",
    ];
    let mut lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    let more = "--score 0,0 --iterations 100 --hands 0 --json --out q.policy";
    lines.push(["train", TINY].into_iter().chain(more.split(' ')).collect());
    lines
}

fn trained() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "p.policy", 100);
    folder
}

fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Slow: every command that prints is run, one after the other.
#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let folder = trained();
    for line in commands() {
        let mut command = cardsharp(folder.path(), &line);
        let output = command.stdout(closed_pipe()).stderr(Stdio::piped());
        let output = output.spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{line:?}: {said}");
        for word in ["panicked", "pipe", "Error", "error"] {
            assert!(!said.contains(word), "{line:?}: {said}");
        }
    }
    assert!(folder.path().join("q.policy").exists(), "the result is saved");
}

#[test]
fn nobody_need_read_standard_error() {
    let folder = trained();
    for line in commands() {
        let mut command = cardsharp(folder.path(), &line);
        let status = command.stdout(Stdio::null()).stderr(closed_pipe()).status();
        assert_eq!(status.unwrap().code(), Some(0), "{line:?}");
    }
    let line = ["solve", "no-such-game"];
    let mut command = cardsharp(folder.path(), &line);
    let status = command.stderr(closed_pipe()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let folder = trained();
    let full = Path::new("/dev/full");
    for line in commands() {
        let full = OpenOptions::new().write(true).open(full).unwrap();
        let mut command = cardsharp(folder.path(), &line);
        let output = command.stdout(full).stderr(Stdio::piped());
        let output = output.spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line:?}: {said}");
        assert!(said.contains("standard output cannot be written"), "{said}");
        assert!(!said.contains("panicked"), "{line:?}: {said}");
    }
}
