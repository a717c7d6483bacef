//! The limits on connections and requests. They are counted by login as well as by address, so that
//! no client can shut out the others at its address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardsharp::contests::dead_mans_draw::server::{Accounts, FREE_PER_ADDRESS, RunningServer};
use cardsharp::contests::dead_mans_draw::wire::Role;
use serde_json::json;

use crate::clients::owned_entry;
use crate::peers::{ADMIN, FIRST, Login, Peer, SECOND, basic, plain, serve};
use crate::tournament::wait_until;

/// More than one address and one login may have.
const CROWD: usize = 700;

/// A connection that nobody closes.
fn connect(server: &RunningServer) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    let patience = Some(Duration::from_secs(10));
    stream.set_read_timeout(patience).unwrap();
    stream
}

/// Sends a request and leaves the connection open.
fn ask(mut stream: &TcpStream, path: &str, login: Login) {
    let login = basic(login);
    let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: {login}\r\n\r\n");
    // The server may have closed this connection.
    let _ = stream.write_all(request.as_bytes());
}

/// The status of the next answer; none if the connection was closed.
fn status(stream: &TcpStream) -> Option<u16> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let status = line.get(9..12)?.parse().ok()?;
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        if let Some(value) = header.strip_prefix("content-length: ") {
            length = value.trim().parse().ok()?;
        }
        if header.trim().is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    Some(status)
}

/// The others get their answers, on new connections.
fn others_are_served(server: &RunningServer) {
    let began = Instant::now();
    for login in [ADMIN, SECOND] {
        assert_eq!(Peer::new(server, login).get("/api/whoami").status, 200);
    }
    // The server waits for a head for 30 s.
    assert!(began.elapsed() < Duration::from_secs(15));
}

fn count_open(streams: &[TcpStream]) -> usize {
    let is_open = |stream: &&TcpStream| {
        stream.set_nonblocking(true).unwrap();
        let open = matches!(stream.peek(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
        stream.set_nonblocking(false).unwrap();
        open
    };
    streams.iter().filter(is_open).count()
}

/// Some of the connections stay open, and at most `most`. The server closes a connection in the
/// task that serves it, so the last ones over the limit close a moment later.
#[track_caller]
fn assert_open_at_most(most: usize, streams: &[TcpStream]) {
    let deadline = Instant::now() + Duration::from_secs(10);
    let mut open = count_open(streams);
    while open > most && Instant::now() < deadline {
        sleep(Duration::from_millis(20));
        open = count_open(streams);
    }
    assert!((1..=most).contains(&open), "{open}");
}

#[test]
fn connections_that_a_player_leaves_open_do_not_shut_out_the_others() {
    let server = plain();
    let mut streams = Vec::new();
    for _ in 0..CROWD {
        let stream = connect(&server);
        ask(&stream, "/api/whoami", FIRST);
        // The player too is served on every new connection.
        assert_eq!(status(&stream), Some(200), "{}", streams.len());
        streams.push(stream);
    }
    others_are_served(&server);
    assert_open_at_most(CROWD / 2, &streams);
}

#[test]
fn requests_that_a_player_lets_wait_do_not_shut_out_the_others() {
    let server = serve(|config| config.long_poll = Duration::from_secs(60));
    let streams: Vec<_> = (0..CROWD).map(|_| connect(&server)).collect();
    for stream in &streams {
        ask(stream, "/api/matches?wait=1&tags=never", FIRST);
    }
    // The server need not take up the requests in their order: of which it refuses, nothing is said.
    let refused = b"HTTP/1.1 429";
    let is_refused = |stream: &TcpStream| {
        let mut begin = [0; 12];
        stream.set_nonblocking(true).unwrap();
        stream.peek(&mut begin).is_ok() && begin == *refused
    };
    wait_until(Duration::from_secs(60), || streams.iter().any(is_refused));
    others_are_served(&server);
    // The requests that wait continue to wait, within their limits.
    assert_open_at_most(CROWD / 2, &streams);
}

#[test]
fn silent_connections_do_not_shut_out_the_others() {
    let server = plain();
    let mut streams: Vec<_> = (0..CROWD).map(|_| connect(&server)).collect();
    // Clients that begin a request and do not end it do no harm either.
    for stream in &mut streams[CROWD / 2..] {
        let _ = stream.write_all(b"GET /api/hel");
    }
    others_are_served(&server);
    assert_open_at_most(512, &streams);
}

/// A player who sends more requests than an address may is delayed as a player. The others are not.
#[test]
fn players_who_ask_often_do_not_slow_down_the_others_at_their_address() {
    let ids: Vec<String> = (0..11).map(|number| format!("player-{number}")).collect();
    let server = serve(|config| {
        let players = ids.iter().map(|id| owned_entry(id, "secret", Role::Player, true));
        config.accounts = Accounts::new(players.collect()).unwrap();
        config.throttle = true;
    });
    let each = FREE_PER_ADDRESS as usize / (ids.len() - 1);
    let stranger = Peer::stranger(&server);
    let login_of = |id: &str| format!("Basic {}", STANDARD.encode(format!("{id}:secret")));
    let (last, others) = ids.split_last().unwrap();
    for id in others {
        let peer = stranger.with(login_of(id));
        (0..each).for_each(|_| assert_eq!(peer.get("/api/whoami").status, 200));
    }
    let began = Instant::now();
    let peer = stranger.with(login_of(last));
    (0..40).for_each(|_| assert_eq!(peer.get("/api/whoami").status, 200));
    // Tenths of a second, one more each time, would be 82 s.
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
}

#[test]
fn strangers_are_counted_by_their_address() {
    let server = serve(|config| config.throttle = true);
    let stranger = Peer::stranger(&server);
    (0..FREE_PER_ADDRESS).for_each(|_| assert_eq!(stranger.get("/api/whoami").status, 401));
    let began = Instant::now();
    (0..3).for_each(|_| assert_eq!(stranger.get("/api/whoami").status, 401));
    assert!(began.elapsed() >= Duration::from_millis(600));
    // A player does not wait, as the next request of the strangers does. On a busy machine one may.
    let first = Peer::new(&server, FIRST);
    let ask = || {
        let began = Instant::now();
        assert_eq!(first.get("/api/whoami").status, 200);
        began.elapsed()
    };
    let fastest = (0..10).map(|_| ask()).min().unwrap();
    assert!(fastest < Duration::from_millis(400), "{fastest:?}");
    assert_eq!(first.create(json!({})).look("").status, 200);
}
