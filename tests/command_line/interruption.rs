//! Training that is interrupted or killed, and then resumed.

#![cfg(unix)]

use std::path::Path;

use cardsharp::policy::container::{self, Reader};

use crate::binary::{Running, TINY, object, run, signal, start, train, wait_for, wait_until};

/// More iterations than a debug build does before it is interrupted.
const LONG: u64 = 3_000_000;

/// Starts a long run with a checkpoint every 100 ms. Returns once the first checkpoint is written.
fn start_long(folder: &Path, out: &str) -> Running {
    let child = start(
        folder,
        &[
            "train",
            TINY,
            "--score",
            "0,0",
            "--threads",
            "1",
            "--hands",
            "0",
            "--time",
            "1h",
            "--checkpoint-every",
            "100ms",
            "--out",
            out,
        ],
    );
    wait_for(&folder.join(out).with_extension("checkpoint"));
    child
}

fn strategy(path: &Path) -> Vec<u32> {
    let reader = Reader::open(path).unwrap();
    let cells = reader.section::<f32>("strategy").unwrap();
    cells.into_iter().map(f32::to_bits).collect()
}

/// The values that a trunk promises, if it does.
fn promised(path: &Path) -> Option<Vec<u32>> {
    let values = Reader::open(path).unwrap().section::<f32>("promised").ok()?;
    Some(values.into_iter().map(f32::to_bits).collect())
}

/// Slow: a run that no machine ends before the signal, of three million traversals, is made twice.
#[test]
fn an_interrupted_run_says_how_to_go_on_and_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let child = start_long(folder.path(), "cut.policy");
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    let hint = said.lines().find(|line| line.contains("--resume")).unwrap();
    assert!(hint.contains("cut.checkpoint"), "{hint}");
    assert!(!folder.path().join("cut.policy").exists());
    let at = Reader::open(&folder.path().join("cut.checkpoint")).unwrap();
    let before = at.header().iterations;
    assert!(0 < before && before < LONG, "interrupted at {before}");

    let iterations = LONG.to_string();
    let line = ["train", "challenge", "--resume", "cut.checkpoint", "--json"];
    let more = ["--threads", "1", "--hands", "0", "--iterations", &iterations];
    let said = object(folder.path(), &[&line[..], &more].concat());
    assert_eq!(said["iterations"], LONG);
    train(folder.path(), "whole.policy", LONG);
    let [cut, whole] = ["cut.policy", "whole.policy"].map(|name| strategy(&folder.path().join(name)));
    assert!(!whole.is_empty());
    assert!(cut == whole, "the resumed run ends elsewhere");
}

#[test]
fn a_killed_run_loses_an_interval_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let child = start_long(folder.path(), "killed.policy");
    let path = folder.path().join("killed.checkpoint");
    // One after the other is written, and each is later than the last. While one is replaced there may be none.
    let saved = || container::open_newest(&path).unwrap().reader.header().clone();
    let mut seen = saved().iterations;
    for _ in 0..3 {
        let last = seen;
        wait_until("there is a later checkpoint", || {
            seen = saved().iterations;
            seen > last
        });
    }
    signal(&child, "-KILL");
    assert_eq!(child.wait_with_output().unwrap().status.code(), None);
    let before = saved();
    assert!(before.iterations >= seen, "{} after {seen}", before.iterations);
    let goal = before.iterations + 1000;
    let line = ["train", "challenge", "--resume", "killed.checkpoint", "--hands", "0"];
    let output = run(folder.path(), &[&line[..], &["--iterations", &goal.to_string()]].concat());
    assert!(output.status.success(), "{output:?}");
    let policy = Reader::open(&folder.path().join("killed.policy")).unwrap();
    assert_eq!(policy.header().iterations, goal);
}

/// The last measure is far from done when the signal comes: the policy is written without it.
#[test]
fn a_measure_is_interrupted_and_the_policy_stays() {
    let folder = tempfile::tempdir().unwrap();
    // A measure of minutes.
    let line = "train challenge(ranks=5,copies=4,hand_size=3) --score 0,0 --threads 1 --iterations 100 \
                --hands 300000 --out unmeasured.policy";
    let child = start(folder.path(), &line.split(' ').collect::<Vec<_>>());
    // It is written before the last measure.
    wait_for(&folder.path().join("unmeasured.checkpoint"));
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let policy = Reader::open(&folder.path().join("unmeasured.policy")).unwrap();
    assert_eq!(policy.header().iterations, 100);
    assert!(policy.header().measured.is_none());
}

/// Trains to the first number of iterations, then to the second, and compares with one run to the second.
fn goes_on_as_if_never_stopped(rules: &str, training: &[&str], [first, second]: [u64; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let new = ["train", rules, "--score", "0,0"];
    let more = ["train", "challenge", "--resume", "cut.checkpoint"];
    let run = |begin: &[&str], iterations: u64, out: &str| {
        let rest = ["--threads", "1", "--hands", "0", "--json"];
        let iterations = iterations.to_string();
        let limit = ["--iterations", &iterations, "--out", out];
        object(folder.path(), &[begin, &rest, &limit].concat())
    };
    let new = [&new[..], training].concat();
    assert_eq!(run(&new, first, "cut.policy")["iterations"], first);
    assert_eq!(run(&more, second, "cut.policy")["iterations"], second);
    run(&new, second, "whole.policy");
    let [cut, whole] = ["cut.policy", "whole.policy"].map(|name| strategy(&folder.path().join(name)));
    assert!(whole.iter().any(|&cell| cell != 0));
    assert!(cut == whole, "the resumed run ends elsewhere");
    let [cut, whole] = ["cut.policy", "whole.policy"].map(|name| promised(&folder.path().join(name)));
    assert_eq!(whole.is_some(), training.contains(&"--learning-rounds"));
    assert!(cut == whole, "the resumed run promises other values");
}

#[test]
fn training_by_public_states_goes_on_as_if_it_had_never_stopped() {
    let training = ["--solver", "range-mccfr", "--infosets", "seen+own"];
    let rules = "challenge(ranks=4,copies=4,hand_size=3)";
    goes_on_as_if_never_stopped(rules, &training, [300, 700]);
}

/// Slow: each of six runs solves hands with re-solving; fewer hands would teach the network nothing.
#[test]
fn a_trunk_goes_on_as_if_it_had_never_stopped() {
    let training = ["--solver", "trunk", "--infosets", "all", "--examples", "60"];
    let rules = "challenge(ranks=3,copies=4,hand_size=4)";
    goes_on_as_if_never_stopped(rules, &training, [1, 2]);
    // With corrections of the network and averages of the leaves, which the policy has too.
    let training = [&training[..], &["--learning-rounds", "1"]].concat();
    goes_on_as_if_never_stopped(rules, &training, [2, 3]);
}
