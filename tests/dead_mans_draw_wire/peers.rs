//! A server for a test, and a client of it.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardsharp::contests::dead_mans_draw::server::{RunningServer, ServerConfig};
use serde_json::{Value, json};
use ureq::Agent;
use ureq::typestate::{WithBody, WithoutBody};

pub type Login = (&'static str, &'static str);

pub const FIRST: Login = ("636438380ee778617e6e5be8", "playerpass");
pub const SECOND: Login = ("636438380ee778617e6e5be9", "playerpass");
pub const ADMIN: Login = ("admin", "adminpass");
pub const DUMMY: Login = ("000000000000000000000000", "dummypass");

/// The longest time that requests wait here, instead of 30 s.
pub const POLL: Duration = Duration::from_millis(400);

/// The time that requests wait where they are woken before. A half of it is more than any machine takes to wake them.
pub const LONG_POLL: Duration = Duration::from_secs(60);

/// A server without a throttle and with short polls.
pub fn serve(change: impl FnOnce(&mut ServerConfig)) -> RunningServer {
    let mut config = ServerConfig::on_free_port();
    config.throttle = false;
    config.long_poll = POLL;
    change(&mut config);
    RunningServer::start(config).unwrap()
}

pub fn plain() -> RunningServer {
    serve(|_| {})
}

/// A client of a server.
#[derive(Clone)]
pub struct Peer {
    pub base: String,
    authorization: Option<String>,
    agent: Agent,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
    /// The text as JSON; null if it is none.
    pub body: Value,
}

impl Reply {
    pub fn error(&self) -> &str {
        let keys: Vec<_> = self.body.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["error"], "{self:?}");
        self.body["error"].as_str().unwrap()
    }

    /// The types of the events that are the body.
    pub fn kinds(&self) -> Vec<&str> {
        kinds(&self.body)
    }

    /// The first event of this type.
    pub fn event(&self, kind: &str) -> &Value {
        let events = self.body.as_array().unwrap();
        let found = events.iter().find(|event| event["eventType"] == kind);
        found.unwrap_or_else(|| panic!("no {kind}: {}", self.text))
    }
}

pub fn kinds(events: &Value) -> Vec<&str> {
    let events = events.as_array().unwrap_or_else(|| panic!("no events: {events}"));
    events.iter().map(|event| event["eventType"].as_str().unwrap()).collect()
}

pub fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

pub fn basic((id, password): Login) -> String {
    format!("Basic {}", STANDARD.encode(format!("{id}:{password}")))
}

impl Peer {
    pub fn stranger(server: &RunningServer) -> Peer {
        Peer::at(&format!("http://{}", server.address()), None)
    }

    pub fn new(server: &RunningServer, login: Login) -> Peer {
        Peer::at(&format!("http://{}", server.address()), Some(basic(login)))
    }

    pub fn at(base: &str, authorization: Option<String>) -> Peer {
        let config =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(20))).build();
        Peer { base: base.to_owned(), authorization, agent: config.into() }
    }

    pub fn with(&self, authorization: String) -> Peer {
        Peer { authorization: Some(authorization), ..self.clone() }
    }

    pub fn send(&self, method: &str, path: &str, body: Option<&[u8]>) -> Reply {
        let url = format!("{}{path}", self.base);
        let bare = |request: ureq::RequestBuilder<WithoutBody>| match &self.authorization {
            Some(authorization) => request.header("Authorization", authorization),
            None => request,
        };
        let full = |request: ureq::RequestBuilder<WithBody>| match &self.authorization {
            Some(authorization) => request.header("Authorization", authorization),
            None => request,
        };
        let body = body.unwrap_or_default();
        let answer = match method {
            "GET" => bare(self.agent.get(url)).call(),
            "POST" => full(self.agent.post(url)).send(body),
            "PUT" => full(self.agent.put(url)).send(body),
            "DELETE" => bare(self.agent.delete(url)).force_send_body().send(body),
            _ => panic!("no method {method}"),
        };
        let mut answer = answer.unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        Reply {
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            body: serde_json::from_str(&text).unwrap_or_default(),
            text,
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(body.to_string().as_bytes()))
    }

    pub fn delete(&self, path: &str, body: &Value) -> Reply {
        self.send("DELETE", path, Some(body.to_string().as_bytes()))
    }

    /// A match.
    pub fn create(&self, params: Value) -> Game {
        let reply = self.post("/api/matches", &params);
        assert_eq!(reply.status, 200, "{reply:?}");
        let id = reply.body["id"].as_str().unwrap().to_owned();
        Game { peer: self.clone(), id }
    }

    /// A match without chance, set up with these keys; the discard pile is empty unless given.
    pub fn set_up(&self, mut params: Value) -> Game {
        let keys = params.as_object_mut().unwrap();
        keys.entry("randomSeed").or_insert(json!("norandom"));
        keys.entry("discardPile").or_insert(json!([]));
        self.create(params)
    }
}

/// A match as seen by one player.
#[derive(Clone)]
pub struct Game {
    pub peer: Peer,
    pub id: String,
}

impl Game {
    pub fn path(&self) -> String {
        format!("/api/matches/{}", self.id)
    }

    pub fn by(&self, peer: &Peer) -> Game {
        Game { peer: peer.clone(), id: self.id.clone() }
    }

    pub fn act(&self, action: Value) -> Reply {
        self.peer.post(&self.path(), &action)
    }

    /// Sends an action that must be carried out.
    pub fn done(&self, action: Value) -> Reply {
        let reply = self.act(action);
        assert_eq!(reply.status, 200, "{reply:?}");
        reply
    }

    pub fn draw(&self) -> Reply {
        self.done(json!({"etype": "Draw"}))
    }

    pub fn end(&self) -> Reply {
        self.done(json!({"etype": "EndTurn"}))
    }

    pub fn answer(&self, effect: &str, card: Value) -> Reply {
        self.done(respond(effect, card))
    }

    /// Sends an action that must be refused, and returns its error.
    pub fn refused(&self, action: Value) -> String {
        let reply = self.act(action);
        assert_eq!(reply.status, 400, "{reply:?}");
        reply.error().to_owned()
    }

    pub fn look(&self, query: &str) -> Reply {
        self.peer.get(&format!("{}?{query}", self.path()))
    }

    /// The state, with both piles.
    pub fn state(&self) -> Value {
        self.look("showdebug=1").body["state"].clone()
    }
}

pub fn respond(effect: &str, card: Value) -> Value {
    json!({"etype": "ResponseToEffect", "effect": {"effectType": effect, "card": card}})
}

/// A card.
pub fn card(suit: &str, value: u8) -> Value {
    json!({"suit": suit, "value": value})
}

/// Cards, as `Key3 Map4`.
pub fn cards(text: &str) -> Value {
    let one = |word: &str| {
        let (suit, value) = word.split_at(word.len() - 1);
        card(suit, value.parse().unwrap())
    };
    text.split_whitespace().map(one).collect()
}
