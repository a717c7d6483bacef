//! One server process with honest clients, and peers that send faults of every kind.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cardsharp::contests::challenge::server::{JournalContents, Port, TeamId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};

use crate::processes::{Client, Log, Report, Server};
use crate::watch::Watch;
use crate::{games, player, time_wanted};

/// Number of hostile peers at a time.
const PEERS: u64 = 4;
/// The longest pause of a hostile peer between two connections, in milliseconds.
const PAUSE_MS: u64 = 1000;
/// The memory that the server may use late in a run in addition to that used early, in KiB.
const MEMORY_GROWTH: u64 = 16 * 1024;
/// The number of descriptors depends on the number of connected peers, which is at most that of a storm.
const DESCRIPTOR_GROWTH: usize = 2 * STORM;
/// The most games in progress at a time. Every address of a hostile peer may have left one.
const TABLES: usize = 2 * (8 * 7 + 1);
/// Number of connections that are opened and closed at once.
const STORM: usize = 8;
/// The bytes per second that the server may log about peers, on average.
const LOG_BYTES_PER_SECOND: usize = 4000;
/// The contest's waiting time before a client may connect again, and a little more.
const HAMMERING_WAIT: Duration = Duration::from_millis(5100);

/// Slow: the peers are hostile for seconds.
#[test]
fn briefly() {
    besiege(Duration::from_secs(2));
}

#[test]
#[ignore = "takes as long as SOAK_SECONDS says"]
fn for_long() {
    besiege(time_wanted());
}

/// The honest clients are team 1 at both ports; hostile peers come from other loopback addresses.
fn besiege(time: Duration) {
    let mut server = Server::start("--port 0 --test-port 0");
    let ports = [server.practice_port, server.contest_port];
    let began = Instant::now();
    let mut honest = ports.map(|port| Client::start(port, &player()));
    let mut watch = Watch::start(server.process.id(), time);
    let stop = AtomicBool::new(false);
    let faults = std::thread::scope(|scope| {
        let peers = (0..PEERS).map(|seed| {
            let (stop, ports) = (&stop, &ports);
            scope.spawn(move || be_hostile(seed, ports, stop))
        });
        let peers: Vec<_> = peers.collect();
        let deadline = Instant::now() + time;
        while Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(500));
            watch.look();
        }
        stop.store(true, Ordering::Relaxed);
        peers.into_iter().map(|peer| peer.join().unwrap()).sum::<u64>()
    });
    let reports = honest.each_mut().map(Client::interrupt);
    std::thread::sleep(HAMMERING_WAIT.saturating_sub(began.elapsed()));
    let last = play_once_more(server.practice_port);
    watch.look();
    let log = server.process.log();
    let journal = server.stop();
    println!(
        "{faults} hostile connections, {} games, the server's log has {} lines, {watch:?}",
        journal.games.len(),
        log.lines.len()
    );
    games::assert_sane(&journal, TABLES);
    assert_honest(&journal, Port::Practice, &reports[0]);
    assert_honest(&journal, Port::Contest, &reports[1]);
    assert_eq!(last.number("games"), 3);
    assert_clear(&log, time);
    watch.assert_no_growth(MEMORY_GROWTH, DESCRIPTOR_GROWTH);
}

/// Checks that the server still serves new clients after the attack.
fn play_once_more(port: u16) -> Report {
    let mut client = Client::start(port, &format!("{} --games 3", player()));
    let report = client.report_within(Duration::from_secs(20));
    report.expect("the server does not serve any more")
}

/// Checks that the hostile peers have cost an honest client nothing.
fn assert_honest(journal: &JournalContents, port: Port, report: &Report) {
    let team = TeamId(1);
    for key in ["illegal_moves", "fallbacks", "unseen", "odd_messages"] {
        assert_eq!(report.number(key), 0, "{key}: {report:?}");
    }
    assert_eq!(report.number("connections"), 1, "{report:?}");
    let games = usize::try_from(report.number("games")).unwrap();
    let played = games::games_of(journal, team).filter(|game| game.port == port);
    let mut seen = 0;
    for game in played.take(games) {
        seen += 1;
        let own = usize::from(game.teams[1] == team);
        assert_eq!(game.penalties[own], 0, "{game:?}");
    }
    assert_eq!(seen, games);
    assert!(games > 0 || port == Port::Contest);
}

