//! `cardsharp match`, through the binary.

use assert_cmd::Command;
use cardsharp::arena::read_journal;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn cardsharp(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["match", "challenge"]).args(arguments);
    command
}

fn report(arguments: &[&str]) -> Value {
    let output = cardsharp(arguments).arg("--json").assert().success();
    let output = output.get_output();
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn rounds_are_reported_with_their_games() {
    let report = report(&["greedy-challenge", "greedy", "--rounds", "50", "--seed", "3"]);
    assert_eq!(report["unit"], "rounds");
    assert_eq!(report["rounds"], 50);
    assert!(report["games"].as_u64().unwrap() >= 250);
    let [wins, win_rate] = ["wins", "win_rate"].map(|key| report[key].as_f64().unwrap());
    assert_eq!(wins / 50.0, win_rate);
    let half_width = report["half_width"].as_f64().unwrap();
    assert!(half_width > 0.0 && half_width < 0.2, "{half_width}");
    assert!(report["game_win_rate"].as_f64().unwrap() > 0.6);
    assert_eq!(report["penalties"], 0);
    assert_eq!(report["agents"][1]["agent"], "greedy");
    let losses = report["agents"][1]["wins"].as_f64().unwrap();
    assert_eq!(wins + losses, 50.0);
}

#[test]
fn the_same_seed_gives_the_same_report_on_any_threads() {
    let on = |threads| {
        let mut report = report(&["random", "greedy", "--games", "101", "--seed", "9", "--threads", threads]);
        report.as_object_mut().unwrap().remove("seconds");
        report
    };
    let one = on("1");
    assert_eq!(one["games"], 101);
    assert_eq!((on("2"), on("8")), (one.clone(), one));
}

#[test]
fn every_count_can_be_derived_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.jsonl");
    let journal = path.to_str().unwrap();
    let games = report(&["random", "lowest", "--games", "31", "--journal", journal]);
    // A process that is killed while writing leaves half a line.
    let half = r#"{"type":"game","set":15,"#;
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text + half).unwrap();
    let rounds = report(&["random", "greedy", "--rounds", "7", "--journal", journal, "--records"]);

    let contents = read_journal(&path).unwrap();
    assert_eq!(contents.damaged, [33]);
    assert_eq!(contents.matches.len(), 2);
    // A number is changed, and the line is still valid JSON.
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replacen("\"set\":0", "\"set\":1", 1);
    std::fs::write(&path, changed).unwrap();
    assert_eq!(read_journal(&path).unwrap().damaged, [2, 33]);
    for (tally, report) in contents.matches.iter().zip([games, rounds]) {
        assert!(tally.is_complete());
        // The values go through the same text as the report, because reading numbers may round them.
        let text = serde_json::to_string(&tally.standings()).unwrap();
        let standings: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(standings, report["agents"]);
        assert_eq!(report["rounds"], tally.rounds());
        assert_eq!(report["games"], tally.games());
        assert_eq!(report["penalties"], tally.penalties());
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let last_game = text.lines().rfind(|line| line.contains("\"game\"")).unwrap();
    let last_game: Value = serde_json::from_str(last_game).unwrap();
    let record = last_game["record"].as_array().unwrap();
    assert_eq!(record[0]["type"], "new_hand");
    assert_eq!(record[record.len() - 1]["type"], "final_game_result");
}

#[test]
fn what_is_typed_wrongly_is_named_with_the_way_out() {
    let refused = |arguments: &[&str], named: &str| {
        cardsharp(arguments).assert().code(2).stderr(contains(named));
    };
    refused(&["gredy", "greedy"], "there is no agent `gredy`: did you mean `greedy`? Choose lowest, random");
    refused(&["greedy:x=1", "greedy"], "agent `greedy`: there is no `x`: it has none");
    refused(&["greedy-challenge:offer=high", "greedy"], "`offer` is a number from 0 to 2, not `high`");
    refused(&["greedy-challenge:offer", "greedy"], "write key=value");
    refused(&["greedy"], "challenge is played by 2");
    refused(&["greedy", "greedy", "--rounds", "1", "--games", "1"], "cannot be used");
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    let unknown = command.args(["match", "chess", "a", "b"]).assert().code(2);
    unknown.stderr(contains("there is no contest `chess`: choose challenge"));
    cardsharp(&["greedy", "lowest", "--journal", "no/such/folder/j"])
        .assert()
        .code(1)
        .stderr(contains("no/such/folder/j"));
    cardsharp(&["--help"]).assert().success().stdout(contains("greedy-challenge"));
}

/// A person who always challenges wins every hand against `lowest`, which always rejects.
#[test]
fn a_person_can_play_a_game() {
    let typed = "?\nx\n14\na\n".to_owned() + &"c\n".repeat(10);
    cardsharp(&["human", "lowest", "--games", "1"])
        .write_stdin(typed)
        .assert()
        .success()
        .stdout(contains("human").and(contains("1 game in")))
        .stderr(contains("this position: hand=").and(contains("`x` is no move")))
        .stderr(contains("you cannot do that now: accept").and(contains("`14`")))
        .stderr(contains("== hand 10, points 9-0").and(contains("the point is yours")));
}

#[test]
fn a_person_may_play_cards_and_answer() {
    // The input has every card many times. Illegal moves are refused and asked for again.
    let typed = "13\n12\n11\n10\n9\n8\n7\n6\n5\n4\n3\n2\n1\na\n".repeat(400);
    let output =
        cardsharp(&["human", "greedy-challenge", "--games", "2", "--json"]).write_stdin(typed).assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(report["games"], 2);
    assert_eq!(report["penalties"], 0);
}

#[test]
fn a_person_who_leaves_ends_the_match() {
    for typed in ["q\n", "", "c\nc\n"] {
        cardsharp(&["human", "lowest", "--games", "4"])
            .write_stdin(typed)
            .assert()
            .code(130)
            .stdout(contains("0 games").and(contains("the match ended early")));
    }
    // The first game is finished and counts.
    let typed = "c\n".repeat(13) + "quit\n";
    let left = cardsharp(&["human", "lowest", "--games", "4", "--json"]).write_stdin(typed).assert().code(130);
    let report: Value = serde_json::from_slice(&left.get_output().stdout).unwrap();
    assert_eq!((&report["games"], &report["wins"]), (&1.into(), &1.into()));
    assert_eq!(report["complete"], false);
}
