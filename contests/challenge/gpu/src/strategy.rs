//! Average strategies of the trunk, read from the device.

use cardsharp_challenge_solver::infosets::{HandState, PublicPlays, Stake};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_gpu::DeviceError;
use cardsharp_solvers::range::{DecisionLayout, RangeGame};

use crate::hand_solver::HandSolver;

/// The sums of strategies in a public state, but for a factor. Cells are those of
/// [`DecisionLayout`](cardsharp_solvers::range::DecisionLayout).
#[derive(Clone, Debug, PartialEq)]
pub struct TrunkStrategy {
    /// Of the player to move: a cell for each card and hand that is left, and for a challenge with each hand.
    pub moves: Vec<f32>,
    /// Of the other player's answer to a challenge: to accept with each hand, and to reject. Empty if none is possible.
    pub answers: Vec<f32>,
}

impl HandSolver {
    /// The average strategy in a public state; `None` if it is not one of the trunk.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses.
    pub fn average_strategy(&self, public: &PublicPlays) -> Result<Option<TrunkStrategy>, DeviceError> {
        let Some(level) = self.level(public.class(), public.plays.len() as u8) else {
            return Ok(None);
        };
        let Some(cells) = &level.cells else {
            return Ok(None);
        };
        let state = public.number(self.rules().ranks());
        let read = |buffer, count: u64| self.precision().read(buffer, state * count, count as usize);
        Ok(Some(TrunkStrategy {
            moves: read(&cells.averages, level.shape.numbers)?,
            answers: read(&cells.answer_averages, level.shape.answers)?,
        }))
    }

    /// The average strategy of a decision of `game`, the same hand, as probabilities; `None` if it is not one of the trunk.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses.
    pub fn cells(&self, game: &RangeHand, state: &HandState) -> Result<Option<Vec<f32>>, DeviceError> {
        let found = self.average_strategy(&PublicPlays::of(state))?;
        let layout = game.layout(state);
        Ok(found.map(|found| match state.stake {
            Stake::Offered(_) => probabilities(&layout, found.answers),
            _ => probabilities(&layout, found.moves),
        }))
    }
}

/// Divides the sums of each hand by their sum; a hand that never comes plays all actions alike.
fn probabilities(layout: &DecisionLayout<'_>, mut sums: Vec<f32>) -> Vec<f32> {
    let mut of_hand = vec![0.0; layout.hands()];
    for (cell, &sum) in sums.iter().enumerate() {
        of_hand[layout.hand_of(cell)] += sum;
    }
    for (cell, sum) in sums.iter_mut().enumerate() {
        let hand = layout.hand_of(cell);
        *sum = match of_hand[hand] {
            all if all > 0.0 => *sum / all,
            _ => layout.uniform[hand],
        };
    }
    sums
}