/// Checks that the log names the faults and does not grow without bound.
fn assert_clear(log: &Log, time: Duration) {
    // Twenty seconds are for the time after the attack.
    let limit = LOG_BYTES_PER_SECOND * usize::try_from(time.as_secs() + 20).unwrap();
    assert!(log.bytes < limit, "{} bytes:\n{}", log.bytes, log.tail());
    assert_eq!(log.count("ERROR"), 0, "{}", log.tail());
    assert_eq!(log.count("panicked"), 0, "{}", log.tail());
    let mut faults = vec!["penalised: "];
    // Some faults take time.
    if time >= Duration::from_secs(60) {
        faults.extend([
            "cut off: a message of ",
            "cut off: a message was begun and not finished within 10 s",
            "messages in a row that answer no request",
            "refused: came back within 5 s",
            "penalised: your message is not JSON",
            "penalised: no request has the id ",
            "penalised: out of time",
            "penalised: the connection was lost before an answer came",
        ]);
    }
    for fault in faults {
        println!("{:6} lines `{fault}`", log.count(fault));
        assert!(log.count(fault) > 0, "no `{fault}`:\n{}", log.tail());
    }
}

/// Connects again and again, each time with another fault. Returns the number of connections.
fn be_hostile(seed: u64, ports: &[u16; 2], stop: &AtomicBool) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut connections = 0;
    while !stop.load(Ordering::Relaxed) {
        // There are so few addresses that some connections are refused for coming back too soon.
        let host = [127, 1, rng.random_range(0..8), rng.random_range(1..8)];
        let port = ports[rng.random_range(0..2)];
        // An error is expected, because the server may close the connection at any time.
        let _ = misbehave(&mut rng, host, port, stop);
        connections += 1;
        std::thread::sleep(Duration::from_millis(rng.random_range(0..PAUSE_MS)));
    }
    connections
}

fn misbehave(rng: &mut ChaCha8Rng, host: [u8; 4], port: u16, stop: &AtomicBool) -> io::Result<()> {
    let mut peer = Peer::connect(host, port)?;
    match rng.random_range(0..12) {
        0 => peer.send_noise(rng),
        1 => peer.stream.write_all(&rng.random_range(1 << 17..u32::MAX).to_be_bytes()),
        2 => {
            peer.stream.write_all(&[0, 0, 0, 80, b'{'])?;
            wait(Duration::from_secs(12), stop)
        }
        3 => wait(Duration::from_secs(rng.random_range(1..12)), stop),
        4 => (0..STORM).try_for_each(|_| Peer::connect(host, port).map(drop)),
        5 => {
            peer.stream.shutdown(Shutdown::Write)?;
            wait(Duration::from_secs(1), stop)
        }
        6 => (0..400).try_for_each(|_| peer.send(&json!({"type": "move", "request_id": 1}))),
        7 => {
            // The requests are never read. Every half second an answer to no request is sent.
            for _ in 0..20 {
                peer.send(&json!({"type": "move", "request_id": 0}))?;
                wait(Duration::from_millis(500), stop)?;
            }
            Ok(())
        }
        8 => peer.answer_requests(rng, stop, |_, peer, request| {
            let body = answer_to(request).to_string();
            let header = u32::try_from(body.len()).unwrap().to_be_bytes();
            for byte in header.iter().chain(body.as_bytes()) {
                peer.stream.write_all(&[*byte])?;
            }
            Ok(())
        }),
        9 => peer.answer_requests(rng, stop, |_, peer, request| {
            peer.send(&answer_to(request))?;
            peer.send(&answer_to(request))
        }),
        10 => peer.answer_requests(rng, stop, |rng, peer, request| {
            let mut answer = answer_to(request);
            answer["request_id"] = odd_value(rng);
            peer.send(&answer)
        }),
        _ => peer.answer_requests(rng, stop, |rng, peer, request| {
            let odd = odd_value(rng);
            let id = &request["request_id"];
            match rng.random_range(0..6) {
                0 => peer.send(&odd),
                1 => peer.send(&json!({"type": odd, "request_id": id})),
                2 => peer.send(&json!({"type": "move", "request_id": id, "response": odd})),
                3 => {
                    let response = json!({"type": "play_card", "card": odd});
                    peer.send(&json!({"type": "move", "request_id": id, "response": response}))
                }
                4 => peer.send_bytes(&"[".repeat(rng.random_range(0..60_000)).into_bytes()),
                _ => peer.send(&answer_to(request)),
            }
        }),
    }
}

