//! The state of a solver, from which a later run continues to the same bytes.

use thiserror::Error;

use super::Cfr;
use super::engine::LARGEST_WEIGHT;

/// Probabilities may be above 1 by this much, which is rounding.
const ROUNDING: f64 = 1e-9;

/// The state of a [`Cfr`] solver.
#[derive(Clone, Debug, PartialEq)]
pub struct CfrState {
    /// The number of iterations done.
    pub iterations: u64,
    /// The iteration at which schedules end.
    pub planned: u64,
    /// The weight of the latest iteration in the average.
    pub weight: f64,
    /// Of one player after the other: the regrets, the strategy, its realization plan, and the sum of
    /// the plans so far, each sequence by sequence; then, for a preset with a
    /// [`Volatility`](super::Volatility), its moving average at each information set, and for a
    /// [`TreeRule`](super::TreeRule), what it keeps of information sets and sequences.
    pub numbers: Vec<f64>,
}

/// The reason that a state cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateError {
    /// It is the state of another game.
    #[error("the saved state has {found} numbers where this game has {room}")]
    Size {
        /// The number of numbers saved.
        found: usize,
        /// The number of numbers that fit.
        room: usize,
    },
    /// A number is not finite, or no probability, or no sum of probabilities.
    #[error("the saved state has numbers that no run can have")]
    Numbers,
}

impl Cfr<'_> {
    /// The state after the iterations so far.
    pub fn state(&self) -> CfrState {
        let learners = self.learners.iter();
        let arrays =
            learners.flat_map(|one| [&one.regrets, &one.strategy, &one.reach, &one.sums, &one.volatility, &one.latest]);
        CfrState {
            iterations: self.clock.iterations,
            planned: self.clock.planned,
            weight: self.clock.weight(),
            numbers: arrays.flatten().copied().collect(),
        }
    }

    /// Continues from the state of a solver of the same game with the same preset.
    ///
    /// # Errors
    ///
    /// [`StateError`]; the solver is then as it was.
    pub fn restore(&mut self, state: &CfrState) -> Result<(), StateError> {
        let learners = self.learners.iter();
        let room = learners.map(|learner| 4 * learner.sums.len() + learner.volatility.len() + learner.latest.len());
        let room = room.sum::<usize>();
        let found = state.numbers.len();
        if found != room {
            return Err(StateError::Size { found, room });
        }
        let mut restored = self.learners.clone();
        let mut left = &state.numbers[..];
        let mut sound = state.weight > 0.0 && state.weight <= LARGEST_WEIGHT;
        for learner in &mut restored {
            let most = [f64::INFINITY, 1.0 + ROUNDING, 1.0 + ROUNDING, f64::INFINITY, f64::INFINITY, f64::INFINITY];
            let least = [f64::NEG_INFINITY, 0.0, 0.0, 0.0, 0.0, f64::NEG_INFINITY];
            let arrays = [
                &mut learner.regrets,
                &mut learner.strategy,
                &mut learner.reach,
                &mut learner.sums,
                &mut learner.volatility,
                &mut learner.latest,
            ];
            for ((array, least), most) in arrays.into_iter().zip(least).zip(most) {
                let (saved, rest) = left.split_at(array.len());
                sound &= saved.iter().all(|saved| saved.is_finite() && (least..=most).contains(saved));
                array.copy_from_slice(saved);
                left = rest;
            }
        }
        if !sound {
            return Err(StateError::Numbers);
        }
        self.learners = restored;
        self.clock.plan(state.planned);
        self.clock.resume(state.iterations, state.weight);
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/cfr/state.rs"]
mod tests;
