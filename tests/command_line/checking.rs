//! `cardsharp check`: wrong command lines, and bots that fail at once. The gate's step `starters` checks the kits.

use std::fs;

use cardsharp::contests;

use crate::binary::run;
#[cfg(target_os = "linux")]
use crate::binary::{signal, start, wait_until};
use crate::objects::assert_keys;

#[test]
fn every_step_has_its_rule_and_its_cure() {
    for contest in contests::ALL {
        let check = contest.commands().check.unwrap();
        for step in check.steps {
            let texts = check.texts_of(step.0).unwrap_or_default();
            assert!(texts.iter().all(|text| text.len() > 20), "{}: {}", contest.name(), step.0);
        }
        let rows = check.texts.lines().filter(|line| line.starts_with("| ")).count();
        assert_eq!(rows, check.steps.len() + 1, "{}", contest.name());
    }
}

fn refused(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &[&["check"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_bot_that_is_not_named_or_cannot_be_started_is_wrong_usage() {
    let message = refused(&["challenge"]);
    assert!(message.contains("-- ./run {host} {port}") && message.contains("--port"), "{message}");
    assert!(!refused(&["tricky-eights"]).contains("--port"));
    let message = refused(&["tricky-eights", "--port", "9000"]);
    assert!(message.contains("-- $(./run --build)"), "{message}");
    let message = refused(&["skullwhist", "--url", "http://contest.example:80"]);
    assert!(message.contains("http://127.0.0.1:9999"), "{message}");
    let message = refused(&["challenge", "--step", "11", "--", "./run"]);
    assert!(message.contains("1 to 10"), "{message}");
    refused(&["skullwhist", "--port", "0"]);
    refused(&["skullwhist", "--port", "9000", "--", "./run"]);
    for contest in ["challenge", "tricky-eights"] {
        let message = refused(&[contest, "--", "./no-such-bot", "{port}"]);
        assert!(message.contains("`./no-such-bot ") && message.contains("cannot be started"), "{message}");
    }
}

#[test]
fn a_bot_that_fails_the_first_step_is_reported_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = "echo \"the port is $1\" >&2; exit 3";
    let bot = ["--", "sh", "-c", script, "bot", "{port}"];
    let output = run(folder.path(), &[&["check", "challenge", "--json"], &bot[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let step: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_keys("check", &step);
    assert_eq!((&step["step"], &step["passed"]), (&1.into(), &false.into()), "{step}");
    let found = step["found"].as_str().unwrap();
    assert!(found.contains("has not connected") && found.contains("exit status: 3"), "{found}");
    let said = step["output"][0].as_str().unwrap();
    let port: u16 = said.strip_prefix("the port is ").unwrap().parse().unwrap();
    assert!(port > 0);
    let output = run(folder.path(), &["check", "tricky-eights", "--", "cat"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in ["1 FAIL  first card", "starthand", "document: ", "mend: ", "1 failed"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// The bot, and what it has started, end with the check.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_check_and_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    let script = "sleep 600 & echo $! > child; wait";
    let line = ["check", "challenge", "--", "sh", "-c", script];
    let check = start(folder.path(), &line);
    let child = folder.path().join("child");
    let number = || fs::read_to_string(&child).unwrap_or_default();
    wait_until("the bot runs", || number().ends_with('\n'));
    signal(&check, "-TERM");
    assert_eq!(check.wait_with_output().unwrap().status.code(), Some(130));
    let state = format!("/proc/{}/stat", number().trim());
    // The system reaps it a moment later.
    wait_until("what the bot has started has ended", || {
        fs::read_to_string(&state).map_or(true, |state| state.contains(") Z "))
    });
}
