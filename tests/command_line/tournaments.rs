//! `cardsharp tournament`, through the binary.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::binary::{cardsharp, object, run, start};

/// What does not depend on the time.
fn without_seconds(mut report: Value) -> Value {
    report.as_object_mut().unwrap().remove("seconds");
    report
}

fn tournament(folder: &Path, arguments: &str) -> Value {
    let fixed = ["tournament", "--json", "--quiet"];
    let words: Vec<&str> = fixed.into_iter().chain(arguments.split(' ')).collect();
    without_seconds(object(folder, &words))
}

fn refused(folder: &Path, arguments: &str) -> String {
    let words: Vec<&str> = ["tournament"].into_iter().chain(arguments.split(' ')).collect();
    let output = run(folder, &words);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn names(report: &Value) -> Vec<&str> {
    let agents = report["agents"].as_array().unwrap().iter();
    agents.map(|agent| agent["agent"].as_str().unwrap()).collect()
}

#[test]
fn a_match_of_a_tournament_is_what_match_plays() {
    let folder = tempfile::tempdir().unwrap();
    let line = "challenge random greedy greedy-challenge --rounds 20 --seed 5 --threads";
    let report = tournament(folder.path(), &format!("{line} 2"));
    assert_eq!(report, tournament(folder.path(), &format!("{line} 1")));
    assert_eq!(names(&report), ["greedy-challenge", "greedy", "random"]);
    for one in report["matches"].as_array().unwrap() {
        let [first, second] = [0, 1].map(|index| one["agents"][index].as_str().unwrap());
        let alone = ["match", "challenge", first, second, "--rounds", "20", "--seed", "5", "--json"];
        let alone = object(folder.path(), &alone);
        assert_eq!(alone["agents"][0]["wins"], one["wins"][0]);
        assert_eq!(alone["agents"][1]["wins"], one["wins"][1]);
    }
    let ratings: Vec<f64> =
        report["agents"].as_array().unwrap().iter().map(|agent| agent["elo"]["rating"].as_f64().unwrap()).collect();
    assert!(ratings.is_sorted_by(|one, next| one > next), "{ratings:?}");
    assert!((ratings.iter().sum::<f64>() - 4500.0).abs() < 1e-6);
    let row = &report["head_to_head"][0][2];
    let column = &report["head_to_head"][2][0];
    assert_eq!((&row["won"], &row["lost"]), (&column["lost"], &column["won"]));
}

/// The tournament is killed again and again, and goes on each time. Its table is that of one that was not killed.
/// Slow: a tournament is killed up to twenty times, and goes on.
#[cfg(unix)]
#[test]
fn a_killed_tournament_ends_with_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let line = "challenge random lowest greedy greedy-challenge --format swiss --stages 3 --rounds 400";
    let whole = tournament(folder.path(), line);
    let begin: Vec<&str> =
        ["tournament", "--json", "--journal", "t.jsonl"].into_iter().chain(line.split(' ')).collect();
    let resume = ["tournament", "--json", "--resume", "t.jsonl"];
    let mut kills = 0;
    let mut milliseconds = 30;
    let mut child = start(folder.path(), &begin);
    while kills < 20 {
        std::thread::sleep(Duration::from_millis(milliseconds));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // What was killed before it began its journal begins again.
        let begun = std::fs::metadata(folder.path().join("t.jsonl")).is_ok_and(|file| file.len() > 0);
        child = if begun { start(folder.path(), &resume) } else { start(folder.path(), &begin) };
        milliseconds = 30 + 17 * (kills % 7);
    }
    child.wait().unwrap();
    assert!(kills >= 5, "only {kills} kills");
    let resumed = object(folder.path(), &resume);
    assert_eq!(without_seconds(resumed), whole);
}

/// A journal that is cut at any place goes on, but for one without its first line.
#[test]
fn a_cut_journal_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let line = "challenge random lowest greedy --rounds 3 --seed 2";
    let whole = tournament(folder.path(), &format!("{line} --journal whole.jsonl"));
    let bytes = std::fs::read(folder.path().join("whole.jsonl")).unwrap();
    let first = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut length = first;
    while length < bytes.len() {
        let cut = folder.path().join("cut.jsonl");
        std::fs::write(&cut, &bytes[..length]).unwrap();
        assert_eq!(tournament(folder.path(), "--resume cut.jsonl"), whole, "{length} bytes");
        // It is complete now, and nothing is played again.
        let size = std::fs::metadata(&cut).unwrap().len();
        assert_eq!(tournament(folder.path(), "--resume cut.jsonl"), whole);
        assert_eq!(std::fs::metadata(&cut).unwrap().len(), size);
        length += 1 + bytes.len() / 40;
    }
    std::fs::write(folder.path().join("cut.jsonl"), &bytes[..first - 2]).unwrap();
    let output = run(folder.path(), &["tournament", "--resume", "cut.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cut.jsonl is not the journal of a tournament"), "{said}");
}

/// The journal with another winner of its first game.
fn changed(text: &str) -> String {
    let at = text.find("\"winner\":").unwrap() + "\"winner\":".len();
    let other = if text[at..].starts_with('0') { "1" } else { "0" };
    [&text[..at], other, &text[at + 1..]].concat()
}

