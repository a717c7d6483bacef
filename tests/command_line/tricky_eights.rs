//! Tricky Eights on the command line: trained, measured, shown, exported, played in matches.

use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run};

const SMALL: &str = "tricky-eights(players=2,suits=2,ranks=3,pool=2)";

fn train(folder: &Path, game: &str, iterations: &str, more: &[&str]) -> Value {
    let line = ["train", game, "--iterations", iterations, "--json"];
    object(folder, &[&line[..], more].concat())
}

fn keys(object: &Value) -> Vec<&str> {
    let object = object.as_object().unwrap();
    object.keys().map(String::as_str).collect()
}

#[test]
fn a_small_member_is_trained_and_measured_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let said = train(folder.path(), SMALL, "3000", &["--out", "small.policy"]);
    assert_eq!(
        (&said["half_width"], &said["policy"]),
        (&0.0.into(), &"small.policy".into())
    );
    let found = object(folder.path(), &["exploit", "small.policy", "--json"]);
    let mut documented = [
        "game",
        "infosets",
        "nash_conv",
        "half_width",
        "unit",
        "samples",
        "seconds",
    ];
    let mut found_keys = keys(&found);
    found_keys.sort_unstable();
    documented.sort_unstable();
    assert_eq!(found_keys, documented);
    assert_eq!(found["nash_conv"], said["nash_conv"]);
    assert_eq!(found["samples"], 0);
    assert!(folder.path().join("small.csv").exists());
    assert!(folder.path().join("small.manifest.json").exists());
    let resume = ["train", "tricky-eights", "--resume", "small.checkpoint"];
    let longer = ["--iterations", "4000", "--json"];
    let said = object(folder.path(), &[&resume[..], &longer].concat());
    assert_eq!(said["iterations"], 4000);
    // As a whole it is a game like any other.
    let solved = object(folder.path(), &["solve", SMALL, "--json"]);
    assert!(solved["nash_conv"].as_f64().unwrap() < 1e-3, "{solved}");
}

#[test]
fn a_policy_of_the_contest_is_shown_measured_exported_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--samples", "8", "--out", "eights.policy"];
    let said = train(folder.path(), "tricky-eights", "500", &few);
    assert!(
        said["unit"].as_str().unwrap().contains("made by search"),
        "{said}"
    );
    let found = ["exploit", "eights.policy", "--matches", "8", "--json"];
    assert_eq!(object(folder.path(), &found)["samples"], 8);
    let file = object(folder.path(), &["inspect", "eights.policy", "--json"]);
    assert_eq!(
        file["infosets"].as_str().unwrap().split(' ').next(),
        Some("the")
    );
    assert_eq!(file["classes"], Value::Null);
    let told =
        "starthand n d9 c8 s3 hq c4 cj h7 dt da s7 s2 ct ha c6 sa d5 ck c9 s5 cq h5 hk take n";
    let shown = object(folder.path(), &["inspect", "eights.policy", told, "--json"]);
    assert_eq!(keys(&shown), ["actions", "hand"]);
    let actions = shown["actions"].as_array().unwrap();
    let shares = actions.iter().map(|action| action["probability"].as_f64());
    let sum: f64 = shares.map(Option::unwrap).sum();
    assert!(actions.len() > 1 && (sum - 1.0).abs() < 1e-9, "{shown}");
    let export = ["export", "tricky-eights", "--policy", "eights.policy"];
    let source = ["--source", "bot.cpp", "--json"];
    let written = object(folder.path(), &[&export[..], &source].concat());
    let length = std::fs::metadata(folder.path().join("bot.cpp"))
        .unwrap()
        .len();
    assert_eq!(written["source_bytes"], length);
    assert_eq!(
        keys(&written),
        ["bytes_before", "rows", "source", "source_bytes"]
    );
    let games = [
        "match",
        "tricky-eights",
        "eights.policy",
        "random",
        "random",
        "random",
    ];
    let played = object(
        folder.path(),
        &[&games[..], &["--games", "4", "--json"]].concat(),
    );
    assert_eq!(
        (&played["games"], &played["penalties"]),
        (&4.into(), &0.into())
    );
}

#[test]
fn what_belongs_to_another_contest_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |line: &[&str], names: &str| {
        let output = run(folder.path(), line);
        let said = String::from_utf8(output.stderr).unwrap();
        let failed = !output.status.success();
        assert!(failed && said.contains(names), "{line:?}: {said}");
    };
    refused(&["train", "tricky-eights", "--score", "0,0"], "--score");
    refused(&["train", "tricky-eights", "--matches", "9"], "--matches");
    refused(
        &["train", "tricky-eights", "--infosets", "equity"],
        "appraisal",
    );
    refused(
        &["train", "challenge", "--infosets", "appraisal"],
        "appraisal",
    );
    refused(&["train", "tricky-eights(players=9)"], "9 players");
    refused(
        &["train", "tricky-eights", "--solver", "pcfr+"],
        "too many to be written out",
    );
    train(
        folder.path(),
        SMALL,
        "10",
        &["--samples", "0", "--out", "small.policy"],
    );
    refused(&["exploit", "small.policy", "--hands", "5"], "--hands");
    refused(
        &[
            "match",
            "tricky-eights",
            "small.policy",
            "random",
            "random",
            "random",
        ],
        "train a policy",
    );
    let export = [
        "export",
        "tricky-eights",
        "--policy",
        "small.policy",
        "--source",
        "bot.cpp",
    ];
    refused(&export, "train a policy");
    refused(&["inspect", "small.policy", "endround"], "starthand");
}
