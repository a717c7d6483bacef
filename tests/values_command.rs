//! `cardsharp values`, through the binary.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn values() -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.arg("values");
    command
}

fn solve(out: &Path) -> Command {
    let mut command = values();
    let options = "--ranks 3 --copies 2 --hand-size 2 --iterations-per-score 500 --play-outs 4096 \
                   --threads 1 --quiet --json";
    command.arg("--solve").arg("--out").arg(out);
    command.args(options.split_whitespace());
    command
}

#[test]
fn the_stored_table_is_shown_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("values.svg");
    let output = values().arg("--json").arg("--plot").arg(&picture).output();
    let table: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    assert_eq!(table["game"]["ranks"], 13);
    for key in ["values", "residual"] {
        assert_eq!(table[key].as_array().unwrap().len(), 10);
        assert!(table[key][9][9].is_f64());
    }
    assert!(table["unit"].is_string() && table["method"].is_string());
    let picture = std::fs::read_to_string(&picture).unwrap();
    let three = format!("{:.3}", table["values"][3][0].as_f64().unwrap());
    assert!(picture.contains(&three), "{three}");
    let nine = format!("{:.4}", table["values"][9][0].as_f64().unwrap());
    values().assert().success().stdout(contains(nine));
}

#[test]
fn an_unfinished_table_is_gone_on_with_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("values.json");
    solve(&out).assert().success();
    let whole = std::fs::read_to_string(&out).unwrap();
    let table: Value = serde_json::from_str(&whole).unwrap();
    let at = |a: usize, b: usize| table["values"][a][b].as_f64().unwrap();
    assert!(at(9, 0) > 0.9 && at(0, 9) < 0.1 && at(9, 0) > at(5, 5));
    // As if it had been interrupted after the scores of 10 points and more.
    let mut cut = table.clone();
    for (a, b) in (0..10).flat_map(|a| (0..10 - a).map(move |b| (a, b))) {
        cut["values"][a][b] = Value::Null;
        cut["residual"][a][b] = Value::Null;
    }
    std::fs::write(&out, cut.to_string()).unwrap();
    solve(&out)
        .assert()
        .failure()
        .stderr(contains("unfinished").and(contains("--resume")));
    solve(&out)
        .args(["--resume", "--seed", "2"])
        .assert()
        .failure()
        .stderr(contains("other options"));
    solve(&out).arg("--resume").assert().success();
    let resumed: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(resumed, table);
}
