//! `cardsharp demo`, shortened: the same way with less training and fewer hands.

use std::fs;

use cardsharp::contests::challenge::server::{JOURNAL_FILE, read_journal};
use cardsharp::contests::dead_mans_draw::server::JOURNAL_FILE as MATCHES_FILE;

use crate::binary::{object, run};
use crate::objects::assert_keys;

#[test]
fn demo_goes_from_training_to_live_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let line = [
        "demo", "--out", "my demo", "--time", "2s", "--hands", "2", "--quiet", "--json",
    ];
    let said = object(folder.path(), &line);
    assert_keys("demo", &said);
    let opponents = said["opponents"].as_array().unwrap();
    let names: Vec<_> = opponents
        .iter()
        .map(|one| one["agent"].as_str().unwrap())
        .collect();
    let ladder = ["lowest", "random", "greedy", "greedy-challenge", "expert"];
    assert_eq!(names, ladder);
    // Two seconds of training are enough for these.
    for opponent in &opponents[..2] {
        assert_eq!(opponent["rounds_won"], 1, "{opponent}");
    }
    assert_eq!(said["penalties"], 0);
    let before = said["nash_conv_before"].as_f64().unwrap();
    assert!(said["nash_conv"].as_f64().unwrap() < before, "{said}");
    for file in said["files"].as_object().unwrap().values() {
        let path = folder.path().join(file.as_str().unwrap());
        assert!(fs::metadata(path).unwrap().len() > 0, "{file}");
    }
    let games: u64 = opponents
        .iter()
        .map(|one| one["games"].as_u64().unwrap())
        .sum();
    let journal = folder.path().join("my demo/games").join(JOURNAL_FILE);
    assert_eq!(read_journal(&journal).unwrap().games.len() as u64, games);
    let picture = fs::read_to_string(folder.path().join("my demo/curve.svg")).unwrap();
    assert!(picture.contains("uniform") && picture.contains("tricks"));
    let next = said["next"].as_array().unwrap();
    assert!(
        next.iter()
            .any(|line| line.as_str().unwrap().contains("'my demo/demo.policy'"))
    );
}

#[test]
fn the_demo_of_dead_mans_draw_goes_from_learning_to_live_matches() {
    let folder = tempfile::tempdir().unwrap();
    let line = "demo dead-mans-draw --out demo --time 2s --matches 1000 --quiet --json";
    let line: Vec<&str> = line.split(' ').collect();
    let said = object(folder.path(), &line);
    assert_keys("demo dead-mans-draw", &said);
    let opponents = said["opponents"].as_array().unwrap();
    let names: Vec<_> = opponents
        .iter()
        .map(|one| one["agent"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["one-card", "stop-at-random", "threshold", "expert"]);
    for opponent in opponents {
        assert_eq!(opponent["matches"], 10, "{opponent}");
        assert_eq!(opponent["illegal_moves"], 0, "{opponent}");
    }
    // A thousand matches are enough for this one.
    assert!(opponents[0]["won"].as_u64() > Some(6), "{said}");
    let before = said["loss_before"].as_f64().unwrap();
    assert!(said["loss"].as_f64().unwrap() < before, "{said}");
    for file in said["files"].as_object().unwrap().values() {
        let path = folder.path().join(file.as_str().unwrap());
        assert!(fs::metadata(path).unwrap().len() > 0, "{file}");
    }
    assert!(folder.path().join("demo/games").join(MATCHES_FILE).exists());
}

#[test]
fn an_option_of_another_contests_demo_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for (line, name) in [
        ("demo dead-mans-draw --hands 3", "--hands"),
        ("demo --matches 3", "--matches"),
    ] {
        let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(name), "{said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn demo_refuses_a_folder_that_it_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "").unwrap();
    let output = run(
        folder.path(),
        &["demo", "--out", "taken/demo", "--time", "1s"],
    );
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("taken/demo") && said.contains("--out"),
        "{said}"
    );
}
