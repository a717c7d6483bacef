//! Dead Man's Draw on the command line: trained, measured, shown, played in matches.

use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run};

const SMALL: &str = "dead-mans-draw(suits=hook+cannon+sword,values=3)";

fn train(folder: &Path, game: &str, iterations: &str, more: &[&str]) -> Value {
    let line = [
        "train",
        game,
        "--matches",
        "100",
        "--iterations",
        iterations,
        "--json",
    ];
    object(folder, &[&line[..], more].concat())
}

fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn a_small_deck_is_trained_and_measured_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let said = train(folder.path(), SMALL, "3000", &["--out", "small.policy"]);
    assert_eq!(
        (&said["half_width"], &said["policy"]),
        (&0.0.into(), &"small.policy".into())
    );
    let found = object(folder.path(), &["exploit", "small.policy", "--json"]);
    let documented = [
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
    let mut documented = documented.to_vec();
    documented.sort_unstable();
    assert_eq!(found_keys, documented);
    assert_eq!(found["nash_conv"], said["nash_conv"]);
    assert_eq!(found["samples"], 0);
    assert!(folder.path().join("small.csv").exists());
    assert!(folder.path().join("small.manifest.json").exists());
    // The table goes on from its checkpoint.
    let resume = [
        "train",
        "dead-mans-draw",
        "--resume",
        "small.checkpoint",
        "--iterations",
        "4000",
        "--json",
    ];
    assert_eq!(object(folder.path(), &resume)["iterations"], 4000);
}

#[test]
fn a_policy_of_the_arena_is_shown_and_plays_alone_and_looking_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let few = [
        "--infosets",
        "prospects",
        "--samples",
        "2",
        "--out",
        "dead.policy",
    ];
    let said = train(folder.path(), "dead-mans-draw", "500", &few);
    assert!(
        said["unit"].as_str().unwrap().contains("learnt value"),
        "{said}"
    );
    let file = object(folder.path(), &["inspect", "dead.policy", "--json"]);
    assert_eq!(file["header"]["game"], "dead-mans-draw");
    assert_eq!(
        (&file["rows"], &file["classes"]),
        (&Value::Null, &Value::Null)
    );
    let position = "bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2";
    let shown = object(
        folder.path(),
        &["inspect", "dead.policy", position, "--json"],
    );
    assert_eq!(keys(&shown).len(), 3);
    let actions = shown["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 2);
    let sum: f64 = actions
        .iter()
        .map(|action| action["probability"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(
        actions
            .iter()
            .all(|action| (0.0..=1.0).contains(&action["value"].as_f64().unwrap()))
    );
    let games = [
        "match",
        "dead-mans-draw",
        "dead.policy",
        "look-ahead:policy=dead.policy,depth=0",
    ];
    let played = object(
        folder.path(),
        &[&games[..], &["--games", "6", "--json"]].concat(),
    );
    assert_eq!(
        (&played["games"], &played["penalties"]),
        (&6.into(), &0.into())
    );
}

#[test]
fn what_belongs_to_another_contest_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |line: &[&str], names: &str| {
        let output = run(folder.path(), line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(names),
            "{line:?}: {said}"
        );
    };
    refused(&["train", "dead-mans-draw", "--score", "0,0"], "--score");
    refused(&["train", "dead-mans-draw", "--solver", "pcfr+"], "mccfr");
    refused(
        &["train", "dead-mans-draw", "--infosets", "tricks"],
        "equity",
    );
    refused(&["train", "challenge", "--matches", "10"], "--matches");
    refused(&["train", "challenge", "--infosets", "equity"], "equity");
    refused(&["train", "dead-mans-draw(suits=nothing)"], "suits=");
    train(
        folder.path(),
        SMALL,
        "10",
        &["--samples", "0", "--out", "small.policy"],
    );
    refused(&["exploit", "small.policy", "--hands", "5"], "--hands");
    let other = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/data/challenge/all-scores.policy"
    );
    refused(&["exploit", other, "--matches", "5"], "--matches");
    refused(
        &["match", "challenge", "small.policy", "greedy"],
        "small.policy",
    );
    refused(
        &["match", "dead-mans-draw", "small.policy", "expert"],
        "values=3",
    );
    refused(
        &["match", "dead-mans-draw", "look-ahead", "expert"],
        "policy",
    );
    refused(&["inspect", "small.policy", "area=nothing"], "nothing");
}
