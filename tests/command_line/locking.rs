//! `cardsharp solve --lock`: information sets that are played as a file says.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;

use crate::binary::{run, signal, start};

fn solved(folder: &Path, line: &str) -> Value {
    let words: Vec<&str> = line.split(' ').collect();
    let output = run(folder, &[&["solve"], &words[..], &["--quiet", "--json"]].concat());
    assert!(output.status.success(), "{line}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

const HONEST: &str = "player,infoset,action,probability\n1,0p,pass,1\n1,0p,bet,0\n";

/// A second player who never bluffs loses 1/18 of a chip, where an equilibrium wins as much (see the tests of the solver).
#[test]
fn what_a_lock_costs_is_seen_by_every_solver() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("honest.csv"), HONEST).unwrap();
    for solver in ["lp", "dcfr --iterations 3000", "linear-mccfr --iterations 200000 --threads 1"] {
        let line = format!("kuhn_poker --lock honest.csv --solver {solver} --out solved.csv --force");
        let found = solved(folder, &line);
        assert_eq!((&found["locked"], &found["infosets"]), (&1.into(), &serde_json::json!([6, 5])));
        let value = |key: &str| found[key][0].as_f64().unwrap();
        let close = if solver == "lp" { 1e-9 } else { 5e-3 };
        assert!((value("values") - 1.0 / 18.0).abs() < close, "{found}");
        assert!((value("values_before") + 1.0 / 18.0).abs() < close, "{found}");
        let rows = fs::read_to_string(folder.join("solved.csv")).unwrap();
        assert!(rows.contains("\n1,0p,pass,1\n1,0p,bet,0\n"), "{rows}");
        // The whole strategy, locked, is its own solution: nobody decides any more.
        let again = solved(folder, "kuhn_poker --lock solved.csv --solver lp");
        assert_eq!(again["infosets"], serde_json::json!([0, 0]));
        assert!((again["values"][0].as_f64().unwrap() - value("values")).abs() < 1e-9);
    }
    let words = ["solve", "kuhn_poker", "--lock", "honest.csv", "--solver", "lp"];
    let output = run(folder, &words);
    let printed = String::from_utf8(output.stdout).unwrap();
    let line = "value to player 0: 0.055555556, -0.055555556 without locks: a change of +0.111111111";
    assert!(printed.contains(line), "{printed}");
}

