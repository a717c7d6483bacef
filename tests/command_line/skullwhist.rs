//! SkullWhist on the command line: trained, solved, measured, shown, played in matches.

use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run};

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
    let found = object(folder, &["exploit", "whist.policy", "--json"]);
    let mut keys: Vec<&str> = found
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    let documented = [
        "game",
        "half_width",
        "infosets",
        "nash_conv",
        "samples",
        "seconds",
        "unit",
    ];
    assert_eq!(keys, documented);
    assert_eq!(
        (&found["nash_conv"], &found["samples"]),
        (&said["nash_conv"], &0.into())
    );
    // The same game written out as a whole.
    let whole = ["--solver", "dcfr", "--target", "1e-4", "--json"];
    let solved = object(folder, &[&["solve", SMALL][..], &whole].concat());
    assert!((solved["values"][0].as_f64().unwrap() - 0.5).abs() < 1e-3);
    let train = ["train", SMALL, "--out", "whole.policy"];
    object(folder, &[&train[..], &whole].concat());
    let found = object(folder, &["exploit", "whole.policy", "--json"]);
    assert!(found["nash_conv"].as_f64().unwrap() <= 1e-4, "{found}");
    // The table goes on from its checkpoint.
    let resume = ["train", "skullwhist", "--resume", "whist.checkpoint"];
    let more = ["--iterations", "21000", "--json"];
    assert_eq!(
        object(folder, &[&resume[..], &more].concat())["iterations"],
        21_000
    );
}

#[test]
fn a_policy_of_the_contest_is_shown_measured_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = trained(folder, "skullwhist", "counts", "200");
    assert!(
        said["unit"].as_str().unwrap().contains("at least"),
        "{said}"
    );
    let file = object(folder, &["inspect", "whist.policy", "--json"]);
    assert_eq!(file["header"]["solver"], "path-mccfr");
    let measure = ["exploit", "whist.policy", "--matches", "2", "--json"];
    assert_eq!(object(folder, &measure)["samples"], 2);
    let hand = "hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13";
    for (position, choices) in [
        (format!("{hand} seat=1"), 6),
        (format!("{hand} seat=1 bids=6,7 led=C05"), 2),
    ] {
        let shown = object(folder, &["inspect", "whist.policy", &position, "--json"]);
        assert_eq!(shown["position"], position.as_str());
        let actions = shown["actions"].as_array().unwrap();
        assert_eq!(actions.len(), choices);
        let shares = actions.iter().map(|action| action["probability"].as_f64());
        assert!((shares.flatten().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    let line = ["match", "skullwhist", "whist.policy", "expert"];
    let played = object(folder, &[&line[..], &["--games", "6", "--json"]].concat());
    assert_eq!(
        (&played["games"], &played["penalties"]),
        (&6.into(), &0.into())
    );
}

#[test]
fn what_belongs_to_another_contest_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for (line, names) in [
        (vec!["train", "skullwhist", "--score", "0,0"], "--score"),
        (vec!["train", "skullwhist", "--matches", "5"], "--matches"),
        (
            vec!["train", "skullwhist", "--infosets", "recall"],
            "recall",
        ),
        (vec!["train", "skullwhist(suits=9)"], "suits="),
        (vec!["solve", "skullwhist"], "recall"),
    ] {
        let output = run(folder.path(), &line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(names),
            "{line:?}: {said}"
        );
    }
}
