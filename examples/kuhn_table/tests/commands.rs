//! Every command works on the contest that this crate adds, without a change elsewhere.

#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs a command line in `folder`.
fn run(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kuhn-table"));
    command.args(line.split(' ')).current_dir(folder).output().unwrap()
}

/// The standard output of a command line that succeeds.
fn text(folder: &Path, line: &str) -> String {
    let output = run(folder, line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&text(folder, line)).unwrap()
}

#[test]
fn an_added_contest_is_trained_measured_inspected_matched_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "train kuhn-table --iterations 2000 --out k.policy --json --quiet";
    assert_eq!(json(folder, line)["quantity"], "nash_conv");

    let measured = json(folder, "exploit k.policy --json");
    assert!(measured["nash_conv"].as_f64().unwrap() < 1e-3, "{measured}");
    let value = measured["seats"][0]["value"].as_f64().unwrap();
    assert!((value + 1.0 / 18.0).abs() < 1e-3, "{value}");

    // With the highest card a bet is called.
    let shown = json(folder, "inspect k.policy 2b --json");
    let called = shown["actions"][1]["probability"].as_f64();
    assert!(called.is_some_and(|call| call > 0.999), "{shown}");

    let played = json(folder, "match kuhn-table k.policy honest --games 2000 --json --quiet");
    assert_eq!(played["contest"], "kuhn-table", "{played}");

    text(folder, "export k.policy --csv table.csv");
    let table = std::fs::read_to_string(folder.join("table.csv")).unwrap();
    assert!(table.contains("2b"), "{table}");
}

#[test]
fn an_added_contest_is_solved_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let listed = json(folder, "games --json");
    let contests = listed["contests"].as_array().unwrap();
    assert!(contests.iter().any(|contest| contest["name"] == "kuhn-table"), "{listed}");
    assert_eq!(contests.len(), 5);
    let solved = text(folder, "solve kuhn-table --solver lp --quiet");
    assert!(solved.contains("-0.0555"), "{solved}");
}

#[test]
fn a_contest_without_a_wire_is_neither_served_nor_played_on_a_server() {
    let folder = tempfile::tempdir().unwrap();
    for (line, missing) in [
        ("serve kuhn-table", "kuhn-table has no server"),
        ("play kuhn-table --host localhost --port 1", "kuhn-table has no client"),
    ] {
        let output = run(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(missing), "{errors}");
    }
    let help = run(folder.path(), "train --help");
    assert!(help.status.success());
}
