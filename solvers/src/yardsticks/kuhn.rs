//! Kuhn poker for two players: three cards, one bet.
//!
//! Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I,
//! 1950. The value to the first player is -1/18.

use crate::game::{Game, InfosetKey, Player, Turn};

/// Kuhn poker: both players ante 1, get one of three cards, and may bet 1 once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

/// A history of Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct KuhnState {
    cards: [u8; 2],
    dealt: u8,
    /// Actions so far, 0 pass and 1 bet, after a leading 1 bit.
    actions: u8,
}

const DEALS: [[u8; 2]; 6] = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];

impl Game for Kuhn {
    type State = KuhnState;

    fn root(&self) -> KuhnState {
        KuhnState {
            actions: 1,
            ..KuhnState::default()
        }
    }

    fn turn(&self, state: &KuhnState) -> Turn {
        if state.dealt == 0 {
            return Turn::Chance { outcomes: 6 };
        }
        match state.actions {
            // Nothing yet, or pass-bet: the first player. A first pass or bet: the second.
            0b1 | 0b101 => Turn::Decision {
                player: Player::ZERO,
                actions: 2,
            },
            0b10 | 0b11 => Turn::Decision {
                player: Player::ONE,
                actions: 2,
            },
            _ => Turn::Terminal,
        }
    }

    fn child(&self, state: &KuhnState, index: usize) -> KuhnState {
        if state.dealt == 0 {
            return KuhnState {
                cards: DEALS[index],
                dealt: 1,
                actions: 1,
            };
        }
        KuhnState {
            actions: state.actions << 1 | index as u8,
            ..*state
        }
    }

    fn chance_probability(&self, _state: &KuhnState, _index: usize) -> f64 {
        1.0 / 6.0
    }

    fn utility(&self, state: &KuhnState, player: Player) -> f64 {
        let showdown = if state.cards[0] > state.cards[1] {
            1.0
        } else {
            -1.0
        };
        let first = match state.actions {
            0b100 => showdown,
            0b1010 => -1.0,
            0b110 => 1.0,
            _ => 2.0 * showdown,
        };
        if player == Player::ZERO {
            first
        } else {
            -first
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-2.0, 2.0)
    }

    fn infoset(&self, state: &KuhnState) -> InfosetKey {
        let own = match self.turn(state) {
            Turn::Decision { player, .. } => state.cards[player.index()],
            _ => 0,
        };
        InfosetKey(u64::from(state.actions) * 3 + u64::from(own))
    }
}
