//! `cardsharp demo`, shortened: the same way with less training and fewer hands.

use std::fs;

use cardsharp::contests::challenge::server::{JOURNAL_FILE, read_journal};

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
