//! Signals that schedulers, containers and terminals send. The results so far are saved and reported.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use cardsharp::contests::tricky_eights::server::{JOURNAL_FILE, read_journal};
use cardsharp::policy::container::Reader;

use crate::binary::{Running, TINY, cardsharp, signal, start, wait_for};

fn long_training(out: &str) -> Vec<String> {
    let line = "--score 0,0 --threads 1 --hands 0 --time 1h --checkpoint-every 100ms --out";
    let words = ["train", TINY].into_iter().chain(line.split(' '));
    words.chain([out]).map(str::to_owned).collect()
}

#[test]
fn a_training_that_is_terminated_saves_as_if_interrupted() {
    for sent in ["-TERM", "-HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let line = long_training("cut.policy");
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let child = start(folder.path(), &line);
        let checkpoint = folder.path().join("cut.checkpoint");
        wait_for(&checkpoint);
        // Some senders send twice.
        signal(&child, sent);
        signal(&child, sent);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{sent}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("--resume cut.checkpoint"), "{sent}: {said}");
        assert!(Reader::open(&checkpoint).unwrap().header().iterations > 0);
    }
}

#[test]
fn timeout_leaves_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let output = std::process::Command::new("timeout")
        .arg("3")
        .arg(binary)
        .args(long_training("cut.policy"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    // `timeout` exits with 124 if the time is up.
    assert_eq!(output.status.code(), Some(124), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--resume cut.checkpoint"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_started_with_nohup_survives_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let child = std::process::Command::new("nohup")
        .arg(binary)
        .args(long_training("kept.policy"))
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut child = child;
    let checkpoint = folder.path().join("kept.checkpoint");
    wait_for(&checkpoint);
    signal(&child, "-HUP");
    std::fs::remove_file(&checkpoint).unwrap();
    // The run continues and saves again.
    wait_for(&checkpoint);
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn an_interrupted_match_prints_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["match", "challenge", "greedy", "lowest", "--rounds", "100000000"];
    let journal = ["--journal", "m.jsonl", "--json"];
    for sent in ["-INT", "-TERM", "-HUP"] {
        let child = start(folder.path(), &[&line[..], &journal].concat());
        let path = folder.path().join("m.jsonl");
        let rounds = || {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            text.matches("\"type\":\"round\"").count()
        };
        while rounds() == 0 {
            std::thread::sleep(Duration::from_millis(10));
        }
        signal(&child, sent);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{sent}: {output:?}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["complete"], false);
        assert_eq!(report["rounds"], rounds());
        std::fs::remove_file(&path).unwrap();
    }
}

/// A judge that plays games until it is stopped.
fn judge(folder: &Path) -> Running {
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let player = format!("{} play tricky-eights --quiet --agent random", binary.display());
    let line = ["serve", "tricky-eights", "--games", "1000000", "--data", ".", "--"];
    let mut command = cardsharp(folder, &line);
    command.args([&player; 4]);
    Running::of(&mut command)
}

#[test]
fn a_terminated_judge_prints_how_the_contestants_have_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut judge = judge(folder.path());
    let log = BufReader::new(judge.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("wins after")));
    std::thread::spawn(move || lines.for_each(drop));
    let journal = folder.path().join(JOURNAL_FILE);
    while read_journal(&journal).unwrap().games.is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(&judge, "-HUP");
    let output = judge.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let games = read_journal(&journal).unwrap().games;
    assert!(said.contains("games won"), "{said}");
    let end = if games.len() == 1 { "game" } else { "games" };
    assert!(said.ends_with(&format!("\n{} {end}\n", games.len())), "{said}");
}

/// A contestant that starts a process in a session of its own, with an empty environment and no living
/// parent. Then it does `what`.
#[cfg(target_os = "linux")]
fn escape(folder: &Path, what: &str) -> String {
    let escaped = "echo $$ > $1.new; mv $1.new $1; exec sleep 1000";
    let text = format!(
        "(setsid env -i sh -c '{escaped}' sh escaped.$$ < /dev/null > /dev/null 2>&1 &)\n\
         while [ ! -e escaped.$$ ]; do sleep 0.01; done\n\
         {what}\n"
    );
    std::fs::write(folder.join("escape.sh"), text).unwrap();
    "sh escape.sh".to_owned()
}

