//! The transport of requests, the logins, and the faults of a body (2.1 and the accounts of 2.2).

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::peers::{PASSWORD, Peer, STATUS, plain};

const METHODS: [&str; 7] = ["register", "login", "new-game", "bid", "play", "status", "old-game"];

#[test]
fn get_gives_the_documentation_and_other_methods_501() {
    let server = plain();
    let peer = Peer::stranger(&server);
    for method in METHODS {
        let path = format!("/api/{method}/");
        let page = peer.get(&path);
        assert_eq!(page.status, 200);
        assert!(page.content_type.starts_with("text/html"), "{page:?}");
        assert!(page.text.contains(&path));
        for other in ["PUT", "DELETE", "OPTIONS"] {
            assert_eq!(peer.send(other, &path, b"").status, 501, "{other} {path}");
        }
    }
    assert_eq!(peer.get("/api/none/").status, 404);
}

#[test]
fn json_that_is_neither_object_nor_array_is_500_and_empty() {
    let server = plain();
    let peer = Peer::stranger(&server);
    for method in METHODS {
        for body in ["5", "\"a\"", "true"] {
            let reply = peer.raw(method, body);
            assert_eq!((reply.status, reply.text.as_str()), (500, ""), "{body}");
        }
        for body in ["null", "[]", "[1]", "{}", "", "{", "nonsense"] {
            peer.raw(method, body).failure();
        }
    }
}

#[test]
fn faults_are_told_in_the_order_of_the_original() {
    let server = plain();
    let peer = Peer::stranger(&server);
    assert!(peer.raw("play", "").failure().contains("empty"));
    assert!(peer.raw("play", "{").failure().contains("JSON"));
    let missing = peer.ask("play", json!({"session": 5}));
    assert!(missing.failure().contains("`card` is missing"));
    let wrong = peer.ask("play", json!({"session": "x", "card": 5}));
    assert!(wrong.failure().contains("`card` must be text"));
    // The session is checked before the method's own parameters.
    let session = peer.ask("play", json!({"session": "x", "card": "nonsense"}));
    assert!(session.failure().contains("session"));
    let session = peer.ask("bid", json!({"session": "x", "bid": 99}));
    assert!(session.failure().contains("session"));
}

