//! A server for a test, and a client of it.

use std::time::{Duration, Instant};

use cardsharp::contests::skullwhist::server::{RunningServer, ServerConfig};
use serde_json::{Value, json};
use ureq::Agent;

/// A server whose matchmaker wakes often, instead of every 1 to 10 s.
pub fn serve(change: impl FnOnce(&mut ServerConfig)) -> RunningServer {
    let mut config = ServerConfig::on_free_port();
    config.match_every = Duration::from_millis(5)..=Duration::from_millis(20);
    change(&mut config);
    RunningServer::start(config).unwrap()
}

pub fn plain() -> RunningServer {
    serve(|_| {})
}

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub content_type: String,
    pub text: String,
    /// The text as JSON; null if it is none.
    pub body: Value,
}

impl Reply {
    /// The keys in the order in which they were sent.
    pub fn keys(&self) -> Vec<String> {
        // Values of the answers hold no colon after a quote, lists and texts included.
        let mut keys = Vec::new();
        let mut rest = self.text.as_str();
        while let Some(end) = rest.find("\":") {
            let start = rest[..end].rfind('"').unwrap() + 1;
            keys.push(rest[start..end].to_owned());
            rest = &rest[end + 2..];
        }
        keys
    }

    /// A success with these keys, the last of which is `result`.
    pub fn success(&self, keys: &[&str]) -> &Value {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.content_type, "application/json");
        assert_eq!(self.body["result"], "success", "{self:?}");
        let wanted: Vec<_> = keys.iter().copied().chain(["result"]).collect();
        assert_eq!(self.keys(), wanted);
        &self.body
    }

    /// A failure; its reason.
    pub fn failure(&self) -> &str {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.content_type, "application/json");
        assert_eq!(self.body["result"], "failure", "{self:?}");
        assert_eq!(self.keys(), ["reason", "result"]);
        self.body["reason"].as_str().unwrap()
    }
}

/// A client of a server.
#[derive(Clone)]
pub struct Peer {
    pub base: String,
    agent: Agent,
    pub name: String,
    pub id: u64,
    pub session: String,
}

pub const PASSWORD: &str = "open sesame";

impl Peer {
    pub fn stranger(server: &RunningServer) -> Peer {
        Peer::at(&format!("http://{}", server.address()))
    }

    pub fn at(base: &str) -> Peer {
        let config =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(40))).build();
        Peer { base: base.to_owned(), agent: config.into(), name: String::new(), id: 0, session: String::new() }
    }

    /// A client that has registered and logged in.
    pub fn new(server: &RunningServer, name: &str) -> Peer {
        let mut peer = Peer::stranger(server);
        peer.name = name.to_owned();
        let account = peer.account();
        peer.id = peer.ask("register", account).success(&["id"])["id"].as_u64().unwrap();
        peer.log_in();
        peer
    }

    fn account(&self) -> Value {
        json!({"name": self.name, "password": PASSWORD})
    }

    pub fn log_in(&mut self) {
        let reply = self.ask("login", self.account());
        let body = reply.success(&["session", "id"]);
        assert_eq!(body["id"], self.id);
        self.session = body["session"].as_str().unwrap().to_owned();
    }

    /// Two players in one game: the leader first, each with its cards.
    pub fn pair(server: &RunningServer) -> (Player, Player) {
        let one = Peer::new(server, "one");
        let two = Peer::new(server, "two");
        Peer::meet(one, two)
    }

    pub fn meet(one: Peer, two: Peer) -> (Player, Player) {
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(|| one.new_game());
            (two.new_game(), first.join().unwrap())
        });
        let two = Player::new(two, &first.body);
        let one = Player::new(one, &second.body);
        if one.status()["your-turn"] == true { (one, two) } else { (two, one) }
    }

    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        let request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        let mut answer = match method {
            "POST" | "PUT" => self.agent.run(request.body(body).unwrap()),
            _ => self.agent.run(request.body(()).unwrap()),
        }
        .unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        let header = answer.headers().get("content-type");
        Reply {
            status: answer.status().as_u16(),
            content_type: header.map_or("", |text| text.to_str().unwrap()).to_owned(),
            body: serde_json::from_str(&text).unwrap_or_default(),
            text,
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, b"")
    }

    /// A method with this body.
    pub fn raw(&self, method: &str, body: &str) -> Reply {
        self.send("POST", &format!("/api/{method}/"), body.as_bytes())
    }

    pub fn ask(&self, method: &str, body: Value) -> Reply {
        self.raw(method, &body.to_string())
    }

    pub fn new_game(&self) -> Reply {
        self.ask("new-game", json!({"session": self.session}))
    }

    pub fn bid(&self, bid: Value) -> Reply {
        self.ask("bid", json!({"session": self.session, "bid": bid}))
    }

    pub fn play(&self, card: &str) -> Reply {
        self.ask("play", json!({"session": self.session, "card": card}))
    }

    pub fn status(&self) -> Value {
        let reply = self.ask("status", json!({"session": self.session}));
        reply.success(&STATUS).clone()
    }

    pub fn old_game(&self, game: Value) -> Reply {
        self.ask("old-game", json!({"session": self.session, "game": game}))
    }
}

