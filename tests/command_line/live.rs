//! `cardsharp serve` and `cardsharp play` as three processes: a round between two players, a trained policy
//! against the server's agent, and two players of Dead Man's Draw.

use std::io::{BufRead, BufReader};
use std::path::Path;

use cardsharp::contests::challenge::server::{JOURNAL_FILE, Port, read_journal};

use crate::binary::{Running, object, signal, start};
use crate::objects::assert_keys;
use crate::signals::figures;

/// A server on free ports, with the ports that it reports: the contest's and the practice port.
pub fn serve(folder: &Path, more: &[&str]) -> (Running, [String; 2]) {
    let line = ["serve", "challenge", "--port", "0", "--test-port", "0"];
    let kept = ["--seed", "3", "--data", "games"];
    let mut server = start(folder, &[&line[..], &kept, more].concat());
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let said = lines.find(|line| line.contains("practice on")).unwrap();
    let port_after = |words: &str| {
        let rest = said.split(words).nth(1).unwrap();
        let address = rest.split([',', ' ']).next().unwrap();
        address.rsplit(':').next().unwrap().to_owned()
    };
    let ports = ["contest on ", "practice on "].map(port_after);
    // The rest of the log is read, too, or the server would block on a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    (server, ports)
}

#[test]
fn two_players_meet_on_the_contest_port() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, [port, _]) = serve(folder.path(), &["--open", "--games", "5", "--cut-rounds"]);
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
    assert_eq!((journal.games.len(), journal.damaged.len()), (5, 0));
    assert!(journal.games.iter().all(|game| game.port == Port::Contest));
}

/// There is no opponent. The client reports every few seconds that it waits, and for how long.
/// Slow: a client speaks every five seconds, and the second line is the one that shows that it goes on.
#[test]
fn a_client_that_waits_for_an_opponent_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, [port, _]) = serve(folder.path(), &["--open"]);
    let line = ["play", "challenge", "--host", "127.0.0.1", "--port", &port];
    let mut client = start(folder.path(), &line);
    let log = BufReader::new(client.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let waits = |line: &String| line.contains("waiting for an opponent for ");
    let said: Vec<String> = lines.by_ref().filter(waits).take(2).collect();
    let seconds = said.iter().map(|line| {
        let rest = line.split("opponent for ").nth(1).unwrap();
        rest.split(' ').next().unwrap().parse::<u64>().unwrap()
    });
    let seconds: Vec<u64> = seconds.collect();
    assert!(seconds.len() == 2 && seconds[0] >= 5 && seconds[1] > seconds[0], "{said:?}");
    for process in [&mut client, &mut server] {
        process.kill().unwrap();
        process.wait().unwrap();
    }
}

/// Slow: fewer traversals do not beat the house, and fewer games do not show it.
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
    let (mut server, [_, port]) = serve(folder.path(), &["--open", "--games", "41"]);
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
        "41",
        "--quiet",
        "--json",
    ];
    let report = object(folder.path(), &line);
    assert!(server.wait().unwrap().success());
    assert_eq!(report["illegal_moves"], 0);
    // It wins three games of four: one run in some thousands would fail.
    assert!(report["won"].as_u64().unwrap() >= 21, "{report}");
}

/// A server of Dead Man's Draw on a free port, with its address.
pub fn arena(folder: &Path) -> (Running, String) {
    let line = ["serve", "dead-mans-draw", "--port", "0", "--data", "matches", "--no-throttle"];
    let mut server = start(folder, &line);
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let said = lines.find(|line| line.contains("arena is on ")).unwrap();
    let url = said.split("arena is on ").nth(1).unwrap().split(',').next().unwrap().to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    (server, url)
}

pub const PLAYERS: [&str; 2] = ["636438380ee778617e6e5be8", "636438380ee778617e6e5be9"];

