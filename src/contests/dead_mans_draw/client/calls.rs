//! The questions a player asks the arena, and what the answers mean.

use std::time::{Duration, Instant};

use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use super::session::{Answer, Session};
use crate::contests::dead_mans_draw::wire::{
    ClosingEvents, ErrorBody, EventMessage, MatchObject, MatchQuery, MatchesQuery, UserAction,
    shown,
};
use crate::contests::http_client::{HttpFault, Reply};
use crate::contests::setback::Setback;

/// How long an answer may take to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// To a question that is answered at once. The arena lets those wait who ask often: 10 s, and 10 s
    /// more for all at one address.
    pub answer: Duration,
    /// To a question that waits for something to happen, which the arena lets wait 30 s.
    pub poll: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            answer: Duration::from_secs(30),
            poll: Duration::from_secs(60),
        }
    }
}

/// What went wrong with a question.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Worth another try.
    Passing(Setback),
    /// Whatever login was sent was refused.
    LoginRefused,
    /// The server offers no login that is known here.
    NoLoginOffered,
    /// The server is elsewhere.
    Moved(String),
    /// The address leads to something else.
    NoArena(u16),
}

impl Trouble {
    fn odd(what: impl Into<String>) -> Trouble {
        Trouble::Passing(Setback::odd(what))
    }
}

impl From<HttpFault> for Trouble {
    fn from(fault: HttpFault) -> Trouble {
        Trouble::Passing(fault.into())
    }
}

/// What a look at a match shows.
#[derive(Debug)]
pub(super) enum Look {
    /// It is our turn, since this moment.
    Ours(Box<MatchObject>, Instant),
    /// It is not, also where it was waited for.
    Others,
    /// It is over. None if what was told about it cannot be read.
    Over(Option<Box<MatchObject>>),
    /// There is none, or it is not for us.
    Gone(u16),
}

/// What a list holds.
#[derive(Debug)]
pub(super) struct Found {
    /// The matches in which we have a seat.
    pub(super) matches: Vec<MatchObject>,
    /// What is wrong with the objects that cannot be read.
    pub(super) odd: Vec<String>,
}

/// What came of an action.
#[derive(Debug)]
pub(super) enum Acted {
    /// It was done, and answered at this moment.
    Done(Vec<EventMessage>, Instant),
    /// It was done, but what came of it cannot be read, for this reason.
    DoneSomehow(String),
    /// It is not our turn.
    NotOurTurn,
    /// The match is over; this is how it ended.
    Over(Vec<EventMessage>),
    /// The server finds it illegal, in its own words.
    Illegal(String),
    /// There is no such match, or it is not for us.
    Gone(u16),
}

/// The arena, for somebody who plays.
pub(super) struct Arena {
    session: Session,
    patience: Patience,
}

impl Arena {
    pub(super) fn new(session: Session, patience: Patience) -> Arena {
        Arena { session, patience }
    }

    /// The id we log in with.
    pub(super) fn user(&self) -> &str {
        &self.session.user
    }

    /// Logs in and does nothing else.
    pub(super) fn log_in(&mut self) -> Result<(), Trouble> {
        let answer = self.patience.answer;
        let reply = self.ask("GET", "/api/whoami", None, answer)?;
        match reply.status {
            200 => Ok(()),
            // Not every arena need have this address; what matters is that we were let in.
            404 => Ok(()),
            _ => Err(unexpected(&reply)),
        }
    }

    /// The matches in which we have to act, newest first; waits for one if there is none. A server may
    /// list others that go on as well. Objects without sense are passed over and named.
    pub(super) fn matches(&mut self, tag: Option<&str>) -> Result<Found, Trouble> {
        let query = MatchesQuery {
            active: true,
            tags: tag.map(str::to_owned).into_iter().collect(),
            wait: true,
            ..MatchesQuery::default()
        };
        let path = format!("/api/matches?{}", query.write());
        let reply = self.ask("GET", &path, None, self.patience.poll)?;
        match reply.status {
            200 => {}
            404 => return Err(Trouble::NoArena(404)),
            _ => return Err(unexpected(&reply)),
        }
        let all: Vec<Value> = read(&reply)?;
        let mut found = Found {
            matches: Vec::new(),
            odd: Vec::new(),
        };
        for object in all {
            match from_json(object) {
                Ok(object) => found.matches.push(object),
                Err(wrong) => found.odd.push(format!("a match without sense: {wrong}")),
            }
        }
        let user = &self.session.user;
        let ours = |object: &MatchObject| object.player_ids.contains(user);
        found.matches.retain(ours);
        Ok(found)
    }

