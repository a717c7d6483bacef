//! Kuhn poker: one card more than players, one bet.
//!
//! Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950. The value to the
//! first of two players is -1/18. For more players the rules are those of OpenSpiel's `kuhn_poker`. The players pass or
//! bet in turn until one bets. Then each of the others, in turn, passes (folds) or bets (calls), once.

use super::BadParameters;
use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// The greatest number of players.
const MAX_PLAYERS: usize = 10;

/// Kuhn poker: every player antes 1, gets one of the cards 0 to `players`, and may bet 1 once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kuhn {
    players: u8,
}

/// A history of Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KuhnState {
    cards: [u8; MAX_PLAYERS],
    dealt: u8,
    /// The actions so far, one bit each, 0 pass and 1 bet. The latest is the lowest bit; a 1 bit leads.
    actions: u32,
}

impl KuhnState {
    /// The number of actions so far.
    fn acted(&self) -> u32 {
        self.actions.ilog2()
    }

    /// The number of players who passed before the first bet; `None` if there is no bet.
    fn passes_before_bet(&self) -> Option<u32> {
        let actions = self.actions ^ 1 << self.acted();
        (actions != 0).then(|| self.acted() - 1 - actions.ilog2())
    }

    /// True if action number `at`, counted from 0, was a bet.
    fn is_bet(&self, at: u32) -> bool {
        self.actions >> (self.acted() - 1 - at) & 1 == 1
    }
}

impl Kuhn {
    /// The game with two players.
    pub const TWO: Kuhn = Kuhn { players: 2 };

    /// The game with 2 to 10 players.
    ///
    /// # Errors
    /// [`BadParameters::KuhnPlayers`] for another number.
    pub fn new(players: usize) -> Result<Kuhn, BadParameters> {
        match u8::try_from(players) {
            Ok(count) if (2..=MAX_PLAYERS).contains(&players) => Ok(Kuhn { players: count }),
            _ => Err(BadParameters::KuhnPlayers(players)),
        }
    }

    /// The card in the pack with exactly `index` lower ones in the pack.
    fn card_left(&self, state: &KuhnState, index: usize) -> u8 {
        let dealt = &state.cards[..usize::from(state.dealt)];
        let mut left = (0..=self.players).filter(|card| !dealt.contains(card));
        left.nth(index).unwrap_or(self.players)
    }
}

impl Default for Kuhn {
    fn default() -> Kuhn {
        Kuhn::TWO
    }
}

impl Game for Kuhn {
    type State = KuhnState;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn root(&self) -> KuhnState {
        KuhnState { cards: [0; MAX_PLAYERS], dealt: 0, actions: 1 }
    }

    fn turn(&self, state: &KuhnState) -> Turn {
        if state.dealt < self.players {
            let outcomes = usize::from(self.players + 1 - state.dealt);
            return Turn::Chance { outcomes };
        }
        let players = u32::from(self.players);
        let last = players + state.passes_before_bet().unwrap_or(0);
        if state.acted() == last {
            return Turn::Terminal;
        }
        Turn::Decision { player: Player::new((state.acted() % players) as u8), actions: 2 }
    }

    fn child(&self, state: &KuhnState, index: usize) -> KuhnState {
        let mut child = *state;
        if state.dealt < self.players {
            child.cards[usize::from(state.dealt)] = self.card_left(state, index);
            child.dealt += 1;
        } else {
            child.actions = state.actions << 1 | index as u32;
        }
        child
    }

    fn chance_probability(&self, state: &KuhnState, _index: usize) -> f64 {
        1.0 / f64::from(self.players + 1 - state.dealt)
    }

    fn chance_fraction(&self, state: &KuhnState, _index: usize) -> Option<Fraction> {
        Some(Fraction { numerator: 1, denominator: u64::from(self.players + 1 - state.dealt) })
    }

    fn utility(&self, state: &KuhnState, player: Player) -> f64 {
        let players = self.players();
        let first = state.passes_before_bet();
        let mut in_for = [1_u8; MAX_PLAYERS];
        if let Some(first) = first {
            for at in first..state.acted() {
                in_for[at as usize % players] += u8::from(state.is_bet(at));
            }
        }
        let shown = |who: &usize| first.is_none() || in_for[*who] == 2;
        let winner = (0..players).filter(shown).max_by_key(|&who| state.cards[who]);
        let lost = f64::from(in_for[player.index()]);
        if winner == Some(player.index()) { f64::from(in_for[..players].iter().sum::<u8>()) - lost } else { -lost }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-2.0, 2.0 * f64::from(self.players - 1))
    }

    /// The actions, up to 19 with their leading bit, above 4 bits of card. The number of actions determines the player.
    fn infoset(&self, state: &KuhnState) -> InfosetKey {
        let mover = state.acted() as usize % self.players();
        InfosetKey(u64::from(state.actions) << 4 | u64::from(state.cards[mover]))
    }

    /// The number of a card; "pass" or "bet".
    fn action_name(&self, state: &KuhnState, index: usize) -> String {
        if state.dealt < self.players {
            return self.card_left(state, index).to_string();
        }
        ["pass", "bet"][index].to_owned()
    }

    /// The own card and the actions, as in OpenSpiel: "0pb".
    fn infoset_name(&self, state: &KuhnState) -> String {
        let mover = state.acted() as usize % self.players();
        let actions = (0..state.acted()).map(|at| if state.is_bet(at) { 'b' } else { 'p' });
        format!("{}{}", state.cards[mover], actions.collect::<String>())
    }
}
