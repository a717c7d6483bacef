//! The cost of logins to the server, and its limits.

use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use serde_json::json;
use tempfile::TempDir;

use crate::peers::{FIRST, Login, basic};
use crate::watched::{Watched, assert_alike, fill_the_queue, hang_up_while_hashing};

/// A server whose only player has a password that is hashed as the command does it.
fn server() -> (Watched, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let hash = Argon2::default()
        .hash_password_with_salt(b"right", b"salt salt salt s")
        .unwrap();
    let table = folder.path().join("players.json");
    let players = json!({"players": [{"id": "us", "password": hash.to_string()}]});
    std::fs::write(&table, players.to_string()).unwrap();
    let table = table.to_str().unwrap();
    let words = ["dead-mans-draw", "--no-throttle", "--config", table];
    (Watched::serve(&words), folder)
}

fn login(login: Login) -> String {
    let login = basic(login);
    format!(
        "GET /api/whoami HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: {login}\r\n\r\n"
    )
}

#[test]
fn who_hangs_up_while_a_password_is_hashed_leaves_nothing_behind() {
    let (server, _folder) = server();
    hang_up_while_hashing(&server, &login(("us", "wrong")), &login(("us", "right")));
}

#[test]
fn too_many_logins_at_once_are_told_to_come_later() {
    let (server, _folder) = server();
    fill_the_queue(&server, &login(("us", "wrong")), &login(("us", "right")));
}

#[test]
fn unknown_ids_take_as_long_as_known_ones() {
    let (server, _folder) = server();
    assert_alike(
        &server,
        &login(("us", "wrong")),
        &login(("nobody", "wrong")),
    );
    // The same holds for a server with public passwords.
    let practice = Watched::serve(&["dead-mans-draw", "--no-throttle"]);
    let known = login((FIRST.0, "wrong"));
    assert_alike(&practice, &known, &login(("nobody", "wrong")));
}
