//! The creation of matches, and their termination from outside.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::bank::BankObject;
use crate::rules::{Card, Setup};

/// The seed with which chance always takes the first outcome (the contest's document).
pub const NO_RANDOM: &str = "norandom";

/// The parameters of a match's creation, all optional. They are the body of `POST /api/matches`
/// and, without the players, the `creationParams` of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreationParams {
    /// The players' ids, by seat; the creator's own id twice if left out.
    #[serde(rename = "playerids", default, skip_serializing_if = "Option::is_none")]
    pub player_ids: Option<Vec<String>>,
    /// The words by which clients find the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// The play area of the player who starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_area: Option<Vec<Card>>,
    /// The draw pile, the next card first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_pile: Option<Vec<Card>>,
    /// The discard pile, its front first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_pile: Option<Vec<Card>>,
    /// The banks, by seat: arrays of cards. Objects from suits to values are read as well.
    #[serde(default, deserialize_with = "banks", skip_serializing_if = "Option::is_none")]
    pub banks: Option<Vec<Vec<Card>>>,
    /// The seed; with [`NO_RANDOM`], chance always takes the first outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_seed: Option<String>,
    /// The seconds for every move; none or 0 sets no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<serde_json::Number>,
}

/// The answer to a creation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedMatch {
    /// The id of the match.
    pub id: String,
    /// The seed of the match, if it may be shown.
    #[serde(default)]
    pub random_seed: Option<String>,
}

/// The body of `DELETE /api/matches/{id}/terminate`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Termination {
    /// The id of the winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner_id: Option<String>,
    /// A text about the termination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl CreationParams {
    /// The set-up of the match for the rules; none if there are not two banks.
    pub fn setup(&self) -> Option<Setup> {
        let banks = match self.banks.as_deref() {
            None => None,
            Some([zero, one]) => Some([zero.clone(), one.clone()]),
            Some(_) => return None,
        };
        Some(Setup {
            banks,
            area: self.play_area.clone(),
            draw_pile: self.draw_pile.clone(),
            discards: self.discard_pile.clone(),
            starter: None,
        })
    }

    /// The time for every move; none if there is no limit, or the number is no valid time.
    pub fn time_limit(&self) -> Option<Duration> {
        let seconds = self.timeout.as_ref()?.as_f64()?;
        let limit = Duration::try_from_secs_f64(seconds).ok()?;
        (!limit.is_zero()).then_some(limit)
    }
}

fn banks<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<Vec<Card>>>, D::Error> {
    use serde::de::Error;
    let read = |bank: Value| match bank {
        Value::Object(_) => BankObject::deserialize(bank).map(|bank| bank.0),
        _ => Vec::<Card>::deserialize(bank),
    };
    let Some(given) = Option::<Vec<Value>>::deserialize(from)? else {
        return Ok(None);
    };
    let banks: Result<_, serde_json::Error> = given.into_iter().map(read).collect();
    banks.map(Some).map_err(D::Error::custom)
}
