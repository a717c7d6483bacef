//! The calls of a player's methods, and the meaning of their answers.

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::error::ClientError;
use cardsharp_net::Password;
use cardsharp_net::http::client::{Ask, HttpClient};
use cardsharp_net::http::player::{PlayError, RequestError};
use cardsharp_net::http::retry::TransientError;
use cardsharp_skullwhist_game::rules::Card;
use cardsharp_skullwhist_game::wire::{
    Answer, Dealt, Done, Integer, LoggedIn, Method, OldGame, Registered, Request, StatusReport,
};
use cardsharp_terminal::sanitize::sanitize;

/// The longest times that a client waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the answer of a method that answers at once.
    pub answer: Duration,
    /// For the answer of `new-game`, which the server may delay by 30 s.
    pub new_game: Duration,
    /// For the other's bid, before a card is played without it. The contest's page says that bids
    /// come first; the original server accepted them at any time.
    pub other_bid: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            answer: Duration::from_secs(30),
            new_game: Duration::from_secs(60),
            other_bid: Duration::from_secs(10),
        }
    }
}

pub(super) type CallError = RequestError<ClientError>;

/// An answer, and the time of its arrival.
pub(super) type CallResult<T> = Result<(Answer<T>, Instant), CallError>;

/// The result of a login.
pub(super) enum LoginOutcome {
    /// There is a session.
    LoggedIn,
    /// The server accepts neither login nor registration, for these reasons.
    Refused { login: String, registration: String, hint: &'static str },
}

/// The methods of the server, for one player.
pub(super) struct ApiClient {
    http: HttpClient,
    pub(super) patience: Patience,
    pub(super) name: String,
    password: Password,
    session: String,
    /// The number of our account; none before the first login.
    pub(super) id: Option<u64>,
}

impl ApiClient {
    pub(super) fn new(http: HttpClient, name: &str, password: Password, patience: Patience) -> ApiClient {
        ApiClient { http, patience, name: name.to_owned(), password, session: String::new(), id: None }
    }

    /// Continues a session that another client has begun.
    pub(super) fn resume(&mut self, session: &str) {
        self.session = session.to_owned();
    }

    /// The session.
    pub(super) fn session(&self) -> &str {
        &self.session
    }

    /// Logs in. Registers first if the server does not know the account.
    pub(super) fn log_in_or_register(&mut self) -> Result<LoginOutcome, CallError> {
        let Some(login) = self.log_in()? else {
            return Ok(LoginOutcome::LoggedIn);
        };
        let registered = self.call::<Registered>(&Request::Register {
            name: self.name.clone(),
            password: self.password.reveal().to_owned(),
        });
        match registered?.0 {
            Answer::Success(_) => {}
            Answer::Retry(reason) => return Err(CallError::odd(self.loggable(&reason))),
            Answer::Failure(reason) => {
                let registration = self.loggable(&reason);
                let hint = self.hint();
                return Ok(LoginOutcome::Refused { login, registration, hint });
            }
        }
        match self.log_in()? {
            None => Ok(LoginOutcome::LoggedIn),
            Some(_) => Err(CallError::odd("a bot that has just registered cannot log in")),
        }
    }

    /// The likely reason why the server accepts neither login nor registration. The server gives
    /// its reason only in words for people.
    fn hint(&self) -> &'static str {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if !(1..=40).contains(&self.name.len()) || !self.name.bytes().all(fits) {
            return "a name has 1 to 40 letters, digits, hyphens and underscores: choose another --name";
        }
        if self.password.reveal().chars().count() > 255 {
            return "a password has at most 255 characters: look at --password-file";
        }
        "the password is wrong, or the name is somebody else's: look at --password-file, or choose \
         another --name"
    }

    /// Logs in. Returns the reason if the server refuses it.
    fn log_in(&mut self) -> Result<Option<String>, CallError> {
        let answer = self
            .call::<LoggedIn>(&Request::Login { name: self.name.clone(), password: self.password.reveal().to_owned() });
        match answer?.0 {
            Answer::Success(LoggedIn { session, id }) => {
                self.session = session;
                self.id = Some(id);
                Ok(None)
            }
            Answer::Retry(reason) => Err(CallError::odd(self.loggable(&reason))),
            Answer::Failure(reason) => Ok(Some(self.loggable(&reason))),
        }
    }

    pub(super) fn new_game(&self) -> CallResult<Dealt> {
        let session = self.session.clone();
        self.call(&Request::NewGame { session })
    }

    pub(super) fn bid(&self, bid: u8) -> CallResult<Done> {
        self.call(&Request::Bid { session: self.session.clone(), bid: Integer(bid.into()) })
    }

    pub(super) fn play(&self, card: Card) -> CallResult<Done> {
        self.call(&Request::Play { session: self.session.clone(), card: card.to_string() })
    }

    pub(super) fn status(&self) -> CallResult<StatusReport> {
        let session = self.session.clone();
        self.call(&Request::Status { session })
    }

    pub(super) fn old_game(&self, game: u64) -> CallResult<OldGame> {
        self.call(&Request::OldGame {
            session: self.session.clone(),
            game: Integer(i64::try_from(game).unwrap_or(i64::MAX)),
        })
    }

    /// A text of the server, fit for a log. It is left out if it repeats a secret.
    pub(super) fn loggable(&self, text: &str) -> String {
        let repeats = |secret: &str| !secret.is_empty() && text.contains(secret);
        if repeats(self.password.reveal()) || repeats(&self.session) {
            "(its words repeat a secret)".to_owned()
        } else {
            sanitize(text)
        }
    }

    fn call<T: DeserializeOwned>(&self, request: &Request) -> CallResult<T> {
        let method = request.method();
        let patience = match method {
            Method::NewGame => self.patience.new_game,
            _ => self.patience.answer,
        };
        // A request is made of texts and numbers, which always have a JSON form.
        let body = serde_json::to_vec(request).unwrap_or_default();
        let reply = self.http.ask(Ask {
            method: "POST",
            path: &method.path(),
            authorization: None,
            range: None,
            body: Some(&body),
            patience,
        })?;
        tracing::trace!(method = method.name(), status = reply.status, "answered");
        match reply.status {
            // The error is not logged: its text might repeat a secret.
            200 => match Answer::read(&reply.body) {
                Ok(answer) => Ok((answer, reply.arrived)),
                Err(_) => Err(CallError::odd("a malformed answer")),
            },
            300..=399 => {
                let location = reply.texts("location").next().unwrap_or("somewhere");
                let moved = PlayError::Moved(self.loggable(location));
                Err(CallError::Fatal(moved.into()))
            }
            404 if self.id.is_none() => Err(CallError::Fatal(ClientError::NoServer(404))),
            _ => Err(CallError::Transient(TransientError::of_status(&reply))),
        }
    }
}
