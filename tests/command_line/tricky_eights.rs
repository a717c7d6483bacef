//! Tricky Eights on the command line: training, measuring, inspecting, exporting and matches.

use std::path::Path;

use serde_json::Value;

use crate::binary::object;
use crate::contests::{assert_goes_on, assert_measured_exactly, assert_plays, assert_shares, keys_of, refused};

const SMALL: &str = "tricky-eights(players=2,suits=2,ranks=3,pool=2)";

fn train(folder: &Path, game: &str, iterations: &str, more: &[&str]) -> Value {
    let line = ["train", game, "--iterations", iterations, "--json"];
    object(folder, &[&line[..], more].concat())
}

#[test]
fn a_small_member_is_trained_and_measured_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let said = train(folder.path(), SMALL, "3000", &["--out", "small.policy"]);
    assert_measured_exactly(folder.path(), "small.policy", &said);
    assert_goes_on(folder.path(), "tricky-eights", "small.checkpoint", 4000);
    // A small member can be compiled and solved like any other game.
    let solved = object(folder.path(), &["solve", SMALL, "--json"]);
    assert!(solved["nash_conv"].as_f64().unwrap() < 1e-3, "{solved}");
}

#[test]
fn a_policy_of_the_contest_is_shown_measured_exported_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--samples", "8", "--out", "eights.policy"];
    let said = train(folder.path(), "tricky-eights", "500", &few);
    assert!(said["unit"].as_str().unwrap().contains("made by search"), "{said}");
    let found = ["exploit", "eights.policy", "--matches", "8", "--json"];
    assert_eq!(object(folder.path(), &found)["samples"], 8);
    let file = object(folder.path(), &["inspect", "eights.policy", "--json"]);
    assert_eq!(file["header"]["measured"]["quantity"], said["quantity"]);
    assert_eq!(file["infosets"].as_str().unwrap().split(' ').next(), Some("the"));
    assert_eq!(file["classes"], Value::Null);
    let told = "starthand n d9 c8 s3 hq c4 cj h7 dt da s7 s2 ct ha c6 sa d5 ck c9 s5 cq h5 hk take n";
    let shown = object(folder.path(), &["inspect", "eights.policy", told, "--json"]);
    assert_eq!(keys_of(&shown), ["actions", "hand", "row", "visited"].into());
    assert!(shown["actions"].as_array().unwrap().len() > 1, "{shown}");
    assert_shares(&shown);
    let export = ["export", "tricky-eights", "--policy", "eights.policy"];
    let source = ["--source", "bot.cpp", "--json"];
    let written = object(folder.path(), &[&export[..], &source].concat());
    let length = std::fs::metadata(folder.path().join("bot.cpp")).unwrap().len();
    assert_eq!(written["source_bytes"], length);
    let documented = ["bytes_before", "rows", "source", "source_bytes"];
    assert_eq!(keys_of(&written), documented.into());
    let agents = ["tricky-eights", "eights.policy", "random", "random", "random"];
    assert_plays(folder.path(), &agents, 4);
}

#[test]
fn what_belongs_to_another_contest_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |line: &[&str], names| refused(folder.path(), line, names);
    refused(&["train", "tricky-eights", "--score", "0,0"], "--score");
    refused(&["train", "tricky-eights", "--matches", "9"], "--matches");
    refused(&["train", "tricky-eights", "--infosets", "equity"], "appraisal");
    refused(&["train", "challenge", "--infosets", "appraisal"], "appraisal");
    refused(&["train", "tricky-eights(players=9)"], "9 players");
    refused(&["train", "tricky-eights", "--solver", "pcfr+"], "too many to be written out");
    train(folder.path(), SMALL, "10", &["--samples", "0", "--out", "small.policy"]);
    refused(&["exploit", "small.policy", "--hands", "5"], "--hands");
    refused(&["match", "tricky-eights", "small.policy", "random", "random", "random"], "train a policy");
    let export = ["export", "tricky-eights", "--policy", "small.policy", "--source", "bot.cpp"];
    refused(&export, "train a policy");
    refused(&["inspect", "small.policy", "endround"], "starthand");
}
