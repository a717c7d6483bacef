//! The requests of a client.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use super::body::{Body, BodyFault, Integer};

/// A method of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Creates an account.
    Register,
    /// Begins a session.
    Login,
    /// Waits for a game.
    NewGame,
    /// Makes a bid.
    Bid,
    /// Plays a card.
    Play,
    /// Returns the state of the game.
    Status,
    /// Returns the result of a game that is over.
    OldGame,
}

impl Method {
    /// All methods, in the order in which a client needs them.
    pub const ALL: [Method; 7] =
        [Method::Register, Method::Login, Method::NewGame, Method::Bid, Method::Play, Method::Status, Method::OldGame];

    /// The name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Register => "register",
            Method::Login => "login",
            Method::NewGame => "new-game",
            Method::Bid => "bid",
            Method::Play => "play",
            Method::Status => "status",
            Method::OldGame => "old-game",
        }
    }

    /// The method with this name.
    pub fn by_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The address, with a slash at its end.
    pub fn path(self) -> String {
        format!("/api/{}/", self.name())
    }

    /// True if the JSONP bridge accepts it.
    pub fn is_bridged(self) -> bool {
        self != Method::OldGame
    }

    /// The keys of a request.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Method::Register | Method::Login => &["name", "password"],
            Method::NewGame | Method::Status => &["session"],
            Method::Bid => &["session", "bid"],
            Method::Play => &["session", "card"],
            Method::OldGame => &["session", "game"],
        }
    }
}

/// A request.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Request {
    /// `register`
    Register {
        /// 1 to 40 letters, digits, hyphens and underscores.
        name: String,
        /// 1 to 255 characters.
        password: String,
    },
    /// `login`
    Login {
        /// The registered name.
        name: String,
        /// The password of the account.
        password: String,
    },
    /// `new-game`
    NewGame {
        /// The session.
        session: String,
    },
    /// `bid`
    Bid {
        /// The session.
        session: String,
        /// Tricks, 1 to 13.
        bid: Integer,
    },
    /// `play`
    Play {
        /// The session.
        session: String,
        /// A letter and two digits.
        card: String,
    },
    /// `status`
    Status {
        /// The session.
        session: String,
    },
    /// `old-game`
    OldGame {
        /// The session.
        session: String,
        /// The number of the game.
        game: Integer,
    },
}

impl Request {
    /// Reads the body of a request.
    ///
    /// # Errors
    ///
    /// [`BodyFault`].
    pub fn read(method: Method, body: &[u8]) -> Result<Request, BodyFault> {
        Request::of_body(method, &Body::read(body)?)
    }

    /// Makes a request from keys that did not come as a body.
    ///
    /// # Errors
    ///
    /// [`BodyFault`].
    pub fn of_keys(method: Method, keys: Map<String, Value>) -> Result<Request, BodyFault> {
        Request::of_body(method, &Body::of_keys(keys))
    }

    fn of_body(method: Method, body: &Body) -> Result<Request, BodyFault> {
        body.check(method.keys())?;
        Ok(match method {
            Method::Register => Request::Register { name: body.text("name")?, password: body.text("password")? },
            Method::Login => Request::Login { name: body.text("name")?, password: body.text("password")? },
            Method::NewGame => Request::NewGame { session: body.text("session")? },
            Method::Bid => Request::Bid { session: body.text("session")?, bid: body.integer("bid")? },
            Method::Play => Request::Play { session: body.text("session")?, card: body.text("card")? },
            Method::Status => Request::Status { session: body.text("session")? },
            Method::OldGame => Request::OldGame { session: body.text("session")?, game: body.integer("game")? },
        })
    }

    /// The method of the request.
    pub fn method(&self) -> Method {
        match self {
            Request::Register { .. } => Method::Register,
            Request::Login { .. } => Method::Login,
            Request::NewGame { .. } => Method::NewGame,
            Request::Bid { .. } => Method::Bid,
            Request::Play { .. } => Method::Play,
            Request::Status { .. } => Method::Status,
            Request::OldGame { .. } => Method::OldGame,
        }
    }
}

impl fmt::Debug for Request {
    /// Formats the request without passwords and sessions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request({})", self.method().name())
    }
}
