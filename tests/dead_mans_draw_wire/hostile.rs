//! Hostile clients: they are refused with clear errors, and do not harm the others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use cardsharp::contests::dead_mans_draw::server::{MAX_BODY, RunningServer};
use serde_json::json;

use crate::peers::{FIRST, Peer, plain, serve};

fn connect(server: &RunningServer) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

/// Sends bytes and no more, and reads what comes until the end, or nothing.
fn send(server: &RunningServer, bytes: &[u8]) -> String {
    let mut stream = connect(server);
    // The server may have closed the connection before everything is sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    read(stream)
}

/// Sends a whole request and waits for its response; empty if the server does not respond.
fn ask(server: &RunningServer, path: &str) -> String {
    let mut stream = connect(server);
    let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(request.as_bytes());
    read(stream)
}

fn read(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn is_well(server: &RunningServer) {
    let began = Instant::now();
    assert_eq!(Peer::new(server, FIRST).get("/api/whoami").status, 200);
    // The server waits for a head for 30 s.
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn garbage_is_refused_and_does_not_hurt() {
    let server = plain();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"[..],
        b"GET\r\n\r\n",
        b"\0\0\0\0\0\0\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/matches HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 6\r\n\r\n{}",
        b"POST /api/matches HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let answer = send(&server, bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let answer = ask(&server, "/api/matches/%ff%fe");
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    let odd = Peer::new(&server, FIRST).get("/api/matches/%ff%fe");
    assert_eq!(odd.status, 400);
    assert!(odd.error().contains("no id of a match"));
    is_well(&server);
}

#[test]
fn huge_heads_and_bodies_are_refused() {
    let server = plain();
    let long = "x".repeat(200_000);
    let head = format!("GET /api/hello HTTP/1.1\r\nHost: a\r\nX: {long}\r\n\r\n");
    let answer = send(&server, head.as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    let many: String = (0..500).map(|n| format!("X{n}: 1\r\n")).collect();
    let answer = send(&server, format!("GET /api/hello HTTP/1.1\r\nHost: a\r\n{many}\r\n").as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    let first = Peer::new(&server, FIRST);
    let body = json!({"tags": ["x".repeat(MAX_BODY)]});
    let reply = first.post("/api/matches", &body);
    assert_eq!(reply.status, 413);
    assert!(reply.error().contains("65536 bytes"));
    let deep = "[".repeat(60_000);
    let reply = first.send("POST", "/api/matches", Some(deep.as_bytes()));
    assert_eq!(reply.status, 400);
    is_well(&server);
}

#[test]
fn slow_clients_and_sleepers_do_not_hold_up_others() {
    let server = plain();
    let slow: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = connect(&server);
            match number % 3 {
                0 => {}
                1 => stream.write_all(b"GET /api/hel").unwrap(),
                _ => stream.write_all(b"POST /api/matches HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{").unwrap(),
            }
            stream
        })
        .collect();
    is_well(&server);
    drop(slow);
    // Nor do they hold up the end.
    let _sleepers: Vec<TcpStream> = (0..20).map(|_| connect(&server)).collect();
    is_well(&server);
    let began = Instant::now();
    server.shutdown().unwrap();
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn who_guesses_passwords_does_not_hold_up_who_is_logged_in() {
    let server = serve(|_| {});
    let first = Peer::new(&server, FIRST);
    assert_eq!(first.get("/api/whoami").status, 200);
    thread::scope(|scope| {
        let guess = || {
            let began = Instant::now();
            // On a busy machine the turn of a guess may not come in time.
            let status = Peer::new(&server, (FIRST.0, "guess")).get("/api/whoami").status;
            assert!([401, 503].contains(&status), "{status}");
            began.elapsed()
        };
        let guesses: Vec<_> = (0..20).map(|_| scope.spawn(guess)).collect();
        let ask = || {
            let began = Instant::now();
            assert_eq!(first.get("/api/whoami").status, 200);
            began.elapsed()
        };
        let slowest = (0..20).map(|_| ask()).max().unwrap();
        // The last guess waits for the others.
        let last = guesses.into_iter().map(|guess| guess.join().unwrap()).max().unwrap();
        assert!(slowest < last / 2, "{slowest:?} beside guesses of up to {last:?}");
    });
}

#[test]
fn polls_that_are_given_up_are_forgotten() {
    let server = serve(|config| config.long_poll = Duration::from_secs(600));
    let login = crate::peers::basic(FIRST);
    let poll = format!("GET /api/matches?wait=1 HTTP/1.1\r\nHost: a\r\nAuthorization: {login}\r\n\r\n");
    // More than an address may have, one after another.
    for _ in 0..600 {
        connect(&server).write_all(poll.as_bytes()).unwrap();
    }
    thread::sleep(Duration::from_millis(300));
    is_well(&server);
}
