//! The database: the data that survive a restart and a kill.

use std::path::Path;
use std::time::Duration;

use cardsharp::contests::skullwhist::server::{DATABASE_FILE, RunningServer, ServeError, ServerConfig, StoreError};
use serde_json::json;

use crate::peers::{OLD_GAME, Peer, Player, play_out, round, serve};
use crate::processes;

fn kept(folder: &Path) -> RunningServer {
    serve(|config| config.data = Some(folder.to_owned()))
}

fn at(player: &mut Player, server: &RunningServer) {
    player.peer.base = format!("http://{}", server.address());
}

#[test]
fn accounts_sessions_and_games_survive_a_restart_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = kept(folder.path());
    let (mut one, mut two) = Peer::pair(&server);
    one.bid(json!(3)).success(&[]);
    two.bid(json!(4)).success(&[]);
    round(&mut one, &mut two);
    let before = [one.status(), two.status()];
    server.shutdown().unwrap();

    let server = kept(folder.path());
    at(&mut one, &server);
    at(&mut two, &server);
    assert_eq!([one.status(), two.status()], before);
    let one_leads = one.status()["your-turn"] == true;
    if one_leads {
        play_out(&mut one, &mut two);
    } else {
        play_out(&mut two, &mut one);
    }
    let result = one.old_game(json!(one.game));
    result.success(&OLD_GAME);
    server.shutdown().unwrap();

    let server = kept(folder.path());
    at(&mut one, &server);
    assert_eq!(one.old_game(json!(one.game)).text, result.text);
    // Passwords and names are kept, and the next game has the next number.
    one.peer.log_in();
    at(&mut two, &server);
    let first = one.game;
    let (one, _two) = Peer::meet(one.peer, two.peer);
    assert_eq!(one.game, first + 1);
}

/// Slow: each way to sync is killed in the middle of a game.
#[test]
fn what_was_answered_survives_kill_9() {
    for sync in ["always", "os"] {
        survives_kill_9(sync);
    }
}

fn survives_kill_9(sync: &str) {
    let folder = tempfile::tempdir().unwrap();
    let server = kept(folder.path());
    let (mut one, mut two) = Peer::pair(&server);
    server.shutdown().unwrap();
    let (mut server, base) = processes::server(folder.path(), &["--sync", sync]);
    one.peer.base = base.clone();
    two.peer.base = base;
    one.bid(json!(3)).success(&[]);
    let card = one.legal(None);
    one.plays(&card);
    let before = [one.status(), two.status()];
    // The server has no time to close anything.
    server.kill().unwrap();
    server.wait().unwrap();
    let (mut server, base) = processes::server(folder.path(), &["--sync", sync]);
    one.peer.base = base.clone();
    two.peer.base = base;
    assert_eq!([one.status(), two.status()], before);
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_database_in_use_or_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = || ServerConfig {
        data: Some(folder.path().to_owned()),
        lock_patience: Duration::from_millis(100),
        ..ServerConfig::on_free_port()
    };
    let server = kept(folder.path());
    let error = RunningServer::start(config()).unwrap_err();
    assert!(matches!(error, ServeError::Store(StoreError::Taken(_))), "{error}");
    server.shutdown().unwrap();
    std::fs::write(folder.path().join(DATABASE_FILE), "no database at all").unwrap();
    let error = RunningServer::start(config()).unwrap_err();
    let unusable = matches!(error, ServeError::Store(StoreError::Unusable { .. }));
    assert!(unusable, "{error}");
}

#[test]
fn a_restart_waits_for_a_process_that_is_going_away() {
    let folder = tempfile::tempdir().unwrap();
    let server = kept(folder.path());
    let going = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        server.shutdown().unwrap();
    });
    kept(folder.path()).shutdown().unwrap();
    going.join().unwrap();
}

#[test]
fn neither_passwords_nor_sessions_stand_in_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let server = kept(folder.path());
    let peer = Peer::new(&server, "us");
    server.shutdown().unwrap();
    let bytes = std::fs::read(folder.path().join(DATABASE_FILE)).unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("us") && holds("$argon2id$"));
    assert!(!holds(crate::peers::PASSWORD) && !holds(&peer.session));
}
