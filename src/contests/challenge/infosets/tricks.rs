//! `tricks`: own hand, card on the table, trick counts and the state of the challenge.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::places::Places;
use super::{HandGame, HandInfosets, HandState};

/// The poorest of the three: what a player knows who looks at his hand and at the table, as the
/// contest's requests show them.
#[derive(Debug)]
pub struct Tricks(Places);

impl Tricks {
    /// For the hands of `game`.
    pub fn new(game: &HandGame) -> Tricks {
        Tricks(Places::new(game, false))
    }
}

impl HandInfosets for Tricks {
    fn name(&self) -> &'static str {
        "tricks"
    }

    fn summary(&self) -> &'static str {
        "own hand, card on the table, trick counts, challenge"
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense {
            cells: self.0.cells(),
        }
    }

    #[inline(always)]
    fn row(&self, state: &HandState) -> RowKey {
        self.0.row(state)
    }

    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some(self.0.public_part(state))
    }

    fn for_each_row(&self, game: &HandGame, each: &mut dyn FnMut(RowKey, usize)) {
        self.0.for_each_row(game, each);
    }
}
