//! `seen`: what `tricks` keeps, and the cards the opponent has played in the tricks that are over.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::tricks::Situations;
use super::{HandGame, HandId, HandInfosets, HandState};

/// Remembers which cards the opponent has shown, but neither in which order nor what one has played
/// oneself.
#[derive(Debug)]
pub struct Seen {
    situations: Situations,
    base: Vec<u64>,
    width: Vec<u64>,
    /// For each hand, situations times this is what one more hand of the opponent's cards takes.
    situations_of: Vec<u64>,
    /// The place of each hand among those of its size.
    local: Vec<u32>,
    class_cells: u64,
    classes: u64,
}

impl Seen {
    /// For the hands of `game`.
    pub fn new(game: &HandGame) -> Seen {
        let situations = Situations::new(game);
        let space = game.space();
        let size = usize::from(game.rules().hand_size());
        let (mut base, mut width, mut situations_of) = (Vec::new(), Vec::new(), Vec::new());
        let mut cells = 0;
        for cards in 0..=size {
            for hand in space.of_size(cards) {
                let actions = (space.distinct(hand).len() as u64 + 1).max(2);
                let count = situations.count(cards) as u64;
                base.push(cells);
                width.push(actions);
                situations_of.push(count);
                // As many cards of the opponent's as have left one's own hand, or one fewer: the
                // larger number leaves room for both.
                cells += actions * count * space.count(size - cards) as u64;
            }
        }
        let local = (0..=size)
            .flat_map(|cards| 0..space.count(cards) as u32)
            .collect();
        Seen {
            situations,
            base,
            width,
            situations_of,
            local,
            class_cells: cells,
            classes: game.payoffs().len() as u64,
        }
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
            cells: self.class_cells * self.classes,
        }
    }

    #[inline(always)]
    fn row(&self, state: &HandState) -> RowKey {
        let player = state.to_move();
        let hand = state.hands[player.index()].index();
        let seen = u64::from(self.local[state.played[player.opponent().index()].index()]);
        let situation = self.situations.number(state) as u64;
        let class = u64::from(state.class) * self.class_cells;
        let row = seen * self.situations_of[hand] + situation;
        RowKey(class + self.base[hand] + row * self.width[hand])
    }

    fn public_part(&self, state: &HandState) -> Option<u64> {
        let opponent = state.to_move().opponent();
        let seen = state.played[opponent.index()].index() as u64;
        let situation = self.situations.number(state) as u64;
        Some((seen << 16 | situation) << 8 | u64::from(state.class))
    }

    fn for_each_row(&self, game: &HandGame, each: &mut dyn FnMut(RowKey, usize)) {
        let space = game.space();
        let size = usize::from(game.rules().hand_size());
        let hands = (0..space.len()).map(HandId::from_index);
        for class in (0..self.classes).map(|class| class * self.class_cells) {
            for hand in hands.clone() {
                let (cards, distinct) = (space.size(hand), space.distinct(hand).len());
                let base = class + self.base[hand.index()];
                let width = self.width[hand.index()];
                let situations = self.situations_of[hand.index()];
                // With a card of one's own on the table the opponent has shown one fewer.
                let before_answers = self.situations.before_answers(cards);
                let shown_before = (size - cards).checked_sub(1);
                let shown_before = shown_before.map_or(0, |cards| space.count(cards) as u64);
                for seen in 0..space.count(size - cards) as u64 {
                    self.situations
                        .for_each(cards, distinct, &mut |situation, actions| {
                            if situation < before_answers || seen < shown_before {
                                let row = seen * situations + situation as u64;
                                each(RowKey(base + row * width), actions);
                            }
                        });
                }
            }
        }
    }
}
