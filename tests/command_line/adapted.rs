//! The exact measure of the agent `adaptive` in a small member, and its memories in words.

use std::collections::BTreeMap;
use std::fs;

use cardsharp::contests::challenge::agents::Memory;
use serde_json::Value;

use crate::binary::{object, run};
use crate::contests::keys_of;

/// Slow: exact measures after each hand of a learner.
#[test]
fn what_is_learned_costs_exploitability_and_loses_no_more_than_the_account_allows() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = "challenge(ranks=2,copies=8,hand_size=3)";
    let train = ["train", game, "--infosets", "all", "--score", "0,0"];
    let files = ["--iterations", "30000", "--hands", "0", "--out", "two.policy"];
    let quiet = ["--threads", "1", "--quiet"];
    assert!(run(folder, &[&train[..], &files, &quiet].concat()).status.success());
    let hands = 400;
    let measure = ["exploit", "two.policy", "--adaptive", "draws=40", "--json"];
    let played = ["--against", "sparring:fault=folds", "--after", "0,30"];
    let known = ["--known-for", "400"];
    let line = [&measure[..], &played, &known].concat();
    let found = object(folder, &line);
    let keys = ["game", "against", "infosets", "policy", "after", "unit", "seconds"];
    assert_eq!(keys_of(&found), keys.into(), "{found}");
    let of_policy = object(folder, &["exploit", "two.policy", "--json"]);
    let number = |value: &Value| value.as_f64().unwrap();
    let policy = number(&found["policy"]);
    // Two ways to measure one table.
    assert!((policy - number(&of_policy["nash_conv"])).abs() < 1e-4, "{found} {of_policy}");
    let rows = found["after"].as_array().unwrap();
    let keys = ["games", "hands", "nash_conv", "departures", "loss"];
    assert_eq!(keys_of(&rows[0]), keys.into(), "{found}");
    // Of an unknown opponent nothing is believed, and the policy is played.
    assert_eq!(rows[0]["departures"], 0, "{found}");
    assert!((number(&rows[0]["nash_conv"]) - policy).abs() < 1e-12, "{found}");
    assert_eq!(rows[1]["games"], 30);
    assert!(rows[1]["departures"].as_u64().unwrap() > 0, "{found}");
    assert!(number(&rows[1]["nash_conv"]) > policy, "{found}");
    // The response as a whole may lose 0.4 games, 0.002 in each hand, and what may be bad luck: three times half a game by
    // the root of the number of hands. Then the policy is played, which loses no more than its NashConv.
    let hands = f64::from(hands);
    let allowed = (0.4 + 0.002 * hands + 1.5 * hands.sqrt()) / hands + policy;
    assert!(number(&rows[1]["loss"]) < allowed, "{found}");
}

#[test]
fn the_measure_of_what_is_learned_names_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let train = |game: &str, out: &str| {
        let line = format!("train {game} --score 0,0 --iterations 100 --hands 0 --quiet --out {out}");
        let words: Vec<&str> = line.split(' ').collect();
        assert!(run(folder, &words).status.success(), "{line}");
    };
    train("challenge(ranks=2,copies=8,hand_size=2)", "two.policy");
    train("challenge(ranks=3,copies=4,hand_size=2)", "four.policy");
    train("challenge", "whole.policy");
    let calls = ["--against", "sparring:fault=calls"];
    for (policy, options, words) in [
        ("two.policy", &["--adaptive", ""][..], "--against AGENT"),
        ("two.policy", &["--adaptive", "odd=1"], "odd"),
        ("four.policy", &[&["--adaptive", ""][..], &calls].concat(), "copies=8"),
        ("whole.policy", &[&["--adaptive", ""][..], &calls].concat(), "too many deals"),
    ] {
        let output = run(folder, &[&["exploit", policy, "--quiet"][..], options].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{policy} {options:?}");
        assert!(said.contains(words), "{policy} {options:?}: {said}");
    }
}

#[test]
fn memories_are_shown_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory { hands: 12, won: 3, lost: 1, ..Memory::default() };
    let memories = BTreeMap::from([(7, memory)]);
    let text = serde_json::to_vec(&memories).unwrap();
    fs::write(folder.path().join("opponents.json"), text).unwrap();
    let output = run(folder.path(), &["inspect", "opponents.json"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("team 7: 12 hands seen, 3 games won, 1 lost"), "{said}");
    let lines = object(folder.path(), &["inspect", "opponents.json", "--json"]);
    assert!(lines[0].as_str().unwrap().starts_with("team 7"), "{lines}");
    // Any other file of that name is still refused as no policy.
    fs::write(folder.path().join("other.json"), "[1, 2]").unwrap();
    let output = run(folder.path(), &["inspect", "other.json"]);
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("other.json"));
}
