//! A match in condensed form, for lists that many clients read.

use serde::{Deserialize, Serialize};

use super::nullable::or_default;
use crate::rules::{Effect, State};

/// The sign for the number of the move between turns.
pub const BETWEEN_TURNS: &str = "\u{25B7}";

/// A match in condensed form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CondensedMatch {
    /// The id of the match.
    pub id: String,
    /// The progress of the match: `turn.move`, and between turns [`BETWEEN_TURNS`] for the move.
    /// After the end of the match, the last numbers stay.
    #[serde(default, deserialize_with = "or_default")]
    pub sequence: String,
    /// The beginning of the match: RFC 3339, UTC, milliseconds.
    #[serde(rename = "startedat", default, deserialize_with = "or_default")]
    pub started_at: String,
    /// The time of the last move.
    #[serde(rename = "lastmoveat", default, deserialize_with = "or_default")]
    pub last_move_at: String,
    /// True if the match is over.
    #[serde(default, deserialize_with = "or_default")]
    pub finished: bool,
    /// The numbers of cards on the table.
    #[serde(default, deserialize_with = "or_default")]
    pub table: CondensedTable,
    /// The players, by seat.
    #[serde(rename = "playerdata", default, deserialize_with = "or_default")]
    pub player_data: Vec<CondensedPlayer>,
    /// The tags of the match.
    #[serde(default, deserialize_with = "or_default")]
    pub tags: Vec<String>,
    /// The players' names, by seat.
    #[serde(rename = "playernames", default, deserialize_with = "or_default")]
    pub player_names: Vec<String>,
}

/// The numbers of cards on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CondensedTable {
    /// The effect that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// The number of cards in the play area.
    #[serde(rename = "playarea", default, deserialize_with = "or_default")]
    pub play_area: usize,
    /// The number of cards in the draw pile.
    #[serde(rename = "drawpile", default, deserialize_with = "or_default")]
    pub draw_pile: usize,
    /// The number of cards in the discard pile.
    #[serde(rename = "discardpile", default, deserialize_with = "or_default")]
    pub discard_pile: usize,
}

/// A player's bank and turn, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CondensedPlayer {
    /// True if the player has to act.
    #[serde(default, deserialize_with = "or_default")]
    pub active: bool,
    /// True if the player has won.
    #[serde(default, deserialize_with = "or_default")]
    pub winner: bool,
    /// The number of cards in the player's bank.
    #[serde(rename = "banksize", default, deserialize_with = "or_default")]
    pub bank_size: usize,
    /// The player's points.
    #[serde(rename = "bankvalue", default, deserialize_with = "or_default")]
    pub bank_value: u8,
}

impl CondensedTable {
    /// The table of a state.
    pub fn of(state: &State) -> CondensedTable {
        CondensedTable {
            effect: state.pending().map(|pending| pending.effect()),
            play_area: state.area().len(),
            draw_pile: state.draw_pile().len(),
            discard_pile: state.discards().len(),
        }
    }
}

impl CondensedPlayer {
    /// Both players of a state.
    pub fn both(state: &State) -> Vec<CondensedPlayer> {
        use cardsharp_player::Player;
        let winner = state.end().and_then(|end| end.verdict.winner());
        let players = Player::BOTH.into_iter();
        let of = |player| CondensedPlayer {
            active: state.to_move() == Some(player),
            winner: winner == Some(player),
            bank_size: state.bank(player).cards().len(),
            bank_value: state.bank(player).score(),
        };
        players.map(of).collect()
    }
}

impl CondensedMatch {
    /// The progress of a match in this state.
    pub fn sequence_of(state: &State) -> String {
        let counters = state.counters();
        match counters.moves_in_turn() {
            Some(moves) => format!("{}.{moves}", counters.turn),
            None => format!("{}.{BETWEEN_TURNS}", counters.turn),
        }
    }
}
