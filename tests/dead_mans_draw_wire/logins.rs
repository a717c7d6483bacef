//! Basic and Digest, first tries without credentials, and the table of players.

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use cardsharp::contests::dead_mans_draw::server::{Accounts, RunningServer};
use md5::{Digest, Md5};
use serde_json::json;

use crate::peers::{FIRST, Peer, Reply, basic, plain, serve};

fn md5(text: &str) -> String {
    hex::encode(Md5::digest(text))
}

fn challenges(reply: &Reply) -> Vec<String> {
    let values = reply.headers.get_all("www-authenticate").iter();
    values.map(|value| value.to_str().unwrap().to_owned()).collect()
}

fn nonce(reply: &Reply) -> String {
    let digest = challenges(reply).pop().unwrap();
    let after = digest.split("nonce=\"").nth(1).unwrap();
    after.split('"').next().unwrap().to_owned()
}

/// The header of a Digest login.
fn digest(login: (&str, &str), method: &str, uri: &str, nonce: &str, count: u32) -> String {
    let (id, password) = login;
    let ha1 = md5(&format!("{id}:SLCEE-2023-PC:{password}"));
    let ha2 = md5(&format!("{method}:{uri}"));
    let response = md5(&format!("{ha1}:{nonce}:{count:08x}:c:auth:{ha2}"));
    format!(
        "Digest username=\"{id}\", realm=\"SLCEE-2023-PC\", nonce=\"{nonce}\", uri=\"{uri}\", \
         algorithm=MD5, qop=auth, nc={count:08x}, cnonce=\"c\", response=\"{response}\""
    )
}

#[test]
fn a_first_try_without_credentials_is_offered_both() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let reply = stranger.get("/api/whoami");
    assert_eq!((reply.status, reply.text.as_str()), (401, "Unauthorized"));
    assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/plain"));
    let offered = challenges(&reply);
    assert_eq!(offered.len(), 2);
    assert!(offered[0].starts_with("Basic realm=\"SLCEE-2023-PC\""), "{offered:?}");
    assert!(offered[1].starts_with("Digest realm=\"SLCEE-2023-PC\", nonce=\""), "{offered:?}");
    assert_eq!(stranger.with(basic(FIRST)).get("/api/whoami").status, 200);
}

#[test]
fn wrong_logins_are_all_answered_alike() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    for odd in [
        basic((FIRST.0, "wrong")),
        basic(("nobody", "playerpass")),
        basic((FIRST.0, "")),
        "Basic !!!".to_owned(),
        "Basic YWJj".to_owned(),
        "Bearer abc".to_owned(),
        "Basic".to_owned(),
        "Digest".to_owned(),
        "Digest username=\"a".to_owned(),
    ] {
        let reply = stranger.with(odd.clone()).get("/api/whoami");
        assert_eq!((reply.status, reply.text.as_str()), (401, "Unauthorized"), "{odd}");
        assert_eq!(challenges(&reply).len(), 2);
    }
}

#[test]
fn digest_logs_in_and_no_count_is_taken_twice() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let nonce = nonce(&stranger.get("/api/whoami"));
    let ask = |login, uri: &str, count| {
        let header = digest(login, "GET", uri, &nonce, count);
        stranger.with(header).get(uri)
    };
    assert_eq!(ask(FIRST, "/api/whoami", 1).body["username"], FIRST.0);
    assert_eq!(ask(FIRST, "//api/matches?active=1", 2).status, 200);
    let again = ask(FIRST, "/api/whoami", 1);
    assert_eq!(again.status, 401);
    assert!(challenges(&again)[1].ends_with("stale=true"));
    let wrong = ask((FIRST.0, "wrong"), "/api/whoami", 3);
    assert_eq!(wrong.status, 401);
    assert!(!challenges(&wrong)[1].contains("stale"));
    // The login was made for another address, or with a nonce of the client's own.
    let header = digest(FIRST, "GET", "/api/hello", &nonce, 4);
    assert_eq!(stranger.with(header).get("/api/whoami").status, 401);
    let header = digest(FIRST, "GET", "/api/whoami", "1.2.3", 1);
    assert_eq!(stranger.with(header).get("/api/whoami").status, 401);
    assert_eq!(ask(FIRST, "/api/whoami", 4).status, 200);
}

