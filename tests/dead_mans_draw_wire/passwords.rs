//! The cost of logins to the server, and its limits.

use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use serde_json::json;
use tempfile::TempDir;

use crate::peers::{FIRST, Login, basic};
use crate::watched::{Watched, answer, assert_alike, fill_the_queue, hang_up_while_hashing};

/// A server whose only player has a password that is hashed as the command does it.
fn server() -> (Watched, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let hash = Argon2::default().hash_password_with_salt(b"right", b"salt salt salt s").unwrap();
    let table = folder.path().join("players.json");
    let players = json!({"players": [{"id": "us", "password": hash.to_string()}]});
    std::fs::write(&table, players.to_string()).unwrap();
    let table = table.to_str().unwrap();
    let words = ["dead-mans-draw", "--no-throttle", "--config", table];
    (Watched::serve(&words), folder)
}

fn login(login: Login) -> String {
    let login = basic(login);
    format!("GET /api/whoami HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: {login}\r\n\r\n")
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
    assert_alike(&server, &login(("us", "wrong")), &login(("nobody", "wrong")));
    // The same holds for a server with public passwords.
    let practice = Watched::serve(&["dead-mans-draw", "--no-throttle"]);
    let known = login((FIRST.0, "wrong"));
    assert_alike(&practice, &known, &login(("nobody", "wrong")));
}

/// Many wrong passwords from one address keep nobody at another from logging in.
#[test]
fn wrong_passwords_shut_out_nobody() {
    let (server, _folder) = server();
    let wrong: Vec<_> = (0..200).map(|_| server.ask(&login(("us", "wrong")))).collect();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let right = answer(server.ask_from([127, 0, 0, 2], &login(("us", "right"))));
    assert!(right.starts_with("HTTP/1.1 200"), "{right}");
    drop(wrong);
}

/// A form on a page of another site, sent by a browser that holds the login, makes no match.
#[test]
fn pages_of_other_sites_move_nothing() {
    let (server, _folder) = server();
    let ask = |headers: &str| {
        let login = basic(("us", "right"));
        answer(server.ask(&format!(
            "POST /api/matches HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: {login}\r\n\
             Content-Type: text/plain\r\nContent-Length: 2\r\n{headers}\r\n{{}}",
            server.address
        )))
    };
    for headers in ["Origin: https://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        assert!(ask(headers).starts_with("HTTP/1.1 403"), "{}", ask(headers));
    }
    assert!(ask("").starts_with("HTTP/1.1 20"), "{}", ask(""));
    let own = format!("Origin: http://{}\r\n", server.address);
    assert!(ask(&own).starts_with("HTTP/1.1 20"));
}
