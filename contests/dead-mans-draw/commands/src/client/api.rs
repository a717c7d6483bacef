//! The requests of a player to the arena, and the meanings of the responses.

use std::time::{Duration, Instant};

use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use super::error::ClientError;
use super::session::{Answer, Session};
use cardsharp_dead_mans_draw_game::wire::{
    ClosingEvents, ErrorBody, EventMessage, MatchObject, MatchQuery, MatchesQuery, UserAction, sanitize,
};
use cardsharp_net::http::client::Reply;
use cardsharp_net::http::player::{self, PlayError};
use cardsharp_net::http::retry::TransientError;

/// The longest times that a response may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The time for a request that is answered at once. The arena delays frequent requests: by up
    /// to 10 s, and by 10 s more for all at one address.
    pub answer: Duration,
    /// The time for a request that waits for a change. The arena keeps such a request for 30 s.
    pub poll: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { answer: Duration::from_secs(30), poll: Duration::from_secs(60) }
    }
}

pub(super) type RequestError = player::RequestError<ClientError>;

/// The response to a request for a match.
#[derive(Debug)]
pub(super) enum MatchResponse {
    /// It is this player's turn, since this moment.
    OurTurn(Box<MatchObject>, Instant),
    /// It is not this player's turn, even after the request has waited.
    OthersTurn,
    /// The match is over. None if its object cannot be read.
    Over(Option<Box<MatchObject>>),
    /// There is no such match, or it is not this player's.
    Gone(u16),
}

/// A list of matches.
#[derive(Debug)]
pub(super) struct MatchList {
    /// The matches in which this player has a seat.
    pub(super) matches: Vec<MatchObject>,
    /// The faults of the objects that cannot be read.
    pub(super) odd: Vec<String>,
}

/// The response to an action.
#[derive(Debug)]
pub(super) enum ActionResponse {
    /// The action was carried out, with these events. The response came at this moment.
    Done(Vec<EventMessage>, Instant),
    /// The action was carried out, but the response cannot be read, for this reason.
    Unreadable(String),
    /// It is not this player's turn.
    NotOurTurn,
    /// The match is over. These are its last events.
    Over(Vec<EventMessage>),
    /// The server refused the action as illegal, for this reason.
    Illegal(String),
    /// There is no such match, or it is not this player's.
    Gone(u16),
}

/// The arena, as seen by a player.
pub(super) struct Api {
    session: Session,
    patience: Patience,
}

impl Api {
    pub(super) fn new(session: Session, patience: Patience) -> Api {
        Api { session, patience }
    }

    /// The id that the player logs in with.
    pub(super) fn user(&self) -> &str {
        &self.session.user
    }

    /// Logs in, and does nothing else.
    pub(super) fn log_in(&mut self) -> Result<(), RequestError> {
        let answer = self.patience.answer;
        let reply = self.ask("GET", "/api/whoami", None, answer)?;
        match reply.status {
            200 => Ok(()),
            // An arena need not have this address. Only the accepted login matters.
            404 => Ok(()),
            _ => Err(unexpected(&reply)),
        }
    }

    /// The matches in which this player has to act, newest first. If there are none, the request waits for one. A
    /// server may also list other matches that are in progress. Invalid objects are left out and reported.
    pub(super) fn matches(&mut self, tag: Option<&str>, wait: bool) -> Result<MatchList, RequestError> {
        let query = MatchesQuery {
            active: true,
            tags: tag.map(str::to_owned).into_iter().collect(),
            wait,
            ..MatchesQuery::default()
        };
        let path = format!("/api/matches?{}", query.write());
        let reply = self.ask("GET", &path, None, self.patience.poll)?;
        match reply.status {
            200 => {}
            404 => return Err(RequestError::Fatal(ClientError::NoArena(404))),
            _ => return Err(unexpected(&reply)),
        }
        let all: Vec<Value> = read(&reply)?;
        let mut found = MatchList { matches: Vec::new(), odd: Vec::new() };
        for object in all {
            match from_json(object) {
                Ok(object) => found.matches.push(object),
                Err(wrong) => found.odd.push(format!("a malformed match: {wrong}")),
            }
        }
        let user = &self.session.user;
        let ours = |object: &MatchObject| object.player_ids.contains(user);
        found.matches.retain(ours);
        Ok(found)
    }

    /// The current state of a match, without waiting for this player's turn, and with all its moves if `show_events` is
    /// true.
    pub(super) fn current_match(&mut self, id: &str, show_events: bool) -> Result<MatchResponse, RequestError> {
        let query = if show_events { "?showevents=1" } else { "" };
        let path = format!("/api/matches/{id}{query}");
        let reply = self.ask("GET", &path, None, self.patience.answer)?;
        if reply.status != 200 {
            return match_response(&reply);
        }
        let object: Box<MatchObject> = Box::new(read(&reply)?);
        Ok(match object.active_player_index {
            Some(_) => MatchResponse::OthersTurn,
            None => MatchResponse::Over(Some(object)),
        })
    }

