//! `cardsharp solve` of a hand of Challenge.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::binary::{object, run, start};

#[test]
fn two_cards_are_solved_with_their_curve_and_their_first_moves() {
    let folder = tempfile::tempdir().unwrap();
    let line = [
        "solve",
        "challenge",
        "--hand-size",
        "2",
        "--target",
        "2e-5",
        "--json",
        "--out",
        "moves.csv",
        "--curve",
        "curve.csv",
        "--quiet",
    ];
    let found = object(folder.path(), &line);
    assert_eq!(found["game"], "challenge(ranks=13,copies=8,hand_size=2)");
    assert_eq!(found["stop_reason"], "target");
    assert!(found["nash_conv"].as_f64().unwrap() <= 2e-5);
    let [leader, follower] = [0, 1].map(|seat| found["values"][seat].as_f64().unwrap());
    assert!((leader + follower - 1.0).abs() < 1e-9);
    // The leader has a disadvantage: the follower sees the card.
    assert!((0.48..0.5).contains(&leader), "{leader}");

    let mut moves = csv::Reader::from_path(folder.path().join("moves.csv")).unwrap();
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for row in moves.records() {
        let row = row.unwrap();
        let probability: f64 = row[3].parse().unwrap();
        *sums.entry(format!("{} {}", &row[0], &row[1])).or_default() += probability;
    }
    // There are 91 hands of the leader, and 91 of the follower for each of 13 cards and a challenge.
    assert_eq!(sums.len(), 91 * 15);
    assert!(sums.values().all(|sum| (sum - 1.0).abs() < 1e-5));
    assert!(sums.contains_key("0 leader 13-13"));
    assert!(sums.contains_key("1 follower 2-1 challenge"));
    assert!(sums.contains_key("1 follower 2-1 13"));

    let mut curve = csv::Reader::from_path(folder.path().join("curve.csv")).unwrap();
    let rows: Vec<_> = curve.records().map(Result::unwrap).collect();
    let last: f64 = rows.last().unwrap()[4].parse().unwrap();
    assert_eq!(last, found["nash_conv"].as_f64().unwrap());
}

#[test]
fn payoffs_sizes_and_threads_are_what_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let line = |payoffs, threads| {
        let line = [
            "solve",
            "challenge(ranks=6)",
            "--hand-size",
            "3",
            "--copies",
            "4",
            "--iterations",
            "40",
            "--solver",
            "pcfr+",
            "--json",
            "--quiet",
            "--payoffs",
            payoffs,
            "--threads",
            threads,
        ];
        let mut found = object(folder.path(), &line);
        assert_eq!(found["game"], "challenge(ranks=6,copies=4,hand_size=3)");
        assert_eq!(found["iterations"], 40);
        found["seconds"] = Value::Null;
        found
    };
    let one = line("0.6,0.45,0.5", "1");
    assert_eq!(one, line("0.6,0.45,0.5", "2"));
    assert_eq!(one, line("0.6,0.45,0.5", "8"));
    assert_ne!(one["values"], line("0.7,0.45,0.5", "1")["values"]);
}

#[test]
fn half_of_the_memory_and_pruning_are_enough_for_some_thousandths() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        ["solve", "challenge", "--hand-size", "2", "--compact", "--prune", "--target", "5e-3", "--json", "--quiet"];
    let found = object(folder.path(), &line);
    assert_eq!(found["stop_reason"], "target");
    assert!(found["nash_conv"].as_f64().unwrap() <= 5e-3);
}

/// The arguments of a solve of a small hand.
fn small_solve<'a>(iterations: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut line = vec!["solve", "challenge", "--ranks", "3", "--hand-size", "4"];
    line.extend(["--json", "--quiet", "--force", "--iterations", iterations]);
    line.extend(more);
    line
}

fn refused(folder: &Path, line: &[&str]) -> String {
    let output = run(folder, line);
    assert_eq!(output.status.code(), Some(1), "{line:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Fails unless a solve in parts has the NashConv and the moves of a whole one.
fn assert_ended_alike(folder: &Path, whole: &Value, parts: &Value) {
    assert_eq!(whole["nash_conv"], parts["nash_conv"]);
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("whole.csv"), read("parts.csv"));
}

#[test]
fn a_solve_continues_from_its_checkpoint_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = object(folder.path(), &small_solve("60", &["--out", "whole.csv"]));
    let file = ["--checkpoint", "four.solve", "--curve", "four.csv"];
    object(folder.path(), &small_solve("25", &file));
    let more = [&file[..], &["--out", "parts.csv"]].concat();
    let parts = object(folder.path(), &small_solve("60", &more));
    assert_eq!(parts["iterations"], 60);
    assert_ended_alike(folder.path(), &whole, &parts);
    // The curve of the first part is kept.
    let mut curve = csv::Reader::from_path(folder.path().join("four.csv")).unwrap();
    let iterations: Vec<u64> = curve.records().map(|row| row.unwrap()[0].parse().unwrap()).collect();
    assert!(iterations.is_sorted() && iterations.contains(&25), "{iterations:?}");
    assert_eq!(iterations.last(), Some(&60));
}

