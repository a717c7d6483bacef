//! The participants of these tests: agents, servers on free ports, and a peer that sends raw bytes.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::num::NonZeroUsize;
use std::time::Duration;

use cardsharp::contest::{PlayOptions, ServerAddress};
use cardsharp::contests::challenge::ChallengeGame;
use cardsharp::contests::challenge::agents::Agent;
pub use cardsharp::contests::challenge::agents::Lowest;
use cardsharp::contests::challenge::client::{self, ClientError, ClientOptions};
use cardsharp::contests::challenge::observation::Observation;
use cardsharp::contests::challenge::rules::Move;
use cardsharp::contests::challenge::server::{RunningServer, ServerConfig, Teams};
use cardsharp::contests::challenge::wire::{FrameDecoder, HEADER_BYTES};
use cardsharp::live::PlayReport;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// An agent that plays any legal move. Challenges are rare, so that games last.
pub struct Anything(pub ChaCha8Rng);

impl Anything {
    pub fn seeded(seed: u64) -> Anything {
        Anything(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Agent<ChallengeGame> for Anything {
    fn choose(&mut self, observation: &Observation) -> Move {
        let keep_challenge = self.0.random_bool(0.1);
        let moves = observation.legal_moves();
        let moves = moves.filter(|&legal| legal != Move::Offer || keep_challenge);
        moves.choose(&mut self.0).unwrap_or(Move::Reject)
    }
}

/// A server on free ports of the loopback interface.
pub fn serve(teams: Teams, change: impl FnOnce(&mut ServerConfig)) -> RunningServer {
    let mut config = ServerConfig::on_free_ports(teams, 11);
    change(&mut config);
    RunningServer::start(config).unwrap()
}

/// Plays `games` games at `address`, giving up after a few failed attempts.
pub fn play(
    address: SocketAddr,
    games: Option<usize>,
    agent: impl Agent<ChallengeGame> + 'static,
) -> Result<PlayReport, ClientError> {
    client::play(&options(address, games), &ClientOptions::default(), Box::new(agent))
}

pub fn options(address: SocketAddr, games: Option<usize>) -> PlayOptions {
    let server = ServerAddress::Socket { host: address.ip().to_string(), port: address.port() };
    PlayOptions {
        seed: 1,
        games: games.and_then(NonZeroUsize::new),
        reconnect_wait: Duration::from_millis(1),
        max_attempts: NonZeroUsize::new(3),
        ..PlayOptions::at(server)
    }
}

/// A peer that is in full control of its bytes.
pub struct RawPeer {
    pub stream: TcpStream,
    decoder: FrameDecoder,
}

impl RawPeer {
    pub fn connect(address: SocketAddr) -> RawPeer {
        RawPeer::over(TcpStream::connect(address).unwrap())
    }

    /// Connects from a loopback address of choice.
    pub fn connect_from(host: [u8; 4], address: SocketAddr) -> RawPeer {
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        let from = SocketAddr::new(IpAddr::from(host), 0);
        socket.bind(&from.into()).unwrap();
        socket.connect(&address.into()).unwrap();
        RawPeer::over(socket.into())
    }

    pub fn over(stream: TcpStream) -> RawPeer {
        stream.set_nodelay(true).unwrap();
        let patience = Some(Duration::from_secs(10));
        stream.set_read_timeout(patience).unwrap();
        RawPeer { stream, decoder: FrameDecoder::default() }
    }

    /// The next message, as text; none if the connection has ended.
    pub fn next_text(&mut self) -> Option<String> {
        let mut bytes = [0; 4096];
        loop {
            if let Some(frame) = self.decoder.next_frame().unwrap() {
                assert!(frame.is_ascii());
                return Some(String::from_utf8(frame.to_vec()).unwrap());
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(count) => self.decoder.push(&bytes[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("nothing came: {error}"),
            }
        }
    }

    pub fn next(&mut self) -> Option<Value> {
        self.next_text().map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The next message, which must be there.
    pub fn hear(&mut self) -> Value {
        self.next().expect("the connection has ended")
    }

    /// The next request; what comes before it is dropped.
    pub fn next_request(&mut self) -> Value {
        loop {
            let message = self.hear();
            if message["type"] == "request" {
                return message;
            }
        }
    }

    /// The next result's inner object; requests are dropped.
    pub fn next_result(&mut self) -> Value {
        loop {
            let message = self.hear();
            if message["type"] == "result" {
                return message["result"].clone();
            }
        }
    }

    /// Sends bytes with a header.
    pub fn send_bytes(&mut self, body: &[u8]) {
        let mut frame = (body.len() as u32).to_be_bytes().to_vec();
        assert_eq!(frame.len(), HEADER_BYTES);
        frame.extend(body);
        self.stream.write_all(&frame).unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes());
    }

    /// Answers `request` with `response`.
    pub fn answer(&mut self, request: &Value, response: Value) {
        let id = &request["request_id"];
        self.send(&json!({"type": "move", "request_id": id, "response": response}));
    }

    /// Answers `request` with `response`, unless the connection has ended.
    pub fn try_answer(&mut self, request: &Value, response: Value) {
        let id = &request["request_id"];
        let body = json!({"type": "move", "request_id": id, "response": response}).to_string();
        let mut frame = (body.len() as u32).to_be_bytes().to_vec();
        frame.extend(body.as_bytes());
        let _ = self.stream.write_all(&frame);
    }

    /// Answers `request` with the lowest card, or a refusal.
    pub fn answer_lowest(&mut self, request: &Value) {
        let response = match request["request"].as_str() {
            Some("request_card") => {
                let hand = request["state"]["hand"].as_array().unwrap();
                json!({"type": "play_card", "card": hand.last().unwrap()})
            }
            _ => json!({"type": "reject_challenge"}),
        };
        self.answer(request, response);
    }
}
