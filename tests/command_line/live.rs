//! `cardsharp serve` and `cardsharp play` as three processes: a round between two players, and a
//! trained policy against the house.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Child;

use cardsharp::contests::challenge::server::{JOURNAL_FILE, Port, read_journal};

use crate::binary::{object, start};
use crate::objects::assert_keys;

/// A server on free ports, with the addresses it says it has: the contest's and the practice port.
fn serve(folder: &Path, games: &str) -> (Child, [String; 2]) {
    let line = [
        "serve",
        "challenge",
        "--open",
        "--port",
        "0",
        "--test-port",
        "0",
        "--seed",
        "3",
        "--data",
        "games",
        "--games",
        games,
    ];
    let mut server = start(folder, &line);
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let said = lines.find(|line| line.contains("practice on")).unwrap();
    let port_after = |words: &str| {
        let rest = said.split(words).nth(1).unwrap();
        let address = rest.split([',', ' ']).next().unwrap();
        address.rsplit(':').next().unwrap().to_owned()
    };
    let ports = ["contest on ", "practice on "].map(port_after);
    // Read on, or the server would wait for somebody to.
    std::thread::spawn(move || lines.for_each(drop));
    (server, ports)
}

#[test]
fn two_players_meet_on_the_contest_port() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, [port, _]) = serve(folder.path(), "5");
    let play = |agent: &'static str| {
        let (folder, port) = (folder.path().to_owned(), port.clone());
        std::thread::spawn(move || {
            let line = [
                "play",
                "challenge",
                "--agent",
                agent,
                "--host",
                "127.0.0.1",
                "--port",
                &port,
                "--games",
                "5",
                "--quiet",
                "--json",
            ];
            object(&folder, &line)
        })
    };
    let players = [play("greedy-challenge"), play("lowest")];
    let reports = players.map(|player| player.join().unwrap());
    assert!(server.wait().unwrap().success());
    for report in &reports {
        assert_keys("play", report);
        assert_eq!(report["games"], 5);
        assert_eq!(report["illegal_moves"], 0);
        assert_eq!(report["fallbacks"], 0);
    }
    let won = reports.map(|report| report["won"].as_u64().unwrap());
    assert_eq!(won[0] + won[1], 5);
    assert!(won[0] > won[1], "{won:?}");
    let journal = read_journal(&folder.path().join("games").join(JOURNAL_FILE)).unwrap();
    assert_eq!((journal.games.len(), journal.damaged), (5, 0));
    assert!(journal.games.iter().all(|game| game.port == Port::Contest));
}

#[test]
fn a_trained_policy_beats_the_house_on_the_practice_port() {
    let folder = tempfile::tempdir().unwrap();
    let line = [
        "train",
        "challenge",
        "--score",
        "0,0",
        "--iterations",
        "200000",
        "--hands",
        "0",
        "--out",
        "p.policy",
        "--json",
    ];
    object(folder.path(), &line);
    let (mut server, [_, port]) = serve(folder.path(), "9");
    let line = [
        "play",
        "challenge",
        "--policy",
        "p.policy",
        "--host",
        "127.0.0.1",
        "--port",
        &port,
        "--games",
        "9",
        "--quiet",
        "--json",
    ];
    let report = object(folder.path(), &line);
    assert!(server.wait().unwrap().success());
    assert_eq!(report["illegal_moves"], 0);
    assert!(report["won"].as_u64().unwrap() >= 5, "{report}");
}
