//! `cardsharp analyse`: what the decisions of recorded games lose.

use std::path::Path;

use serde_json::Value;

use crate::binary::{cardsharp, object, run};
use crate::exploring::{View, between, hand_rows, plain};
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
    let found = analysed(folder, &["--worst", "3", "--aivat"]);
    assert_keys("analyse", &found);
    assert_eq!((&found["games"], &found["without_record"]), (&30.into(), &0.into()));
    let players = found["players"].as_array().unwrap();
    let of = |name: &str| players.iter().find(|player| player["agent"].as_str().unwrap().contains(name)).unwrap();
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
        let best = actions.iter().map(|action| number(&action["value"])).fold(0.0, f64::max);
        assert_eq!(value(&decision["best"]), best, "{decision}");
        assert_eq!(number(&decision["lost"]), best - value(&decision["action"]), "{decision}");
    }
    // Whatever the number of threads, and with another seed another sample.
    let mut alone =
        cardsharp(folder, &["analyse", "games.jsonl", "--policy", ALL_SCORES, "--json", "--worst", "3", "--aivat"]);
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
    refused(&["analyse", "games.jsonl", "--policy", WHIST], "do not look at recorded games");
    refused(&["analyse", "none.jsonl", "--policy", ALL_SCORES], "none.jsonl");
    refused(&["analyse", "games.jsonl"], "--policy");
    refused(&["analyse", "games.jsonl", "--policy", ALL_SCORES, "--play-outs", "0"], "--play-outs");
    let without = ["match", "challenge", "random", "lowest", "--games", "2", "--journal", "bare.jsonl", "--json"];
    object(folder, &without);
    refused(&["analyse", "bare.jsonl", "--policy", ALL_SCORES], "--records");
    let whist =
        ["match", "skullwhist", "random", "random", "--games", "2", "--journal", "whist.jsonl", "--records", "--json"];
    object(folder, &whist);
    refused(&["analyse", "whist.jsonl", "--policy", ALL_SCORES], "skullwhist");
}

/// The page has the numbers of the command, once the games are analysed.
#[test]
fn a_page_shows_what_the_decisions_lose() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    journal(folder, ["greedy", "random"], "6");
    let found = analysed(folder, &["--aivat"]);
    let view = View::start(folder, &["games.jsonl", "--policy", ALL_SCORES]);
    assert!(view.page("/journals/0/").contains("/journals/0/losses"));
    let page = loop {
        let page = view.page("/journals/0/losses");
        if !page.contains("<main data-version") {
            break page;
        }
        assert!(page.contains("6 games analysed."), "{page}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    let numbers = |table: &str| -> Vec<f64> {
        let table = between(&page, &format!("<table id=\"{table}\">"), "</table>");
        let numbers = table.split("data-number=\"").skip(1);
        numbers.map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
    };
    let players = found["players"].as_array().unwrap();
    let lines = players.iter().flat_map(|player| {
        let kinds = player["kinds"].as_array().unwrap().iter();
        std::iter::once(player).chain(kinds.filter(|kind| kind["decisions"].as_u64() > Some(0)))
    });
    let lost: Vec<f64> = lines.map(|line| number(&line["lost"])).collect();
    assert_eq!(numbers("losses"), lost);
    let agents = found["aivat"][0]["agents"].as_array().unwrap().iter();
    let shares = agents.flat_map(|agent| ["plain", "removed"].map(|key| number(&agent[key]["share"])));
    assert_eq!(numbers("luck"), shares.collect::<Vec<f64>>());
    let worst = found["worst"].as_array().unwrap();
    let lost: Vec<f64> = worst.iter().map(|decision| number(&decision["lost"])).collect();
    assert_eq!(numbers("worst"), lost);
    // The game and the position of the worst decision are a link away.
    let links = between(&page, "<table id=\"worst\">", "</table>").split("href=\"").skip(1);
    let links: Vec<String> = links.map(|rest| plain(rest.split('"').next().unwrap())).collect();
    assert_eq!(links[0], format!("/journals/0/games/{}", worst[0]["game"].as_u64().unwrap() - 1));
    view.page(&links[0]);
    let rows = hand_rows(&view.page(&links[1]));
    let value = |name: &Value| rows.iter().find(|(action, _)| *name == action.as_str()).unwrap().1[1];
    let difference = value(&worst[0]["best"]) - value(&worst[0]["action"]);
    assert_eq!(difference, number(&worst[0]["lost"]));
    // Without a policy there is no such page.
    let view = View::start(folder, &["games.jsonl"]);
    assert_eq!(view.get("/journals/0/losses").0, 404);
    assert!(!view.page("/journals/0/").contains("losses"));
}
