//! `seen`: what `tricks` keeps, and the cards the opponent has played in the tricks that are over.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::places::Places;
use super::{HandGame, HandInfosets, HandState};

/// Remembers which cards the opponent has shown, but neither in which order nor what one has played
/// oneself.
#[derive(Debug)]
pub struct Seen(Places);

impl Seen {
    /// For the hands of `game`.
    pub fn new(game: &HandGame) -> Seen {
        Seen(Places::new(game, true))
    }
}

impl HandInfosets for Seen {
    fn name(&self) -> &'static str {
        "seen"
    }

    fn summary(&self) -> &'static str {
        "what tricks keeps, and the cards the opponent has played"
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