fn wait(time: Duration, stop: &AtomicBool) -> io::Result<()> {
    let deadline = Instant::now() + time;
    while Instant::now() < deadline && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Values of wrong types or sizes.
pub fn odd_value(rng: &mut ChaCha8Rng) -> Value {
    match rng.random_range(0..12) {
        0 => json!(null),
        1 => json!(-1),
        2 => json!(99),
        3 => json!(1e308),
        4 => json!("5"),
        5 => json!([[], {}, 3]),
        6 => json!(u64::MAX),
        7 => json!(i64::MIN),
        8 => json!(true),
        9 => json!({"type": "move"}),
        10 => json!(rng.random_range(0..20)),
        _ => json!("\u{0}\u{1f600}".repeat(rng.random_range(0..100))),
    }
}

/// An honest answer: the lowest card, or a refusal.
fn answer_to(request: &Value) -> Value {
    let hand = request["state"]["hand"].as_array();
    let response = match (request["request"].as_str(), hand.and_then(|h| h.last())) {
        (Some("request_card"), Some(card)) => json!({"type": "play_card", "card": card}),
        _ => json!({"type": "reject_challenge"}),
    };
    json!({"type": "move", "request_id": request["request_id"], "response": response})
}

struct Peer {
    stream: TcpStream,
}

impl Peer {
    /// Connects from this loopback address.
    fn connect(host: [u8; 4], port: u16) -> io::Result<Peer> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        socket.bind(&SocketAddr::from((host, 0)).into())?;
        socket.connect(&SocketAddr::from(([127, 0, 0, 1], port)).into())?;
        let stream: TcpStream = socket.into();
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.set_write_timeout(Some(Duration::from_secs(2)))?;
        Ok(Peer { stream })
    }

    fn send_noise(&mut self, rng: &mut ChaCha8Rng) -> io::Result<()> {
        for _ in 0..rng.random_range(1..20) {
            let mut bytes = vec![0; rng.random_range(0..2000)];
            rng.fill(&mut bytes[..]);
            // Some lengths are short enough to be valid lengths of messages.
            if rng.random_bool(0.7) && bytes.len() > 4 {
                bytes[..3].fill(0);
            }
            self.stream.write_all(&bytes)?;
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

    /// Passes up to a hundred requests to `treat`.
    fn answer_requests(
        &mut self,
        rng: &mut ChaCha8Rng,
        stop: &AtomicBool,
        mut treat: impl FnMut(&mut ChaCha8Rng, &mut Peer, &Value) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut treated = 0;
        while treated < 100 && !stop.load(Ordering::Relaxed) {
            let mut header = [0; 4];
            self.stream.read_exact(&mut header)?;
            let mut body = vec![0; usize::try_from(u32::from_be_bytes(header)).unwrap()];
            self.stream.read_exact(&mut body)?;
            let message: Value = serde_json::from_slice(&body).unwrap();
            if message["type"] == "request" {
                treat(rng, self, &message)?;
                treated += 1;
            }
        }
        Ok(())
    }
}
