//! The cost of logins to the server, and its limits.

use serde_json::{Value, json};

use crate::watched::{Watched, answer, assert_alike, fill_the_queue, hang_up_while_hashing};

fn request(method: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST /api/{method}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

fn login(name: &str, password: &str) -> String {
    request("login", &json!({"name": name, "password": password}))
}

/// A server that knows one bot.
fn server() -> Watched {
    let server = Watched::serve(&["skullwhist"]);
    let us = json!({"name": "us", "password": "right"});
    let registered = answer(server.ask(&request("register", &us)));
    assert!(registered.contains("success"), "{registered}");
    server
}

#[test]
fn who_hangs_up_while_a_password_is_hashed_leaves_nothing_behind() {
    let server = server();
    hang_up_while_hashing(&server, &login("us", "wrong"), &login("us", "right"));
}

#[test]
fn too_many_logins_at_once_are_told_to_come_later() {
    let server = server();
    fill_the_queue(&server, &login("us", "wrong"), &login("us", "right"));
}

#[test]
fn unknown_names_take_as_long_as_known_ones() {
    let server = server();
    assert_alike(&server, &login("us", "wrong"), &login("nobody", "wrong"));
}