#[test]
fn a_changed_line_is_played_again_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = tournament(folder.path(), "challenge random lowest greedy --games 4 --journal t.jsonl");
    let journal = folder.path().join("t.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, changed(&text)).unwrap();
    assert_eq!(tournament(folder.path(), "--resume t.jsonl"), whole);
    // Later stages follow from the results of the first one: they cannot be kept without it.
    tournament(
        folder.path(),
        "challenge random lowest greedy expert --format single-elimination --games 1 --journal s.jsonl",
    );
    let journal = folder.path().join("s.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, changed(&text)).unwrap();
    let output = run(folder.path(), &["tournament", "--resume", "s.jsonl"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("s.jsonl, line") && said.contains("damaged"), "{said}");
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let line = "challenge greedy random --games 20000 --journal t.jsonl --stop-when";
    let report = tournament(folder.path(), &format!("{line} greedy>random"));
    assert_eq!(report["decision"], "better");
    assert_eq!(report["complete"], true);
    let games = report["games"].as_u64().unwrap();
    assert!((40..1000).contains(&games), "{games}");
    // It does not go on.
    assert_eq!(tournament(folder.path(), "--resume t.jsonl"), report);
    let line = "challenge greedy random --games 20000 --stop-when";
    let report = tournament(folder.path(), &format!("{line} random>greedy"));
    assert_eq!(report["decision"], "not_better");
    let said = refused(folder.path(), &format!("{line} expert>greedy"));
    assert!(said.contains("`expert` is none of the agents: greedy, random"), "{said}");
    let said = refused(folder.path(), &format!("{line} greedy"));
    assert!(said.contains("A>B"), "{said}");
}

#[test]
fn eliminations_end_with_one_agent() {
    let folder = tempfile::tempdir().unwrap();
    let agents = "one-card stop-at-random threshold expert";
    for (format, fewest, most) in [("single-elimination", 3, 12), ("double-elimination", 6, 28)] {
        let line = format!("dead-mans-draw {agents} --games 20 --format {format}");
        let report = tournament(folder.path(), &line);
        let matches = report["matches"].as_array().unwrap().len();
        // Ties are played again, at most three times.
        assert!((fewest..=most).contains(&matches), "{report}");
        assert_eq!(report["complete"], true);
        assert_eq!(names(&report).len(), 4);
        assert_ne!(names(&report)[0], "one-card", "the weakest one");
    }
}

#[test]
fn tables_of_four_play_every_format_but_double_elimination() {
    let folder = tempfile::tempdir().unwrap();
    let agents = "random memoryless card-counter random memoryless";
    for (format, matches) in [("round-robin", 5), ("gauntlet", 4), ("swiss --stages 2", 2)] {
        let line = format!("tricky-eights {agents} --games 4 --format {format}");
        let report = tournament(folder.path(), &line);
        assert_eq!(report["matches"].as_array().unwrap().len(), matches, "{format}");
        assert_eq!(report["games"], 4 * matches);
    }
    let line = format!("tricky-eights {agents} --games 4 --format single-elimination");
    let report = tournament(folder.path(), &line);
    let last = report["matches"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["agents"].as_array().unwrap().len(), 4);
    let said = refused(folder.path(), &format!("tricky-eights {agents} --format double-elimination"));
    assert!(said.contains("single-elimination"), "{said}");
    let said = refused(folder.path(), "tricky-eights random random");
    assert!(said.contains("4 agents at a table"), "{said}");
}

#[test]
fn places_seed_another_tournament_and_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let agents = "lowest random greedy greedy-challenge";
    let line = format!("challenge {agents} --rounds 20 --journal first.jsonl --picture cross.svg");
    let first = tournament(folder.path(), &line);
    let picture = std::fs::read_to_string(folder.path().join("cross.svg")).unwrap();
    for name in names(&first) {
        assert!(picture.contains(name), "{name} is not in the picture");
    }
    let line = format!("challenge {agents} --rounds 5 --format double-elimination --seeding first.jsonl");
    let second = tournament(folder.path(), &line);
    // The best meets the last, and wins everything.
    let seeds = names(&first);
    assert_eq!(second["matches"][0]["agents"][0], seeds[0]);
    assert_eq!(second["matches"][0]["agents"][1], seeds[3]);
    assert_eq!(names(&second)[0], seeds[0]);
    let said = refused(folder.path(), &format!("challenge {agents} --stages 3"));
    assert!(said.contains("--stages belongs to --format swiss"), "{said}");
    // A journal that is there is not written over.
    let line = format!("tournament challenge {agents} --journal first.jsonl");
    let words: Vec<&str> = line.split(' ').collect();
    let output = run(folder.path(), &words);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("--resume"), "{said}");
}

#[test]
fn a_person_is_sent_to_match() {
    let folder = tempfile::tempdir().unwrap();
    let said = refused(folder.path(), "challenge human greedy");
    assert!(said.contains("`match`"), "{said}");
    let mut command = cardsharp(folder.path(), &["tournament"]);
    assert_eq!(command.output().unwrap().status.code(), Some(2));
}

#[test]
fn equal_agents_have_numbers_wherever_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let line = "challenge greedy random greedy --games 4 --seed 5";
    let report = tournament(folder.path(), line);
    let mut named = names(&report);
    named.sort_unstable();
    assert_eq!(named, ["greedy (1)", "greedy (2)", "random"]);
    let matches = report["matches"].as_array().unwrap();
    let met = |one: &str, other: &str| matches.iter().any(|played| played["agents"] == serde_json::json!([one, other]));
    assert!(met("greedy (1)", "greedy (2)") && met("random", "greedy (2)"), "{report}");
    let line = ["match", "challenge", "greedy", "greedy", "--games", "4", "--json"];
    let alone = object(folder.path(), &line);
    assert_eq!(names(&alone), ["greedy (1)", "greedy (2)"]);
    // The names by which a sequential test knows them.
    let stops = format!("{line} --stop-when", line = "challenge greedy greedy --games 4");
    let words: Vec<&str> = ["tournament", "--json", "--quiet"]
        .into_iter()
        .chain(stops.split(' '))
        .chain(["greedy (2)>greedy (1)"])
        .collect();
    assert!(object(folder.path(), &words)["decision"].is_string());
}