/// The values of an interrupted solve are nothing to compare with.
#[cfg(unix)]
#[test]
fn an_interrupt_before_the_locks_ends_the_command() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("honest.csv"), HONEST).unwrap();
    let line = "solve kuhn_poker --lock honest.csv --solver cfr --time 60s --target 1e-300";
    let words: Vec<&str> = line.split(' ').collect();
    let mut solve = start(folder.path(), &words);
    let mut log = BufReader::new(solve.stderr.take().unwrap());
    // The line of progress comes after some seconds of solving, when signals are listened to.
    let mut said = [String::new(), String::new()];
    for line in &mut said {
        log.read_line(line).unwrap();
    }
    assert!(said[0].contains("first as it is") && said[1].contains("iteration"), "{said:?}");
    signal(&solve, "-INT");
    let mut rest = String::new();
    log.read_to_string(&mut rest).unwrap();
    let output = solve.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest}");
    assert!(rest.contains("interrupted before anything was locked"), "{rest}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

#[test]
fn a_file_that_locks_what_is_not_there_is_refused_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let head = "player,infoset,action,probability\n";
    let cases = [
        ("1,0pp,pass,1\n", "line 2: player 1 has no information set `0pp`; did you mean `0p`?"),
        ("0,0p,pass,1\n", "line 2: player 0 has no information set `0p`"),
        ("1,0p,raise,1\n", "line 2: `0p` has the actions pass, bet, and no `raise`"),
        ("1,0p,bet,0\n1,0p,bet,1\n", "line 3: `bet` at `0p` for the second time"),
        ("1,0p,bet,1\n", "`0p` has no probability of `pass`"),
        ("1,0p,bet,0.5\n1,0p,pass,0.4\n", "the probabilities sum to 0.9, and not to 1"),
        ("1,0p,bet,-1\n1,0p,pass,2\n", "-1 is no probability"),
        ("1,0p,bet,NaN\n1,0p,pass,1\n", "NaN is no probability"),
        ("1,0p,bet,much\n", "line 2"),
        ("", "locks nothing"),
    ];
    for (rows, reason) in cases {
        fs::write(folder.join("lock.csv"), format!("{head}{rows}")).unwrap();
        let output = run(folder, &["solve", "kuhn_poker", "--lock", "lock.csv"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{rows}: {said}");
        assert!(said.contains("lock.csv") || said.contains("`0p`"), "{rows}: {said}");
        assert!(said.contains(reason), "{rows}: {said}");
    }
    let missing = run(folder, &["solve", "kuhn_poker", "--lock", "none.csv"]);
    assert!(String::from_utf8(missing.stderr).unwrap().contains("cannot read none.csv"));
}

/// A hand that is solved by ranges takes the same file as the game written out, and has the same values.
#[test]
fn a_locked_hand_of_ranges_is_that_of_the_game_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rows = "player,infoset,action,probability\n\
                0,leader 3-2,2,0.25\n0,leader 3-2,3,0.5\n0,leader 3-2,challenge,0.25\n\
                1,follower 1-1 challenge,accept,1\n1,follower 1-1 challenge,reject,0\n\
                1,follower 2-2 3,2,0.5\n1,follower 2-2 3,challenge,0.5\n";
    fs::write(folder.join("lock.csv"), rows).unwrap();
    let locks = "--lock lock.csv --target 1e-5";
    let written = solved(folder, &format!("challenge(ranks=3,copies=3,hand_size=2) --solver dcfr {locks}"));
    for further in ["", " --compact", " --prune --solver pcfr+"] {
        let line = format!("challenge --ranks 3 --copies 3 --hand-size 2 --iterations 2000 {locks}{further}");
        let ranges = solved(folder, &line);
        assert_eq!(ranges["locked"], 3);
        // The utilities of the game written out are chances of winning, as the values of the hand.
        let close = if further.contains("compact") { 5e-3 } else { 2e-4 };
        for key in ["values", "values_before"] {
            let [one, other] = [&written[key][0], &ranges[key][0]].map(|value| value.as_f64().unwrap());
            assert!((one - other).abs() < close, "{further} {key}: {one}, {other}");
        }
    }
    // The last trick is solved card by card then.
    fs::write(folder.join("late.csv"), format!("{rows}0,leader 3 3 3,3,1\n0,leader 3 3 3,challenge,0\n")).unwrap();
    let late = "--lock late.csv --target 1e-5";
    let late_written = solved(folder, &format!("challenge(ranks=3,copies=3,hand_size=2) --solver dcfr {late}"));
    let ranges = solved(folder, &format!("challenge --ranks 3 --copies 3 --hand-size 2 --iterations 2000 {late}"));
    assert_eq!(ranges["locked"], 4);
    for key in ["values", "values_before"] {
        let [one, other] = [&late_written[key][0], &ranges[key][0]].map(|value| value.as_f64().unwrap());
        assert!((one - other).abs() < 2e-4, "{key}: {one}, {other}");
    }
    let differs = late_written["values"][0].as_f64().unwrap() - written["values"][0].as_f64().unwrap();
    assert!(differs < -5e-4, "the lock of the last trick counts: {differs}");
    let changed = written["values"][0].as_f64().unwrap() - written["values_before"][0].as_f64().unwrap();
    assert!(changed.abs() > 1e-3, "{changed}");
    let hand = ["solve", "challenge", "--ranks", "3", "--copies", "3", "--hand-size", "2"];
    let said = |rows: &str, more: &[&str]| {
        fs::write(folder.join("wrong.csv"), format!("player,infoset,action,probability\n{rows}\n")).unwrap();
        let output = run(folder, &[&hand[..], &["--lock", "wrong.csv"], more].concat());
        assert!(!output.status.success(), "{rows}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (rows, reason) in [
        ("0,leader 3-2,2,1", "wrong.csv: `leader 3-2` has no probability of `3`"),
        ("0,leader 3-2,1,1", "line 2: `leader 3-2` has the actions 2, 3, challenge, and no `1`"),
        ("1,leader 3-2,2,1", "line 2: player 1 does not act at `leader 3-2`"),
        ("0,follower 3-2,2,1", "line 2: player 0 does not act at `follower 3-2`"),
        ("0,leader 3-2-1,2,1", "`3-2-1` of `leader 3-2-1` is no hand of 2 cards"),
        ("0,leader 3-9,2,1", "`3-9` of `leader 3-9` is no hand"),
        ("0,leader,2,1", "no hand of 2 cards"),
        ("1,follower 2-2 7,2,1", "`7` of `follower 2-2 7` is not possible there: choose one of 1, 2, 3, challenge"),
        ("0,leader none challenge reject,1,1", "the hand is over"),
        ("0,leader 3-2,2,1\n0,leader 3-2,2,1", "line 3: `2` at `leader 3-2` for the second time"),
        ("", "locks nothing"),
    ] {
        let said = said(rows, &[]);
        assert!(said.contains(reason), "{rows}: {said}");
    }
    let both = said("0,leader 3-2,2,1", &["--checkpoint", "state.solve"]);
    assert!(both.contains("--checkpoint"), "{both}");
    let output = run(folder, &[&hand[..], &["--lock", "lock.csv", "--target", "1e-4"]].concat());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(" without locks: a change of "), "{printed}");
}

/// An equilibrium of Kuhn's second player who never bluffs is worth 1/18 to a best response: -1 with the jack, 0 with the
/// queen and 7/6 with the king.
#[test]
fn responses_meet_an_opponent_who_is_locked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("honest.csv"), HONEST).unwrap();
    let train = "train kuhn_poker --solver pcfr+ --target 1e-7 --out kuhn.policy --quiet";
    let output = run(folder, &train.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{output:?}");
    let line = ["respond", "kuhn.policy", "--lock", "honest.csv", "--trade-offs", "0,1"];
    let output = run(folder, &[&line[..], &["--json"]].concat());
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["locked"], 1);
    let values = [&found["game_value"], &found["responses"][1]["value"]].map(|value| value.as_f64().unwrap());
    assert!((values[0] + 1.0 / 18.0).abs() < 1e-6, "{found}");
    assert!((values[1] - 1.0 / 18.0).abs() < 1e-4, "{found}");
    let output = run(folder, &line);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("1 information set of player 1 as"), "{printed}");
    let output = run(folder, &[&line[..], &["--player", "0"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(said.contains("`0p` is an information set of player 1: only those of player 0"), "{said}");
}