#[cfg(unix)]
#[test]
fn two_players_meet_in_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    let (server, url) = arena(folder.path());
    std::fs::write(folder.path().join("password.txt"), "playerpass\n").unwrap();
    let body = format!(r#"{{"playerids": ["{}", "{}"], "tags": ["final"]}}"#, PLAYERS[0], PLAYERS[1]);
    for _ in 0..2 {
        let created = ureq::post(format!("{url}/api/matches"))
            .header("Authorization", "Basic YWRtaW46YWRtaW5wYXNz")
            .send(&body)
            .unwrap();
        assert_eq!(created.status(), 200);
    }
    let play = |user: &'static str, agent: &'static str| {
        let (folder, url) = (folder.path().to_owned(), url.clone());
        std::thread::spawn(move || {
            let login = ["--url", &url, "--user", user, "--password-file", "password.txt"];
            let what = ["--tag", "final", "--games", "2", "--agent", agent, "--json"];
            let line = [&["play", "dead-mans-draw"][..], &login, &what].concat();
            let output = crate::binary::run(&folder, &line);
            assert!(output.status.success(), "{output:?}");
            let log = String::from_utf8(output.stderr).unwrap();
            assert!(log.contains("is over: ") && !log.contains("playerpass"), "{log}");
            serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
        })
    };
    let players = [play(PLAYERS[0], "expert"), play(PLAYERS[1], "one-card")];
    let reports = players.map(|player| player.join().unwrap());
    for report in &reports {
        assert_keys("play", report);
        assert_eq!(report["games"], 2);
        for none in ["illegal_moves", "fallbacks", "failures", "odd_messages", "unseen"] {
            assert_eq!(report[none], 0, "{report}");
        }
    }
    let won = |report: &serde_json::Value| report["won"].as_u64().unwrap();
    let drawn = reports[0]["drawn"].as_u64().unwrap();
    assert_eq!(won(&reports[0]) + won(&reports[1]) + drawn, 2);
    signal(&server, "-TERM");
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let standings = String::from_utf8(output.stdout).unwrap();
    assert!(standings.starts_with("2 matches\n"), "{standings}");
    for (player, report) in PLAYERS.iter().zip(&reports) {
        // The columns are won, lost, undecided and points.
        let row = figures(&standings, &format!("({player})"));
        let lost = 2 - won(report) - drawn;
        let expected = [won(report), lost, drawn].map(|count| count.to_string());
        assert_eq!(row[..3], expected, "{standings}");
    }
}

#[cfg(unix)]
#[test]
fn a_player_who_waits_in_the_arena_is_interrupted_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, url) = arena(folder.path());
    std::fs::write(folder.path().join("password.txt"), "playerpass").unwrap();
    let login = ["--url", &url, "--user", PLAYERS[0], "--password-file", "password.txt"];
    let line = [&["play", "dead-mans-draw"][..], &login, &["--loop", "--json"]].concat();
    let mut player = start(folder.path(), &line);
    let mut log = BufReader::new(player.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("logged in as")));
    let told = std::time::Instant::now();
    crate::binary::signal(&player, "-INT");
    let output = player.wait_with_output().unwrap();
    assert!(told.elapsed() < std::time::Duration::from_secs(15));
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["connections"]), (&0.into(), &1.into()));
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn options_of_another_contest_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |line: &str, code: i32| {
        let words: Vec<&str> = line.split(' ').collect();
        let output = crate::binary::run(folder.path(), &words);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let challenge = "play challenge --host 127.0.0.1 --port 1 --max-attempts 1";
    for (more, option) in [
        ("--user me --password-file p", "--user"),
        ("--tag final", "--tag"),
        ("--match 7", "--match"),
        ("--loop", "--loop"),
    ] {
        let said = fails(&format!("{challenge} {more}"), 2);
        let words = format!("unexpected argument '{option}'");
        assert!(said.contains(&words), "{said}");
    }
    let arena = "play dead-mans-draw";
    assert!(fails(&format!("{arena} --host 127.0.0.1 --port 1"), 2).contains("by --url"));
    assert!(fails(&format!("{arena} --url http://127.0.0.1:1"), 2).contains("--user and --password-file"));
    let login = "--user me --password-file nowhere";
    assert!(fails(&format!("{arena} --url http://127.0.0.1:1 {login}"), 1).contains("nowhere"));
    fails(&format!("{arena} --url http://a {login} --match 7 --tag t"), 2);
}
