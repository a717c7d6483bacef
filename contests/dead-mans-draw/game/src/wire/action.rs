//! The action of a player: the body of `POST /api/matches/{id}`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::card::{CardFault, read_card};
use super::sanitize;
use crate::rules::{Action, Autopick, Card, Effect, Suit};

/// The action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserAction {
    /// The type of the action.
    pub etype: Autopick,
    /// The answer, with [`Autopick::Answer`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectChoice>,
    /// True if the server answers the pending effects. The arena accepts every value that
    /// JavaScript takes for true, including the text "false".
    #[serde(default, deserialize_with = "truthy", skip_serializing_if = "std::ops::Not::not")]
    pub autopick: bool,
}

/// An answer to an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EffectChoice {
    /// The effect.
    pub effect_type: Effect,
    /// The card chosen; null under an oracle means to look at the card.
    #[serde(default)]
    pub card: Option<Card>,
}

/// The action that a body asks for, in the terms of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedAction {
    /// This action, and nothing else.
    Act(Action),
    /// Automatic answers first.
    Autopick(Autopick),
}

/// The reason why a body is no action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionFault {
    /// The body is not JSON, or no object.
    #[error("the body is not a JSON object: {0}")]
    NotJson(String),
    /// The card in `effect` is impossible.
    #[error("effect.card: {0}")]
    Card(#[from] CardFault),
    /// `etype` is missing or unknown.
    #[error("etype is {0}: write \"Draw\", \"EndTurn\" or \"ResponseToEffect\"")]
    UnknownType(String),
    /// A response has neither `effect` nor `autopick`.
    #[error("a ResponseToEffect wants effect with effectType and card, or autopick")]
    NoEffect,
    /// `effectType` is unknown.
    #[error("effectType is {0}: write Hook, Cannon, Map, Oracle, Sword or Kraken")]
    UnknownEffect(String),
}

/// The body of an action, which is read step by step. The arena checks the card before the turn,
/// and everything else after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionBody {
    keys: Map<String, Value>,
}

impl ActionBody {
    /// Reads JSON. An empty body is an empty object.
    ///
    /// # Errors
    ///
    /// [`ActionFault::NotJson`].
    pub fn parse(body: &[u8]) -> Result<ActionBody, ActionFault> {
        if body.trim_ascii().is_empty() {
            return Ok(ActionBody { keys: Map::new() });
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(keys)) => Ok(ActionBody { keys }),
            Ok(_) => Err(ActionFault::NotJson("it is another value".to_owned())),
            Err(error) => Err(ActionFault::NotJson(error.to_string())),
        }
    }

    /// Reads the card in `effect`, if there is one.
    ///
    /// # Errors
    ///
    /// [`ActionFault::Card`].
    pub fn card(&self) -> Result<Option<Card>, ActionFault> {
        match self.keys.get("effect").and_then(|effect| effect.get("card")) {
            None | Some(Value::Null) => Ok(None),
            Some(card) => Ok(Some(read_card(card)?)),
        }
    }

    /// Reads the rest of the action.
    ///
    /// # Errors
    ///
    /// The fault of the body.
    pub fn action(&self) -> Result<UserAction, ActionFault> {
        let etype = match self.keys.get("etype") {
            Some(Value::String(etype)) => match etype.as_str() {
                "Draw" => Autopick::Draw,
                "EndTurn" => Autopick::EndTurn,
                "ResponseToEffect" => Autopick::Answer,
                other => return Err(ActionFault::UnknownType(format!("`{}`", sanitize(other)))),
            },
            None => return Err(ActionFault::UnknownType("missing".to_owned())),
            Some(other) => return Err(ActionFault::UnknownType(sanitize(&other.to_string()))),
        };
        let autopick = self.keys.get("autopick").is_some_and(is_truthy);
        let effect = match self.keys.get("effect") {
            None | Some(Value::Null) => None,
            // An effect that was not asked for need not be valid.
            Some(_) if autopick || etype != Autopick::Answer => None,
            Some(effect) => Some(self.choice(effect)?),
        };
        Ok(UserAction { etype, effect, autopick })
    }

    fn choice(&self, effect: &Value) -> Result<EffectChoice, ActionFault> {
        let unknown = |what| ActionFault::UnknownEffect(what);
        let effect_type = effect.get("effectType").ok_or_else(|| unknown("missing".to_owned()))?;
        let suit = Suit::deserialize(effect_type).ok().and_then(Suit::effect);
        Ok(EffectChoice {
            effect_type: suit.ok_or_else(|| unknown(sanitize(&effect_type.to_string())))?,
            card: self.card()?,
        })
    }
}

impl UserAction {
    /// The action in the terms of the rules.
    ///
    /// # Errors
    ///
    /// [`ActionFault::NoEffect`] if a response answers nothing.
    pub fn requested_action(&self) -> Result<RequestedAction, ActionFault> {
        Ok(match (self.etype, self.autopick, self.effect) {
            (etype, true, _) => RequestedAction::Autopick(etype),
            (Autopick::Draw, false, _) => RequestedAction::Act(Action::Draw),
            (Autopick::EndTurn, false, _) => RequestedAction::Act(Action::EndTurn),
            (Autopick::Answer, false, Some(choice)) => {
                RequestedAction::Act(Action::Respond { effect: choice.effect_type, card: choice.card })
            }
            (Autopick::Answer, false, None) => return Err(ActionFault::NoEffect),
        })
    }
}

impl From<Action> for UserAction {
    fn from(action: Action) -> UserAction {
        let (etype, effect) = match action {
            Action::Draw => (Autopick::Draw, None),
            Action::EndTurn => (Autopick::EndTurn, None),
            Action::Respond { effect, card } => {
                let effect_type = effect;
                let choice = EffectChoice { effect_type, card };
                (Autopick::Answer, Some(choice))
            }
        };
        UserAction { etype, effect, autopick: false }
    }
}

impl From<Autopick> for UserAction {
    fn from(request: Autopick) -> UserAction {
        UserAction { etype: request, effect: None, autopick: true }
    }
}

fn truthy<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(is_truthy(&Value::deserialize(deserializer)?))
}

/// True for the values that JavaScript takes for true.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}
