//! `cardsharp solve` and `cardsharp bench`, through the binary.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

fn cardsharp(arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    command.args(arguments).output().unwrap()
}

fn object(arguments: &[&str]) -> Value {
    let output = cardsharp(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_way_of_solving_kuhn_finds_its_value() {
    for solver in ["lp", "cfr", "dcfr", "pdcfr+"] {
        let solve = ["solve", "kuhn_poker", "--solver", solver, "--target", "1e-3", "--json"];
        let said = object(&solve);
        let value = said["values"][0].as_f64().unwrap();
        assert!((value + 1.0 / 18.0).abs() <= 1e-3, "{solver}: {said}");
        assert!(said["nash_conv"].as_f64().unwrap() <= 1e-3);
        assert_eq!(said["infosets"], serde_json::json!([6, 6]));
        assert_eq!(said["nodes"], 58);
    }
}

#[test]
fn joint_play_is_measured_where_no_nash_equilibrium_is_promised() {
    let of = |game: &str, iterations: &str| {
        object(&["solve", game, "--solver", "cfr", "--iterations", iterations, "--json"])["coarse_gap"].as_f64()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/efg");
    let dilemma = folder.join("prisoners_dilemma.efg");
    for game in ["kuhn_poker(players=3)", dilemma.to_str().unwrap()] {
        let [early, late] = ["30", "3000"].map(|iterations| of(game, iterations).unwrap());
        assert!(late < early / 5.0 && late >= -1e-12, "{game}: {early} {late}");
    }
    assert_eq!(of("kuhn_poker", "30"), None);
    let said = cardsharp(&["solve", "kuhn_poker(players=3)", "--iterations", "30"]);
    assert!(String::from_utf8_lossy(&said.stdout).contains("from a coarse correlated equilibrium"), "{said:?}");
}

#[test]
fn every_game_file_of_ours_is_solved_or_refused_by_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/efg");
    let mut solved = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let output = cardsharp(&["solve", path.to_str().unwrap(), "--iterations", "2000"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if path.ends_with("absent_minded_driver.efg") {
            assert_eq!(output.status.code(), Some(1));
            assert!(said.contains("perfect recall"), "{said}");
            continue;
        }
        assert!(output.status.success(), "{}: {said}", path.display());
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains("NashConv") && shown.contains("value to player 1"));
        solved += 1;
    }
    assert!(solved >= 5, "{solved}");
}

#[test]
fn the_strategy_is_written_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("kuhn.csv");
    let path = out.to_str().unwrap();
    let solve = ["solve", "kuhn_poker", "--iterations", "200", "--out", path, "--quiet"];
    assert!(cardsharp(&solve).status.success());
    let mut reader = csv::Reader::from_path(&out).unwrap();
    assert_eq!(reader.headers().unwrap(), &["player", "infoset", "action", "probability"][..]);
    let rows: Vec<(u8, String, String, f64)> = reader.deserialize().map(Result::unwrap).collect();
    // There are twelve information sets of two actions.
    assert_eq!(rows.len(), 24);
    for pair in rows.chunks(2) {
        assert_eq!(pair[0].1, pair[1].1);
        assert!((pair[0].3 + pair[1].3 - 1.0).abs() < 1e-12);
    }
}

/// The iterations and the measured values of a curve.
pub fn points_of(path: &Path) -> Vec<(u64, String)> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        (row[0].parse().unwrap(), row[4].to_owned())
    });
    rows.collect()
}

#[test]
fn points_by_iterations_are_those_of_every_run() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |measure: &str, name: &str| {
        let path = folder.path().join(name);
        let line = ["solve", "leduc_poker", "--solver", "dcfr", "--iterations", "100", "--quiet"];
        let curve = [measure, "--curve", path.to_str().unwrap()];
        assert!(cardsharp(&[&line[..], &curve].concat()).status.success());
        points_of(&path)
    };
    let all = solve("--measure-every=geometric", "all.csv");
    let grid = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 25, 28, 32, 35, 40, 45, 50, 56, 63, 71, 79, 89, 100,
    ];
    let mut iterations: Vec<u64> = all.iter().map(|(iteration, _)| *iteration).collect();
    // The last iteration has another row, of the strategy without dominated actions.
    assert_eq!(iterations.pop(), Some(100));
    assert_eq!(iterations, grid);
    assert_eq!(solve("--measure-every=geometric", "again.csv"), all);
    let every = solve("--measure-every=25", "every.csv");
    let common: Vec<_> = all.iter().filter(|point| every.contains(point)).collect();
    // After 25, 50 and 100, and the last row.
    assert_eq!(common.len(), 4, "{every:?}");
    let output = cardsharp(&["solve", "kuhn_poker", "--measure-every=often"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("or geometric"));
}

#[test]
fn a_training_takes_points_by_iterations_too() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["kuhn_poker", "challenge(ranks=3,copies=3,hand_size=2)"] {
        let policy = folder.path().join("one.policy");
        let line = ["train", game, "--solver", "mccfr", "--threads", "1", "--iterations", "1000", "--quiet"];
        let files = ["--force", "--out", policy.to_str().unwrap(), "--measure-every=300"];
        let score: &[&str] = if game.starts_with("kuhn") { &[] } else { &["--score", "0,0"] };
        let output = cardsharp(&[&line[..], &files, score].concat());
        assert!(output.status.success(), "{output:?}");
        let points = points_of(&policy.with_extension("csv"));
        let iterations: Vec<u64> = points.iter().map(|(iteration, _)| *iteration).collect();
        assert_eq!(iterations, [300, 600, 900, 1000], "{game}");
    }
}

#[test]
fn what_cannot_be_solved_says_why_and_what_else_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.efg");
    std::fs::write(&damaged, "EFG 2 R \"x\" { \"a\" }\nq \"\" 1").unwrap();
    for (arguments, code, expected) in [
        (vec!["solve", "poker"], 2, "neither a file of Gambit (.efg or .nfg) nor a game"),
        (vec!["solve", "missing.efg"], 1, "missing.efg"),
        (vec!["solve", damaged.to_str().unwrap()], 1, "line 2"),
        (vec!["solve", "kuhn_poker(players=3)", "--solver", "lp"], 1, "two players"),
    ] {
        let output = cardsharp(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

/// `data/bench.json` is the output of `cardsharp bench --json` at the last intended change of the solvers. Slow: the
/// runs of `bench`, as they were recorded.
#[test]
fn the_solvers_behave_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/bench.json");
    let kept: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let signatures = |said: &Value| -> Vec<(String, String, String)> {
        let runs = said["runs"].as_array().unwrap();
        let text = |run: &Value, key: &str| run[key].as_str().unwrap().to_owned();
        runs.iter().map(|run| (text(run, "game"), text(run, "solver"), text(run, "signature"))).collect()
    };
    assert_eq!(signatures(&object(&["bench", "--json"])), signatures(&kept));
}