#[test]
fn content_types_key_order_and_unknown_keys_do_not_matter() {
    let server = plain();
    let peer = Peer::new(&server, "any");
    let body = format!("{{\"zzz\": [1], \"bid\": 3, \"session\": \"{}\"}}", peer.session);
    assert!(peer.raw("bid", &body).failure().contains("no game"));
    // By hand: no content type, two of them, and a body that is announced first.
    for head in ["", "Content-Type: text/plain\r\nContent-Type: application/json\r\n", "Expect: 100-continue\r\n"] {
        let body = json!({"session": peer.session}).to_string();
        let mut stream = TcpStream::connect(server.address()).unwrap();
        write!(
            stream,
            "POST /api/status/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("200 OK"), "{answer}");
        assert!(answer.ends_with("\"result\":\"success\"}"), "{answer}");
    }
}

#[test]
fn register_takes_a_name_once_and_refuses_bad_ones() {
    let server = plain();
    let peer = Peer::stranger(&server);
    let register = |name: &str, password: &str| peer.ask("register", json!({"name": name, "password": password}));
    let first = register("A-z_09", "x");
    assert_eq!(first.success(&["id"])["id"], 1);
    let longest = register(&"n".repeat(32), &"p".repeat(255));
    assert_eq!(longest.success(&["id"])["id"], 2);
    assert!(register("A-z_09", "y").failure().contains("taken"));
    for name in ["", "a b", "é", "a.b", &"n".repeat(41)] {
        assert!(register(name, "x").failure().contains("1 to 40"), "{name}");
    }
    // The table of the original had 32 characters, its check 40.
    for length in [33, 40] {
        assert!(register(&"n".repeat(length), "x").failure().contains("32"));
    }
    for password in ["", &"p".repeat(256)] {
        let reply = register("fresh", password);
        assert!(reply.failure().contains("1 to 255"));
    }
    let number = peer.ask("register", json!({"name": 5, "password": "x"}));
    assert!(number.failure().contains("`name` must be text"));
}

#[test]
fn login_gives_32_digits_and_refuses_wrong_passwords() {
    let server = plain();
    let peer = Peer::new(&server, "us");
    assert_eq!(peer.session.len(), 32);
    assert!(peer.session.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let login = |name: &str, password: &str| {
        peer.ask("login", json!({"name": name, "password": password})).failure().to_owned()
    };
    // The response does not reveal which of the two was wrong.
    assert_eq!(login("us", "sesame"), login("them", PASSWORD));
}

#[test]
fn a_new_login_ends_the_session_before() {
    let server = plain();
    let mut peer = Peer::new(&server, "us");
    let before = peer.clone();
    peer.log_in();
    let reply = before.ask("status", json!({"session": before.session}));
    assert!(reply.failure().contains("session"));
    assert_eq!(peer.status()["game"], Value::Null);
}

#[test]
fn the_bridge_calls_back_and_refuses_plainly() {
    let server = plain();
    let peer = Peer::new(&server, "us");
    let asked = |query: &str| peer.get(&format!("/api/jsonp/?{query}"));
    // The examples ask with a doubled slash.
    for path in ["/api/jsonp/", "/api//jsonp/"] {
        let reply = peer.get(&format!("{path}?callback=f&method=status&session={}", peer.session));
        assert_eq!(reply.status, 200);
        assert!(reply.content_type.contains("javascript"));
        let inside = reply.text.strip_prefix("f(").unwrap();
        let inside = inside.strip_suffix(");").unwrap();
        let value: Value = serde_json::from_str(inside).unwrap();
        assert_eq!(value.as_object().unwrap().len(), STATUS.len() + 1);
        assert!(inside.ends_with("\"result\":\"success\"}"));
    }
    let failed = asked("callback=f&method=status&session=nonsense");
    assert!(failed.text.starts_with("f({\"reason\""), "{failed:?}");
    let missing = asked("callback=f&method=bid&bid=10");
    assert!(missing.text.contains("`session` is missing"), "{missing:?}");
    // An error of the call itself is not wrapped.
    asked("method=status&session=x").failure();
    asked("callback=f&session=x").failure();
    asked("callback=f&method=old-game&session=x").failure();
    asked("callback=f&method=none&session=x").failure();
    asked("callback=alert(1)&method=status&session=x").failure();
    for page in [peer.get("/api/jsonp/"), peer.raw("jsonp", "{}")] {
        assert_eq!(page.status, 200);
        assert!(page.content_type.starts_with("text/html"));
    }
    assert_eq!(peer.send("PUT", "/api/jsonp/", b"").status, 501);
}

#[test]
fn the_bridge_takes_every_key_of_the_query_as_text_and_coerces_it() {
    let server = plain();
    let (one, two) = Peer::pair(&server);
    let called = |peer: &Peer, rest: &str| {
        let session = &peer.session;
        let path = format!("/api/jsonp/?callback=f&session={session}&_=17&{rest}");
        let text = peer.get(&path).text;
        assert!(text.starts_with("f({"), "{text}");
        text
    };
    assert!(called(&one, "method=bid&bid=abc").contains("the bid must be 1 to 13"));
    assert!(called(&one, "method=bid&bid=10").contains("success"));
    let card = one.legal(None);
    let played = called(&one, &format!("method=play&card={card}"));
    assert!(played.contains("success"), "{played}");
    two.bid(json!(2)).success(&[]);
    assert_eq!(two.status()["opponent-bid"], 10);
    assert_eq!(two.status()["opponent-current-card"], json!(card));
    // An account can be made and used by a page alone.
    let account = "callback=f&name=page&password=a%20b";
    let path = format!("/api/jsonp/?method=register&{account}");
    assert!(one.get(&path).text.contains("\"id\":3"));
    let path = format!("/api/jsonp/?method=login&{account}");
    assert!(one.get(&path).text.contains("\"session\""));
}
