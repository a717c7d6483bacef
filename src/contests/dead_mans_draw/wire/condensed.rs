//! A match in short, for lists that many look at.

use serde::{Deserialize, Serialize};

use super::nullable::or_default;
use crate::contests::dead_mans_draw::rules::{Effect, State};

/// What stands for the number of the move between turns.
pub const BETWEEN_TURNS: &str = "\u{25B7}";

/// A match in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CondensedMatch {
    /// Its id.
    pub id: String,
    /// How far it is: `turn.move`, between turns with [`BETWEEN_TURNS`] for the move. After the end of
    /// the match the last numbers stay.
    #[serde(default, deserialize_with = "or_default")]
    pub sequence: String,
    /// When it began: RFC 3339, UTC, milliseconds.
    #[serde(rename = "startedat", default, deserialize_with = "or_default")]
    pub started_at: String,
    /// When the last move was made.
    #[serde(rename = "lastmoveat", default, deserialize_with = "or_default")]
    pub last_move_at: String,
    /// Whether it is over.
    #[serde(default, deserialize_with = "or_default")]
    pub finished: bool,
    /// What lies on the table, in numbers.
    #[serde(default, deserialize_with = "or_default")]
    pub table: CondensedTable,
    /// The players, by seat.
    #[serde(rename = "playerdata", default, deserialize_with = "or_default")]
    pub player_data: Vec<CondensedPlayer>,
    /// Its tags.
    #[serde(default, deserialize_with = "or_default")]
    pub tags: Vec<String>,
    /// The players' names, by seat.
    #[serde(rename = "playernames", default, deserialize_with = "or_default")]
    pub player_names: Vec<String>,
}

/// What lies on the table, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CondensedTable {
    /// The effect that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Cards in the play area.
    #[serde(rename = "playarea", default, deserialize_with = "or_default")]
    pub play_area: usize,
    /// Cards in the draw pile.
    #[serde(rename = "drawpile", default, deserialize_with = "or_default")]
    pub draw_pile: usize,
    /// Cards in the discard pile.
    #[serde(rename = "discardpile", default, deserialize_with = "or_default")]
    pub discard_pile: usize,
}

/// A player, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CondensedPlayer {
    /// Whether it is his to act.
    #[serde(default, deserialize_with = "or_default")]
    pub active: bool,
    /// Whether he has won.
    #[serde(default, deserialize_with = "or_default")]
    pub winner: bool,
    /// Cards in his bank.
    #[serde(rename = "banksize", default, deserialize_with = "or_default")]
    pub bank_size: usize,
    /// His points.
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
        use cardsharp_solvers::game::Player;
        let winner = state.end().and_then(|end| end.verdict.winner());
        let players = [Player::ZERO, Player::ONE].into_iter();
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
    /// How far a state is.
    pub fn sequence_of(state: &State) -> String {
        let counters = state.counters();
        match counters.moves_in_turn() {
            Some(moves) => format!("{}.{moves}", counters.turn),
            None => format!("{}.{BETWEEN_TURNS}", counters.turn),
        }
    }
}
