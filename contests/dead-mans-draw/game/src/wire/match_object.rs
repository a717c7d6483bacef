//! A match, as the server shows it.

use cardsharp_player::Player;
use serde::{Deserialize, Serialize};

use super::action::UserAction;
use super::bank::BankObject;
use super::creation::CreationParams;
use super::effect::EffectObject;
use super::event::EventMessage;
use super::nullable::or_default;
use super::seat;
use crate::rules::{Card, CardSet, Pending, Position, Rules, State};

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchObject {
    /// The id of the match: 24 hexadecimal digits.
    #[serde(rename = "_id")]
    pub id: String,
    /// The players' ids, by seat.
    #[serde(rename = "playerids", default, deserialize_with = "or_default")]
    pub player_ids: Vec<String>,
    /// The id of the creator; null if an admin created the match, as every match of a tournament.
    #[serde(default)]
    pub created_by_player_id: Option<String>,
    /// The parameters of the creation.
    #[serde(default, deserialize_with = "or_default")]
    pub creation_params: CreationParams,
    /// The beginning of the match: RFC 3339, UTC, milliseconds.
    #[serde(default, deserialize_with = "or_default")]
    pub started_at: String,
    /// The time of the last move.
    #[serde(default, deserialize_with = "or_default")]
    pub last_move_at: String,
    /// The number of moves made, the creation included.
    #[serde(default, deserialize_with = "or_default")]
    pub move_count: u32,
    /// The number of the turn, from 1.
    #[serde(default, deserialize_with = "or_default")]
    pub turn_count: u32,
    /// The number of moves made in the turn; null between turns. After the end of the match, the last number stays.
    #[serde(default)]
    pub move_count_in_turn: Option<u32>,
    /// The player to move; null once the match is over.
    #[serde(default, deserialize_with = "seat::optional")]
    pub active_player_index: Option<Player>,
    /// The number of cards in the draw pile.
    #[serde(default, deserialize_with = "or_default")]
    pub draw_pile_size: usize,
    /// The number of cards in the discard pile.
    #[serde(default, deserialize_with = "or_default")]
    pub discard_pile_size: usize,
    /// The players' names, by seat; absent in lists.
    #[serde(rename = "playernames", default, skip_serializing_if = "Option::is_none")]
    pub player_names: Option<Vec<String>>,
    /// The moves that were asked for. A match that is over always has its last move here.
    #[serde(default, deserialize_with = "or_default")]
    pub moves: Vec<MoveObject>,
    /// The state of the table.
    pub state: StateObject,
}

/// The state of a match's table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StateObject {
    /// The banks, by seat.
    #[serde(default, deserialize_with = "or_default")]
    pub banks: Vec<BankObject>,
    /// The play area.
    #[serde(default, deserialize_with = "or_default")]
    pub play_area: Vec<Card>,
    /// The player whose turn it is. Between turns, it is still the player whose turn is over; null at the end.
    #[serde(default, deserialize_with = "seat::optional")]
    pub current_player_index: Option<Player>,
    /// The pending effect; absent if nothing is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_effect: Option<EffectObject>,
    /// The winner: absent while the match is in progress, then a seat, or null if there is none.
    #[serde(default, deserialize_with = "seat::present", skip_serializing_if = "Option::is_none")]
    pub winner_idx: Option<Option<Player>>,
    /// The number of late answers of both players together; absent if it is 0.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_zero")]
    pub timeout_count: u8,
    /// The draw pile, the next card first; only for debugging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_pile: Option<Vec<Card>>,
    /// The discard pile, its front first; only for debugging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_pile: Option<Vec<Card>>,
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

/// A move: a request that was carried out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveObject {
    /// The number of the move in the match. The creation has the number 0.
    #[serde(default, deserialize_with = "or_default")]
    pub sequence_id: u32,
    /// The number of the move's turn, from 1.
    #[serde(default, deserialize_with = "or_default")]
    pub turn_id: u32,
    /// The number of the move in its turn, from 1.
    #[serde(default, deserialize_with = "or_default")]
    pub sequence_in_turn_id: u32,
    /// The time of the move.
    #[serde(default, deserialize_with = "or_default")]
    pub at: String,
    /// The events of the move.
    #[serde(default, deserialize_with = "or_default")]
    pub events: Vec<EventMessage>,
    /// The action of the request; only for debugging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_action: Option<UserAction>,
    /// The address of the request; only for debugging.
    #[serde(rename = "clientIP", default, skip_serializing_if = "Option::is_none")]
    pub client_ip: Option<String>,
}

impl StateObject {
    /// The table of a state. With `debug`, the piles are shown.
    pub fn of(state: &State, debug: bool) -> StateObject {
        let pile = |cards: Vec<Card>| debug.then_some(cards);
        StateObject {
            banks: Player::BOTH.map(|player| BankObject::from(state.bank(player))).to_vec(),
            play_area: state.area().to_vec(),
            current_player_index: state.turn_of(),
            pending_effect: state.pending().map(EffectObject::pending),
            winner_idx: state.end().map(|end| end.verdict.winner()),
            timeout_count: state.counters().timeouts,
            draw_pile: pile(state.draw_pile().known().collect()),
            discard_pile: pile(state.discards().to_vec()),
        }
    }

    /// The position of the match, for a client that has followed the discard pile. All cards that
    /// are in no other place are in the draw pile. Their order is unknown, except for the card that
    /// an oracle shows. `to_move` is the player to move ([`MatchObject::active_player_index`]).
    pub fn position(&self, to_move: Player, discards: Vec<Card>, rules: &Rules) -> Position {
        let pending = self.pending_effect.as_ref().and_then(EffectObject::to_rules);
        let known = match pending {
            Some(Pending::Oracle { next, .. }) => vec![next],
            _ => Vec::new(),
        };
        let bank = |seat: usize| self.banks.get(seat).map_or_else(Vec::new, |bank| bank.0.clone());
        let banks = [bank(0), bank(1)];
        let held = pending.map_or(CardSet::EMPTY, Pending::held);
        let lying = [&banks[0], &banks[1], &self.play_area, &discards, &known];
        let lying: CardSet = lying.into_iter().flatten().copied().collect();
        Position {
            to_move,
            banks,
            area: self.play_area.clone(),
            discards,
            known,
            unseen: rules.deck.cards().minus(lying).minus(held),
            pending,
            timeouts: self.timeout_count,
        }
    }
}
