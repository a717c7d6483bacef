//! `cardsharp serve` and `cardsharp play`, through the binary.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

fn cardsharp(line: &str) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(line.split(' '));
    command
}

/// A server on free ports, and its practice port.
fn serve(more: &str) -> (Child, String) {
    let line = format!("serve challenge --open --port 0 --test-port 0 {more}");
    let mut server = cardsharp(&line).stderr(Stdio::piped()).spawn().unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let line = lines.find(|line| line.contains("practice on")).unwrap();
    let port = line.rsplit(':').next().unwrap().trim().to_owned();
    // The rest of the log is read, too, or the server would block on a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    (server, port)
}

#[test]
fn games_are_played_and_journaled_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    let (mut server, port) = serve(&format!("--games 3 --seed 5 --data {}", data.display()));
    let line = format!("play challenge --agent greedy --host 127.0.0.1 --port {port} --games 3");
    let output = cardsharp(&format!("{line} --json --quiet")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["illegal_moves"]), (&3.into(), &0.into()));
    let mut keys: Vec<_> = report.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "connections",
            "drawn",
            "failures",
            "fallbacks",
            "games",
            "illegal_moves",
            "moves",
            "odd_messages",
            "slowest_answer_ms",
            "unseen",
            "won"
        ]
    );
    assert!(server.wait().unwrap().success());
    let journal = std::fs::read_to_string(data.join("challenge-games.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 3);
}

/// No answer is late, on a machine of any speed.
#[test]
fn re_solving_keeps_within_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, port) = serve(&format!("--games 2 --seed 5 --data {}", folder.path().display()));
    let line = "play challenge --agent resolve --policy data/challenge/all-scores.policy --games 2";
    let line = format!("{line} --host 127.0.0.1 --port {port} --json --quiet");
    let output = cardsharp(&line).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for none in ["illegal_moves", "fallbacks", "unseen", "odd_messages"] {
        assert_eq!(report[none], 0, "{report}");
    }
    assert_eq!(report["games"], 2, "{report}");
    assert!(server.wait().unwrap().success());
    let journal = std::fs::read_to_string(folder.path().join("challenge-games.jsonl")).unwrap();
    for game in journal.lines() {
        let game: Value = serde_json::from_str(game).unwrap();
        assert_eq!(game["penalties"], serde_json::json!([0, 0]), "{game}");
    }
}

#[test]
fn exit_codes_are_honest() {
    let code = |line: &str| cardsharp(line).output().unwrap().status.code();
    assert_eq!(code("play challenge --host 127.0.0.1"), Some(2));
    assert_eq!(code("play bridge --host 127.0.0.1 --port 1"), Some(2));
    let nobody = "--host 127.0.0.1 --port 1 --max-attempts 1 --quiet";
    assert_eq!(code(&format!("play challenge {nobody}")), Some(1));
    assert_eq!(code(&format!("play challenge --agent nobody {nobody}")), Some(2));
    assert_eq!(code("serve challenge --config no-such-table.json"), Some(1));
}

/// At Ctrl-C the server is done. The client was interrupted, and reports its games so far.
#[cfg(unix)]
#[test]
fn both_stop_when_interrupted() {
    let interrupt = |child: &Child| {
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &pid]).status().unwrap();
        assert!(kill.success());
    };
    let (mut server, port) = serve("--seed 5");
    let line = format!("play challenge --agent lowest --host 127.0.0.1 --port {port} --json");
    let mut client = cardsharp(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(client.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("connected as team 1")));
    interrupt(&client);
    let output = client.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["connections"], 1);
    interrupt(&server);
    assert!(server.wait().unwrap().success());
}
