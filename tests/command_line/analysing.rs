//! `cardsharp analyse`: what the decisions of recorded games lose.

use std::path::Path;

use serde_json::Value;

use crate::binary::{cardsharp, object, run};
use crate::objects::assert_keys;

const ALL_SCORES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy");
const WHIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/skullwhist/arena.policy");

/// A journal with records of games between these agents.
fn journal(folder: &Path, agents: [&str; 2], games: &str) {
    let [one, other] = agents;
    let line = ["match", "challenge", one, other, "--games", games, "--seed", "5"];
    let rest = ["--journal", "games.jsonl", "--records", "--json"];
    object(folder, &[&line[..], &rest].concat());
}

fn analysed(folder: &Path, rest: &[&str]) -> Value {
    let line = ["analyse", "games.jsonl", "--policy", ALL_SCORES, "--json"];
    object(folder, &[&line[..], rest].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Slow: thirty games are played and analysed.
#[test]
fn the_policy_loses_nothing_by_its_own_values_and_a_weak_agent_does() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    journal(folder, [ALL_SCORES, "greedy"], "30");
    let found = analysed(folder, &["--worst", "3"]);
    assert_keys("analyse", &found);
    assert_eq!((&found["games"], &found["without_record"]), (&30.into(), &0.into()));
    let players = found["players"].as_array().unwrap();
    let of = |name: &str| {
        players
            .iter()
            .find(|player| player["agent"].as_str().unwrap().contains(name))
            .unwrap()
    };
    // Over its own draws the mean of what it loses is nothing.
    let (own, greedy) = (of("all-scores"), of("greedy"));
    assert!(number(&own["lost"]).abs() < 2.0 * number(&own["half_width"]), "{own}");
    assert!(number(&greedy["lost"]) > number(&greedy["half_width"]), "{greedy}");
    assert_eq!(own["seldom"], 0, "{own}");
    assert!(greedy["seldom"].as_u64().unwrap() > 100, "{greedy}");
    for player in players {
        let kinds = player["kinds"].as_array().unwrap();
        let sum = |key: &str| kinds.iter().map(|kind| number(&kind[key])).sum::<f64>();
        assert!((sum("lost") - number(&player["lost"])).abs() < 1e-9, "{player}");
        assert_eq!(sum("decisions"), number(&player["decisions"]), "{player}");
    }
    // The worst decisions have the values of `inspect`.
    let worst = found["worst"].as_array().unwrap();
    assert_eq!(worst.len(), 3);
    for decision in worst {
        assert_eq!(decision["agent"], "greedy");
        let position = decision["position"].as_str().unwrap();
        let inspected = object(folder, &["inspect", ALL_SCORES, position, "--json"]);
        let actions = inspected["actions"].as_array().unwrap();
        let value = |name: &Value| number(&actions.iter().find(|action| action["action"] == *name).unwrap()["value"]);
        let best = actions
            .iter()
            .map(|action| number(&action["value"]))
            .fold(0.0, f64::max);
        assert_eq!(value(&decision["best"]), best, "{decision}");
        assert_eq!(
            number(&decision["lost"]),
            best - value(&decision["action"]),
            "{decision}"
        );
    }
    // Whatever the number of threads, and with another seed another sample.
    let mut alone = cardsharp(
        folder,
        &[
            "analyse",
            "games.jsonl",
            "--policy",
            ALL_SCORES,
            "--json",
            "--worst",
            "3",
        ],
    );
    let alone = alone.env("RAYON_NUM_THREADS", "1").output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&alone.stdout).unwrap(), found);
    let other = analysed(folder, &["--worst", "0", "--seed", "2"]);
    assert_ne!(other["players"], found["players"]);
    assert_eq!(other["worst"], Value::Array(Vec::new()));
}

#[test]
fn journals_and_policies_that_do_not_fit_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    journal(folder, ["random", "lowest"], "2");
    let refused = |line: &[&str], what: &str| {
        let output = run(folder, line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(what), "{line:?}: {said}");
    };
    refused(
        &["analyse", "games.jsonl", "--policy", WHIST],
        "do not look at recorded games",
    );
    refused(&["analyse", "none.jsonl", "--policy", ALL_SCORES], "none.jsonl");
    refused(&["analyse", "games.jsonl"], "--policy");
    refused(
        &["analyse", "games.jsonl", "--policy", ALL_SCORES, "--play-outs", "0"],
        "--play-outs",
    );
    let without = [
        "match",
        "challenge",
        "random",
        "lowest",
        "--games",
        "2",
        "--journal",
        "bare.jsonl",
        "--json",
    ];
    object(folder, &without);
    refused(&["analyse", "bare.jsonl", "--policy", ALL_SCORES], "--records");
    let whist = [
        "match",
        "skullwhist",
        "random",
        "random",
        "--games",
        "2",
        "--journal",
        "whist.jsonl",
        "--records",
        "--json",
    ];
    object(folder, &whist);
    refused(&["analyse", "whist.jsonl", "--policy", ALL_SCORES], "skullwhist");
}
