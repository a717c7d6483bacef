//! One client process, and a server that sends faults of every kind. Then an honest server takes over its port.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::hostile_clients::odd_value;
use crate::processes::{Client, Log, Server};
use crate::watch::Watch;
use crate::{games, player, time_wanted};

/// The memory that the client may use late in a run in addition to that used early, in KiB.
const MEMORY_GROWTH: u64 = 8 * 1024;
/// The client has one connection, and may be opening another.
const DESCRIPTOR_GROWTH: usize = 2;
/// The bytes that the client may log for each connection: that it was made, that odd messages came, and that
/// it was lost.
const LOG_BYTES_PER_CONNECTION: usize = 600;
/// The least number of connections per second. The client waits 0.2 s between two, and the server is silent
/// for a while on some.
const CONNECTIONS_PER_SECOND: u64 = 1;

/// Slow: the peers are hostile for seconds.
#[test]
fn briefly() {
    mislead(Duration::from_secs(4));
}

#[test]
#[ignore = "takes as long as SOAK_SECONDS says"]
fn for_long() {
    mislead(time_wanted());
}

fn mislead(time: Duration) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut client = Client::start(port, &format!("{} --reconnect-wait 0.2", player()));
    let mut watch = Watch::start(client.process.id(), time);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let deadline = Instant::now() + time;
    let (mut connections, mut answers) = (0, 0);
    while Instant::now() < deadline {
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(_) => {
                std::thread::sleep(Duration::from_millis(10));
                continue;
            }
        };
        connections += 1;
        let mut peer = Peer::over(stream).unwrap();
        // The client may close the connection at any time.
        let _ = peer.misbehave(&mut rng);
        answers += peer.answers;
        let tail = client.process.log().tail();
        assert!(!client.process.has_ended(), "the client has ended:\n{tail}");
        watch.look();
    }
    drop(listener);
    play_honestly(&mut client, port);
    watch.look();
    let log = client.process.log();
    let report = client.interrupt();
    println!(
        "{connections} hostile connections, {answers} answers to hostile requests, the client's \
         log has {} lines, {watch:?}, {report:?}",
        log.lines.len()
    );
    assert!(connections >= CONNECTIONS_PER_SECOND * time.as_secs());
    assert!(answers > 0, "it has not been asked anything");
    assert!(report.number("odd_messages") > 0 && report.number("fallbacks") > 0);
    assert_clear(&log, connections);
    watch.assert_no_growth(MEMORY_GROWTH, DESCRIPTOR_GROWTH);
}

/// An honest server takes over the port, and the client plays a few games on it without a fault.
fn play_honestly(client: &mut Client, port: u16) {
    let mut server = Server::start(&format!("--open --port 0 --test-port {port}"));
    let deadline = Instant::now() + Duration::from_secs(20);
    while server.journal().games.len() < 3 {
        let log = client.process.log();
        assert!(Instant::now() < deadline, "no game:\n{}", log.tail());
        std::thread::sleep(Duration::from_millis(50));
    }
    let journal = server.stop();
    games::assert_sane(&journal, 1);
    for game in &journal.games {
        assert_eq!(game.penalties, [0, 0], "{game:?}");
    }
}

/// Checks that the log contains the events, in a few lines for each connection.
fn assert_clear(log: &Log, connections: u64) {
    assert_eq!(log.count("panicked"), 0, "{}", log.tail());
    for words in ["connected as team ", "malformed messages, passed over", "trying again", "hanging up: a message of "]
    {
        assert!(log.count(words) > 0, "no `{words}`:\n{}", log.tail());
    }
    let limit = LOG_BYTES_PER_CONNECTION * usize::try_from(connections + 10).unwrap();
    assert!(log.bytes < limit, "{} bytes:\n{}", log.bytes, log.tail());
}

struct Peer {
    stream: TcpStream,
    /// The number of the last request.
    requests: i64,
    answers: u64,
}

