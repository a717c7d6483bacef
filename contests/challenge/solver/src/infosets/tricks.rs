//! `tricks`: own hand, card on the table, trick counts and the state of the challenge.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::situations::Situations;
use super::{HandGame, HandId, HandInfosets, HandState, RowParts};

/// The information sets with the least memory: a player's hand and the table, as the contest's requests show them. The
/// rows of one hand lie together. Each has as many cells as that hand can have actions.
#[derive(Debug)]
pub struct Tricks {
    situations: Situations,
    /// By hand: its first cell.
    base: Vec<u64>,
    /// By hand: cells of a row.
    width: Vec<u64>,
    class_cells: u64,
    classes: u64,
}

impl Tricks {
    /// The information sets for the hands of `game`.
    pub fn new(game: &HandGame) -> Tricks {
        let situations = Situations::new(game);
        let space = game.space();
        let (mut base, mut width) = (Vec::new(), Vec::new());
        let mut cells = 0;
        for hand in (0..space.len()).map(HandId::from_index) {
            let actions = (space.distinct(hand).len() as u64 + 1).max(2);
            base.push(cells);
            width.push(actions);
            cells += actions * situations.count(space.size(hand)) as u64;
        }
        Tricks { situations, base, width, class_cells: cells, classes: game.payoffs().len() as u64 }
    }
}

impl HandInfosets for Tricks {
    fn name(&self) -> &str {
        "tricks"
    }

    fn summary(&self) -> String {
        "own hand, card on the table, trick counts, challenge".to_owned()
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: self.class_cells * self.classes }
    }

    #[inline(always)]
    fn row(&self, state: &HandState) -> RowKey {
        let hand = state.hands[state.to_move().index()].index();
        let class = u64::from(state.class) * self.class_cells;
        let situation = self.situations.number(state) as u64;
        RowKey(class + self.base[hand] + situation * self.width[hand])
    }

    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some((self.situations.number(state) as u64) << 8 | u64::from(state.class))
    }

    /// A segment has the rows of a hand.
    fn segments(&self, game: &HandGame) -> usize {
        self.classes as usize * game.space().len()
    }

    fn for_each_parts(&self, game: &HandGame, segment: usize, each: &mut dyn FnMut(RowKey, &RowParts)) {
        let space = game.space();
        let (class, hand) = (segment / space.len(), segment % space.len());
        let begin = class as u64 * self.class_cells + self.base[hand];
        let (width, hand) = (self.width[hand], HandId::from_index(hand));
        let situations = &self.situations;
        situations.for_each(space.size(hand), &mut |situation, public| {
            let parts = RowParts { class: class as u8, hand, public };
            each(RowKey(begin + situation as u64 * width), &parts);
        });
    }
}
