//! Servers whose disk becomes full: they do not go on with what they cannot keep.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::binary::{cardsharp, run};
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

/// Fills the disk of a server, which must end with 1 and name its database.
fn fill(server: Child, log: &Receiver<String>, database: &str) {
    full_disk::fill(&server);
    let ended = server.wait_with_output().unwrap();
    let said: Vec<String> = log.iter().collect();
    let said = said.join("\n");
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(
        said.contains(database) && said.contains("could not be written any more"),
        "{said}"
    );
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
    let second = run(folder.path(), &words(serve));
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1), "{said}");
    let taken = "challenge.redb belongs to another server";
    assert!(said.contains(taken), "{said}");
    fill(server, &log, "challenge.redb");
    player.kill().unwrap();
    player.wait().unwrap();
    // The next server has these games, and the one that was refused at most.
    let before = games_in(&journal);
    let line = format!("{serve} --games 1");
    let (mut server, log) = start(&cardsharp(folder.path(), &words(&line)));
    log.iter()
        .find(|line| line.contains("practice on"))
        .unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!([before, before + 1].contains(&games_in(&journal)));
}
