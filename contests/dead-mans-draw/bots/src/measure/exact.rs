//! The values of positions: by best play, or by that of a given strategy.

use cardsharp_solvers::game::Player;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::policy::Strategy;
use cardsharp_dead_mans_draw_game::rules::{Action, MatchEnd, State, StateKey};

/// The unit of every value in this module. A tie counts one half.
pub const UNIT: &str = "probability of winning the match";

/// There are more positions than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are more than {most} positions: take a smaller deck, or allow more")]
pub struct TooLarge {
    /// The number of positions allowed.
    pub most: usize,
}

/// The values of positions for player 0 if each player follows a strategy or plays best.
pub struct Evaluation<'a> {
    /// The strategies, by player. A player without a strategy plays best.
    players: [Option<&'a dyn Strategy>; 2],
    most: usize,
    values: FxHashMap<StateKey, f64>,
}

impl<'a> Evaluation<'a> {
    /// An evaluation without values. At most `most` positions are stored.
    pub fn new(players: [Option<&'a dyn Strategy>; 2], most: usize) -> Evaluation<'a> {
        Evaluation { players, most, values: FxHashMap::default() }
    }

    /// The evaluation of best play by both players.
    pub fn best(most: usize) -> Evaluation<'static> {
        Evaluation::new([None, None], most)
    }

    /// The number of positions evaluated so far, terminal ones not counted.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The value of `state` for player 0.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if there are too many positions below the state.
    pub fn value(&mut self, state: &State) -> Result<f64, TooLarge> {
        let Some(player) = state.to_move() else {
            return Ok(state.end().map_or(0.5, MatchEnd::value));
        };
        let key = state.key();
        if let Some(&known) = self.values.get(&key) {
            return Ok(known);
        }
        let actions = state.choices();
        let strategy = self.players[player.index()];
        let mut shares = vec![0.0; actions.len()];
        if let Some(strategy) = strategy {
            strategy.probabilities(state, &actions, &mut shares);
        }
        let mut mean = 0.0;
        let mut best: Option<f64> = None;
        for (&action, &share) in actions.iter().zip(&shares) {
            // Actions that a strategy never takes need no evaluation.
            if strategy.is_some() && share == 0.0 {
                continue;
            }
            let value = self.after(state, action)?;
            mean += share * value;
            best = Some(best.map_or(value, |best| match player {
                Player::ZERO => best.max(value),
                _ => best.min(value),
            }));
        }
        let value = match strategy {
            Some(_) => mean,
            None => best.unwrap_or(0.5),
        };
        if self.values.len() >= self.most {
            return Err(TooLarge { most: self.most });
        }
        self.values.insert(key, value);
        Ok(value)
    }

    /// The expected value for player 0 of `action` in `state`, over all its outcomes.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if there are too many positions below the state.
    pub fn after(&mut self, state: &State, action: Action) -> Result<f64, TooLarge> {
        let mut sum = Ok(0.0);
        let shown = state.for_each_outcome(action, |probability, after| {
            if let Ok(so_far) = sum {
                sum = self.value(after).map(|value| so_far + probability * value);
            }
        });
        // Only the state's own choices are asked for. Any other action has the value of a tie.
        shown.map_or(Ok(0.5), |()| sum)
    }
}

/// The NashConv: the sum over both seats of the gain of a best response to a strategy, from `state`
/// on. It is 0 if the strategy is an equilibrium, and never negative.
///
/// # Errors
///
/// [`TooLarge`] if there are more than `most` positions.
pub fn nash_conv(state: &State, strategy: &dyn Strategy, most: usize) -> Result<f64, TooLarge> {
    let against_one = Evaluation::new([None, Some(strategy)], most).value(state)?;
    let against_zero = Evaluation::new([Some(strategy), None], most).value(state)?;
    Ok(against_one - against_zero)
}
