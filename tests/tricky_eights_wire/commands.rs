//! `cardsharp serve tricky-eights` and its options, through the binary.

use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::processes::{cardsharp, is_alive, wait_until};

fn line(words: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    command.args(words);
    command
}

#[test]
fn a_game_is_judged() {
    let contestant = cardsharp("random").join(" ");
    let contestant = contestant.as_str();
    let begin = ["serve", "tricky-eights", "--seed", "13", "--"];
    line(&[&begin[..], &[contestant; 4]].concat())
        .assert()
        .success()
        .stdout(contains("games won").and(contains(contestant).count(4)))
        .stderr(contains("wins after").and(contains("disqualified").not()));
}

#[test]
fn what_does_not_belong_there_is_refused_by_name() {
    let refused = |words: &str, code: i32, named: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        line(&words).assert().code(code).stderr(contains(named));
    };
    refused("serve tricky-eights --open -- a b c d", 2, "unexpected argument '--open'");
    refused("serve challenge -- a b c d", 2, "unexpected argument 'a'");
    refused("serve dead-mans-draw --answer-time 3", 2, "give --tournament, or leave it out");
    refused("serve tricky-eights --answer-time 0 -- a b c d", 2, "seconds above 0");
    refused("serve tricky-eights -- a b c", 2, "3 contestants given");
    refused("serve tricky-eights", 2, "0 contestants given");
    refused("serve tricky-eights --port 7 -- a b c d", 2, "leave out --port");
    refused("serve tricky-eights -- a b c 'd", 2, "`'d` is no command line");
    refused("play tricky-eights --host h --port 1", 2, "leave --host, --port and --url out");
    refused("play challenge", 2, "name the server by --host and --port");
    refused("play tricky-eights --agent nobody", 2, "choose random, pseudo-random");
    refused("match tricky-eights random random", 2, "tricky-eights is played by 4");
}

/// After Ctrl-C, the judge ends, and so do its contestants.
#[test]
fn an_interrupted_judge_leaves_nobody_behind() {
    let folder = tempfile::tempdir().unwrap();
    let contestants = [0, 1, 2, 3].map(|seat| {
        let pid = folder.path().join(format!("{seat}"));
        let pid = pid.display();
        format!("sh -c 'echo $$ > {pid}; mv {pid} {pid}.pid; while read line; do :; done'")
    });
    let mut judge = Command::cargo_bin("cardsharp").unwrap();
    // The contestants write their numbers into files.
    judge.args(["serve", "tricky-eights", "--unconfined", "--answer-time", "60", "--"]);
    let mut judge = judge.args(contestants).stderr(Stdio::null()).spawn().unwrap();
    let pids = [0, 1, 2, 3].map(|seat| folder.path().join(format!("{seat}.pid")));
    wait_until("all have begun", || pids.iter().all(|pid| pid.exists()));
    let number = judge.id().to_string();
    let kill = Command::new("kill").args(["-INT", &number]).status().unwrap();
    assert!(kill.success());
    assert!(judge.wait().unwrap().success());
    for pid in &pids {
        wait_until("all are ended", || !is_alive(pid));
    }
}
