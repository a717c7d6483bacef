//! A database that was damaged, emptied or cannot be written.

use std::path::Path;
use std::time::Duration;

use cardsharp::contest::AdminTask;
use cardsharp::contests::skullwhist::server::{
    AdminError, DATABASE_FILE, RunningServer, ServeError, ServerConfig, StoreError, administer,
};
use rand::{Rng, SeedableRng};
use serde_json::json;

use crate::peers::{Peer, play_out, round, serve};
use crate::processes::run;

fn config(folder: &Path) -> ServerConfig {
    ServerConfig {
        data: Some(folder.to_owned()),
        lock_patience: Duration::from_millis(100),
        ..ServerConfig::on_free_port()
    }
}

/// A database with two bots, a game that is over and one in progress.
fn database(folder: &Path) -> Vec<u8> {
    let server = serve(|config| config.data = Some(folder.to_owned()));
    let (mut one, mut two) = Peer::pair(&server);
    play_out(&mut one, &mut two);
    let (mut one, mut two) = Peer::meet(one.peer, two.peer);
    round(&mut one, &mut two);
    server.shutdown().unwrap();
    std::fs::read(folder.join(DATABASE_FILE)).unwrap()
}

/// The bots and games in a database, as text.
fn exported(folder: &Path) -> Result<String, AdminError> {
    let mut output = Vec::new();
    for task in [AdminTask::ListBots, AdminTask::ExportGames] {
        administer(folder, &task, &mut output)?;
    }
    // The game in progress is shown as of now.
    let text = String::from_utf8(output).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["running"] == true {
            line["finished"] = json!(null);
        }
        format!("{line}\n")
    });
    Ok(lines.collect())
}

/// Slow: the database is opened 150 times.
#[test]
fn a_flipped_byte_is_refused_by_name_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = database(folder.path());
    let before = exported(folder.path()).unwrap();
    assert_eq!(before.lines().count(), 4);
    let copy = tempfile::tempdir().unwrap();
    let path = copy.path().join(DATABASE_FILE);
    // Half of the file are zeros that mean nothing.
    let filled: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != 0).collect();
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(22);
    let (mut refused, mut harmless) = (0, 0);
    for number in 0..150 {
        let index = match number % 3 {
            0 => rng.random_range(0..320),
            _ => filled[rng.random_range(0..filled.len())],
        };
        let mut damaged = bytes.clone();
        damaged[index] ^= 1 << rng.random_range(0..8);
        std::fs::write(&path, &damaged).unwrap();
        match exported(copy.path()) {
            Ok(after) => {
                assert_eq!(after, before, "byte {index}");
                harmless += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains(DATABASE_FILE), "{error}");
                refused += 1;
            }
        }
    }
    println!("{refused} refused, {harmless} harmless");
    assert!(refused > 15, "{refused} refused, {harmless} harmless");
}

#[test]
fn a_damaged_database_ends_the_program_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = database(folder.path());
    let name = b"$argon2id$";
    let places = (0..bytes.len() - name.len()).filter(|&at| bytes[at..].starts_with(name));
    for at in places.collect::<Vec<_>>() {
        bytes[at] ^= 1;
    }
    std::fs::write(folder.path().join(DATABASE_FILE), &bytes).unwrap();
    let line = ["serve", "skullwhist", "--port", "0", "--data", "."];
    let output = run(folder.path(), &line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(DATABASE_FILE) && said.contains("is damaged"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn an_empty_file_is_not_taken_for_a_new_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DATABASE_FILE);
    std::fs::write(&path, "").unwrap();
    let error = RunningServer::start(config(folder.path())).unwrap_err();
    let empty = matches!(error, ServeError::Store(StoreError::Empty(_)));
    assert!(empty, "{error}");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DATABASE_FILE);
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    let start = || RunningServer::start(config(folder.path())).unwrap();
    start().shutdown().unwrap();
    assert_eq!(mode(), 0o600);
    // Nothing is left of its making.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    start().shutdown().unwrap();
    assert_eq!(mode(), 0o600);
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_cannot_write_its_database_exits_with_1() {
    use crate::full_disk;
    use crate::processes::{cardsharp, exit_code, started};

    let folder = tempfile::tempdir().unwrap();
    let command = cardsharp(folder.path(), &["serve", "skullwhist", "--port", "0", "--data", "."]);
    let (server, base) = started(&mut full_disk::fillable(&command));
    let peer = Peer::at(&base);
    let account = |name: &str| json!({"name": name, "password": "open sesame"});
    peer.ask("register", account("one")).success(&["id"]);
    full_disk::fill(&server);
    let reply = peer.ask("register", account("two"));
    assert!(reply.failure().contains("books"), "{reply:?}");
    assert_eq!(exit_code(server), Some(1));
    // The changes that were acknowledged are there.
    let text = exported(folder.path()).unwrap();
    assert!(text.contains("\"one\"") && !text.contains("\"two\""), "{text}");
}
