//! The journal: the matches that survive a restart, a kill, a full disk, a cut line and damage.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use cardsharp::contests::dead_mans_draw::server::{
    DATABASE_FILE, Damage, JOURNAL_FILE, JournalError, RunningServer, ServeError, ServerConfig, StoreError,
};
use cardsharp::json_lines::{BadLine, LineFault};
use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::full_disk;
use crate::peers::{ADMIN, FIRST, Game, Peer, SECOND, basic, serve};

fn journaled(folder: &Path) -> RunningServer {
    serve(|config| config.data = Some(folder.to_owned()))
}

/// Leaves a folder as earlier versions left it: with the journal alone.
fn forget_database(folder: &Path) {
    fs::remove_file(folder.join(DATABASE_FILE)).unwrap();
}

/// Some moves of a match of chance, some of them refused.
fn play(game: &Game, moves: usize) {
    for turn in 0..moves {
        let etype = ["Draw", "ResponseToEffect", "Draw", "EndTurn"][turn % 4];
        let reply = game.act(json!({"etype": etype, "autopick": true}));
        assert!([200, 400, 410].contains(&reply.status), "{reply:?}");
    }
}

fn whole(peer: &Peer, id: &str) -> Value {
    peer.get(&format!("/api/matches/{id}?showevents=1&showdebug=1")).body
}

#[test]
fn matches_survive_a_restart_and_go_on_as_they_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let server = journaled(folder.path());
    let first = Peer::new(&server, FIRST);
    let seeded = || json!({"randomSeed": "s", "tags": ["t"], "timeout": 600});
    let (game, twin) = (first.create(seeded()), first.create(seeded()));
    play(&game, 40);
    play(&twin, 40);
    let over = first.create(json!({}));
    play(&over, 3);
    first.delete(&format!("{}/terminate", over.path()), &json!({"comment": "enough"}));
    let admin = Peer::new(&server, ADMIN);
    let rated = admin.create(json!({"playerids": [FIRST.0, SECOND.0]}));
    let before: Vec<Value> = [&game, &over, &rated].map(|game| whole(&admin, &game.id)).into();
    server.shutdown().unwrap();

    let server = journaled(folder.path());
    assert_eq!(server.damage(), []);
    let admin = Peer::new(&server, ADMIN);
    let after: Vec<Value> = [&game, &over, &rated].map(|game| whole(&admin, &game.id)).into();
    assert_eq!(after, before);
    // Chance continues from its last state: this match agrees with its twin, which another process continues.
    let first = Peer::new(&server, FIRST);
    play(&game.by(&first), 30);
    server.shutdown().unwrap();
    let server = journaled(folder.path());
    let first = Peer::new(&server, FIRST);
    play(&twin.by(&first), 30);
    let state = |id: &str| whole(&first, id)["state"].clone();
    assert_eq!(state(&twin.id), state(&game.id));
}

/// A server in a process of its own, and its address.
fn process(folder: &Path) -> (Child, String) {
    started(command(folder))
}

fn command(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["serve", "dead-mans-draw", "--port", "0", "--no-throttle"]);
    command.arg("--data").arg(folder);
    command
}

fn started(mut command: Command) -> (Child, String) {
    let mut server = command.stderr(Stdio::piped()).spawn().unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let line = lines.find(|line| line.contains("arena is on")).unwrap();
    let after = line.split("arena is on ").nth(1).unwrap();
    let base = after.split(',').next().unwrap().to_owned();
    // The rest is read too, or the server would wait for a reader.
    std::thread::spawn(move || lines.for_each(drop));
    (server, base)
}

#[test]
fn what_was_answered_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, base) = process(folder.path());
    let first = Peer::at(&base, Some(basic(FIRST)));
    let game = first.create(json!({}));
    play(&game, 25);
    let before = whole(&first, &game.id);
    // The server has no time to close anything.
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, base) = process(folder.path());
    let first = Peer::at(&base, Some(basic(FIRST)));
    assert_eq!(whole(&first, &game.id), before);
    play(&game.by(&first), 10);
    server.kill().unwrap();
    server.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_server_and_costs_no_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    command.args(["--sync", "always"]);
    let (mut server, base) = started(full_disk::fillable(&command));
    let first = Peer::at(&base, Some(basic(FIRST)));
    let game = first.create(json!({}));
    play(&game, 9);
    let before = whole(&first, &game.id);
    full_disk::fill(&server);
    let action = json!({"etype": "Draw", "autopick": true});
    let reply = game.act(action.clone());
    assert_eq!(reply.status, 503, "{reply:?}");
    assert!(reply.error().contains("stops"), "{reply:?}");
    assert_eq!(server.wait().unwrap().code(), Some(1));
    // The same again, as a client does it, and a restart after that.
    for draws in 0..2 {
        let server = journaled(folder.path());
        assert_eq!(server.damage(), []);
        let first = Peer::new(&server, FIRST);
        if draws == 0 {
            assert_eq!(whole(&first, &game.id), before);
        }
        play(&game.by(&first), 4);
        server.shutdown().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_server_answers_who_waits_and_ends_well() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, base) = process(folder.path());
    let first = Peer::at(&base, Some(basic(FIRST)));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| first.get("/api/matches?wait=1"));
        std::thread::sleep(std::time::Duration::from_millis(300));
        let pid = server.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let reply = waiting.join().unwrap();
        assert_eq!((reply.status, reply.body), (200, json!([])));
    });
    assert!(server.wait().unwrap().success());
}

