//! A tournament whose server is killed goes on from the journal.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use cardsharp::contests::dead_mans_draw::server::Accounts;
use serde_json::{Value, json};

use crate::peers::{ADMIN, Peer, basic, serve};
use crate::tournament::{ENTRANTS, assert_double_elimination, matches_of, ranked, table, wait_until, while_playing};

/// A server in a process of its own, and the end of its log.
struct Process {
    child: Child,
    base: String,
    log: thread::JoinHandle<Vec<String>>,
}

fn start(folder: &Path, port: &str, format: &str) -> Process {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["serve", "dead-mans-draw", "--no-throttle", "--port", port]);
    command.args(["--tournament", format, "--answer-time", "0.15"]);
    command.arg("--config").arg(folder.join("players.json"));
    command.arg("--data").arg(folder.join("data"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let line = lines.find(|line| line.contains("arena is on")).unwrap();
    let after = line.split("arena is on ").nth(1).unwrap();
    let base = after.split(',').next().unwrap().to_owned();
    // The rest is read too, or the server would wait for a reader.
    let log = thread::spawn(move || lines.collect());
    Process { child, base, log }
}

impl Process {
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until it ends by itself; returns the standard output and the log.
    fn output(mut self) -> (String, Vec<String>) {
        let mut text = String::new();
        let mut out = self.child.stdout.take().unwrap();
        out.read_to_string(&mut text).unwrap();
        assert!(self.child.wait().unwrap().success());
        (text, self.log.join().unwrap())
    }
}

fn over(matches: &[Value]) -> Vec<Value> {
    let over = |one: &&Value| one["state"].get("winnerIdx").is_some();
    matches.iter().filter(over).cloned().collect()
}

/// Slow: the server is killed and started again between meetings that are played over the wire.
#[test]
fn a_tournament_goes_on_after_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let players = json!({"players": table(4)}).to_string();
    std::fs::write(folder.path().join("players.json"), players).unwrap();
    let server = start(folder.path(), "0", "double-elimination");
    let base = server.base.clone();
    let port = base.rsplit(':').next().unwrap().to_owned();
    let admin = Peer::at(&base, Some(basic(ADMIN)));
    // The third one is absent.
    let agents = ["expert", "threshold", "one-card"];
    let present = [0, 1, 3].map(|seed: usize| ENTRANTS[seed]);
    let players: Vec<_> = present.into_iter().zip(agents).collect();
    let (before, ranking) = while_playing(&base, &players, || {
        let enough = || over(&matches_of(&admin)).len() >= 8;
        wait_until(Duration::from_secs(60), enough);
        let before = over(&matches_of(&admin));
        server.kill();
        let server = start(folder.path(), &port, "double-elimination");
        let again = over(&matches_of(&admin));
        assert_eq!(again[..before.len()].len(), before.len());
        for one in &before {
            assert!(again.contains(one), "{one}");
        }
        let (text, log) = server.output();
        let told = log.iter().any(|line| line.contains("the tournament is over"));
        assert!(told, "{log:?}");
        (before, text)
    });
    // A server without a tournament shows what the journal has.
    let later = serve(|config| {
        config.accounts = Accounts::new(table(4)).unwrap();
        config.data = Some(folder.path().join("data"));
    });
    assert_eq!(later.damage(), []);
    assert_eq!(later.ranking(), Some(ranking.clone()));
    let matches = matches_of(&Peer::new(&later, ADMIN));
    later.shutdown().unwrap();
    println!("{ranking}");
    assert!(before.len() >= 8 && matches.len() > before.len());
    assert!(ranking.starts_with("double-elimination, 4 players, over\n"), "{ranking}");
    assert_double_elimination(&matches, &ranking, 4);
    let row = ranking.lines().find(|row| row.contains(" p2 ")).unwrap();
    let figures: Vec<&str> = row.split_whitespace().skip(2).collect();
    assert_eq!(figures[..3], ["0", "2", "0"], "{ranking}");
    // A tournament that is over is not played again.
    let (again, _) = start(folder.path(), "0", "double-elimination").output();
    assert_eq!(again, ranking);
    assert_eq!(ranked(&again).len(), 4);
    let other = refused(folder.path(), &["--tournament", "round-robin"]);
    assert!(other.contains("double-elimination"), "{other}");
}

/// The message of a server that does not start.
fn refused(folder: &Path, options: &[&str]) -> String {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["serve", "dead-mans-draw", "--port", "0", "--quiet"]).args(options);
    command.arg("--config").arg(folder.join("players.json"));
    command.arg("--data").arg(folder.join("data"));
    let Output { status, stderr, .. } = command.output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let players = json!({"players": table(1)}).to_string();
    std::fs::write(folder.path().join("players.json"), players).unwrap();
    let refused = |options: &[&str]| refused(folder.path(), options);
    let games = refused(&["--tournament", "round-robin", "--games", "3"]);
    assert!(games.contains("leave out --games"), "{games}");
    let alone = refused(&["--answer-time", "3"]);
    assert!(alone.contains("give --tournament"), "{alone}");
    let few = refused(&["--tournament", "round-robin"]);
    assert!(few.contains("needs two entrants"), "{few}");
}
