//! A policy without weakly dominated actions, where few cards are left.
//!
//! A solver leaves any mixture of actions whose values are equal, as in a hand that is lost against good play. Some of
//! them win after a mistake of the opponent, and others do not.
//!
//! An action gives its probability to another that is at least as good against every hand and every play of the
//! opponent, and better against some. Both are followed by the policy. No opponent gains by that, so the
//! exploitability of the policy does not grow.

use arrayvec::ArrayVec;
use cardsharp_challenge_game::rules::Cards;
use cardsharp_challenge_solver::infosets::{HandGame, HandId, HandState};
use cardsharp_challenge_solver::policy::MAX_ACTIONS;
use cardsharp_solvers::game::{Game as _, Player};

/// The largest number of cards that the opponent may hold. With three there are 455 hands, and trees that are too
/// large for an answer at once.
const MAX_HIDDEN: usize = 2;
/// Values that differ by less are equal.
const ROUNDING: f64 = 1e-12;

/// A decision of a player who follows a policy.
pub(super) struct Decision<'a, P> {
    pub(super) game: &'a HandGame,
    /// The position. The class is that of its payoffs, and the opponent's hand does not matter.
    pub(super) state: HandState,
    /// The cards that have left the shoe in earlier hands.
    pub(super) gone: Cards,
    /// Fills in the policy's probabilities. It returns false where the policy does not know the position.
    pub(super) policy: P,
}

/// The smallest and the largest value for the player, over all that the opponent may play.
#[derive(Clone, Copy)]
struct Bounds {
    least: f64,
    most: f64,
}

/// By action: the facts about another action, in its place.
type Relation = [[bool; MAX_ACTIONS]; MAX_ACTIONS];

impl<P: Fn(&HandState, &mut [f64]) -> bool> Decision<'_, P> {
    /// Moves the `shares` of weakly dominated actions to those that dominate them.
    pub(super) fn avoid_dominated(&self, shares: &mut [f64]) {
        if let Some(dominates) = self.dominance(shares) {
            avoid(&dominates, shares);
        }
    }

    fn me(&self) -> Player {
        self.state.to_move()
    }

    /// By action: the actions that it weakly dominates. `None` if there are none with a share.
    fn dominance(&self, shares: &[f64]) -> Option<Relation> {
        let them = self.me().opponent();
        let hidden = self.state.cards_left(them, self.game.rules().hand_size());
        if hidden > MAX_HIDDEN {
            return None;
        }
        let (mut never_worse, mut once_better) = ([[true; MAX_ACTIONS]; MAX_ACTIONS], Relation::default());
        let pairs = |one: usize| (0..shares.len()).filter(move |&other| other != one);
        // The lowest hands come first. They tell most actions apart, so that few others are looked at.
        for hand in self.game.space().of_size(hidden).filter(|&hand| self.is_possible(hand)) {
            let mut held = self.state;
            held.hands[them.index()] = hand;
            let bounds: ArrayVec<Bounds, MAX_ACTIONS> =
                (0..shares.len()).map(|action| self.bounds(&self.game.act(&held, action))).collect();
            for one in 0..shares.len() {
                for other in pairs(one) {
                    never_worse[one][other] &= bounds[one].least >= bounds[other].most - ROUNDING;
                    once_better[one][other] |= bounds[one].most > bounds[other].most + ROUNDING;
                }
            }
            let is_left = |one: usize| pairs(one).any(|other| never_worse[one][other] && shares[other] > 0.0);
            if !(0..shares.len()).any(is_left) {
                return None;
            }
        }
        for (never_worse, once_better) in never_worse.iter_mut().zip(once_better) {
            for (dominates, better) in never_worse.iter_mut().zip(once_better) {
                *dominates &= better;
            }
        }
        Some(never_worse)
    }

    /// True if the shoe allows the opponent this hand.
    fn is_possible(&self, hand: HandId) -> bool {
        let space = self.game.space();
        let [own, mine, theirs] = [self.state.hands[self.me().index()], self.state.played[0], self.state.played[1]]
            .map(|hand| space.cards(hand));
        let hand = space.cards(hand);
        let copies = self.game.rules().copies();
        hand.distinct().all(|rank| {
            let on_table = u8::from(rank.value() == self.state.table);
            let shown = [own, mine, theirs, self.gone].map(|cards| cards.count(rank));
            hand.count(rank) + on_table + shown.iter().sum::<u8>() <= copies
        })
    }

    /// The bounds after the actions that led to `state`, with both hands open.
    fn bounds(&self, state: &HandState) -> Bounds {
        if state.ending.is_some() {
            let value = self.game.utility(state, self.me());
            return Bounds { least: value, most: value };
        }
        let count = self.game.actions(state);
        let after = |action| self.bounds(&self.game.act(state, action));
        if state.to_move() != self.me() {
            let all = (0..count).map(after);
            return all.fold(Bounds::NONE, |one, other| Bounds {
                least: one.least.min(other.least),
                most: one.most.max(other.most),
            });
        }
        let mut shares = [1.0; MAX_ACTIONS];
        let shares = &mut shares[..count];
        if count > 1 && !(self.policy)(state, shares) {
            return Bounds::ANY;
        }
        let taken = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
        taken.fold(Bounds { least: 0.0, most: 0.0 }, |sum, (action, share)| {
            let Bounds { least, most } = after(action);
            Bounds { least: sum.least + share * least, most: sum.most + share * most }
        })
    }
}

impl Bounds {
    /// Of no value.
    const NONE: Bounds = Bounds { least: f64::INFINITY, most: f64::NEG_INFINITY };
    /// Of every probability.
    const ANY: Bounds = Bounds { least: 0.0, most: 1.0 };
}

/// Moves shares to the actions that dominate: in proportion to their own shares, or evenly if those have none.
fn avoid(dominates: &Relation, shares: &mut [f64]) {
    let count = shares.len();
    let is_dominated = |action: usize| (0..count).any(|one| dominates[one][action]);
    let before: ArrayVec<f64, MAX_ACTIONS> = shares.iter().copied().collect();
    for action in (0..count).filter(|&action| before[action] > 0.0 && is_dominated(action)) {
        let better: ArrayVec<usize, MAX_ACTIONS> =
            (0..count).filter(|&one| dominates[one][action] && !is_dominated(one)).collect();
        let sum: f64 = better.iter().map(|&one| before[one]).sum();
        for &one in &better {
            shares[one] +=
                if sum > 0.0 { before[action] * before[one] / sum } else { before[action] / better.len() as f64 };
        }
        // Rounding may leave a chain of dominated actions without an end.
        if !better.is_empty() {
            shares[action] = 0.0;
        }
    }
}