impl Peer {
    fn over(stream: TcpStream) -> io::Result<Peer> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.set_write_timeout(Some(Duration::from_secs(2)))?;
        Ok(Peer { stream, requests: 0, answers: 0 })
    }

    fn misbehave(&mut self, rng: &mut ChaCha8Rng) -> io::Result<()> {
        if rng.random_bool(0.8) {
            self.send(&json!({"type": "greetings_program", "team_id": 3}))?;
        }
        match rng.random_range(0..10) {
            0 => self.send_noise(rng),
            1 => {
                let length = rng.random_range(1 << 21..u32::MAX).to_be_bytes();
                self.stream.write_all(&length)?;
                std::thread::sleep(Duration::from_millis(100));
                Ok(())
            }
            2 => self.stream.write_all(&[0, 0, 0, 90, b'{', b'"']),
            3 => {
                std::thread::sleep(Duration::from_millis(rng.random_range(0..2000)));
                Ok(())
            }
            4 => self.send_bytes(&b"[".repeat(rng.random_range(0..1 << 20))),
            5 => (0..50).try_for_each(|_| self.send(&odd_message(rng))),
            _ => (0..rng.random_range(1..60)).try_for_each(|_| self.ask(rng)),
        }
    }

    fn send_noise(&mut self, rng: &mut ChaCha8Rng) -> io::Result<()> {
        for _ in 0..rng.random_range(1..20) {
            let mut bytes = vec![0; rng.random_range(0..300)];
            rng.fill(&mut bytes[..]);
            self.send_bytes(&bytes)?;
        }
        Ok(())
    }

    fn send_bytes(&mut self, body: &[u8]) -> io::Result<()> {
        let mut frame = u32::try_from(body.len()).unwrap().to_be_bytes().to_vec();
        frame.extend(body);
        self.stream.write_all(&frame)
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        self.send_bytes(message.to_string().as_bytes())
    }

    /// A request that may be valid or not, with results that do not follow from it.
    fn ask(&mut self, rng: &mut ChaCha8Rng) -> io::Result<()> {
        self.requests += 1;
        let id = self.requests;
        let mut request = possible_request(rng, id);
        for _ in 0..rng.random_range(0..3) {
            damage(rng, &mut request);
        }
        self.send(&request)?;
        // A request without its cards or its number has no answer.
        let hand = request["state"]["hand"].as_array();
        let possible = request["request_id"] == json!(id)
            && request["type"] == "request"
            && (request["request"] == "challenge_offered"
                || request["request"] == "request_card" && hand.is_some_and(|hand| hand.iter().any(is_card)));
        if possible {
            self.hear_answer_to(id, &request)?;
        }
        for _ in 0..rng.random_range(0..3) {
            self.send(&random_result(rng))?;
        }
        Ok(())
    }

    /// Waits for the answer. Answers to earlier requests may come before it, even to requests that were not
    /// expected to have one.
    fn hear_answer_to(&mut self, id: i64, request: &Value) -> io::Result<()> {
        loop {
            let answer = match self.hear() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    panic!("no answer to {request}");
                }
                heard => heard?,
            };
            assert_eq!(answer["type"], "move");
            self.answers += 1;
            if answer["request_id"] == json!(id) {
                return Ok(());
            }
        }
    }

    fn hear(&mut self) -> io::Result<Value> {
        let mut header = [0; 4];
        self.stream.read_exact(&mut header)?;
        let mut body = vec![0; usize::try_from(u32::from_be_bytes(header)).unwrap()];
        self.stream.read_exact(&mut body)?;
        Ok(serde_json::from_slice(&body).unwrap())
    }
}

fn is_card(card: &Value) -> bool {
    card.as_u64().is_some_and(|card| (1..=13).contains(&card))
}

/// A request whose numbers are consistent, even if no game can lead to it.
fn possible_request(rng: &mut ChaCha8Rng, id: i64) -> Value {
    let tricks_over = rng.random_range(0..5);
    let won = rng.random_range(0..=tricks_over);
    let lost = rng.random_range(0..=tricks_over - won);
    let offered = rng.random_bool(0.3);
    let on_table = rng.random_bool(0.5);
    let held = 5 - tricks_over - usize::from(offered && on_table);
    let kinds = rng.random_range(1..14);
    let card = |rng: &mut ChaCha8Rng| rng.random_range(1..=kinds);
    let hand: Vec<u8> = (0..held).map(|_| card(rng)).collect();
    let mut state = json!({
        "hand": hand, "hand_id": rng.random_range(1..30), "game_id": rng.random_range(1..3),
        "your_tricks": won, "their_tricks": lost, "can_challenge": rng.random_bool(0.5),
        "in_challenge": rng.random_bool(0.3), "total_tricks": tricks_over,
        "your_points": rng.random_range(0..10), "opponent_id": 2,
        "their_points": rng.random_range(0..10), "player_number": rng.random_range(0..2),
    });
    if on_table {
        state["card"] = json!(card(rng));
    }
    let kind = if offered { "challenge_offered" } else { "request_card" };
    json!({"type": "request", "request": kind, "request_id": id,
        "remaining": rng.random_range(0.0..3.0), "state": state})
}

fn damage(rng: &mut ChaCha8Rng, request: &mut Value) {
    let inside = rng.random_bool(0.8) && request["state"].is_object();
    let part = if inside { &mut request["state"] } else { request };
    let object = part.as_object_mut().unwrap();
    let keys: Vec<String> = object.keys().cloned().collect();
    let Some(key) = keys.choose(rng) else {
        return;
    };
    match rng.random_range(0..5) {
        0 => {
            object.remove(key);
        }
        1 => {
            object.insert("hand".to_owned(), json!(vec![rng.random_range(0..20); 200]));
        }
        _ => {
            object.insert(key.clone(), odd_value(rng));
        }
    }
}

/// Any message but a refusal, which rightly ends the client.
fn odd_message(rng: &mut ChaCha8Rng) -> Value {
    match rng.random_range(0..4) {
        0 => odd_value(rng),
        1 => json!({"type": odd_value(rng)}),
        2 => json!({"type": "result", "result": odd_value(rng), "your_player_num": odd_value(rng)}),
        _ => json!({"type": "request", "request": odd_value(rng), "state": odd_value(rng)}),
    }
}

fn random_result(rng: &mut ChaCha8Rng) -> Value {
    let by = rng.random_range(0..2);
    let card = rng.random_range(1..14);
    let result = match rng.random_range(0..12) {
        0..=2 => json!({"type": "trick_won", "by": by, "card": card}),
        3 => json!({"type": "trick_won", "by": by}),
        4 | 5 => json!({"type": "trick_tied"}),
        6 => json!({"type": "hand_done", "by": by}),
        7 => json!({"type": "hand_done"}),
        8 => json!({"type": "game_won", "by": by}),
        9 => json!({"type": "error", "reason": "because"}),
        10 => json!({"type": "accepted"}),
        _ => odd_value(rng),
    };
    json!({"type": "result", "result": result, "your_player_num": rng.random_range(0..2)})
}