    /// A match as it is now, without waiting for our turn.
    pub(super) fn glance(&mut self, id: &str) -> Result<Look, Trouble> {
        let path = format!("/api/matches/{id}");
        let reply = self.ask("GET", &path, None, self.patience.answer)?;
        if reply.status != 200 {
            return looked(&reply);
        }
        let object: Box<MatchObject> = Box::new(read(&reply)?);
        Ok(match object.active_player_index {
            Some(_) => Look::Others,
            None => Look::Over(Some(object)),
        })
    }

    /// A match with all its moves, once it is our turn.
    pub(super) fn look(&mut self, id: &str) -> Result<Look, Trouble> {
        let query = MatchQuery {
            wait_active: true,
            show_events: true,
            ..MatchQuery::default()
        };
        let path = format!("/api/matches/{id}?{}", query.write());
        let reply = self.ask("GET", &path, None, self.patience.poll)?;
        looked(&reply)
    }

    /// Does something in a match.
    pub(super) fn act(&mut self, id: &str, action: &UserAction) -> Result<Acted, Trouble> {
        // An action is made of plain enums and numbers, which always have a JSON form.
        let body = serde_json::to_vec(action).unwrap_or_default();
        let path = format!("/api/matches/{id}");
        let answer = self.patience.answer;
        let reply = self.ask("POST", &path, Some(&body), answer)?;
        let events = || parse::<Vec<EventMessage>>(&reply.body);
        Ok(match reply.status {
            200 => match events() {
                Ok(events) => Acted::Done(events, reply.arrived),
                Err(wrong) => Acted::DoneSomehow(wrong),
            },
            400 => Acted::Illegal(in_words(&reply)),
            409 => Acted::NotOurTurn,
            410 => {
                let closing = read::<ClosingEvents>(&reply);
                Acted::Over(closing.map_or_else(|_| Vec::new(), |closing| closing.events))
            }
            401 | 403 | 404 => Acted::Gone(reply.status),
            _ => return Err(unexpected(&reply)),
        })
    }

    fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
        patience: Duration,
    ) -> Result<Reply, Trouble> {
        let reply = match self.session.ask(method, path, body, patience)? {
            Answer::Reply(reply) => reply,
            Answer::LoginRefused => return Err(Trouble::LoginRefused),
            Answer::NoLoginOffered => return Err(Trouble::NoLoginOffered),
        };
        tracing::trace!(method, path, status = reply.status, "answered");
        match reply.status {
            300..=399 => {
                let there = reply.texts("location").next().unwrap_or("somewhere");
                Err(Trouble::Moved(shown(there)))
            }
            _ => Ok(reply),
        }
    }
}

/// What the answer to a look means.
fn looked(reply: &Reply) -> Result<Look, Trouble> {
    Ok(match reply.status {
        200 => Look::Ours(Box::new(read(reply)?), reply.arrived),
        409 => Look::Others,
        // Over is over, whatever else is told.
        410 => Look::Over(serde_json::from_slice(&reply.body).ok().map(Box::new)),
        400 | 401 | 403 | 404 => Look::Gone(reply.status),
        _ => return Err(unexpected(reply)),
    })
}

/// A body as JSON.
fn read<T: DeserializeOwned>(reply: &Reply) -> Result<T, Trouble> {
    parse(&reply.body).map_err(Trouble::odd)
}

/// A body as JSON, or what is wrong with it.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = from_json(&mut json);
    read.map_err(|wrong| format!("a body without sense: {wrong}"))
}

/// Reads JSON. What is wrong with it is told by the field, and without line and column, so that the
/// same fault of two answers is told in the same words.
fn from_json<'de, T, D>(json: D) -> Result<T, String>
where
    T: DeserializeOwned,
    D: Deserializer<'de, Error = serde_json::Error>,
{
    serde_path_to_error::deserialize(json).map_err(|error| {
        let path = error.path().to_string();
        let text = error.into_inner().to_string();
        let what = text
            .rsplit_once(" at line ")
            .map_or(&*text, |(what, _)| what);
        match path.as_str() {
            "." => shown(what),
            path => shown(&format!("{path}: {what}")),
        }
    })
}

/// A status that says nothing about a match.
fn unexpected(reply: &Reply) -> Trouble {
    let mut setback = Setback::of_status(reply);
    setback.what = format!("{}: {}", setback.what, in_words(reply));
    Trouble::Passing(setback)
}

/// What the server says of its refusal.
fn in_words(reply: &Reply) -> String {
    match serde_json::from_slice::<ErrorBody>(&reply.body) {
        Ok(body) => shown(&body.error),
        Err(_) => shown(&String::from_utf8_lossy(&reply.body)),
    }
}
