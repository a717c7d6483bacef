//! The cost of logins to the server, and its limits.

use serde_json::{Value, json};

use crate::watched::{Watched, answer, assert_alike, fill_the_queue, hang_up_while_hashing};

fn request(method: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!("POST /api/{method}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
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

/// Many wrong passwords from one address keep nobody at another from logging in.
#[test]
fn wrong_passwords_shut_out_nobody() {
    let server = server();
    let wrong: Vec<_> = (0..200).map(|_| server.ask(&login("us", "wrong"))).collect();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let right = answer(server.ask_from([127, 0, 0, 2], &login("us", "right")));
    assert!(right.contains("success"), "{right}");
    drop(wrong);
}

/// A page of another site may load the bridge as a script: it registers nobody.
#[test]
fn pages_of_other_sites_register_nobody() {
    let server = server();
    let ask = |headers: &str| {
        let path = "/api/jsonp/?callback=f&method=register&name=evil&password=p";
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        answer(server.ask(&format!("{head}{headers}\r\n")))
    };
    let script = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n";
    assert!(ask(script).starts_with("HTTP/1.1 403"));
    // The name is free still, for a client without a browser.
    assert!(ask("").contains("\"success\""));
}
