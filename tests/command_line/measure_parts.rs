//! A measurement in parts that are merged. The result is that of one run, or an error.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn cardsharp(folder: &Path, line: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.current_dir(folder).args(line);
    command
}

fn object(folder: &Path, line: &[&str]) -> Value {
    let output = cardsharp(folder, line).output().unwrap();
    assert!(output.status.success(), "{line:?}: {output:?}");
    let mut object: Value = serde_json::from_slice(&output.stdout).unwrap();
    object["seconds"] = Value::Null;
    object
}

fn trained(folder: &Path, name: &str, iterations: &str) {
    let game = "challenge(ranks=4,copies=3,hand_size=3)";
    let options = ["--score", "0,0", "--hands", "0", "--quiet"];
    cardsharp(folder, &["train", game, "--iterations", iterations, "--out", name]).args(options).assert().success();
}

fn shard(folder: &Path, policy: &str, shard: &str) -> PathBuf {
    shard_with(folder, policy, shard, &[])
}

fn shard_with(folder: &Path, policy: &str, shard: &str, flags: &[&str]) -> PathBuf {
    let line = ["exploit", policy, "--shard", shard, "--parts", "parts", "--json"];
    let part = object(folder, &[&line[..], flags].concat());
    folder.join(part["part"].as_str().unwrap())
}

fn merged(folder: &Path, policy: &str, parts: &[&PathBuf]) -> Command {
    let mut command = cardsharp(folder, &["merge", policy, "--json"]);
    command.args(parts);
    command
}

#[test]
fn parts_make_the_measure_of_one_go_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    trained(folder.path(), "a.policy", "3000");
    let parts = ["1/3", "2/3", "3/3"].map(|part| shard(folder.path(), "a.policy", part));
    let half = shard(folder.path(), "a.policy", "2/2");
    let whole = object(folder.path(), &["exploit", "a.policy", "--json"]);
    for parts in [
        vec![&parts[0], &parts[1], &parts[2]],
        // A part that is given twice does no harm.
        vec![&parts[2], &half, &parts[0], &parts[1], &half],
    ] {
        let output = merged(folder.path(), "a.policy", &parts).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(found["seconds"].is_number());
        found["seconds"] = Value::Null;
        assert_eq!(found, whole);
    }
}

#[test]
fn the_sum_alone_is_that_of_both_seats_in_one_go_and_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    trained(folder.path(), "a.policy", "3000");
    let seats = object(folder.path(), &["exploit", "a.policy", "--json"]);
    let total = object(folder.path(), &["exploit", "a.policy", "--total", "--json"]);
    let of = |report: &Value| report["nash_conv"].as_f64().unwrap();
    assert!((of(&seats) - of(&total)).abs() < 1e-6, "{seats} {total}");
    assert_eq!(total["seats"], Value::Array(Vec::new()));
    cardsharp(folder.path(), &["exploit", "a.policy", "--total"])
        .assert()
        .success()
        .stdout(contains("NashConv").and(contains("leader").not()));

    let [full, one, two] = [("1/2", &[][..]), ("1/2", &["--total"]), ("2/2", &["--total"])]
        .map(|(part, flags)| shard_with(folder.path(), "a.policy", part, flags));
    assert_ne!(full, one, "the two ways have two names");
    let mut command = merged(folder.path(), "a.policy", &[&one, &two]);
    let output = command.arg("--total").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(of(&found), of(&total));
    merged(folder.path(), "a.policy", &[&full, &two])
        .assert()
        .code(1)
        .stderr(contains("both with --total or both without"));
}

