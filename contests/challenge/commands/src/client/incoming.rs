//! Reads the messages of a server, malformed ones included.

use serde_json::Value;

use cardsharp_challenge_game::rules::{Cards, Rank};
use cardsharp_challenge_game::wire::{RequestKind, RequestMessage, ResultMessage, ServerMessage};

/// A frame from a server.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// The connection belongs to this team.
    Greeting { team_id: i32 },
    /// The connection is refused.
    Refusal { seen_host: String, message: String },
    /// A move is due.
    Request(RequestMessage),
    /// A move is due in a position that cannot be read. The cards that could be read are here.
    Garbled { request: RequestKind, request_id: i32, hand: Cards },
    /// A result of a move.
    Result(ResultMessage),
    /// A message that cannot be understood.
    Odd,
}

impl Incoming {
    pub(super) fn read(frame: &[u8]) -> Incoming {
        match serde_json::from_slice(frame) {
            Ok(ServerMessage::GreetingsProgram { team_id }) => Incoming::Greeting { team_id },
            Ok(ServerMessage::Error { seen_host, message }) => Incoming::Refusal { seen_host, message },
            Ok(ServerMessage::Request(request)) => Incoming::Request(request),
            Ok(ServerMessage::Result(result)) => Incoming::Result(result),
            Err(_) => serde_json::from_slice(frame).ok().and_then(|value| salvage(&value)).unwrap_or(Incoming::Odd),
        }
    }
}

/// The usable part of a message that is incomplete or partly wrong.
fn salvage(value: &Value) -> Option<Incoming> {
    let text = |key| value.get(key).and_then(Value::as_str).map(str::to_owned);
    match value.get("type")?.as_str()? {
        "error" => Some(Incoming::Refusal {
            seen_host: text("seen_host").unwrap_or_default(),
            message: text("message").unwrap_or_default(),
        }),
        "request" => {
            let request = serde_json::from_value(value.get("request")?.clone()).ok()?;
            let request_id = i32::try_from(value.get("request_id")?.as_i64()?).ok()?;
            let hand = value.get("state").and_then(|state| state.get("hand"));
            let cards = hand.and_then(Value::as_array).into_iter().flatten();
            let ranks = cards.filter_map(|card| Rank::from_integer(card.as_i64()?));
            Some(Incoming::Garbled { request, request_id, hand: ranks.take(5).collect() })
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "../../tests/unit/client/incoming.rs"]
mod tests;
