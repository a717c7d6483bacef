//! Servers whose disk becomes full: they do not go on with what they cannot keep.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::binary::cardsharp;
use crate::full_disk;

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// A server, and the lines of its log.
fn start(command: &Command) -> (Child, Receiver<String>) {
    let mut command = full_disk::fillable(command);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let log = BufReader::new(server.stderr.take().unwrap()).lines();
    let (sender, receiver) = channel();
    // All is read, or the server would wait for a reader.
    thread::spawn(move || {
        for line in log.map_while(Result::ok) {
            sender.send(line).unwrap();
        }
    });
    (server, receiver)
}

fn wait_for_a_game(journal: &Path) {
    let began = Instant::now();
    while std::fs::metadata(journal).map_or(0, |file| file.len()) == 0 {
        assert!(began.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(5));
    }
}

/// Asserts that a server ends by itself with 1, and says this.
fn assert_fails(mut server: Child, log: &Receiver<String>, words: [&str; 2]) {
    let began = Instant::now();
    let ended = loop {
        if let Some(status) = server.try_wait().unwrap() {
            break status.code();
        }
        if began.elapsed() > Duration::from_secs(30) {
            server.kill().unwrap();
            server.wait().unwrap();
            break None;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let said: Vec<String> = log.iter().collect();
    let said = said.join("\n");
    assert_eq!(ended, Some(1), "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
}

/// Games in a journal.
fn games_in(journal: &Path) -> usize {
    std::fs::read_to_string(journal).unwrap().lines().count()
}

#[test]
fn challenge_stops_by_name_when_it_cannot_keep_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("new/data/challenge-games.jsonl");
    let serve = "serve challenge --port 0 --test-port 0 --data new/data";
    let line = format!("{serve} --games 1000000 --sync always");
    let (server, log) = start(&cardsharp(folder.path(), &words(&line)));
    let ports = log.iter().find(|line| line.contains("practice on"));
    let ports = ports.unwrap();
    let port = ports.rsplit(':').next().unwrap().trim();
    let line = format!("play challenge --agent greedy --host 127.0.0.1 --quiet --port {port}");
    let mut player = cardsharp(folder.path(), &words(&line));
    let mut player = player.stdout(Stdio::null()).spawn().unwrap();
    wait_for_a_game(&journal);
    // Nobody else can use the folder.
    let (second, its_log) = start(&cardsharp(folder.path(), &words(serve)));
    let taken = ["challenge.redb", "belongs to another server"];
    assert_fails(second, &its_log, taken);
    full_disk::fill(&server);
    let unwritable = ["challenge.redb", "could not be written any more"];
    assert_fails(server, &log, unwritable);
    player.kill().unwrap();
    player.wait().unwrap();
    // The next server has these games, and the one that was refused at most.
    let before = games_in(&journal);
    let line = format!("{serve} --games 1");
    let (mut server, log) = start(&cardsharp(folder.path(), &words(&line)));
    log.iter().find(|line| line.contains("practice on")).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!([before, before + 1].contains(&games_in(&journal)));
}

/// Slow: the second judge waits for the lock before it gives up, and a game is judged each time.
#[test]
fn a_judge_stops_by_name_when_it_cannot_keep_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("judged/tricky-eights-games.jsonl");
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let player = format!("{} play tricky-eights --quiet --agent random", binary.display());
    let serve = |games: &str| {
        let line = format!("serve tricky-eights --games {games} --data judged --");
        let mut command = cardsharp(folder.path(), &words(&line));
        command.args([&player; 4]);
        command
    };
    let (server, log) = start(&serve("1000000"));
    wait_for_a_game(&journal);
    let (second, its_log) = start(&serve("1"));
    let taken = ["tricky-eights.redb", "belongs to another server"];
    assert_fails(second, &its_log, taken);
    full_disk::fill(&server);
    let unwritable = ["tricky-eights.redb", "could not be written any more"];
    assert_fails(server, &log, unwritable);
    let before = games_in(&journal);
    assert!(serve("1").output().unwrap().status.success());
    assert!([before + 1, before + 2].contains(&games_in(&journal)));
}
