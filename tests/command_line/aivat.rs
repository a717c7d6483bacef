//! `--aivat` of `match` and `tournament`, and the results without luck of `analyse --aivat`.

use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run};

const ALL_SCORES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy");
const WHIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/skullwhist/arena.policy");
const AGENTS: [&str; 2] = ["greedy-challenge", "greedy"];

fn played(folder: &Path, command: &str, rest: &[&str]) -> Value {
    let [one, other] = AGENTS;
    object(folder, &[&[command, "challenge", one, other, "--games", "12", "--json"], rest].concat())
}

/// The records of a match, of a tournament and of its journal have one result.
#[test]
fn all_commands_remove_the_same_luck() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let records = ["--records", "--aivat", ALL_SCORES];
    let matched = played(folder, "match", &["--aivat", ALL_SCORES, "--journal", "bare.jsonl"]);
    let [found, plain] = [&matched["aivat"], &played(folder, "match", &[])];
    assert!(plain["aivat"].is_null() && plain["wins"] == matched["wins"], "{matched}");
    assert!(!std::fs::read_to_string(folder.join("bare.jsonl")).unwrap().contains("record"));
    assert_eq!([&found["games"], &found["corrected"]], [12, 12], "{matched}");
    let removed = |index: usize| &found["agents"][index]["removed"];
    let width = |index: usize| removed(index)["half_width"].as_f64().unwrap();
    let plain_width = found["agents"][0]["plain"]["half_width"].as_f64().unwrap();
    assert!(width(0) < plain_width && (width(0) - width(1)).abs() < 1e-9, "{matched}");
    for threads in ["1", "2", "8"] {
        let again = played(folder, "match", &["--aivat", ALL_SCORES, "--threads", threads]);
        assert_eq!(again["aivat"], *found);
    }
    let tournament = played(folder, "tournament", &[&["--journal", "club.jsonl"], &records[..]].concat());
    let resumed = object(folder, &["tournament", "--resume", "club.jsonl", "--aivat", ALL_SCORES, "--json"]);
    let analysed = object(folder, &["analyse", "club.jsonl", "--policy", ALL_SCORES, "--aivat", "--json"]);
    assert_eq!(analysed["aivat"][0]["corrected"], 12, "{analysed}");
    for (index, agent) in AGENTS.iter().enumerate() {
        for one in [&tournament, &resumed] {
            let standing = one["agents"].as_array().unwrap().iter().find(|one| one["agent"] == *agent).unwrap();
            assert_close(&standing["luck_removed"], removed(index));
        }
        assert_close(&analysed["aivat"][0]["agents"][index]["removed"], removed(index));
    }
}

/// Sets come in another order, so that sums may differ in their last digits.
fn assert_close(one: &Value, other: &Value) {
    for key in ["share", "half_width"] {
        let [one, other] = [one, other].map(|value| value[key].as_f64().unwrap());
        assert!((one - other).abs() < 1e-9, "{key}: {one} {other}");
    }
}

#[test]
fn the_table_has_the_results_without_luck() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = AGENTS;
    let line = ["match", "challenge", one, other, "--games", "2", "--aivat", ALL_SCORES];
    let text = String::from_utf8(run(folder.path(), &line).stdout).unwrap();
    assert!(text.contains("luck removed") && text.contains("removed by AIVAT"), "{text}");
    let line = ["tournament", "challenge", one, other, "--games", "2", "--journal", "a.jsonl", "--records"];
    let text = String::from_utf8(run(folder.path(), &[&line[..], &["--aivat", ALL_SCORES]].concat()).stdout).unwrap();
    assert!(text.contains("luck removed"), "{text}");
    let text = run(folder.path(), &["analyse", "a.jsonl", "--policy", ALL_SCORES, "--aivat"]).stdout;
    assert!(String::from_utf8(text).unwrap().contains("removed by AIVAT"));
}

/// A journal of `play`: cards of the opponent are hidden, and the opponent has a name that is no agent.
#[test]
fn what_cannot_be_corrected_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused = |line: &[&str], says: &str| {
        let output = run(folder, line);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(says), "{line:?}: {error}");
    };
    let [one, other] = AGENTS;
    refused(&["match", "challenge", one, other, "--aivat", "none.policy"], "none.policy");
    refused(&["match", "challenge", one, other, "--aivat", WHIST], "arena.policy");
    refused(&["match", "skullwhist", "random", "random", "--aivat", WHIST], "leave --aivat away");
    let cards = ["random"; 4];
    refused(&[&["match", "tricky-eights"], &cards[..], &["--aivat", WHIST]].concat(), "two agents");
    refused(&["tournament", "challenge", one, other, "--aivat", ALL_SCORES], "--records");
    played(folder, "tournament", &["--journal", "bare.jsonl"]);
    refused(&["tournament", "--resume", "bare.jsonl", "--aivat", ALL_SCORES], "bare.jsonl has no moves");
}
