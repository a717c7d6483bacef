//! The query strings of addresses. Unknown keys are ignored, and an invalid value is an error that
//! names its key. Booleans are 0, 1, true and false, and a key without a value is true.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

use form_urlencoded::{Serializer, parse};
use thiserror::Error;

use super::sanitize;

/// A value is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key} cannot be `{value}`: it wants {wanted}")]
pub struct QueryFault {
    /// The key.
    pub key: String,
    /// The value as it was sent.
    pub value: String,
    /// A description of the valid values.
    pub wanted: &'static str,
}

/// The query of `GET /api/matches`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchesQuery {
    /// Only matches that began on this day.
    pub at: Option<Day>,
    /// Only matches in which the sender has to move; 0 is no filter, as on the arena.
    pub active: bool,
    /// Only matches with one of these tags.
    pub tags: Vec<String>,
    /// Wait until there is such a match.
    pub wait: bool,
    /// Condensed matches.
    pub condensed: bool,
    /// The number of matches, all if left out. The arena returns one more.
    pub limit: Option<usize>,
    /// The id of the match after which the list begins.
    pub offset: Option<String>,
    /// Oldest first instead of newest first.
    pub sort_ascending: bool,
    /// Only these matches.
    pub ids: Vec<String>,
}

/// A day, UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Day {
    /// The day on which the request comes: the word `today`.
    Today,
    /// `YYYY-MM-DD`.
    Date(String),
}

impl Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Day::Today => TODAY,
            Day::Date(date) => date,
        })
    }
}

/// The word for [`Day::Today`].
const TODAY: &str = "today";

/// The number of digits of a match's id.
const ID_DIGITS: usize = 24;

/// The query of `GET /api/matches/{id}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// Wait until it is the sender's turn.
    pub wait_active: bool,
    /// Show all moves.
    pub show_events: bool,
    /// Show the piles, and the action and the sender's address of every move.
    pub show_debug: bool,
    /// The match in condensed form.
    pub condensed: bool,
}

/// The query of `POST /api/matches/{id}`, besides its body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionQuery {
    /// Wait until it is the sender's turn.
    pub wait: bool,
}

/// The query of `POST /api/matches/watchdog`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchdogQuery {
    /// Only matches with one of these tags.
    pub tags: Vec<String>,
    /// The number of checks for late players, one a second; at most 60.
    pub repeat: Option<u8>,
}

struct Pair<'a> {
    key: Cow<'a, str>,
    value: Cow<'a, str>,
}

impl Pair<'_> {
    fn fault(&self, wanted: &'static str) -> QueryFault {
        QueryFault { key: sanitize(&self.key), value: sanitize(&self.value), wanted }
    }

    fn flag(&self) -> Result<bool, QueryFault> {
        match &*self.value {
            "1" | "true" | "" => Ok(true),
            "0" | "false" => Ok(false),
            _ => Err(self.fault("0, 1, true or false")),
        }
    }

    fn number<T: FromStr>(&self, wanted: &'static str) -> Result<T, QueryFault> {
        self.value.parse().map_err(|_| self.fault(wanted))
    }

    /// The words between commas.
    fn words(&self) -> impl Iterator<Item = String> {
        let words = self.value.split(',').map(str::trim);
        words.filter(|word| !word.is_empty()).map(str::to_owned)
    }

    fn match_id(&self) -> Result<String, QueryFault> {
        let is_digit = |byte: u8| byte.is_ascii_hexdigit();
        if self.value.len() == ID_DIGITS && self.value.bytes().all(is_digit) {
            Ok(self.value.clone().into_owned())
        } else {
            Err(self.fault("the id of a match, 24 hexadecimal digits"))
        }
    }

    fn day(&self) -> Result<Day, QueryFault> {
        if self.value == TODAY {
            return Ok(Day::Today);
        }
        let wanted = "a day, YYYY-MM-DD, or the word today";
        let day = self.value.get(..10).ok_or_else(|| self.fault(wanted))?;
        let whole = format!("{day}T00:00:00Z");
        match humantime::parse_rfc3339(&whole) {
            Ok(_) if self.value.len() == 10 || self.value.as_bytes()[10] == b'T' => Ok(Day::Date(day.to_owned())),
            _ => Err(self.fault(wanted)),
        }
    }
}

