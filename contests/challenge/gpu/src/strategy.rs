//! Average strategies of the trunk, read from the device.

use cardsharp_challenge_solver::infosets::{ACCEPT, HandState, OFFER, Stake};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_gpu::DeviceError;
use cardsharp_solvers::range::{DecisionLayout, RangeGame};

use crate::hand_solver::HandSolver;

/// A public state of the trunk, by its plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicPlays {
    /// The ranks played so far, from 0.
    pub plays: Vec<u8>,
    /// The number of plays before a challenge was accepted, if one was.
    pub accepted_before: Option<u8>,
}

impl PublicPlays {
    /// The plays of a state of the hand.
    pub fn of(state: &HandState) -> PublicPlays {
        let mut public = PublicPlays {
            plays: Vec::new(),
            accepted_before: None,
        };
        let codes = (0..16).rev().map(|index| state.history >> (4 * index) & 15);
        for code in codes.filter(|&code| code > 0) {
            match code {
                ACCEPT => public.accepted_before = Some(public.plays.len() as u8),
                OFFER => {}
                rank => public.plays.push(rank as u8 - 1),
            }
        }
        public
    }
}

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
        let class = public.accepted_before.map_or(0, |before| before + 1);
        let Some(level) = self.level(class, public.plays.len() as u8) else {
            return Ok(None);
        };
        let Some(cells) = &level.cells else {
            return Ok(None);
        };
        let ranks = u64::from(self.rules().ranks());
        let state = public
            .plays
            .iter()
            .fold(0, |state, &play| state * ranks + u64::from(play));
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
