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
    /// An answer to an earlier request. It is dropped without an error, since some bots answer twice.
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
    #[error("your response is none of play_card, offer_challenge, accept_challenge, reject_challenge")]
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
        return if is_earlier(id, open) { Ok(None) } else { Err(AnswerFault::UnknownRequest(id)) };
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