    /// A match with all its moves, once it is this player's turn.
    pub(super) fn await_turn(&mut self, id: &str) -> Result<MatchResponse, RequestError> {
        let query = MatchQuery { wait_active: true, show_events: true, ..MatchQuery::default() };
        let path = format!("/api/matches/{id}?{}", query.write());
        let reply = self.ask("GET", &path, None, self.patience.poll)?;
        match_response(&reply)
    }

    /// Carries out an action in a match.
    pub(super) fn act(&mut self, id: &str, action: &UserAction) -> Result<ActionResponse, RequestError> {
        // An action consists of plain enums and numbers, which always have a JSON form.
        let body = serde_json::to_vec(action).unwrap_or_default();
        let path = format!("/api/matches/{id}");
        let answer = self.patience.answer;
        let reply = self.ask("POST", &path, Some(&body), answer)?;
        let events = || parse::<Vec<EventMessage>>(&reply.body);
        Ok(match reply.status {
            200 => match events() {
                Ok(events) => ActionResponse::Done(events, reply.arrived),
                Err(wrong) => ActionResponse::Unreadable(wrong),
            },
            400 => ActionResponse::Illegal(reason_of(&reply)),
            409 => ActionResponse::NotOurTurn,
            410 => {
                let closing = read::<ClosingEvents>(&reply);
                ActionResponse::Over(closing.map_or_else(|_| Vec::new(), |closing| closing.events))
            }
            401 | 403 | 404 => ActionResponse::Gone(reply.status),
            _ => return Err(unexpected(&reply)),
        })
    }

    fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
        patience: Duration,
    ) -> Result<Reply, RequestError> {
        let reply = match self.session.ask(method, path, body, patience)? {
            Answer::Reply(reply) => reply,
            Answer::LoginRefused => {
                let refused = ClientError::LoginRefused(sanitize(self.user()));
                return Err(RequestError::Fatal(refused));
            }
            Answer::NoLoginOffered => {
                return Err(RequestError::Fatal(ClientError::NoLoginOffered));
            }
        };
        tracing::trace!(method, path, status = reply.status, "answered");
        match reply.status {
            300..=399 => {
                let there = reply.texts("location").next().unwrap_or("somewhere");
                Err(RequestError::Fatal(PlayError::Moved(sanitize(there)).into()))
            }
            _ => Ok(reply),
        }
    }
}

/// The meaning of the response to a request for a match.
fn match_response(reply: &Reply) -> Result<MatchResponse, RequestError> {
    Ok(match reply.status {
        200 => MatchResponse::OurTurn(Box::new(read(reply)?), reply.arrived),
        409 => MatchResponse::OthersTurn,
        // The match is over, even if the rest of the response cannot be read.
        410 => MatchResponse::Over(serde_json::from_slice(&reply.body).ok().map(Box::new)),
        400 | 401 | 403 | 404 => MatchResponse::Gone(reply.status),
        _ => return Err(unexpected(reply)),
    })
}

/// Reads a body as JSON.
fn read<T: DeserializeOwned>(reply: &Reply) -> Result<T, RequestError> {
    parse(&reply.body).map_err(RequestError::odd)
}

/// Reads a body as JSON. The error describes the fault.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = from_json(&mut json);
    read.map_err(|wrong| format!("a malformed body: {wrong}"))
}

/// Reads JSON. The error names the field but not line and column, so that the same fault in two
/// responses has the same message.
fn from_json<'de, T, D>(json: D) -> Result<T, String>
where
    T: DeserializeOwned,
    D: Deserializer<'de, Error = serde_json::Error>,
{
    serde_path_to_error::deserialize(json).map_err(|error| {
        let path = error.path().to_string();
        let text = error.into_inner().to_string();
        let what = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
        match path.as_str() {
            "." => sanitize(what),
            path => sanitize(&format!("{path}: {what}")),
        }
    })
}

/// The fault of a status that has no meaning for a match.
fn unexpected(reply: &Reply) -> RequestError {
    let mut failure = TransientError::of_status(reply);
    failure.what = format!("{}: {}", failure.what, reason_of(reply));
    RequestError::Transient(failure)
}

/// The server's reason for its refusal.
fn reason_of(reply: &Reply) -> String {
    match serde_json::from_slice::<ErrorBody>(&reply.body) {
        Ok(body) => sanitize(&body.error),
        Err(_) => sanitize(&String::from_utf8_lossy(&reply.body)),
    }
}