#[test]
fn digest_covers_a_whole_match() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let nonce = nonce(&stranger.get("/api/whoami"));
    let mut count = 0;
    let mut post = |uri: &str, body| {
        count += 1;
        let header = digest(FIRST, "POST", uri, &nonce, count);
        stranger.with(header).post(uri, &body)
    };
    let created = post("/api/matches", json!({}));
    let uri = format!("/api/matches/{}?wait=1", created.body["id"].as_str().unwrap());
    let etypes = ["Draw", "EndTurn"].into_iter().cycle();
    let last = etypes.map(|etype| post(&uri, json!({"etype": etype, "autopick": true})));
    let over = last.take(500).find(|reply| reply.status != 200).unwrap();
    assert!([400, 410].contains(&over.status), "{over:?}");
}

/// A line of the table of players, as the command writes it.
fn line(folder: &std::path::Path, id: &str, password: &str, more: &[&str]) -> String {
    let file = folder.join("password.txt");
    std::fs::write(&file, format!("{password}\n")).unwrap();
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["credentials", "dead-mans-draw", "--id", id, "--password-file"]);
    let output = command.arg(&file).args(more).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let line = String::from_utf8(output.stdout).unwrap();
    assert!(!line.contains(password));
    line
}

fn with_table(folder: &std::path::Path, lines: &[String]) -> RunningServer {
    let table = folder.join("players.json");
    let lines = lines.join(",");
    std::fs::write(&table, format!("{{\"players\": [{lines}]}}")).unwrap();
    serve(|config| config.accounts = Accounts::from_file(&table).unwrap())
}

#[test]
fn lines_of_the_command_log_in_by_basic_and_digest() {
    let folder = tempfile::tempdir().unwrap();
    let us = line(folder.path(), "us", "open: sesame \u{e9}", &["--name", "Us", "--email", "us@x"]);
    let boss = line(folder.path(), "boss", "boss: pass", &["--admin", "--no-digest"]);
    let server = with_table(folder.path(), &[us, boss]);
    let stranger = Peer::stranger(&server);
    let us = ("us", "open: sesame \u{e9}");
    for _ in 0..2 {
        let who = stranger.with(basic(us)).get("/api/whoami");
        assert_eq!(who.body, json!({"username": "us", "name": "Us", "role": "player"}));
    }
    assert_eq!(stranger.with(basic(("us", "open"))).get("/api/whoami").status, 401);
    let own = stranger.with(basic(us)).get("/api/players/us");
    assert_eq!(own.body, json!({"_id": "us", "name": "Us", "email": "us@x"}));
    assert_eq!(stranger.with(basic(("boss", "boss: pass"))).get("/api/players").status, 200);
    // The players of a server without a table do not exist here, but the dummy does.
    assert_eq!(stranger.with(basic(FIRST)).get("/api/whoami").status, 401);
    assert_eq!(stranger.with(basic(crate::peers::DUMMY)).get("/api/whoami").status, 200);
    let nonce = nonce(&stranger.get("/api/whoami"));
    let by_digest = |login, count| {
        let header = digest(login, "GET", "/api/whoami", &nonce, count);
        stranger.with(header).get("/api/whoami").status
    };
    assert_eq!(by_digest(us, 1), 200);
    assert_eq!(by_digest(("boss", "boss: pass"), 2), 401, "nothing is kept for it");
}

#[test]
fn passwords_come_from_files_that_hold_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password.txt");
    for (text, says) in [("", "must hold"), ("a\nb\n", "must hold"), ("\n", "must hold")] {
        std::fs::write(&file, text).unwrap();
        let mut command = Command::cargo_bin("cardsharp").unwrap();
        command.args(["credentials", "dead-mans-draw", "--id", "us", "--password-file"]);
        let output = command.arg(&file).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(says), "{text:?}: {error}");
    }
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["credentials", "challenge", "--id", "us", "--password-file", "x"]);
    let output = command.output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("nobody logs in to this contest"));
}
