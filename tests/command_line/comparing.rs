//! `cardsharp compare`, through the binary.

use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run};
use crate::solving::points_of;

/// The measures of a run: iterations and NashConv.
fn measures(run: &Value) -> Vec<(u64, f64)> {
    let points = run["points"].as_array().unwrap().iter();
    let measure = |point: &Value| (point["iteration"].as_u64().unwrap(), point["nash_conv"].as_f64().unwrap());
    points.map(measure).collect()
}

fn numbers_of(curve: &Path) -> Vec<(u64, f64)> {
    let points = points_of(curve).into_iter();
    points.map(|(iteration, value)| (iteration, value.parse().unwrap())).collect()
}

/// Slow: each solver runs twice.
#[test]
fn each_solver_is_measured_as_when_it_solves_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let names = ["dcfr", "pcfr+", "mccfr"];
    let solvers = format!("{},lp", names.join(","));
    let line = ["compare", "leduc_poker", "--solver", &solvers, "--iterations", "40", "--threads", "1"];
    let files = ["--curves", "all/curves", "--plot", "all.svg", "--json"];
    let compared = object(folder, &[&line[..], &files].concat());
    let runs = compared["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 4);
    for (one, name) in runs.iter().zip(names) {
        let line = ["solve", "leduc_poker", "--solver", name, "--iterations", "40", "--threads", "1"];
        let curve = ["--measure-every", "geometric", "--curve", "alone.csv", "--json", "--force"];
        let alone = object(folder, &[&line[..], &curve].concat());
        assert_eq!(one["nash_conv"], alone["nash_conv"], "{name}");
        let points = numbers_of(&folder.join("alone.csv"));
        assert!(points.len() > 20, "{points:?}");
        assert_eq!(measures(one), points);
        assert_eq!(numbers_of(&folder.join(format!("all/curves/{name}.csv"))), points);
        assert!(one["cpu_seconds"].as_f64().unwrap() > 0.0, "{one}");
    }
    // The linear program is exact, and has no iterations.
    assert!(runs[3]["nash_conv"].as_f64().unwrap() < 1e-9, "{}", runs[3]);
    assert_eq!(measures(&runs[3]), []);
    let picture = std::fs::read_to_string(folder.join("all.svg")).unwrap();
    assert!(names.iter().all(|name| picture.contains(name)) && !picture.contains(">lp<"));
}

#[test]
fn the_table_has_the_iterations_to_each_power_of_ten() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["compare", "kuhn_poker", "--solver", "cfr,dcfr", "--target", "1e-3", "--quiet"];
    let found = object(folder.path(), &[&line[..], &["--json"]].concat());
    let table = run(folder.path(), &line);
    let table = String::from_utf8(table.stdout).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    // CPU and seconds are two words.
    assert_eq!(rows[0][6..], ["to", "1e-1", "to", "1e-2", "to", "1e-3"], "{table}");
    for (row, run) in rows[1..].iter().zip(found["runs"].as_array().unwrap()) {
        let points = measures(run);
        let first = |most: f64| points.iter().find(|(_, value)| *value <= most).unwrap().0.to_string();
        assert_eq!(row[5..], [first(1e-1), first(1e-2), first(1e-3)], "{table}");
        assert_eq!(row[1], points.last().unwrap().0.to_string());
    }
}

#[test]
fn faults_are_named_before_a_game_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("curves")).unwrap();
    std::fs::write(folder.join("curves/cfr.csv"), "kept").unwrap();
    let faults = [
        ("compare kuhn_poker --solver cfr,cfr", 2, "names a solver twice"),
        ("compare kuhn_poker --solver cfr,dcf", 2, "'dcfr'"),
        ("compare kuhn_poker --solver cfr --plot p.gif", 2, "p.gif"),
        ("compare kuhn_poker --solver cfr --curves curves", 1, "cfr.csv"),
        ("compare kuhn_poker --solver cfr --curves curves/cfr.csv", 1, "curves/cfr.csv"),
        ("compare kuhn_poker --solver lp --plot p.svg", 2, "lp has no curve"),
        ("compare kuhn_poker --solver simplex,lp --plot p.svg", 2, "simplex has no curve"),
        ("compare chalenge --solver cfr", 2, "chalenge"),
    ];
    for (line, code, told) in faults {
        let output = run(folder, &line.split(' ').collect::<Vec<_>>());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{line}: {error}");
        assert!(error.contains(told), "{line}: {error}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("curves/cfr.csv")).unwrap(), "kept");
    assert!(!folder.join("p.svg").exists());
}
