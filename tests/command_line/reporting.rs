//! `cardsharp report`: what a policy does with classes of hands.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run, train};
use crate::contests::keys_of;
use crate::objects::assert_keys;

const ALL_SCORES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy");

fn reported(folder: &Path, line: &str) -> Value {
    let words: Vec<&str> = line.split(' ').collect();
    object(folder, &[&["report"], &words[..], &["--json"]].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn probabilities(class: &Value) -> Vec<f64> {
    let actions = class["actions"].as_array().unwrap();
    actions.iter().map(|action| number(&action["probability"])).collect()
}

/// A player of Leduc's equilibrium is worth about -0.0856 with all cards together, and knows their card.
#[test]
fn hands_of_a_solved_game_are_worth_its_value_together() {
    let folder = tempfile::tempdir().unwrap();
    let found = reported(folder.path(), "leduc_poker Js Qh");
    assert_keys("report", &found);
    assert_eq!(found["by"], "hand");
    let classes = found["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 6);
    let mean: f64 = classes.iter().map(|class| number(&class["reach"]) * number(&class["value"])).sum();
    assert!((mean - number(&found["all"]["value"])).abs() < 1e-12);
    assert!((mean + 0.0856).abs() < 1e-3, "{found}");
    for class in classes {
        assert!((probabilities(class).iter().sum::<f64>() - 1.0).abs() < 1e-9, "{class}");
    }
}

/// However hands are grouped, they are the same hands, whose figures those of `--by hand` give.
#[test]
fn classes_add_up_to_the_range() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 20_000);
    let hands = reported(folder, "tiny.policy 2 --by hand");
    let count = hands["classes"].as_array().unwrap().len();
    for by in ["highest", "lowest", "pairs", "action"] {
        let found = reported(folder, &format!("tiny.policy 2 --by {by}"));
        let classes = found["classes"].as_array().unwrap();
        let held: u64 = classes.iter().map(|class| class["hands"].as_u64().unwrap()).sum();
        assert_eq!(held, count as u64, "{by}");
        assert!(classes.len() < count, "{by}");
        let figures = |all: &Value| {
            let mut figures = probabilities(all);
            figures.extend(["reach", "value", "weak_raises"].map(|key| number(&all[key])));
            figures
        };
        for (one, other) in figures(&found["all"]).iter().zip(figures(&hands["all"])) {
            assert!((one - other).abs() < 1e-9, "{by}: {found}");
        }
    }
    let highest = reported(folder, "tiny.policy 2 --by highest");
    let three = &highest["classes"][0];
    assert_eq!(three["class"], "3");
    let mine = hands["classes"].as_array().unwrap().iter();
    let mine = mine.filter(|hand| hand["class"].as_str().unwrap().contains('3'));
    let reach: f64 = mine.map(|hand| number(&hand["reach"])).sum();
    assert!((number(&three["reach"]) - reach).abs() < 1e-9);
    // The table has the same figures, and is sorted as asked for.
    let sorted = reported(folder, "tiny.policy 2 --by hand --sort challenge --out classes.csv");
    let rows = fs::read_to_string(folder.join("classes.csv")).unwrap();
    let first = rows.lines().nth(1).unwrap();
    let class = &sorted["classes"][0];
    let begin = format!("{},1,{},", class["class"].as_str().unwrap(), class["reach"]);
    assert!(first.starts_with(&begin), "{first} {begin}");
    let shares: Vec<f64> =
        sorted["classes"].as_array().unwrap().iter().map(|class| *probabilities(class).last().unwrap()).collect();
    assert!(shares.is_sorted_by(|one, other| one >= other), "{shares:?}");
    assert_eq!(keys_of(class), keys_of(&hands["all"]));
}

#[test]
fn the_contests_hand_is_reported_by_its_highest_card() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["report", ALL_SCORES, "--set", "score=9,8", "9"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("follower acts, 6188 hands"), "{printed}");
    let rows = printed.lines().filter(|line| line.starts_with(' ') && line.contains(" % "));
    // Thirteen ranks, and all hands. Values take too long here, and the output says so.
    assert_eq!(rows.count(), 14, "{printed}");
    assert!(printed.contains("No values here"), "{printed}");
}

#[test]
fn what_cannot_be_reported_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 100);
    let whist = concat!(env!("CARGO_MANIFEST_DIR"), "/data/skullwhist/arena.policy");
    fs::write(folder.join("kept.csv"), "mine").unwrap();
    for (line, words) in [
        (&["report", "leduc_poker"][..], "no player acts at this node: add a step, one of Js"),
        (&["report", "leduc_poker", "Js", "Qh", "--by", "highest"], "choose hand or action"),
        (&["report", "tiny.policy", "--sort", "nope"], "no column `nope`; there are: hands, reach"),
        (&["report", "tiny.policy", "--set", "nope=1"], "no setting `nope`; there are: score"),
        (&["report", "tiny.policy", "--set", "score=9-8"], "cannot be `9-8`: choose one of 0,0, 0,1"),
        (&["report", "tiny.policy", "7"], "step 1, `7`, is not possible"),
        (&["report", whist], "cardsharp inspect FILE POSITION"),
        (&["report", "none.policy"], "none.policy"),
        (&["report", "tiny.policy", "--out", "kept.csv"], "--force"),
    ] {
        let output = run(folder, line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(words), "{line:?}: {said}");
    }
    assert_eq!(fs::read_to_string(folder.join("kept.csv")).unwrap(), "mine");
}
