//! A request body, and the conversion of its values for a method.

use serde_json::{Map, Value};
use thiserror::Error;

/// A fault of a body. If several apply, the first of this list is returned. That is the order in
/// which the original checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BodyFault {
    /// The body is empty.
    #[error("the body is empty: send one JSON object")]
    Empty,
    /// It is no JSON, or `null`.
    #[error("the body cannot be read as JSON: send one JSON object")]
    Undecodable,
    /// It is a number, a text, `true` or `false`, at which the original failed with status 500.
    #[error("the body is JSON but no object: send one JSON object")]
    NeitherObjectNorArray,
    /// A key is missing.
    #[error("the key `{0}` is missing")]
    Missing(&'static str),
    /// A key has another value than a text.
    #[error("the key `{0}` must be text")]
    NotText(&'static str),
}

/// The contents of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Body(Map<String, Value>);

impl Body {
    /// Reads a body. An array counts as an object without keys, as in the original.
    pub(super) fn read(bytes: &[u8]) -> Result<Body, BodyFault> {
        if bytes.is_empty() {
            return Err(BodyFault::Empty);
        }
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(keys)) => Ok(Body(keys)),
            Ok(Value::Array(_)) => Ok(Body::default()),
            Ok(Value::Null) | Err(_) => Err(BodyFault::Undecodable),
            Ok(_) => Err(BodyFault::NeitherObjectNorArray),
        }
    }

    pub(super) fn of_keys(keys: Map<String, Value>) -> Body {
        Body(keys)
    }

    /// Checks that all these keys are present, with any values.
    pub(super) fn check(&self, keys: &[&'static str]) -> Result<(), BodyFault> {
        match keys.iter().find(|key| !self.0.contains_key(**key)) {
            Some(key) => Err(BodyFault::Missing(key)),
            None => Ok(()),
        }
    }

    /// The text of a key. No other type is accepted as text.
    pub(super) fn text(&self, key: &'static str) -> Result<String, BodyFault> {
        match self.0.get(key) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(BodyFault::NotText(key)),
            None => Err(BodyFault::Missing(key)),
        }
    }

    /// The number of a key. Any value is converted to one.
    pub(super) fn integer(&self, key: &'static str) -> Result<Integer, BodyFault> {
        match self.0.get(key) {
            Some(value) => Ok(Integer::of(value)),
            None => Err(BodyFault::Missing(key)),
        }
    }
}

/// An integer, converted from any value as in the original. A text counts as its leading digits, or
/// 0; fractions are cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Integer(pub i64);

impl Integer {
    fn of(value: &Value) -> Integer {
        Integer(match value {
            Value::Number(number) => number
                .as_i64()
                // The nearest integer possible; the fraction is cut off.
                .unwrap_or_else(|| number.as_f64().unwrap_or_default() as i64),
            Value::String(text) => leading_integer(text),
            Value::Bool(truth) => i64::from(*truth),
            Value::Null | Value::Array(_) | Value::Object(_) => 0,
        })
    }
}

fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    text[..sign + digits].parse().unwrap_or_default()
}
