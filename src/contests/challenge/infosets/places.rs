//! A place in the table for every row: hand by hand, and for each hand situation by situation.

use cardsharp_solvers::sampled::RowKey;

use super::situations::Situations;
use super::{HandGame, HandId, HandState};

/// Numbers rows that keep one's own hand and the situation, and perhaps what the opponent has shown
/// in the tricks that are over. Rows of one hand lie together, each with as many cells as that hand
/// can have actions.
#[derive(Debug)]
pub(super) struct Places {
    situations: Situations,
    /// By hand: its first cell.
    base: Vec<u64>,
    /// By hand: cells of a row.
    width: Vec<u64>,
    /// By hand: situations.
    count: Vec<u64>,
    /// By hand shown: its place among those of its size; none if that is not kept.
    shown: Option<Vec<u32>>,
    class_cells: u64,
    classes: u64,
}

impl Places {
    /// For the hands of `game`.
    pub(super) fn new(game: &HandGame, keeps_shown: bool) -> Places {
        let situations = Situations::new(game);
        let space = game.space();
        let size = usize::from(game.rules().hand_size());
        let (mut base, mut width, mut count) = (Vec::new(), Vec::new(), Vec::new());
        let mut cells = 0;
        for cards in 0..=size {
            // As many cards of the opponent's as have left one's own hand, or one fewer: the larger
            // number leaves room for both.
            let shown = if keeps_shown {
                space.count(size - cards)
            } else {
                1
            };
            for hand in space.of_size(cards) {
                let actions = (space.distinct(hand).len() as u64 + 1).max(2);
                base.push(cells);
                width.push(actions);
                count.push(situations.count(cards) as u64);
                cells += actions * (situations.count(cards) * shown) as u64;
            }
        }
        let places = || (0..=size).flat_map(|cards| 0..space.count(cards) as u32);
        Places {
            situations,
            base,
            width,
            count,
            shown: keeps_shown.then(|| places().collect()),
            class_cells: cells,
            classes: game.payoffs().len() as u64,
        }
    }

    /// Cells in all.
    pub(super) fn cells(&self) -> u64 {
        self.class_cells * self.classes
    }

    /// The row of the player to move.
    #[inline(always)]
    pub(super) fn row(&self, state: &HandState) -> RowKey {
        let player = state.to_move();
        let hand = state.hands[player.index()].index();
        let situation = self.situations.number(state) as u64;
        let shown = match &self.shown {
            Some(place) => u64::from(place[state.played[player.opponent().index()].index()]),
            None => 0,
        };
        let class = u64::from(state.class) * self.class_cells;
        let row = shown * self.count[hand] + situation;
        RowKey(class + self.base[hand] + row * self.width[hand])
    }

    /// What that row depends on besides the hand and its size.
    pub(super) fn public_part(&self, state: &HandState) -> u64 {
        let shown = match &self.shown {
            Some(_) => state.played[state.to_move().opponent().index()].index() as u64,
            None => 0,
        };
        let situation = self.situations.number(state) as u64;
        (shown << 16 | situation) << 8 | u64::from(state.class)
    }

    /// Calls `each` with every row that play can reach and the number of its actions.
    pub(super) fn for_each_row(&self, game: &HandGame, each: &mut dyn FnMut(RowKey, usize)) {
        let space = game.space();
        for class in (0..self.classes).map(|class| class * self.class_cells) {
            for hand in (0..space.len()).map(HandId::from_index) {
                self.for_each_row_of(game, class, hand, each);
            }
        }
    }

    fn for_each_row_of(
        &self,
        game: &HandGame,
        class: u64,
        hand: HandId,
        each: &mut dyn FnMut(RowKey, usize),
    ) {
        let space = game.space();
        let (cards, distinct) = (space.size(hand), space.distinct(hand).len());
        let left = usize::from(game.rules().hand_size()) - cards;
        let shown = |cards: usize| match self.shown {
            Some(_) => space.count(cards) as u64,
            None => 1,
        };
        // With a card of one's own on the table the opponent has shown one fewer.
        let before_answers = self.situations.before_answers(cards);
        let shown_before = left.checked_sub(1).map_or(0, shown);
        let base = class + self.base[hand.index()];
        for seen in 0..shown(left) {
            self.situations
                .for_each(cards, distinct, &mut |situation, actions| {
                    if situation < before_answers || seen < shown_before {
                        let row = seen * self.count[hand.index()] + situation as u64;
                        each(RowKey(base + row * self.width[hand.index()]), actions);
                    }
                });
        }
    }
}
