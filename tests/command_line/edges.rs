//! Games at the edge: large offsets, absurd penalties, changed files, other programs' files.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

fn case(name: &str) -> PathBuf {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers/tests/cases");
    cases.join(name)
}

fn cardsharp(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn object(folder: &Path, arguments: &[&str]) -> Value {
    let output = cardsharp(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn train_and_exploit_measure_one_policy_alike_beside_a_large_offset() {
    let folder = tempfile::tempdir().unwrap();
    let game = case("offset-1e8.efg");
    let game = game.to_str().unwrap();
    for solver in ["pcfr+", "hs-dcfr", "lp", "linear-mccfr"] {
        let name = format!("{solver}.policy");
        let train = [
            "train",
            game,
            "--solver",
            solver,
            "--iterations",
            "3000",
            // With several threads a sampled solver depends on which of them is ahead.
            "--threads",
            "1",
            "--out",
            &name,
            "--json",
        ];
        let trained = object(folder.path(), &train);
        let measured = object(folder.path(), &["exploit", &name, "--json"]);
        let nash_conv = trained["nash_conv"].as_f64().unwrap();
        assert!((0.0..0.5).contains(&nash_conv), "{solver}: {trained}");
        assert_eq!(trained["nash_conv"], measured["nash_conv"], "{solver}");
    }
}

/// Slow: two solves go on to a target that the penalty hides, by millions of iterations.
#[test]
fn an_absurd_penalty_does_not_end_a_solve_early() {
    let folder = tempfile::tempdir().unwrap();
    let game = case("penalty.efg");
    let game = game.to_str().unwrap();
    let solved = object(folder.path(), &["solve", game, "--solver", "dcfr", "--json"]);
    let target = solved["target"].as_f64().unwrap();
    assert!((target / 5e-6 - 1.0).abs() < 1e-9, "{solved}");
    assert!(solved["nash_conv"].as_f64().unwrap() <= 5e-6, "{solved}");
    assert_eq!(solved["stop_reason"], "target");
    let value = solved["values"][0].as_f64().unwrap();
    assert!((value - 1.0 / 7.0).abs() <= 5e-6, "{solved}");
    let shown = cardsharp(folder.path(), &["solve", game, "--solver", "dcfr"]);
    let line = "reached the target NashConv 5.0e-6: 1e-6 of 5, the range of utilities that play can meet";
    assert!(said(&shown).contains(line), "{shown:?}");
    let exact = object(folder.path(), &["solve", game, "--solver", "lp", "--json"]);
    assert!(exact["nash_conv"].as_f64().unwrap() < 1e-9, "{exact}");
    assert_eq!(exact["target"], Value::Null);
}

#[test]
fn numbers_beyond_what_can_be_added_up_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let game = case("huge-payoffs.efg");
    let refused = cardsharp(folder.path(), &["solve", game.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(said(&refused).contains("two utilities of player 0 differ by"), "{refused:?}");
    assert!(!said(&refused).contains("checkpoint"), "{refused:?}");
}

#[test]
fn a_policy_knows_the_payoffs_that_it_was_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pennies.efg");
    let text = std::fs::read_to_string(case("penalty.efg")).unwrap();
    std::fs::write(&path, &text).unwrap();
    let train = ["train", "pennies.efg", "--iterations", "100", "--out", "pennies.policy", "--quiet"];
    assert!(cardsharp(folder.path(), &train).status.success());
    let exploit = ["exploit", "pennies.policy"];
    assert!(cardsharp(folder.path(), &exploit).status.success());
    std::fs::write(&path, text.replace("3, -3", "4, -4")).unwrap();
    for command in ["exploit", "inspect"] {
        let refused = cardsharp(folder.path(), &[command, "pennies.policy"]);
        assert_eq!(refused.status.code(), Some(1), "{command}");
        assert!(said(&refused).contains("other payoffs or chance probabilities"), "{refused:?}");
    }
    std::fs::write(&path, text.replace("-3 }", "-3.0 }")).unwrap();
    let same = cardsharp(folder.path(), &exploit);
    assert!(same.status.success() && same.stderr.is_empty(), "{same:?}");
}

#[test]
fn what_other_programs_write_is_read_with_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let game = case("float-thirds.efg");
    let solved = cardsharp(folder.path(), &["solve", game.to_str().unwrap()]);
    assert!(solved.status.success(), "{solved:?}");
    let note = "line 3, column 82: the probabilities of this chance node sum to 1 only to within 1e-9";
    assert!(said(&solved).contains(note), "{solved:?}");
    let shown = String::from_utf8(solved.stdout).unwrap();
    assert!(shown.contains("value to player 0: 1.333333333"), "{shown}");

    let game = case("rock-paper-scissors.nfg");
    let solved = object(folder.path(), &["solve", game.to_str().unwrap(), "--json"]);
    assert_eq!(solved["infosets"], serde_json::json!([1, 1]));
    assert!(solved["nash_conv"].as_f64().unwrap() <= 2e-6, "{solved}");
}

#[test]
fn what_can_be_opened_is_read_and_what_cannot_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read(case("rock-paper-scissors.nfg")).unwrap();
    // A pipe has no length and no ending.
    let mut command = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    let command = command.args(["solve", "/dev/stdin", "--solver", "lp", "--quiet"]);
    let solved = command.write_stdin(text).output().unwrap();
    assert!(solved.status.success(), "{solved:?}");
    for (path, reason) in [
        ("missing/game", "No such file or directory"),
        ("./", "Is a directory"),
        ("missing.nfg", "No such file or directory"),
    ] {
        for command in ["solve", "train"] {
            let refused = cardsharp(folder.path(), &[command, path]);
            assert_eq!(refused.status.code(), Some(1), "{command} {path}: {refused:?}");
            let said = said(&refused);
            assert!(said.contains(&format!("cannot read {path}")) && said.contains(reason), "{said}");
        }
    }
}

#[test]
fn information_sets_that_play_does_not_come_to_are_marked_and_played_well() {
    let folder = tempfile::tempdir().unwrap();
    let game = case("unreached.efg");
    let game = game.to_str().unwrap();
    for solver in ["pcfr+", "dcfr", "lp"] {
        let solve = ["solve", game, "--solver", solver, "--iterations", "2000"];
        let shown = cardsharp(folder.path(), &solve);
        let shown = String::from_utf8(shown.stdout).unwrap();
        let row = |name: &str| shown.lines().find(|line| line.contains(name)).unwrap().to_owned();
        assert!(!row("start").contains("never"), "{shown}");
        let answer = row("answer");
        assert!(answer.contains("never") && answer.contains("good 1.0000, bad 0.0000"), "{shown}");
        let solved = object(folder.path(), &[&solve[..], &["--json"]].concat());
        assert_eq!(solved["unreached"], 1);
    }
    let train = ["train", game, "--iterations", "2000", "--out", "u.policy", "--quiet"];
    assert!(cardsharp(folder.path(), &train).status.success());
    let inspect = ["inspect", "u.policy", "answer", "--json"];
    let answer = object(folder.path(), &inspect);
    assert_eq!(answer["reached"], false, "{answer}");
}
