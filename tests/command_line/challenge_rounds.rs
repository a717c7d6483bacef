//! Teams on one machine that the server tells apart by their addresses, and the standings at the end.

use crate::binary::{Running, run, start};
use crate::live::serve;

/// The standard output of a server that has ended without an error.
fn standings(server: Running) -> String {
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Other systems have fewer loopback addresses.
#[cfg(target_os = "linux")]
#[test]
fn two_teams_play_from_addresses_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let (server, [port, _]) = serve(folder.path(), &["--rounds", "1"]);
    let play = |from: &str, agent: &str| {
        let at = ["--from", from, "--host", "127.0.0.1", "--port", &port];
        let line = [&["play", "challenge", "--quiet", "--agent", agent][..], &at].concat();
        start(folder.path(), &line)
    };
    let players = [play("127.0.0.2", "greedy"), play("127.0.0.3", "lowest")];
    let text = standings(server);
    for mut player in players {
        player.kill().unwrap();
        player.wait().unwrap();
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("1 round, "), "{text}");
    assert!(lines[2].starts_with("127.0.0.2 (team 2) "), "{text}");
    assert!(lines[3].starts_with("127.0.0.3 (team 3) "), "{text}");
    let numbers = |line: &str| -> Vec<u32> {
        // After the team, its rating and the error of that.
        let words = line.split_whitespace().skip(6);
        words.map(|word| word.parse().unwrap()).collect()
    };
    let [best, last] = [numbers(lines[2]), numbers(lines[3])];
    assert_eq!((best[0], best[1], last[0], last[1]), (1, 0, 0, 1), "{text}");
    assert_eq!((best[2], best[3]), (last[3], last[2]), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_server_writes_the_standings() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _) = serve(folder.path(), &[]);
    crate::binary::signal(&server, "-INT");
    assert_eq!(standings(server), "0 rounds, 0 games, 0 practice games\n");
}

#[test]
fn an_address_of_another_machine_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    // This address is reserved for documentation, so no machine has it.
    let at = ["--from", "192.0.2.1", "--host", "127.0.0.1", "--port", "9"];
    let output = run(folder.path(), &[&["play", "challenge"][..], &at].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot connect from 192.0.2.1"), "{said}");
    assert!(said.contains("--from"), "{said}");
}