fn pairs(query: &str) -> impl Iterator<Item = Pair<'_>> {
    parse(query.as_bytes()).map(|(key, value)| Pair { key, value })
}

impl MatchesQuery {
    /// Reads the query of an address.
    ///
    /// # Errors
    ///
    /// The first value that is invalid.
    pub fn read(query: &str) -> Result<MatchesQuery, QueryFault> {
        let mut read = MatchesQuery::default();
        for pair in pairs(query) {
            match &*pair.key {
                "at" => read.at = Some(pair.day()?),
                "active" => read.active = pair.flag()?,
                "tags" => read.tags.extend(pair.words()),
                "wait" => read.wait = pair.flag()?,
                "condensed" => read.condensed = pair.flag()?,
                "limit" => read.limit = Some(pair.number("a number from 0 on")?),
                "offset" => read.offset = Some(pair.match_id()?),
                "sortasc" => read.sort_ascending = pair.flag()?,
                "id" => read.ids.extend(pair.words()),
                _ => {}
            }
        }
        Ok(read)
    }

    /// The query string of this query.
    pub fn write(&self) -> String {
        let mut query = Query::default();
        query.option("at", self.at.as_ref());
        query.flag("active", self.active);
        query.words("tags", &self.tags);
        query.flag("wait", self.wait);
        query.flag("condensed", self.condensed);
        query.option("limit", self.limit);
        query.option("offset", self.offset.as_ref());
        query.flag("sortasc", self.sort_ascending);
        query.words("id", &self.ids);
        query.0.finish()
    }
}

impl MatchQuery {
    /// Reads the query of an address.
    ///
    /// # Errors
    ///
    /// The first value that is invalid.
    pub fn read(query: &str) -> Result<MatchQuery, QueryFault> {
        let mut read = MatchQuery::default();
        for pair in pairs(query) {
            match &*pair.key {
                "waitactive" => read.wait_active = pair.flag()?,
                "showevents" => read.show_events = pair.flag()?,
                "showdebug" => read.show_debug = pair.flag()?,
                "condensed" => read.condensed = pair.flag()?,
                _ => {}
            }
        }
        Ok(read)
    }

    /// The query string of this query.
    pub fn write(&self) -> String {
        let mut query = Query::default();
        query.flag("waitactive", self.wait_active);
        query.flag("showevents", self.show_events);
        query.flag("showdebug", self.show_debug);
        query.flag("condensed", self.condensed);
        query.0.finish()
    }
}

impl ActionQuery {
    /// Reads the query of an address.
    ///
    /// # Errors
    ///
    /// A value that is invalid.
    pub fn read(query: &str) -> Result<ActionQuery, QueryFault> {
        let mut read = ActionQuery::default();
        for pair in pairs(query).filter(|pair| pair.key == "wait") {
            read.wait = pair.flag()?;
        }
        Ok(read)
    }
}

impl WatchdogQuery {
    /// Reads the query of an address.
    ///
    /// # Errors
    ///
    /// The first value that is invalid.
    pub fn read(query: &str) -> Result<WatchdogQuery, QueryFault> {
        let wanted = "a number from 1 to 60";
        let mut read = WatchdogQuery::default();
        for pair in pairs(query) {
            match &*pair.key {
                "tags" => read.tags.extend(pair.words()),
                "repeat" => match pair.number(wanted)? {
                    repeat @ 1..=60 => read.repeat = Some(repeat),
                    _ => return Err(pair.fault(wanted)),
                },
                _ => {}
            }
        }
        Ok(read)
    }
}

struct Query(Serializer<'static, String>);

impl Default for Query {
    fn default() -> Query {
        Query(Serializer::new(String::new()))
    }
}

impl Query {
    fn option(&mut self, key: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.0.append_pair(key, &value.to_string());
        }
    }

    fn flag(&mut self, key: &str, value: bool) {
        self.option(key, value.then_some(true));
    }

    fn words(&mut self, key: &str, words: &[String]) {
        self.option(key, (!words.is_empty()).then(|| words.join(",")));
    }
}
