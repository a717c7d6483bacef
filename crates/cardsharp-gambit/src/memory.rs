//! The memory that the parts of a game take while it is read.

use num_rational::BigRational;

use crate::error::{EfgError, Position};
use crate::parts::Move;

/// Bytes of a node, with its place among the children of its parent. Lists take up to three times
/// their content while they grow.
const NODE: usize = 40;
/// Bytes of an information set or a chance event, with its entry in the table of numbers.
const SET: usize = 300;
/// Bytes of an action, without the letters of its name.
const ACTION: usize = 50;
/// Bytes of an exact number, without its digits.
const NUMBER: usize = 110;
/// Bytes of an outcome, with its entry in the table of numbers.
const OUTCOME: usize = 80;
/// Bytes of a payoff in the table.
const PAYOFF: usize = 16;

/// The memory taken so far, estimated from the sizes of the parts.
#[derive(Debug)]
pub(crate) struct Memory {
    taken: u64,
    allowed: u64,
}

impl Memory {
    /// None is taken, and `allowed` bytes may be.
    pub(crate) fn new(allowed: u64) -> Memory {
        Memory { taken: 0, allowed }
    }

    /// The bytes taken so far.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Takes the memory of a node.
    pub(crate) fn node(&mut self, at: Position) -> Result<(), EfgError> {
        self.take(NODE, at)
    }

    /// Takes the memory of an information set or a chance event.
    pub(crate) fn set(&mut self, described: &Move, at: Position) -> Result<(), EfgError> {
        let name = described.name.as_ref().map_or(0, String::len);
        let actions = described.actions.iter();
        let actions: usize = actions.map(|action| ACTION + action.len()).sum();
        let chances: usize = described.probabilities.iter().map(number).sum();
        self.take(SET + name + actions + chances, at)
    }

    /// Takes the memory of an outcome.
    pub(crate) fn outcome(
        &mut self,
        name: Option<&str>,
        payoffs: &[BigRational],
        at: Position,
    ) -> Result<(), EfgError> {
        let payoffs: usize = payoffs.iter().map(number).sum();
        self.take(OUTCOME + name.map_or(0, str::len) + payoffs, at)
    }

    /// Takes the memory of a row of the payoff table.
    pub(crate) fn row(&mut self, players: usize, at: Position) -> Result<(), EfgError> {
        self.take(PAYOFF * players, at)
    }

    fn take(&mut self, bytes: usize, at: Position) -> Result<(), EfgError> {
        self.taken += bytes as u64;
        if self.taken > self.allowed { Err(EfgError::TooLarge { at, allowed: self.allowed }) } else { Ok(()) }
    }
}

/// The bytes of an exact number.
fn number(exact: &BigRational) -> usize {
    let bits = exact.numer().bits() + exact.denom().bits();
    NUMBER + bits as usize / 8
}
