//! A solution of the tricks of a hand that are left, as a strategy.

use arrayvec::ArrayVec;
use cardsharp_solvers::strategy::Strategy;

use super::moves::{Row, action_index, moves, number};
use crate::agents::Source;
use cardsharp_challenge_solver::infosets::{HandGame, HandId, HandState, Stake};
use cardsharp_challenge_solver::policy::{HandStrategy, MAX_ACTIONS};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::{Continued, ResolvedHand, ResolvedTricks};

/// The strategies of both players in all tricks of a hand, or in its last ones.
pub struct Solution {
    /// The hand as a game of ranges.
    pub(super) hand: RangeHand,
    tricks: ResolvedHand,
}

impl Solution {
    /// These tricks of a hand.
    pub(super) fn new(tricks: ResolvedTricks, hand: RangeHand) -> Solution {
        Solution { hand, tricks: tricks.into() }
    }

    /// The tricks, if they are those of the whole hand.
    pub(super) fn tricks(&self) -> Option<&ResolvedTricks> {
        self.tricks.first()
    }

    /// A player of walks over the hand, from before the last trick on: there the decisions of the last trick are one.
    pub(super) fn player(&self, state: &HandState) -> Option<Continued<'_>> {
        let is_before = state.over + 1 < self.hand.game().rules().hand_size();
        self.tricks.first().filter(|_| is_before).map(Continued)
    }

    /// The decision of a hand of the player to move.
    pub(super) fn row(&self, state: &HandState, hand: HandId) -> Row {
        let mut state = *state;
        state.hands[state.to_move().index()] = hand;
        let actions = match state.stake {
            Stake::Offered(_) => 2,
            Stake::Open => self.hand.space().distinct(hand).len() + 1,
            Stake::Accepted => self.hand.space().distinct(hand).len(),
        };
        let mut shares: ArrayVec<f64, MAX_ACTIONS> = std::iter::repeat_n(0.0, actions).collect();
        self.probabilities(self.hand.game(), &state, &mut shares);
        Row { source: Source::Own, shares }
    }
}

impl Strategy<HandGame> for Solution {
    fn probabilities(&self, _game: &HandGame, state: &HandState, out: &mut [f64]) {
        let own = state.hands[state.to_move().index()];
        let found = self.tricks.shares(&self.hand, state).filter(|_| out.len() > 1);
        let Some(found) = found else {
            out.fill(1.0 / out.len() as f64);
            return;
        };
        out.fill(0.0);
        for chosen in moves(&self.hand, state) {
            let share = found.iter().find(|(action, _)| *action == number(&self.hand, chosen));
            let index = action_index(self.hand.space(), own, chosen);
            if let (Some((_, share)), Some(out)) = (share, index.and_then(|index| out.get_mut(index))) {
                *out = f64::from(*share);
            }
        }
    }
}

impl HandStrategy for Solution {
    /// A hand of few cards has few public actions, which are all in the number.
    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some(state.history)
    }
}
