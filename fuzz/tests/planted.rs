//! A program with targets that have faults, and the tests that its search finds them. Each target runs in a process of this
//! program.

#![allow(clippy::unwrap_used, reason = "it is a test without the harness by which clippy knows tests")]

use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::{env, fs, thread};

use cardsharp_fuzz::memory::Counting;
use cardsharp_fuzz::{Outcome, Target, command};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The word that makes a process of this program search.
const SEARCH: &str = "search";

const TARGETS: &[Target] = &[
    planted("sound", |_, outcome| outcome.taken("sound", "")),
    planted("panic", |input, outcome| magic(input, outcome, |_| panic!("the card is in no pack"))),
    planted("memory", |input, outcome| magic(input, outcome, |_| drop(vec![1_u8; 1 << 30]))),
    planted("refusable", |input, outcome| {
        magic(input, outcome, |_| assert!(Vec::<u8>::new().try_reserve(1 << 30).is_err()));
    }),
    planted("stack", |input, outcome| magic(input, outcome, |_| assert!(nested(1 << 40) > 0))),
    planted("exit", |input, outcome| magic(input, outcome, |_| std::process::abort())),
    planted("hang", |input, outcome| {
        magic(input, outcome, |_| {
            loop {
                std::hint::spin_loop();
            }
        });
    }),
    planted("silent", |input, outcome| magic(input, outcome, |outcome| outcome.refused("magic", ""))),
];

const fn planted(name: &'static str, run: fn(&[u8], &mut Outcome)) -> Target {
    Target { name, run, words: &["bid", "7"], examples: &[] }
}

/// Shows the fault if the input has both words. Each step towards it is an answer of its own.
fn magic(input: &[u8], outcome: &mut Outcome, fault: fn(&mut Outcome)) {
    let has = |word: &[u8]| input.windows(word.len()).any(|part| part == word);
    match (has(b"bid"), has(b"7")) {
        (true, true) => fault(outcome),
        (true, false) => outcome.refused("magic", "the tricks are missing"),
        (false, _) => outcome.refused("magic", "there is no command"),
    }
}

#[expect(unconditional_recursion, reason = "it is the fault")]
fn nested(depth: u64) -> u64 {
    1 + std::hint::black_box(nested(std::hint::black_box(depth - 1)))
}

fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<String> = env::args().collect();
    if words.get(1).is_some_and(|word| word == SEARCH) {
        return command::run(TARGETS, &words[..2], words[2..].to_vec());
    }
    // Names of tests are not for this program.
    if words.iter().any(|word| word == "--list") {
        return Ok(ExitCode::SUCCESS);
    }
    thread::scope(|scope| {
        let tests = [
            scope.spawn(faults_are_found_and_replayed),
            scope.spawn(an_input_without_end_is_found),
            scope.spawn(the_same_seed_gives_the_same_inputs),
        ];
        tests.into_iter().for_each(|test| assert!(test.join().is_ok()));
    });
    Ok(ExitCode::SUCCESS)
}

/// Runs the search with these words in a folder that has an example for each target.
fn run(folder: &Path, words: &str) -> (Option<i32>, String) {
    for target in TARGETS {
        let examples = folder.join("corpus").join(target.name);
        fs::create_dir_all(&examples).unwrap();
        fs::write(examples.join("short"), "pass").unwrap();
    }
    let Output { status, stdout, .. } = Command::new(env::current_exe().unwrap())
        .args([SEARCH, "--corpus", "corpus"])
        .args(words.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stdout).unwrap())
}

fn faults_are_found_and_replayed() {
    for (target, wanted) in [
        ("panic", "the card is in no pack"),
        ("memory", "the process died"),
        ("refusable", "wanted more than 256 MiB"),
        ("stack", "has overflowed its stack"),
        ("exit", "the process died"),
        ("silent", "refuses without a reason"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (code, said) = run(folder.path(), &format!("--runs 20000 --target {target}"));
        assert_eq!(code, Some(3), "{target}: {said}");
        assert!(said.contains(wanted), "{target}: {said}");
        let line = format!("--target {target} --replay findings/{target}-1");
        assert!(said.contains(&line), "{target}: {said}");
        let input = fs::read(folder.path().join(format!("findings/{target}-1"))).unwrap();
        let has = |word: &[u8]| input.windows(word.len()).any(|part| part == word);
        assert!(has(b"bid") && has(b"7"), "{target}: {input:?}");
        let (code, said) = run(folder.path(), &line);
        assert_ne!(code, Some(0), "{target}: {said}");
        let (code, said) = run(folder.path(), &format!("--target sound --replay findings/{target}-1"));
        assert_eq!(code, Some(0), "{target}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run(folder.path(), "--runs 500 --target sound");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("sound: 500 inputs"), "{said}");
}

fn an_input_without_end_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run(folder.path(), "--runs 20000 --target hang --patience 1");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("took longer than 1 s of processor time"), "{said}");
    assert!(folder.path().join("findings/hang-1").exists());
}

fn the_same_seed_gives_the_same_inputs() {
    let input = |seed: u64| {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), &format!("--runs 20000 --target panic --seed {seed}"));
        fs::read(folder.path().join("findings/panic-1")).unwrap()
    };
    assert_eq!(input(5), input(5));
}
