//! Dead Man's Draw on the command line: training, measuring, inspecting and matches.

use std::path::Path;

use serde_json::Value;

use crate::binary::object;
use crate::contests::{assert_goes_on, assert_measured_exactly, assert_plays, assert_shares, keys_of, refused};

const SMALL: &str = "dead-mans-draw(suits=hook+cannon+sword,values=3)";

fn train(folder: &Path, game: &str, iterations: &str, more: &[&str]) -> Value {
    let line = ["train", game, "--matches", "100", "--iterations", iterations, "--json"];
    object(folder, &[&line[..], more].concat())
}

#[test]
fn a_small_deck_is_trained_and_measured_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let said = train(folder.path(), SMALL, "3000", &["--out", "small.policy"]);
    assert_measured_exactly(folder.path(), "small.policy", &said);
    assert_goes_on(folder.path(), "dead-mans-draw", "small.checkpoint", 4000);
}

/// Slow: a value is learnt, and looking ahead evaluates it for every card of six games.
#[test]
fn a_policy_of_the_arena_is_shown_and_plays_alone_and_looking_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--infosets", "prospects", "--samples", "2", "--out", "dead.policy"];
    let said = train(folder.path(), "dead-mans-draw", "500", &few);
    assert!(said["unit"].as_str().unwrap().contains("learnt value"), "{said}");
    let file = object(folder.path(), &["inspect", "dead.policy", "--json"]);
    assert_eq!(file["header"]["measured"]["quantity"], said["quantity"]);
    assert_eq!(file["header"]["game"], "dead-mans-draw");
    assert_eq!((&file["rows"], &file["classes"]), (&Value::Null, &Value::Null));
    let position = "bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2";
    let shown = object(folder.path(), &["inspect", "dead.policy", position, "--json"]);
    assert_eq!(keys_of(&shown), ["actions", "position", "row", "unit", "visited"].into());
    assert!(shown["visited"].is_boolean(), "{shown}");
    assert_shares(&shown);
    let actions = shown["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 2);
    assert!(actions.iter().all(|action| (0.0..=1.0).contains(&action["value"].as_f64().unwrap())));
    let ahead = "look-ahead:policy=dead.policy,depth=0";
    assert_plays(folder.path(), &["dead-mans-draw", "dead.policy", ahead], 6);
}

#[test]
fn what_belongs_to_another_contest_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |line: &[&str], names| refused(folder.path(), line, names);
    refused(&["train", "dead-mans-draw", "--score", "0,0"], "--score");
    refused(&["train", "dead-mans-draw", "--solver", "pcfr+"], "mccfr");
    refused(&["train", "dead-mans-draw", "--infosets", "tricks"], "equity");
    refused(&["train", "challenge", "--matches", "10"], "--matches");
    refused(&["train", "challenge", "--infosets", "equity"], "equity");
    refused(&["train", "dead-mans-draw(suits=nothing)"], "suits=");
    train(folder.path(), SMALL, "10", &["--samples", "0", "--out", "small.policy"]);
    refused(&["exploit", "small.policy", "--hands", "5"], "--hands");
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy");
    refused(&["exploit", other, "--matches", "5"], "--matches");
    refused(&["match", "challenge", "small.policy", "greedy"], "small.policy");
    refused(&["match", "dead-mans-draw", "small.policy", "expert"], "values=3");
    refused(&["match", "dead-mans-draw", "look-ahead:policy=no.policy", "expert"], "no.policy");
    refused(&["inspect", "small.policy", "area=nothing"], "nothing");
}