pub const STATUS: [&str; 8] = [
    "game",
    "round",
    "opponent",
    "your-turn",
    "opponent-bid",
    "opponent-current-card",
    "opponent-previous-card",
    "you-won-previous-round",
];

pub const OLD_GAME: [&str; 14] = [
    "bot1",
    "bot2",
    "bid1",
    "bid2",
    "score1",
    "score2",
    "hand1",
    "hand2",
    "started",
    "finished",
    "round",
    "tricks1",
    "tricks2",
    "forfeited_by",
];

/// A player in a game.
pub struct Player {
    pub peer: Peer,
    pub game: u64,
    pub dealt: Vec<String>,
    pub hand: Vec<String>,
}

impl std::ops::Deref for Player {
    type Target = Peer;

    fn deref(&self) -> &Peer {
        &self.peer
    }
}

impl Player {
    fn new(peer: Peer, dealt: &Value) -> Player {
        let cards = dealt["cards"].as_array().unwrap().iter();
        let cards: Vec<String> = cards.map(|card| card.as_str().unwrap().to_owned()).collect();
        Player { peer, game: dealt["game"].as_u64().unwrap(), dealt: cards.clone(), hand: cards }
    }

    /// The first card that may be played on this one.
    pub fn legal(&self, led: Option<&str>) -> String {
        let follows = |card: &&String| led.is_some_and(|led| card[..1] == led[..1]);
        let card = self.hand.iter().find(follows);
        card.unwrap_or(&self.hand[0]).clone()
    }

    /// Plays the card, which must be accepted.
    pub fn plays(&mut self, card: &str) {
        self.play(card).success(&[]);
        self.hand.retain(|held| held != card);
    }
}

/// Plays a round, in which `leader` leads. Returns the winner first.
pub fn round<'a>(leader: &'a mut Player, other: &'a mut Player) -> (&'a mut Player, &'a mut Player) {
    let led = leader.legal(None);
    leader.plays(&led);
    let reply = other.legal(Some(&led));
    other.plays(&reply);
    let same = led[..1] == reply[..1];
    if same && reply > led || !same && reply.starts_with('S') { (other, leader) } else { (leader, other) }
}

/// Plays all rounds that are left.
pub fn play_out(leader: &mut Player, other: &mut Player) {
    let (mut leader, mut other) = (leader, other);
    while !leader.hand.is_empty() {
        (leader, other) = round(leader, other);
    }
}

/// Waits until a condition holds.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a test by the clock, whose times are multiples of a unit. A machine that stalls for longer than the
/// unit makes a client late and fails the test, so that it is run again with longer units. A server that
/// does not keep its times fails with each.
pub fn by_the_clock(test: impl Fn(Duration) + std::panic::RefUnwindSafe) {
    for tenths in [1, 4] {
        let unit = Duration::from_millis(100) * tenths;
        if std::panic::catch_unwind(|| test(unit)).is_ok() {
            return;
        }
    }
    test(Duration::from_millis(1600));
}
