//! Reads the answer of a player to the open request. The order of keys, white space and unknown
//! keys do not matter. Types must be exact.

use serde_json::Value;
use thiserror::Error;

use crate::rules::{Move, Rank};

/// The meaning of a frame from a player while a request is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The answer to the open request. The rules decide if the move is legal.
    Answer(Move),
    /// An answer to an earlier request. It is dropped without an error, since some bots answer
    /// twice.
    Stale,
    /// The frame cannot be understood, which is the player's fault.
    Fault(AnswerFault),
}

/// The faults of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerFault {
    /// Not JSON.
    #[error("your message is not JSON")]
    NotJson,
    /// JSON, but no object.
    #[error("your message is not a JSON object")]
    NotAnObject,
    /// No `type`, or one other than `move`.
    #[error("your message has no type \"move\"")]
    NotAMove,
    /// No `request_id`, or one that is no integer.
    #[error("your move has no integer request_id")]
    NoRequestId,
    /// A `request_id` that was never used.
    #[error("no request has the id {0}")]
    UnknownRequest(i64),
    /// No `response`, or one that is no object with a `type`.
    #[error("your move has no response object with a type")]
    NoResponse,
    /// A response that is not in the protocol.
    #[error(
        "your response is none of play_card, offer_challenge, accept_challenge, reject_challenge"
    )]
    UnknownResponse,
    /// `play_card` without a `card` that is an integer.
    #[error("your play_card has no integer card")]
    NoCard,
    /// A card that is in no pack.
    #[error("there is no card {0}")]
    NoSuchCard(i64),
}

/// Reads `frame` as the answer to request `open`. Ids count up from 1 and start again after the
/// largest signed 32-bit integer. The half of them behind `open` is therefore in the past.
pub fn read_answer(frame: &[u8], open: i32) -> Reading {
    match answer_to(frame, open) {
        Ok(Some(chosen)) => Reading::Answer(chosen),
        Ok(None) => Reading::Stale,
        Err(fault) => Reading::Fault(fault),
    }
}

/// The move in `frame`; none if the frame is stale.
fn answer_to(frame: &[u8], open: i32) -> Result<Option<Move>, AnswerFault> {
    let value: Value = serde_json::from_slice(frame).map_err(|_| AnswerFault::NotJson)?;
    let message = value.as_object().ok_or(AnswerFault::NotAnObject)?;
    if message.get("type").and_then(Value::as_str) != Some("move") {
        return Err(AnswerFault::NotAMove);
    }
    let id = message.get("request_id").and_then(Value::as_i64);
    let id = id.ok_or(AnswerFault::NoRequestId)?;
    if id != i64::from(open) {
        return if is_earlier(id, open) {
            Ok(None)
        } else {
            Err(AnswerFault::UnknownRequest(id))
        };
    }
    let response = message.get("response").and_then(Value::as_object);
    let response = response.ok_or(AnswerFault::NoResponse)?;
    let kind = response.get("type").and_then(Value::as_str);
    Ok(Some(match kind.ok_or(AnswerFault::NoResponse)? {
        "play_card" => {
            let card = response.get("card").and_then(Value::as_i64);
            let card = card.ok_or(AnswerFault::NoCard)?;
            Move::Play(Rank::from_integer(card).ok_or(AnswerFault::NoSuchCard(card))?)
        }
        "offer_challenge" => Move::Offer,
        "accept_challenge" => Move::Accept,
        "reject_challenge" => Move::Reject,
        _ => return Err(AnswerFault::UnknownResponse),
    }))
}

fn is_earlier(id: i64, open: i32) -> bool {
    let Ok(id) = i32::try_from(id) else {
        return false;
    };
    let distance = (i64::from(open) - i64::from(id)).rem_euclid(i64::from(i32::MAX));
    id >= 1 && distance <= i64::from(i32::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reading {
        read_answer(text.as_bytes(), 7)
    }

    #[test]
    fn order_white_space_and_extra_keys_do_not_matter() {
        let five = Reading::Answer(Move::Play(Rank::new(5).unwrap()));
        for text in [
            r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":5}}"#,
            r#"{"request_id":7,"response":{"card":5,"type":"play_card"},"type":"move"}"#,
            " {\"type\":\"move\",\"x\":[1],\"request_id\":7,\n\"response\":{\"type\":\"play_card\",\"card\":5,\"y\":0}}\r\n",
        ] {
            assert_eq!(read(text), five, "{text}");
        }
        let offer = r#"{"type":"move","request_id":7,"response":{"type":"offer_challenge"}}"#;
        assert_eq!(read(offer), Reading::Answer(Move::Offer));
    }

    #[test]
    fn every_fault_has_its_name() {
        use AnswerFault::*;
        for (text, fault) in [
            ("", NotJson),
            ("{", NotJson),
            ("\u{0}", NotJson),
            ("[1]", NotAnObject),
            ("null", NotAnObject),
            ("{}", NotAMove),
            (r#"{"type":"result","request_id":7}"#, NotAMove),
            (r#"{"type":5,"request_id":7}"#, NotAMove),
            (r#"{"type":"move"}"#, NoRequestId),
            (r#"{"type":"move","request_id":"7"}"#, NoRequestId),
            (r#"{"type":"move","request_id":7.0}"#, NoRequestId),
            (r#"{"type":"move","request_id":8}"#, UnknownRequest(8)),
            (r#"{"type":"move","request_id":0}"#, UnknownRequest(0)),
            (r#"{"type":"move","request_id":-4}"#, UnknownRequest(-4)),
            (
                r#"{"type":"move","request_id":4294967303}"#,
                UnknownRequest(4_294_967_303),
            ),
            (r#"{"type":"move","request_id":7}"#, NoResponse),
            (r#"{"type":"move","request_id":7,"response":5}"#, NoResponse),
            (
                r#"{"type":"move","request_id":7,"response":{}}"#,
                NoResponse,
            ),
            (
                r#"{"type":"move","request_id":7,"response":{"type":"fold"}}"#,
                UnknownResponse,
            ),
            (
                r#"{"type":"move","request_id":7,"response":{"type":"play_card"}}"#,
                NoCard,
            ),
            (
                r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":"5"}}"#,
                NoCard,
            ),
            (
                r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":5.5}}"#,
                NoCard,
            ),
            (
                r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":99}}"#,
                NoSuchCard(99),
            ),
        ] {
            assert_eq!(read(text), Reading::Fault(fault), "{text}");
        }
    }

    #[test]
    fn earlier_requests_are_stale_whatever_they_say() {
        assert_eq!(read(r#"{"type":"move","request_id":6}"#), Reading::Stale);
        assert_eq!(
            read(r#"{"type":"move","request_id":1,"response":3}"#),
            Reading::Stale
        );
        let last = format!(r#"{{"type":"move","request_id":{}}}"#, i32::MAX);
        assert_eq!(
            read_answer(last.as_bytes(), 1),
            Reading::Stale,
            "ids start again at 1"
        );
    }
}
