//! `cardsharp values`, through the binary.

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
    assert!(picture.contains("if the values of later scores are right"));
    let output = values().output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("if the values of later scores are right"));
    for (a, b) in (0..10).flat_map(|a| (0..10).map(move |b| (a, b))) {
        let [value, residual] = ["values", "residual"].map(|key| table[key][a][b].as_f64().unwrap());
        // No digit is shown that the residual leaves uncertain.
        let decimals = if residual < 0.355 { 2 } else { 1 };
        let parts = 10f64.powi(decimals as i32);
        let error = (residual * parts).ceil() / parts;
        // No chance is below 0 or above 1.
        let [low, high] = [value - residual, value + residual];
        let error = if low < 0.0 || high > 1.0 {
            let low = (low.max(0.0) * parts).floor() / parts;
            let high = (high.min(1.0) * parts).ceil() / parts;
            format!("({low:.decimals$}–{high:.decimals$})")
        } else {
            format!("± {error:.decimals$}")
        };
        let value = format!("{value:.decimals$}");
        assert!(has_lines(&picture, [&value, &error]), "{value} {error}");
        let both = format!("{value} {error}");
        assert!(shown.contains(&both), "{both}");
    }
    // No other number has more digits, except in the description of the method.
    assert_eq!(overstated(&shown), Vec::<String>::new());
    assert_eq!(overstated(&picture), Vec::<String>::new());
}

/// True if the text elements of a picture contain these lines, one after the other.
fn has_lines(picture: &str, lines: [&String; 2]) -> bool {
    let texts: Vec<&str> = texts(picture).collect();
    texts.windows(2).any(|pair| pair == lines.map(String::as_str))
}

/// The texts of a picture.
fn texts(picture: &str) -> impl Iterator<Item = &str> {
    let parts = picture.split("<text ").skip(1);
    parts.filter_map(|part| Some(part.split_once('>')?.1.split_once("</text>")?.0.trim()))
}

/// The probabilities with three decimals or more that are shown to a reader.
fn overstated(shown: &str) -> Vec<String> {
    let words: Vec<&str> =
        if shown.starts_with("<svg") { texts(shown).collect() } else { shown.split_whitespace().collect() };
    let long = |word: &&&str| word.starts_with("0.") && word.len() > 4 && word.parse::<f64>().is_ok();
    let found = words.iter().filter(long);
    found.map(|&word| word.to_owned()).collect()
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
    // The file of a run that was interrupted after the scores of 10 points and more.
    let mut cut = table.clone();
    for (a, b) in (0..10).flat_map(|a| (0..10 - a).map(move |b| (a, b))) {
        cut["values"][a][b] = Value::Null;
        cut["residual"][a][b] = Value::Null;
    }
    std::fs::write(&out, cut.to_string()).unwrap();
    solve(&out).assert().failure().stderr(contains("unfinished").and(contains("--resume")));
    solve(&out).args(["--resume", "--seed", "2"]).assert().failure().stderr(contains("other options"));
    solve(&out).arg("--resume").assert().success();
    let resumed: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(resumed, table);
}