/// The processes that [`escape`] has started.
#[cfg(target_os = "linux")]
fn escaped(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = files.filter(|file| {
        let name = file.file_name().into_string().unwrap();
        name.starts_with("escaped.") && !name.ends_with(".new")
    });
    let pids = files.map(|file| std::fs::read_to_string(file.path()).unwrap());
    pids.map(|pid| pid.trim().to_owned()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn processes_that_leave_their_contestant_end_with_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let running = |pid: &String| Path::new("/proc").join(pid).exists();
    let wait = "while read line; do :; done";
    for (what, interrupted) in [("exit", false), (wait, true)] {
        let contestant = escape(folder, what);
        let line = ["serve", "tricky-eights", "--unconfined", "--answer-time", "60", "--"];
        let mut command = cardsharp(folder, &[&line[..], &[&contestant[..]; 4]].concat());
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut judge = command.spawn().unwrap();
        if interrupted {
            while escaped(folder).len() < 8 {
                std::thread::sleep(Duration::from_millis(10));
            }
            assert!(escaped(folder).iter().any(running));
            signal(&judge, "-TERM");
        }
        judge.wait().unwrap();
        let left = escaped(folder);
        assert_eq!(left.len(), if interrupted { 8 } else { 4 });
        let left: Vec<String> = left.into_iter().filter(running).collect();
        for pid in &left {
            let _ = std::process::Command::new("kill").arg(pid).status();
        }
        assert!(left.is_empty(), "interrupted: {interrupted}, running: {left:?}");
    }
}

/// A shell that replaces itself by the judge leaves its children to it.
#[cfg(target_os = "linux")]
#[test]
fn children_from_before_the_judge_live_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let contestant = escape(folder, "exit");
    let line = ["serve", "tricky-eights", "--unconfined", "--answer-time", "60", "--"];
    let judge = cardsharp(folder, &[&line[..], &[&contestant[..]; 4]].concat());
    let script = "sleep 60 & echo $! > before; exec \"$@\"";
    let ended = std::process::Command::new("sh")
        .current_dir(folder)
        .args(["-c", script, "sh"])
        .arg(judge.get_program())
        .args(judge.get_args())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(ended.code().is_some(), "{ended}");
    assert_eq!(escaped(folder).len(), 4);
    let before = std::fs::read_to_string(folder.join("before")).unwrap();
    let before = before.trim();
    // A process that has ended has no command line, even before its parent has waited for it.
    let line = std::fs::read_to_string(format!("/proc/{before}/cmdline")).unwrap_or_default();
    let _ = std::process::Command::new("kill").arg(before).status();
    assert!(line.starts_with("sleep"), "the judge ended {before}");
}

/// Slow: two clients play until games are over.
#[test]
fn a_terminated_skullwhist_server_prints_the_standings() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("password.txt"), "secret word").unwrap();
    let mut server = start(folder.path(), &["serve", "skullwhist", "--port", "0"]);
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let url = lines.find_map(|line| {
        let (_, rest) = line.split_once("the server is on ")?;
        Some(rest.split(',').next().unwrap().to_owned())
    });
    let url = url.unwrap();
    std::thread::spawn(move || lines.for_each(drop));
    let names = ["first", "second"];
    let players = names.map(|name| {
        let line = format!(
            "play skullwhist --url {url} --agent random --games 1 --name {name} \
             --password-file password.txt"
        );
        let line: Vec<&str> = line.split_whitespace().collect();
        start(folder.path(), &line)
    });
    for player in players {
        let output = player.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    signal(&server, "-TERM");
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let mut won = 0;
    for name in names {
        // Success, games, won, lost, drawn, forfeited, mean score.
        let row = figures(&said, &format!("{name} (bot "));
        let [.., games, _, _, _, forfeited, _] = &row[..] else {
            panic!("{said}");
        };
        assert_eq!((&games[..], &forfeited[..]), ("1", "0"), "{said}");
        won += u32::from(row[row.len() - 5] == "1");
    }
    assert!(said.starts_with("1 game\n") && won <= 1, "{said}");
}

/// The words after `name` in its row of a table.
pub fn figures(table: &str, name: &str) -> Vec<String> {
    let row = table.lines().find_map(|line| line.split_once(name));
    let (_, figures) = row.unwrap_or_else(|| panic!("no {name} in {table}"));
    figures.split_whitespace().map(str::to_owned).collect()
}
