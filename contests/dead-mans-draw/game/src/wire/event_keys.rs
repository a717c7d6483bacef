//! An event as it is read: all keys that events have, of which each type has its own. An error can
//! then name the place and the key, which an enum tagged by one of its keys would not allow.

use cardsharp_player::Player;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::delta::DeltaObject;
use super::effect::EffectObject;
use super::event::{Event, EventMessage};
use super::nullable::or_default;
use super::seat;
use crate::rules::{Card, Effect};

/// A key that the event's type needs is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{key} is missing")]
struct MissingKey {
    key: &'static str,
}

/// All keys of all events.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EventKeys {
    event_type: String,
    #[serde(default, deserialize_with = "seat::optional")]
    player_index: Option<Player>,
    match_started_seed: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    turn_started_delta: DeltaObject,
    draw_card: Option<Card>,
    card_placed_to_play_area_card: Option<Card>,
    card_played_effect: Option<EffectObject>,
    response_to_effect_type: Option<Effect>,
    response_to_effect_card: Option<Card>,
    card_removed_from_bank_card: Option<Card>,
    #[serde(default, deserialize_with = "seat::optional")]
    card_removed_from_bank_index: Option<Player>,
    turn_ended_is_successful: Option<bool>,
    #[serde(default, deserialize_with = "or_default")]
    turn_ended_delta: DeltaObject,
    turn_ended_bonus_cards: Option<Vec<Card>>,
    match_ended_scores: Option<[u8; 2]>,
    #[serde(default, deserialize_with = "seat::optional")]
    match_ended_winner_idx: Option<Player>,
    #[serde(default, deserialize_with = "or_default")]
    match_ended_terminated: bool,
    #[serde(default, deserialize_with = "or_default")]
    comment: String,
}

impl<'de> Deserialize<'de> for EventMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EventMessage, D::Error> {
        let keys = EventKeys::deserialize(deserializer)?;
        Ok(EventMessage { player: keys.player_index, event: keys.event().map_err(D::Error::custom)? })
    }
}

fn wanted<T>(value: Option<T>, key: &'static str) -> Result<T, MissingKey> {
    value.ok_or(MissingKey { key })
}

impl EventKeys {
    fn event(self) -> Result<Event, MissingKey> {
        Ok(match self.event_type.as_str() {
            "MatchStarted" => Event::MatchStarted { seed: self.match_started_seed },
            "TurnStarted" => Event::TurnStarted { delta: self.turn_started_delta },
            "Draw" => Event::Draw { card: wanted(self.draw_card, "drawCard")? },
            "CardPlacedToPlayArea" => Event::CardPlacedToPlayArea {
                card: wanted(self.card_placed_to_play_area_card, "cardPlacedToPlayAreaCard")?,
            },
            "CardPlayedEffect" => {
                Event::CardPlayedEffect { effect: wanted(self.card_played_effect, "cardPlayedEffect")? }
            }
            "ResponseToEffect" => Event::ResponseToEffect {
                effect: wanted(self.response_to_effect_type, "responseToEffectType")?,
                card: self.response_to_effect_card,
            },
            "CardRemovedFromBank" => Event::CardRemovedFromBank {
                card: wanted(self.card_removed_from_bank_card, "cardRemovedFromBankCard")?,
                bank: wanted(self.card_removed_from_bank_index, "cardRemovedFromBankIndex")?,
            },
            "TurnEnded" => Event::TurnEnded {
                successful: wanted(self.turn_ended_is_successful, "turnEndedIsSuccessful")?,
                delta: self.turn_ended_delta,
                bonus: self.turn_ended_bonus_cards,
            },
            "MatchEnded" => Event::MatchEnded {
                scores: wanted(self.match_ended_scores, "matchEndedScores")?,
                winner: self.match_ended_winner_idx,
                terminated: self.match_ended_terminated,
            },
            "Comment" => Event::Comment { comment: self.comment },
            _ => Event::Unknown,
        })
    }
}
