//! The decisions of a hand that a lock names.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeCfr, RangeGame};
use rustc_hash::FxHashMap;

use super::moves::{action_index, moves, number, walk};
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::{HandId, HandState};
use cardsharp_challenge_solver::ranges::{RangeHand, lock_hands};
use cardsharp_challenge_solver::resolve::ResolvedTricks;
use cardsharp_contest::explorer::{ExploreError, shortened};
use cardsharp_contest::locked::Lock;

/// A lock at a public position, by its hands.
pub struct NamedLock<'g> {
    game: &'g RangeHand,
    state: HandState,
    actions: Vec<usize>,
    weighted: Vec<(Move, f64)>,
    /// By locked hand: the sum of the weights of the moves that it has. One without any stays free.
    sums: FxHashMap<HandId, f64>,
}

/// True if the decision of a lock is one of the last trick.
///
/// # Errors
///
/// [`ExploreError`] if the place is not possible.
pub fn is_in_last_trick(game: &RangeHand, lock: &Lock) -> Result<bool, ExploreError> {
    let (state, _) = walk(game, lock.place.steps.iter().map(String::as_str))?;
    Ok(state.over + 1 == game.game().rules().hand_size())
}

impl<'g> NamedLock<'g> {
    /// Finds the hands of a lock.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] if the place or the hand is not possible.
    pub fn of(game: &'g RangeHand, lock: &Lock) -> Result<NamedLock<'g>, ExploreError> {
        let (state, actions) = walk(game, lock.place.steps.iter().map(String::as_str))?;
        let possible = moves(game, &state);
        if possible.is_empty() {
            return Err(ExploreError::NobodyActs);
        }
        let weights = lock.shares(possible.len())?;
        let weighted: Vec<(Move, f64)> = possible.into_iter().zip(weights).collect();
        let space = game.space();
        let sum = |hand: HandId| -> Option<f64> {
            let is_meant = lock.hand.as_ref().is_none_or(|name| *name == space.cards(hand).to_string());
            let own = weighted.iter().filter(|(chosen, _)| action_index(space, hand, *chosen).is_some());
            let sum: f64 = own.map(|(_, weight)| weight).sum();
            (is_meant && sum > 0.0).then_some(sum)
        };
        let cards = state.cards_left(state.to_move(), game.game().rules().hand_size());
        let sums: FxHashMap<HandId, f64> = space.of_size(cards).filter_map(|hand| Some((hand, sum(hand)?))).collect();
        if sums.is_empty() {
            return Err(ExploreError::Hand {
                hand: shortened(lock.hand.as_deref().unwrap_or("any hand")),
                wanted: "choose a hand of the list that has one of the actions with a weight".to_owned(),
            });
        }
        Ok(NamedLock { game, state, actions, weighted, sums })
    }

    /// The player whose decision is locked.
    pub fn player(&self) -> Player {
        self.state.to_move()
    }

    /// Holds the hands in a solver; returns their number.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] in a last trick that is not played card by card.
    pub fn hold(&self, solver: &mut RangeCfr<'_, RangeHand>) -> Result<usize, ExploreError> {
        let locked = lock_hands(solver, &self.actions, &|action, hand| {
            let sum = self.sums.get(&hand)?;
            let share = self.weighted.iter().find(|(chosen, _)| number(self.game, *chosen) == action);
            Some(share.map_or(0.0, |(_, weight)| weight / sum))
        });
        locked.map_err(|error| ExploreError::Other(error.to_string()))?;
        Ok(self.sums.len())
    }

    /// Writes the hands into a solution; returns their number.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] in the last trick.
    pub fn write(&self, tricks: &mut ResolvedTricks) -> Result<usize, ExploreError> {
        let Some(mut cells) = tricks.decision(&self.state).map(<[f32]>::to_vec) else {
            let text =
                "a decision of the last trick is locked if everything else is solved again, and not for replies alone";
            return Err(ExploreError::Other(text.to_owned()));
        };
        let (space, layout) = (self.game.space(), self.game.layout(&self.state));
        for (&hand, sum) in &self.sums {
            for &(chosen, weight) in &self.weighted {
                if action_index(space, hand, chosen).is_none() {
                    continue;
                }
                let left = match chosen {
                    Move::Play(rank) => space.without(hand, rank.value()),
                    _ => hand,
                };
                let range = layout.range(number(self.game, chosen));
                cells[range][space.local(left)] = (weight / sum) as f32;
            }
        }
        tricks.set_decision(&self.state, cells);
        Ok(self.sums.len())
    }
}