#[test]
fn a_torn_last_line_of_an_old_journal_is_survived_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = journaled(folder.path());
    let game = Peer::new(&server, FIRST).create(json!({"randomSeed": "s"}));
    game.draw();
    let before = whole(&game.peer, &game.id);
    game.done(json!({"etype": "Draw", "autopick": true}));
    server.shutdown().unwrap();
    let path = folder.path().join(JOURNAL_FILE);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
    forget_database(folder.path());

    let server = journaled(folder.path());
    assert_eq!(server.damage(), [Damage::Line(BadLine { line: 4, fault: LineFault::Torn })]);
    let game = game.by(&Peer::new(&server, FIRST));
    assert_eq!(whole(&game.peer, &game.id), before);
    game.done(json!({"etype": "Draw", "autopick": true}));
    let before = whole(&game.peer, &game.id);
    server.shutdown().unwrap();
    let server = journaled(folder.path());
    assert_eq!(server.damage(), []);
    assert_eq!(whole(&Peer::new(&server, FIRST), &game.id), before);
}

#[test]
fn damage_in_the_middle_costs_its_match_only_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = journaled(folder.path());
    let first = Peer::new(&server, FIRST);
    let (hurt, well) = (first.create(json!({})), first.create(json!({})));
    for game in [&hurt, &well, &hurt] {
        game.done(json!({"etype": "Draw", "autopick": true}));
    }
    server.shutdown().unwrap();
    let path = folder.path().join(JOURNAL_FILE);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines[3] = "{\"kind\":\"done\",";
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    forget_database(folder.path());
    let server = journaled(folder.path());
    let [Damage::Line(BadLine { line: 4, .. }), Damage::Unfit { line: 5, id, reason }] = server.damage() else {
        panic!("{:?}", server.damage());
    };
    assert_eq!((id, reason.as_str()), (&hurt.id, "move 1 is missing"));
    let first = Peer::new(&server, FIRST);
    assert_eq!(hurt.by(&first).look("").status, 404);
    assert_eq!(well.by(&first).look("").status, 200);
}

#[test]
fn a_changed_deed_is_named_and_never_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = journaled(folder.path());
    let first = Peer::new(&server, FIRST);
    let (hurt, well) = (first.create(json!({})), first.create(json!({})));
    for game in [&hurt, &well] {
        game.done(json!({"etype": "Draw", "autopick": true}));
    }
    server.shutdown().unwrap();
    let path = folder.path().join(JOURNAL_FILE);
    let text = fs::read_to_string(&path).unwrap();
    // A change that leaves a creation valid: another time.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines[1].find("\"at\":").unwrap() + 6;
    let digit = if lines[1].as_bytes()[at] == b'1' { "2" } else { "1" };
    lines[1].replace_range(at..=at, digit);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    forget_database(folder.path());
    let server = journaled(folder.path());
    let changed = BadLine { line: 2, fault: LineFault::Changed };
    assert_eq!(server.damage()[0], Damage::Line(changed));
    let first = Peer::new(&server, FIRST);
    assert_eq!(hurt.by(&first).look("").status, 404);
    assert_eq!(well.by(&first).look("").status, 200);
}

#[test]
fn a_journal_belongs_to_one_server_and_one_version() {
    let folder = tempfile::tempdir().unwrap();
    let config = || {
        let mut config = ServerConfig::on_free_port();
        config.data = Some(folder.path().to_owned());
        config
    };
    let server = RunningServer::start(config()).unwrap();
    let taken = RunningServer::start(config()).unwrap_err();
    assert!(matches!(taken, ServeError::Journal(JournalError::Store(StoreError::Taken(_)))), "{taken}");
    server.shutdown().unwrap();
    let path = folder.path().join(JOURNAL_FILE);
    fs::write(&path, "{\"kind\":\"journal\",\"version\":9}\n").unwrap();
    forget_database(folder.path());
    let other = RunningServer::start(config()).unwrap_err().to_string();
    assert!(other.contains("has version 9"), "{other}");
}

#[test]
fn a_server_of_so_many_matches_stops_after_them() {
    let mut server = serve(|config| {
        config.matches = std::num::NonZeroUsize::new(1);
        config.farewell = std::time::Duration::from_millis(100);
    });
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": [["Key", 3]]}));
    game.draw();
    server.wait().unwrap();
    assert_eq!(server.matches_finished(), 1);
}
