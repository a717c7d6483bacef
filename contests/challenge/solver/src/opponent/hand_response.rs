//! The best response to a player from a decision to the end of the hand, over all hands that the player may hold.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::Strategy;

use crate::infosets::{Ending, HandGame, HandState};

/// A state with a hand that the opponent may hold, and its probability.
pub type Possible = (HandState, f64);

/// The values that a response adds up and compares.
pub trait Valuation {
    /// A value, times the probability of coming there.
    type Value;

    /// The value of an `ending` that all the `hands` have.
    fn end(&self, ending: Ending, hands: &[Possible]) -> Self::Value;

    /// The value of a decision of the responder from those of its actions.
    fn decision(&self, state: &HandState, actions: Vec<Self::Value>) -> Self::Value;

    /// The value of all that the opponent may do.
    fn sum(&self, parts: Vec<Self::Value>) -> Self::Value;
}

/// The best response of one player to another whose probabilities are known.
///
/// The information sets of the responder are walked, each with all hands that the opponent may hold there. The response is
/// exact for these hands: the expectimax of a game against a fixed player.
pub struct HandResponse<'a, O, V> {
    /// The game.
    pub game: &'a HandGame,
    /// The responder's number in the hand.
    pub me: Player,
    /// The opponent.
    pub opponent: &'a O,
    /// The values.
    pub valuation: &'a V,
}

/// The public actions that can follow a decision, as the lowest bits of a history.
const PUBLIC_ACTIONS: usize = 16;
/// The most actions of a decision: a card of each rank, and the challenge.
const MOST_ACTIONS: usize = 14;

impl<O: Strategy<HandGame>, V: Valuation> HandResponse<'_, O, V> {
    /// The value of each action of the responder, who moves in the `hands`, which differ in the opponent's hand alone.
    pub fn actions(&self, hands: &[Possible]) -> Vec<V::Value> {
        let actions = hands.first().map_or(0, |(state, _)| self.game.actions(state));
        let after = |action| hands.iter().map(move |&(state, weight)| (self.game.act(&state, action), weight));
        (0..actions).map(|action| self.value(&after(action).collect::<Vec<_>>())).collect()
    }

    /// The value of `hands`, which differ in the opponent's hand alone.
    pub fn value(&self, hands: &[Possible]) -> V::Value {
        let Some((state, _)) = hands.first() else {
            return self.valuation.sum(Vec::new());
        };
        if let Some(ending) = state.ending {
            return self.valuation.end(ending, hands);
        }
        if state.to_move() == self.me {
            return self.valuation.decision(state, self.actions(hands));
        }
        let parts = self.after_opponent(hands);
        self.valuation.sum(parts.iter().filter(|hands| !hands.is_empty()).map(|hands| self.value(hands)).collect())
    }

    /// The hands after each public action of the opponent. An ended hand keeps the history of the offer that was rejected.
    fn after_opponent(&self, hands: &[Possible]) -> [Vec<Possible>; PUBLIC_ACTIONS] {
        let mut after: [Vec<Possible>; PUBLIC_ACTIONS] = Default::default();
        for (state, weight) in hands {
            let mut shares = [0.0; MOST_ACTIONS];
            let shares = &mut shares[..self.game.actions(state)];
            self.opponent.probabilities(self.game, state, shares);
            for (action, share) in shares.iter().enumerate() {
                if *share > 0.0 {
                    let next = self.game.act(state, action);
                    after[(next.history & 15) as usize].push((next, weight * share));
                }
            }
        }
        after
    }
}

#[cfg(test)]
#[path = "../../tests/unit/opponent/hand_response.rs"]
mod tests;