#[test]
fn what_is_missing_foreign_or_damaged_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    trained(folder.path(), "a.policy", "3000");
    trained(folder.path(), "b.policy", "2000");
    let [one, two] = ["1/2", "2/2"].map(|part| shard(folder.path(), "a.policy", part));
    let other = shard(folder.path(), "b.policy", "2/2");
    assert_ne!(two, other, "parts of two policies have two names");
    let refused = |parts: &[&PathBuf], reason: &str| {
        merged(folder.path(), "a.policy", parts).assert().code(1).stderr(contains(reason));
    };
    refused(&[&one], "7 of 15 walks are missing");
    refused(&[&one, &other], "is not of this policy at this score");
    refused(&[&one, &folder.path().join("none.json")], "cannot read");

    // A part has some thousand bytes. Testing each of them by the command would take minutes.
    let text = std::fs::read(&two).unwrap();
    let damaged = folder.path().join("damaged.part.json");
    for index in (0..text.len()).step_by(text.len() / 40) {
        let mut flipped = text.clone();
        flipped[index] ^= 4;
        std::fs::write(&damaged, &flipped).unwrap();
        let output = merged(folder.path(), "a.policy", &[&one, &damaged]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains("damaged.part.json"),
            "byte {index} of {}: {output:?}",
            text.len()
        );
        std::fs::write(&damaged, &text[..index]).unwrap();
        refused(&[&one, &damaged], "damaged.part.json");
    }
}

/// The words of the flags, and the first words that `cardsharp merge` says if only the second part is given.
const RESOLVED: [(&str, &str, &str); 2] = [
    ("a.policy", "--resolve iterations=4", "of 10 walks are missing"),
    ("trunk.policy", "--resolve iterations=4 --states 5 --estimate --seed 3", "3 of 5 public states are missing"),
];

#[test]
fn a_measure_with_re_solving_can_be_made_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    trained(folder.path(), "a.policy", "3000");
    let game = "challenge(ranks=3,copies=8,hand_size=4)";
    let line = ["train", game, "--solver", "trunk", "--infosets", "all"];
    let options = ["--score", "0,0", "--iterations", "1", "--examples", "20"];
    let out = ["--samples", "0", "--out", "trunk.policy", "--quiet"];
    let line = [&line[..], &options, &out].concat();
    cardsharp(folder.path(), &line).assert().success();
    for (policy, flags, missing) in RESOLVED {
        let flags: Vec<&str> = flags.split(' ').collect();
        let found = |line: &[&str]| object(folder.path(), &[line, &flags, &["--json"]].concat());
        let whole = found(&["exploit", policy]);
        let [one, two] = ["1/2", "2/2"].map(|part| {
            let line = ["exploit", policy, "--parts", "parts", "--shard", part];
            found(&line)["part"].as_str().unwrap().to_owned()
        });
        let joined = found(&["merge", policy, &two, &one]);
        assert_eq!(joined, whole);
        let refused = |line: &[&str], reason: &str| {
            let line = [line, &flags].concat();
            cardsharp(folder.path(), &line).assert().code(1).stderr(contains(reason));
        };
        refused(&["merge", policy, &two], missing);
        // Parts with other options, or of the table alone, are other parts.
        let line = ["merge", policy, &one, &two, "--resolve", "iterations=5"];
        cardsharp(folder.path(), &line).assert().code(1).stderr(contains("solved again in this way"));
        cardsharp(folder.path(), &["merge", policy, &one, &two])
            .assert()
            .code(1)
            .stderr(contains("is not of this policy at this score"));
        let alone = shard(folder.path(), policy, "1/2");
        refused(&["merge", policy, alone.to_str().unwrap()], "solved again in this way");
    }
    let line = ["exploit", "a.policy", "--resolve", "iterations=4", "--states", "5"];
    cardsharp(folder.path(), &[&line[..], &["--shard", "1/2"]].concat())
        .assert()
        .code(2)
        .stderr(contains("leave --shard out"));
}

#[test]
fn a_shard_must_be_one_of_so_many() {
    let folder = tempfile::tempdir().unwrap();
    trained(folder.path(), "a.policy", "100");
    for wrong in ["0/2", "3/2", "1", "a/b", "1/0"] {
        cardsharp(folder.path(), &["exploit", "a.policy", "--shard", wrong])
            .assert()
            .code(2)
            .stderr(contains("write 2/8 for the second of eight"));
    }
    cardsharp(folder.path(), &["exploit", "a.policy", "--shard", "1/2", "--hands", "4"]).assert().code(2);
}