/// Slow: a solve is killed twelve times, and goes on.
#[test]
fn a_solve_that_is_killed_at_any_moment_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let whole = ["--compact", "--prune", "--out", "whole.csv"];
    let whole = object(folder.path(), &small_solve("260", &whole));
    let file = ["--compact", "--prune", "--checkpoint", "four.solve"];
    // A solve that has done more iterations already tells how many.
    let saved = || {
        let found = object(folder.path(), &small_solve("1", &file));
        found["iterations"].as_u64().unwrap()
    };
    object(folder.path(), &small_solve("10", &file));
    let (mut reached, mut killed) = (10, 0);
    for round in 0..12_u64 {
        // Each run is saved at its end, so that some of the kills come while it is written.
        let goal = reached + 20;
        let mut child = start(folder.path(), &small_solve(&goal.to_string(), &file));
        std::thread::sleep(Duration::from_millis(10 + 20 * round));
        child.kill().unwrap();
        let was_killed = child.wait().unwrap().code().is_none();
        killed += u64::from(was_killed);
        let found = saved();
        assert!(found == goal || was_killed && found == reached, "{found}");
        reached = found;
    }
    assert!(killed > 0, "no run was killed before its end");
    let parts = [&file[..], &["--out", "parts.csv"]].concat();
    let parts = object(folder.path(), &small_solve("260", &parts));
    assert_eq!(parts["iterations"], 260);
    assert_ended_alike(folder.path(), &whole, &parts);
}

#[test]
fn a_foreign_or_damaged_checkpoint_of_a_solve_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = ["--checkpoint", "hand.solve"];
    let tiny = |more: &[&'static str]| {
        let mut line = vec!["solve", "challenge", "--ranks", "2", "--hand-size", "2"];
        line.extend(["--json", "--quiet", "--iterations", "5"]);
        line.extend(file);
        line.extend(more);
        line
    };
    object(folder.path(), &tiny(&[]));
    let path = folder.path().join("hand.solve");
    let sound = std::fs::read(&path).unwrap();
    let found = refused(folder.path(), &tiny(&["--payoffs", "0.6,0.4,0.5"]));
    assert!(found.contains("hand.solve") && found.contains("0.56,0.44,0.5"), "{found}");
    std::fs::write(&path, [b"cshand01", &sound[8..]].concat()).unwrap();
    let found = refused(folder.path(), &tiny(&[]));
    assert!(found.contains("hand.solve") && found.contains("dominated actions"), "{found}");
    std::fs::write(&path, &sound).unwrap();
    for more in [&["--compact"][..], &["--prune"], &["--solver", "cfr+"]] {
        let found = refused(folder.path(), &tiny(more));
        assert!(found.contains("is of another solver"), "{found}");
    }
    // A process for every byte would take minutes: the reader of the state has such a test of its own.
    for index in (0..sound.len()).step_by(sound.len() / 40 + 1) {
        let mut damaged = sound.clone();
        damaged[index] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        let found = refused(folder.path(), &tiny(&[]));
        assert!(found.contains("cannot continue from hand.solve"), "{index}: {found}");
        std::fs::write(&path, &sound[..index]).unwrap();
        refused(folder.path(), &tiny(&[]));
    }
    std::fs::write(&path, [&sound[..], &[0]].concat()).unwrap();
    let found = refused(folder.path(), &tiny(&[]));
    assert!(found.contains("damaged"), "{found}");
    // Seconds that no run can have, with the checksum of the bytes before it.
    let name = u32::from_le_bytes(sound[8..12].try_into().unwrap()) as usize;
    let head = 12..12 + name + 8;
    for seconds in [f64::INFINITY, f64::NAN, -1.0] {
        let mut changed = sound.clone();
        changed[head.end - 8..head.end].copy_from_slice(&seconds.to_le_bytes());
        let crc = crc32fast::hash(&changed[head.clone()]);
        changed[head.end..head.end + 4].copy_from_slice(&crc.to_le_bytes());
        std::fs::write(&path, &changed).unwrap();
        let found = refused(folder.path(), &tiny(&[]));
        assert!(found.contains("a number that no run can have"), "{found}");
    }
}

/// The library of the driver of NVIDIA cards; tests that need a machine without it say so.
fn has_a_card() -> bool {
    Path::new("/dev/nvidia0").exists()
}

#[test]
fn without_a_card_a_hand_is_solved_on_the_processor_or_refused() {
    if has_a_card() {
        println!("not run: this machine has a card");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let line = |device| {
        let line = ["solve", "challenge(ranks=4)", "--hand-size", "3", "--iterations", "5"];
        [line.as_slice(), &["--device", device, "--json", "--quiet"]].concat()
    };
    let refused = run(folder.path(), &line("gpu"));
    assert_eq!(refused.status.code(), Some(1));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("--device cpu") && error.contains("driver"), "{error}");
    let found = object(folder.path(), &line("auto"));
    let expected = object(folder.path(), &line("cpu"));
    assert_eq!(found["nash_conv"], expected["nash_conv"]);
    let wrong = [line("gpu").as_slice(), &["--endgames", "trust=2"]].concat();
    let error = String::from_utf8(run(folder.path(), &wrong).stderr).unwrap();
    assert!(error.contains("trust=2"), "{error}");
}
