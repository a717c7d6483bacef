//! SkullWhist on the command line: training, solving, measuring, inspecting and matches.

use std::path::Path;

use serde_json::Value;

use crate::binary::object;
use crate::contests::{assert_goes_on, assert_measured_exactly, assert_plays, assert_shares, refused};

const SMALL: &str = "skullwhist(suits=2,ranks=3,hand_size=2)";

fn trained(folder: &Path, game: &str, infosets: &str, iterations: &str) -> Value {
    let line = [
        "train",
        game,
        "--infosets",
        infosets,
        "--iterations",
        iterations,
        "--samples",
        "2",
        "--out",
        "whist.policy",
        "--json",
    ];
    object(folder, &line)
}

#[test]
fn a_small_member_is_trained_solved_and_measured_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = trained(folder, SMALL, "recall", "20000");
    assert_measured_exactly(folder, "whist.policy", &said);
    // The same game, compiled as a whole.
    let whole = ["--solver", "dcfr", "--target", "1e-4", "--json"];
    let solved = object(folder, &[&["solve", SMALL][..], &whole].concat());
    assert!((solved["values"][0].as_f64().unwrap() - 0.5).abs() < 1e-3);
    let train = ["train", SMALL, "--out", "whole.policy"];
    object(folder, &[&train[..], &whole].concat());
    let found = object(folder, &["exploit", "whole.policy", "--json"]);
    assert!(found["nash_conv"].as_f64().unwrap() <= 1e-4, "{found}");
    // Training continues from the table's checkpoint.
    assert_goes_on(folder, "skullwhist", "whist.checkpoint", 21_000);
}

#[test]
fn a_policy_of_the_contest_is_shown_measured_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = trained(folder, "skullwhist", "counts", "200");
    assert!(said["unit"].as_str().unwrap().contains("at least"), "{said}");
    let file = object(folder, &["inspect", "whist.policy", "--json"]);
    assert_eq!(file["header"]["measured"]["quantity"], said["quantity"]);
    assert_eq!(file["header"]["solver"], "path-mccfr");
    let measure = ["exploit", "whist.policy", "--matches", "2", "--json"];
    assert_eq!(object(folder, &measure)["samples"], 2);
    let hand = "hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13";
    for (position, choices) in [(format!("{hand} seat=1"), 6), (format!("{hand} seat=1 bids=6,7 led=C05"), 2)] {
        let shown = object(folder, &["inspect", "whist.policy", &position, "--json"]);
        assert_eq!(shown["position"], position.as_str());
        let actions = shown["actions"].as_array().unwrap();
        assert_eq!(actions.len(), choices);
        assert_shares(&shown);
    }
    assert_plays(folder, &["skullwhist", "whist.policy", "expert"], 6);
}

#[test]
fn what_belongs_to_another_contest_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for (line, names) in [
        (vec!["train", "skullwhist", "--score", "0,0"], "--score"),
        (vec!["train", "skullwhist", "--matches", "5"], "--matches"),
        (vec!["train", "skullwhist", "--infosets", "recall"], "recall"),
        (vec!["train", "skullwhist(suits=9)"], "suits="),
        (vec!["solve", "skullwhist"], "recall"),
    ] {
        refused(folder.path(), &line, names);
    }
}
