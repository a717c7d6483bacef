//! The protocol of Dead Man's Draw.

use std::fmt::Debug;

use cardsharp_dead_mans_draw_game::wire::{
    ActionBody, ActionFault, ActionQuery, CondensedMatch, CreatedMatch, CreationParams, DigestLogin, ErrorBody,
    EventMessage, LoginOffer, MatchObject, MatchQuery, MatchesQuery, PlayerRecord, SessionInfo, Termination,
    UserAction, WatchdogQuery, WhoAmI,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::guard::same;
use crate::{Outcome, Target};

/// The bodies of actions.
pub const ACTION: Target = Target {
    name: "dead-mans-draw-action",
    run: action,
    words: &[
        "\"etype\":",
        "\"Draw\"",
        "\"EndTurn\"",
        "\"ResponseToEffect\"",
        "\"effect\":",
        "\"effectType\":",
        "\"card\":",
        "\"suit\":",
        "\"value\":",
        "\"Kraken\"",
        "\"Mermaid\"",
        "[\"Hook\",4]",
        "{\"Map\":7}",
        "\"autopick\":",
        "null",
        "true",
        "\"false\"",
        "\\u001b[2J",
    ],
    examples: &[],
};

fn action(input: &[u8], outcome: &mut Outcome) {
    let Some(body) = outcome.of("body", ActionBody::parse(input)) else {
        return;
    };
    let read = body.card().and_then(|_| body.action());
    let Some(action) = outcome.of("action", read) else {
        return;
    };
    match action.requested_action() {
        Ok(requested) => outcome.taken("rules", format!("{requested:?}")),
        Err(error) => outcome.refused("rules", error),
    }
    let text = serde_json::to_vec(&action).unwrap_or_default();
    let read = |text: &[u8]| -> Result<UserAction, ActionFault> { ActionBody::parse(text)?.action() };
    // An effect that was not asked for is not read, but it is never written either.
    same(&read(&text), &Ok(action), "an action is read again");
}

/// The query strings of addresses.
pub const QUERY: Target = Target {
    name: "dead-mans-draw-query",
    run: query,
    words: &[
        "&",
        "=",
        "at=",
        "today",
        "2023-10-28",
        "T00:00:00Z",
        "active=",
        "tags=",
        "wait=1",
        "condensed=",
        "limit=",
        "offset=",
        "sortasc=",
        "id=",
        "waitactive=",
        "showevents=true",
        "showdebug=",
        "repeat=60",
        "%2C",
        "%00",
        "%F0%9F",
        "+",
        ",",
        "%",
    ],
    examples: &[],
};

fn query(input: &[u8], outcome: &mut Outcome) {
    let text = String::from_utf8_lossy(input);
    let text = text.as_ref();
    if let Some(query) = outcome.of("matches", MatchesQuery::read(text)) {
        let written = query.write();
        same(&MatchesQuery::read(&written), &Ok(query), format!("the query {written} is read again"));
    }
    if let Some(query) = outcome.of("match", MatchQuery::read(text)) {
        let written = query.write();
        same(&MatchQuery::read(&written), &Ok(query), format!("the query {written} is read again"));
    }
    outcome.of("action", ActionQuery::read(text));
    outcome.of("watchdog", WatchdogQuery::read(text));
}

/// The headers of a login, from both sides.
pub const LOGIN: Target = Target {
    name: "dead-mans-draw-login",
    run: login,
    words: &[
        "Digest ",
        "Basic ",
        "realm=",
        "nonce=",
        "qop=",
        "auth",
        "algorithm=MD5",
        "opaque=",
        "stale=true",
        "username=",
        "uri=",
        "response=",
        "nc=00000001",
        "cnonce=",
        "\"",
        "\\",
        ", ",
        "\u{a0}",
    ],
    examples: &[],
};

fn login(input: &[u8], outcome: &mut Outcome) {
    let text = String::from_utf8_lossy(input);
    for offer in LoginOffer::read(&text) {
        let header = offer.to_string();
        outcome.taken("offer", &header);
        same(&LoginOffer::read(&header), &vec![offer], format!("the offer {header} is read again"));
    }
    let own = text.trim_start_matches("Digest");
    if let Some(login) = outcome.of("login", DigestLogin::read(own).map_err(|_| "malformed")) {
        outcome.taken("count", login.count().is_some());
        assert!(!login.to_string().is_empty());
    }
}

/// The JSON objects that come with matches and accounts.
pub const OBJECT: Target = Target {
    name: "dead-mans-draw-object",
    run: object,
    words: &[
        "\"_id\":",
        "\"eventType\":",
        "\"playerIndex\":",
        "\"banks\":",
        "\"playArea\":",
        "\"drawPile\":",
        "\"discardPile\":",
        "\"randomSeed\":",
        "\"norandom\"",
        "\"timeout\":",
        "\"suit\":\"Oracle\"",
        "\"value\":",
        "null",
        "[]",
        "{}",
        "\"pendingEffect\":",
        "\"playerids\":",
        "\"tags\":",
        "\"moves\":",
        "\"events\":",
    ],
    examples: &[],
};

fn object(input: &[u8], outcome: &mut Outcome) {
    if let Some(params) = again::<CreationParams>("creation", input, outcome) {
        outcome.taken("setup", params.setup().is_some());
    }
    again::<CreatedMatch>("created", input, outcome);
    again::<Termination>("termination", input, outcome);
    again::<EventMessage>("event", input, outcome);
    again::<Vec<EventMessage>>("events", input, outcome);
    again::<WhoAmI>("whoami", input, outcome);
    again::<SessionInfo>("session", input, outcome);
    outcome.of("match", serde_json::from_slice::<MatchObject>(input));
    outcome.of("condensed", serde_json::from_slice::<CondensedMatch>(input));
    outcome.of("player", serde_json::from_slice::<PlayerRecord>(input));
    outcome.of("error", serde_json::from_slice::<ErrorBody>(input));
}

/// Reads an object, and checks that it is read again from what it is written as.
fn again<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    what: &str,
    input: &[u8],
    outcome: &mut Outcome,
) -> Option<T> {
    let read: T = outcome.of(what, serde_json::from_slice(input))?;
    let text = serde_json::to_string(&read).unwrap_or_default();
    match serde_json::from_str::<T>(&text) {
        Ok(again) => same(&again, &read, format!("the {what} {text} is read again")),
        Err(error) => panic!("the {what} {text} is not read again: {error}"),
    }
    Some(read)
}
