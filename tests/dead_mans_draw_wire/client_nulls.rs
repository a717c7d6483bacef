//! Nulls and invalid responses, and the client's behaviour after them.

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::{Value, json};

use crate::clients::{Client, assert_clean};
use crate::faulty::{Deed, Faulty};
use crate::peers::{ADMIN, FIRST, Peer, SECOND, plain};

/// Keys that a match may well lack, wherever they stand.
const NULLABLE: [&str; 24] = [
    "createdByPlayerId",
    "startedAt",
    "lastMoveAt",
    "turnCount",
    "moveCountInTurn",
    "playernames",
    "currentPlayerIndex",
    "winnerIdx",
    "timeoutCount",
    "drawPile",
    "randomSeed",
    "tags",
    "timeout",
    "at",
    "turnId",
    "sequenceInTurnId",
    "playerIndex",
    "matchStartedSeed",
    "turnStartedDelta",
    "turnEndedBonusCards",
    "comment",
    "userAction",
    "clientIP",
    "matchEndedTerminated",
];

fn with_nulls(text: &str) -> String {
    fn fill(value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(fill),
            Value::Object(keys) => {
                for (key, value) in keys.iter_mut() {
                    if NULLABLE.contains(&key.as_str()) && (!value.is_object() || key.starts_with("turnStarted")) {
                        // A delta has a draw pile, too, which counts.
                        *value = Value::Null;
                    } else {
                        fill(value);
                    }
                }
                // A key that is absent may be null as well.
                if keys.contains_key("_id") || keys.contains_key("eventType") {
                    for key in ["playerIndex", "comment", "playernames", "moveCountInTurn"] {
                        keys.entry(key).or_insert(Value::Null);
                    }
                }
                if keys.contains_key("playArea") {
                    for key in ["pendingEffect", "winnerIdx", "timeoutCount", "discardPile"] {
                        keys.entry(key).or_insert(Value::Null);
                    }
                }
                if keys.contains_key("effectType") {
                    for key in ["cards", "krakenCount"] {
                        keys.entry(key).or_insert(Value::Null);
                    }
                }
            }
            _ => {}
        }
    }
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            fill(&mut value);
            value.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

#[test]
fn whatever_may_be_null_is_taken() {
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), |_, _| Deed::Rewrite(with_nulls));
    let first = Peer::new(&server, FIRST);
    for tag in ["a", "b", "c"] {
        first.create(json!({"tags": [tag]}));
        let client = Client::new(&faulty.url(), FIRST).tagged(tag, 1);
        let report = client.play().unwrap();
        assert_clean(&report);
        assert_eq!(report.games, 1);
    }
}

#[test]
fn whatever_may_be_null_may_be_absent() {
    fn without(text: &str) -> String {
        fn strip(value: &mut Value) {
            match value {
                Value::Array(all) => all.iter_mut().for_each(strip),
                Value::Object(keys) => {
                    // The card that an oracle was answered with, and the end of a tie.
                    keys.retain(|_, value| !value.is_null());
                    keys.values_mut().for_each(strip);
                }
                _ => {}
            }
        }
        match serde_json::from_str::<Value>(&with_nulls(text)) {
            Ok(mut value) => {
                strip(&mut value);
                value.to_string()
            }
            Err(_) => text.to_owned(),
        }
    }
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), |_, _| Deed::Rewrite(without));
    let first = Peer::new(&server, FIRST);
    first.create(json!({"tags": ["a"]}));
    let client = Client::new(&faulty.url(), FIRST).tagged("a", 1);
    let report = client.play().unwrap();
    assert_clean(&report);
    assert_eq!(report.games, 1);
}

#[test]
fn a_match_that_an_admin_made_is_played() {
    fn by_nobody(text: &str) -> String {
        let by = format!("\"createdByPlayerId\":\"{}\"", ADMIN.0);
        text.replace(&by, "\"createdByPlayerId\":null")
    }
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), |_, _| Deed::Rewrite(by_nobody));
    let params = json!({"playerids": [FIRST.0, SECOND.0], "tags": ["cup"]});
    let game = Peer::new(&server, ADMIN).create(params);
    let clients = [FIRST, SECOND].map(|login| {
        let client = Client::new(&faulty.url(), login).tagged("cup", 1);
        std::thread::spawn(move || client.play().unwrap())
    });
    for client in clients {
        let report = client.join().unwrap();
        assert_clean(&report);
        assert_eq!(report.games, 1);
    }
    assert_eq!(game.look("waitactive=1").status, 410);
}

/// The fault of a response, and the field that the error must name.
type Wrong = (fn(&str) -> String, &'static str);

/// Lists, objects and events in which one thing is wrong.
const WRONG: [Wrong; 4] = [
    (|text| text.replace("\"moveCount\":1,", "\"moveCount\":\"one\","), "moveCount: "),
    (|text| text.replace("\"playerids\":[", "\"playerids\":[7,"), "playerids[0]: "),
    (|text| text.replace("\"turnStartedDelta\":{}", "\"turnStartedDelta\":9"), "moves[0].events[1].turnStartedDelta: "),
    (|text| text.replace("\"playArea\":[]", "\"playArea\":[[\"Key\",9]]"), "state.playArea[0]: "),
];

#[test]
fn the_same_senseless_answer_again_and_again_ends_it_and_names_the_field() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let games = WRONG.map(|_| first.create(json!({"randomSeed": "norandom"})));
    std::thread::scope(|scope| {
        for ((wrong, says), game) in WRONG.iter().zip(&games) {
            let faulty = Faulty::before(Some(server.address()), |_, _| Deed::Rewrite(*wrong));
            scope.spawn(move || {
                let client = Client::new(&faulty.url(), FIRST).for_match(&game.id);
                let error = client.play().unwrap_err().to_string();
                assert!(error.contains(says), "{says}: {error}");
                assert!(error.contains("again and again"), "{error}");
            });
        }
    });
}

#[test]
fn a_list_whose_matches_make_no_sense_ends_it_too() {
    let server = plain();
    Peer::new(&server, FIRST).create(json!({"tags": ["t"]}));
    let faulty = Faulty::before(Some(server.address()), |_, _| Deed::Rewrite(WRONG[0].0));
    let client = Client::new(&faulty.url(), FIRST).tagged("t", 1);
    let error = client.play().unwrap_err().to_string();
    assert!(error.contains("moveCount: "), "{error}");
}

#[test]
fn the_command_says_how_it_went_before_it_gives_up() {
    let server = plain();
    let game = Peer::new(&server, FIRST).create(json!({}));
    let faulty = Faulty::before(Some(server.address()), |_, asked| match asked.path.as_str() {
        "/api/whoami" => Deed::Pass,
        _ => Deed::Garbage("{}"),
    });
    let folder = tempfile::tempdir().unwrap();
    let password = folder.path().join("password");
    std::fs::write(&password, FIRST.1).unwrap();
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["play", "dead-mans-draw", "--url", &faulty.url()]);
    command.args(["--user", FIRST.0, "--match", &game.id, "--json", "--quiet"]);
    command.args(["--reconnect-wait", "0.2", "--password-file"]);
    let output = command.arg(&password).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["games"], 0, "{report}");
    assert!(report["odd_messages"].as_u64() > Some(3), "{report}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("again and again") && error.contains("_id"), "{error}");
}
