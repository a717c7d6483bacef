//! Every example runs as a process of its own and prints what it promises.
//!
//! `cargo test` builds the examples first. With a filter such as `--test examples` it does not, and
//! then an example that is missing, or older than its sources, fails here.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each example, and texts of its output.
const EXAMPLES: [(&str, &[&str]); 8] = [
    ("compare_presets", &["pcfr+", "hs-dcfr", "NashConv"]),
    ("iterations", &["kuhn_poker pdcfr+ 26 38 55 81", "kuhn_poker vad-cfr 42 50 61 67"]),
    ("kuhn", &["value to the first player: -0.055556", "exploitability: "]),
    ("n_players", &["values: [", "NashConv: ", "player 2 would gain"]),
    ("own_game", &["value to the second player: 0.2500", "sees heads"]),
    ("own_range_game", &["value to the first player: -0.055", "NashConv: "]),
    ("resume", &["after 1000 iterations", "warm-started from the file"]),
    (
        "safe_exploitation",
        &["value of the game: -0.0556", "     1.00             0.3333 ", "data-biased: ", "after 100 games "],
    ),
];

/// The executable of an example that is up to date.
fn executable(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    // The test is in `deps` of the folder of its profile.
    let profile = test.parent().and_then(Path::parent).unwrap();
    let suffix = std::env::consts::EXE_SUFFIX;
    let path = profile.join("examples").join(format!("{name}{suffix}"));
    let advice = "run `cargo build -p cardsharp-solvers --examples` with the profile of this test";
    let built = fs::metadata(&path).and_then(|file| file.modified());
    let built = built.unwrap_or_else(|error| panic!("{}: {error}; {advice}", path.display()));
    let sources = fs::read_to_string(path.with_extension("d")).unwrap();
    for source in sources.lines().flat_map(|line| line.split(' ').skip(1)) {
        let changed = fs::metadata(source).and_then(|file| file.modified());
        assert!(changed.is_ok_and(|changed| changed <= built), "{} is older than {source}; {advice}", path.display());
    }
    path
}

#[test]
fn every_example_runs_and_prints_what_it_promises() {
    for (name, expected) in EXAMPLES {
        let folder = tempfile::tempdir().unwrap();
        let run = Command::new(executable(name)).current_dir(folder.path()).output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{name}: {}: {err}", run.status);
        for text in expected {
            assert!(out.contains(text), "{name} does not print {text:?}: {out}");
        }
    }
}

#[test]
fn the_comparison_leaves_a_curve_of_every_preset_and_their_plot() {
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(executable("compare_presets")).arg(folder.path()).output();
    assert!(run.unwrap().status.success());
    for preset in cardsharp_solvers::cfr::Preset::ALL {
        let curve = fs::read_to_string(folder.path().join(format!("{}.csv", preset.name)));
        assert!(curve.unwrap().lines().count() > 2, "{}", preset.name);
    }
    let plot = fs::read_to_string(folder.path().join("presets.svg")).unwrap();
    assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"));
}

#[test]
fn no_example_is_missing_in_this_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = fs::read_dir(folder).unwrap();
    let files: BTreeSet<String> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let listed = EXAMPLES.map(|(name, _)| name.to_owned());
    assert_eq!(files, BTreeSet::from(listed));
}
