//! The examples, and some changed copies of them, show no fault.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::fs;
use std::process::Command;
use std::time::Duration;

use cardsharp_fuzz::memory::Counting;
use cardsharp_fuzz::search::{Found, Plan, Until, search};
use cardsharp_fuzz::{Target, corpus, guard, targets};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Targets that write files or load policies.
const SLOW: &[&str] = &["agent-name", "checkpoint", "journal", "plan", "policy", "position", "tables"];

/// The number of parts of long inputs, and of colons: without care each takes longer than a target may.
const PARTS: usize = 60_000;
const COLONS: usize = 1_000_000;

fn searched(target: &Target, runs: u64) -> Found {
    let examples = corpus::read(target, &corpus::folder()).unwrap();
    let examples = examples.into_iter().map(|(_, bytes)| bytes).collect();
    let mut last = Vec::new();
    let before = |input: &[u8]| last = input.to_vec();
    let plan = Plan { seed: 7, until: Until::Runs(runs), patience: Duration::from_secs(guard::PATIENCE) };
    let found = guard::on_own_thread(|| search(target, examples, plan, before)).unwrap();
    let input = String::from_utf8_lossy(&last);
    assert!(found.fault.is_none(), "{}: {:?} of {input:?}", target.name, found.fault);
    found
}

/// Inputs of many parts, which once took time that grew with the square of their number.
fn long_inputs() -> [(&'static str, String); 4] {
    let parts = |count: usize, separator: &str| {
        let parts: Vec<String> = (0..count).map(|number| format!("k{number}=1")).collect();
        parts.join(separator)
    };
    [
        ("game-name", format!("challenge({})", parts(PARTS, ","))),
        ("agent-name", format!("random:{}", parts(PARTS, ","))),
        ("agent-name", format!("random{}", ":".repeat(COLONS))),
        ("dead-mans-draw-login", format!("Digest {}", parts(PARTS, ", "))),
    ]
}

// The limits are those of the whole process, so one test runs all targets.
#[test]
fn examples_and_changed_copies_and_long_inputs_show_no_fault() {
    for (name, input) in long_inputs() {
        let target = targets().iter().find(|target| target.name == name).unwrap();
        let patience = Duration::from_secs(guard::PATIENCE);
        let found = guard::on_own_thread(|| guard::run(target, input.as_bytes(), patience).map(drop));
        assert_eq!(found.unwrap(), Ok(()), "{name}: {} bytes", input.len());
    }
    for target in targets() {
        let runs = if SLOW.contains(&target.name) { 20 } else { 400 };
        let found = searched(target, runs);
        assert_eq!(found.runs, runs, "{}", target.name);
        assert!(found.taken > 0, "{} takes none of its examples", target.name);
        assert!(found.kinds > 3, "{} gives {} answers", target.name, found.kinds);
    }
}

/// The lines of the page are read as they stand. `--list` keeps them from searching for an hour.
#[test]
fn the_lines_of_the_page_are_read() {
    let page = fs::read_to_string(corpus::root().join("docs/src/fuzzing.md")).unwrap();
    let lines = page.lines().filter_map(|line| line.strip_prefix("target/debug/cardsharp-fuzz "));
    let mut count = 0;
    for line in lines {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardsharp-fuzz"));
        let words = line.split(' ').filter(|word| *word != "--list");
        let output = program.args(words).arg("--list").output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("policy"), "{line}: {output:?}");
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn every_folder_of_examples_has_a_target_and_little_in_it() {
    for folder in fs::read_dir(corpus::folder()).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        assert!(targets().iter().any(|target| target.name == name), "{name} is no target");
        let files = fs::read_dir(folder.path()).unwrap();
        let bytes: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
        assert!(bytes < 40_000, "{name} has {bytes} bytes");
    }
}
