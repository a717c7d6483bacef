//! The registered bots, and their sessions.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use super::limits::{MAX_BOTS, MAX_NAME, MAX_PASSWORD, MAX_STORED_NAME};
use super::refusal::Refusal;
use cardsharp_skullwhist_game::wire::SESSION_DIGITS;

/// The stored hash of a session, so that readers of the database cannot use the session.
pub(super) type SessionHash = [u8; 32];

/// The hash of a session.
fn hashed(session: &str) -> SessionHash {
    Sha256::digest(session.as_bytes()).into()
}

/// A registered bot.
#[derive(Clone, Debug)]
pub(super) struct Bot {
    pub(super) name: String,
    /// The hash of the password.
    pub(super) password: String,
    /// True if an administrator has removed it. Its number and its games stay.
    pub(super) removed: bool,
    session: Option<Session>,
    /// Its running game.
    pub(super) game: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Session {
    hash: SessionHash,
    until: Instant,
}

/// A bot in the form of the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BotRecord {
    name: String,
    password: String,
    /// The SHA-256 of the session, in hexadecimal.
    session: Option<String>,
    /// True if an administrator has removed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    removed: bool,
}

impl BotRecord {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_removed(&self) -> bool {
        self.removed
    }

    /// Sets another password, given by its hash. The session ends, since another person may have it.
    pub(super) fn set_password(&mut self, hash: String) {
        self.password = hash;
        self.session = None;
    }

    /// Removes the bot: it cannot log in any more, and its name is free.
    pub(super) fn remove(&mut self) {
        self.set_password(String::new());
        self.removed = true;
    }
}

impl Bot {
    pub(super) fn record(&self) -> BotRecord {
        BotRecord {
            name: self.name.clone(),
            password: self.password.clone(),
            session: self.session.map(|session| hex::encode(session.hash)),
            removed: self.removed,
        }
    }

    /// The end of its session; none without a session.
    pub(super) fn session_end(&self) -> Option<Instant> {
        self.session.map(|session| session.until)
    }

    pub(super) fn has_session(&self, session: &str) -> bool {
        self.session.is_some_and(|one| one.hash == hashed(session))
    }

    /// Prolongs its session by `life`.
    pub(super) fn prolong(&mut self, now: Instant, life: Duration) {
        if let Some(session) = &mut self.session {
            session.until = now + life;
        }
    }
}

/// All bots. The first has number 1.
#[derive(Debug, Default)]
pub(super) struct Bots {
    bots: Vec<Bot>,
    by_name: HashMap<String, u64>,
    by_session: HashMap<SessionHash, u64>,
}

impl Bots {
    /// Checks that this name and password may register.
    pub(super) fn check(&self, name: &str, password: &str) -> Result<(), Refusal> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if !(1..=MAX_NAME).contains(&name.len()) || !name.bytes().all(fits) {
            return Err(Refusal::Name);
        }
        if !(1..=MAX_PASSWORD).contains(&password.chars().count()) {
            return Err(Refusal::Password);
        }
        if name.len() > MAX_STORED_NAME {
            return Err(Refusal::NameTooLong);
        }
        if self.by_name.contains_key(name) {
            return Err(Refusal::NameTaken);
        }
        if self.bots.len() < MAX_BOTS { Ok(()) } else { Err(Refusal::TooManyBots) }
    }

    /// Makes an account from checked data, and returns its number.
    pub(super) fn add(&mut self, name: String, password: String) -> u64 {
        self.by_name.insert(name.clone(), self.bots.len() as u64 + 1);
        self.push(name, password, false)
    }

    fn push(&mut self, name: String, password: String, removed: bool) -> u64 {
        let id = self.bots.len() as u64 + 1;
        self.bots.push(Bot { name, password, removed, session: None, game: None });
        id
    }

    /// Restores an account from the database. Its session, if it has one, lasts until `until`.
    pub(super) fn restore(&mut self, record: BotRecord, until: Instant) -> Option<u64> {
        let hash = record.session.map(hex::decode).transpose().ok()?;
        let hash = hash.map(SessionHash::try_from).transpose().ok()?;
        let id = if record.removed {
            self.push(record.name, record.password, true)
        } else {
            self.add(record.name, record.password)
        };
        if let Some(hash) = hash {
            self.by_session.insert(hash, id);
            self.get_mut(id)?.session = Some(Session { hash, until });
        }
        Some(id)
    }

    pub(super) fn get(&self, id: u64) -> Option<&Bot> {
        self.bots.get(usize::try_from(id.checked_sub(1)?).ok()?)
    }

    pub(super) fn get_mut(&mut self, id: u64) -> Option<&mut Bot> {
        self.bots.get_mut(usize::try_from(id.checked_sub(1)?).ok()?)
    }

    /// All bots, with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &Bot)> {
        (1..).zip(&self.bots)
    }

    /// The account with this name: its number and the hash of its password.
    pub(super) fn by_name(&self, name: &str) -> Option<(u64, String)> {
        let id = *self.by_name.get(name)?;
        Some((id, self.get(id)?.password.clone()))
    }

    /// Begins a session and returns it. The session before it ends.
    pub(super) fn log_in(&mut self, id: u64, until: Instant) -> Option<String> {
        let session = hex::encode(rand::random::<[u8; SESSION_DIGITS / 2]>());
        let hash = hashed(&session);
        let before = self.get_mut(id)?.session.replace(Session { hash, until });
        if let Some(before) = before {
            self.by_session.remove(&before.hash);
        }
        self.by_session.insert(hash, id);
        Some(session)
    }

    /// The bot with this session.
    pub(super) fn with_session(&self, session: &str, now: Instant) -> Result<u64, Refusal> {
        let id = self.by_session.get(&hashed(session)).copied();
        let lives = |id: &u64| {
            let end = self.get(*id).and_then(Bot::session_end);
            end.is_some_and(|end| now < end)
        };
        id.filter(lives).ok_or(Refusal::Session)
    }
}
