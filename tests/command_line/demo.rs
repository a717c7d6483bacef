//! `cardsharp demo`, shortened: less training and fewer hands.

use std::fs;
use std::path::Path;

use cardsharp::contests::challenge::server::{JOURNAL_FILE, read_journal};

use cardsharp::report::curve;
use serde_json::Value;

use crate::binary::run;
use crate::objects::assert_keys;

/// Slow: it is the demo, with its training cut to six seconds, and five live rounds.
#[test]
fn demo_goes_from_a_curve_that_falls_to_live_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["demo", "--out", "my demo", "--time", "6s", "--json"];
    let output = run(folder.path(), &line);
    assert!(output.status.success(), "{output:?}");
    let first = String::from_utf8(output.stderr).unwrap();
    let first = first.lines().next().unwrap();
    assert!(first.contains("two minutes"), "{first}");
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_keys("demo", &said);
    check_curve(folder.path(), &said);
    let opponents = said["opponents"].as_array().unwrap();
    let names: Vec<_> = opponents.iter().map(|one| one["agent"].as_str().unwrap()).collect();
    let hand_written = ["lowest", "random", "greedy", "greedy-challenge", "expert"];
    assert_eq!(names, hand_written);
    // The policy wins its round against each hand-written agent but the last. It answers in a millisecond, but the clock is
    // the contest's: on a machine that is busy it may run out, and nothing else costs a penalty.
    for (number, opponent) in opponents.iter().enumerate() {
        let in_time = opponent["slowest_answer_ms"].as_f64().unwrap() < 50.0;
        if in_time {
            assert_eq!(opponent["penalties"], 0, "{opponent}");
        }
        if in_time && number < 4 {
            assert_eq!(opponent["rounds_won"], 1, "{opponent}");
        }
    }
    for file in said["files"].as_object().unwrap().values() {
        let path = folder.path().join(file.as_str().unwrap());
        assert!(fs::metadata(path).unwrap().len() > 0, "{file}");
    }
    let kept = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy"));
    let played = folder.path().join(said["files"]["contest_policy"].as_str().unwrap());
    assert!(fs::read(played).unwrap() == kept.unwrap());
    let games: u64 = opponents.iter().map(|one| one["games"].as_u64().unwrap()).sum();
    let journal = folder.path().join("my demo/games").join(JOURNAL_FILE);
    assert_eq!(read_journal(&journal).unwrap().games.len() as u64, games);
    let next = said["next"].as_array().unwrap();
    for policy in ["'my demo/demo.policy'", "'my demo/contest.policy'"] {
        assert!(next.iter().any(|line| line.as_str().unwrap().contains(policy)));
    }
}

/// The curve is exact, begins with the uniform strategy, and falls from point to point.
fn check_curve(folder: &Path, said: &Value) {
    let [before, after] = ["nash_conv_before", "nash_conv"].map(|key| said[key].as_f64().unwrap());
    let points = curve::read(&folder.join(said["files"]["curve"].as_str().unwrap())).unwrap();
    // The number of points between the first and the last depends on the machine.
    assert!(points.len() >= 2, "{points:?}");
    assert!(points.iter().all(|point| point.half_width == 0.0));
    assert_eq!((said["half_width_before"].as_f64(), said["half_width"].as_f64()), (Some(0.0), Some(0.0)));
    let mut last = before;
    for point in &points {
        assert!(point.value < last, "{points:?}");
        last = point.value;
    }
    assert_eq!(last, after);
    let picture = fs::read_to_string(folder.join(said["files"]["picture"].as_str().unwrap()));
    assert!(picture.unwrap().contains("uniform"));
}

#[test]
fn an_option_of_another_contests_demo_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["demo", "--matches", "3"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--matches"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn demo_refuses_a_folder_that_it_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "").unwrap();
    let output = run(folder.path(), &["demo", "--out", "taken/demo", "--time", "1s"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("taken/demo") && said.contains("--out"), "{said}");
}
