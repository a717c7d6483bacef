//! The places of public states in the files.

use cardsharp_solvers::range::DecisionLayout;

use super::folder::About;
use super::places::{FileOrder, Place};
use crate::infosets::{HandId, HandSpace};
use crate::ranges::RangeHand;

/// The order of the files of a hand.
#[derive(Debug)]
pub(super) struct FileLayout<'a> {
    pub(super) hand: &'a RangeHand,
    pub(super) order: FileOrder,
    pub(super) plays: usize,
    /// By class and plays: the first byte of `trunk`.
    trunk: Vec<Vec<usize>>,
    /// By plays: the first byte of `answers`.
    answers: Vec<usize>,
    /// The lengths of both.
    pub(super) trunk_bytes: usize,
    pub(super) answer_bytes: usize,
}

impl<'a> FileLayout<'a> {
    pub(super) fn new(hand: &'a RangeHand, plays: usize) -> FileLayout<'a> {
        let mut layout = FileLayout {
            hand,
            order: FileOrder::new(hand.space()),
            plays,
            trunk: vec![vec![0; plays]; plays + 1],
            answers: vec![0; plays],
            trunk_bytes: 0,
            answer_bytes: 0,
        };
        for class in 0..=plays {
            for level in class.saturating_sub(1)..plays {
                layout.trunk[class][level] = layout.trunk_bytes;
                layout.trunk_bytes += layout.states(level) * layout.width(class, level);
                if class == 0 {
                    layout.answers[level] = layout.answer_bytes;
                    layout.answer_bytes += layout.states(level) * layout.space().count(layout.answering(level));
                }
            }
        }
        layout
    }

    /// True if `about` has these sizes.
    pub(super) fn is_that_of(&self, about: &About) -> bool {
        let sizes = [about.trunk_bytes, about.answer_bytes, about.hands_left];
        sizes == [self.trunk_bytes, self.answer_bytes, self.hands_left()]
    }

    pub(super) fn space(&self) -> &'a HandSpace {
        self.hand.space()
    }

    fn ranks(&self) -> usize {
        usize::from(self.space().rules().ranks())
    }

    /// The number of public states of a class after some plays.
    pub(super) fn states(&self, level: usize) -> usize {
        self.ranks().pow(level as u32)
    }

    /// The number of hands where the stored plays are over.
    pub(super) fn hands_left(&self) -> usize {
        self.space().count(self.moving(self.plays))
    }

    /// The number of cards of the player to move, and of the other one.
    pub(super) fn moving(&self, level: usize) -> usize {
        usize::from(self.space().rules().hand_size()) - level / 2
    }

    pub(super) fn answering(&self, level: usize) -> usize {
        usize::from(self.space().rules().hand_size()) - level.div_ceil(2)
    }

    /// The number of bytes of a decision.
    fn width(&self, class: usize, level: usize) -> usize {
        let (space, cards) = (self.space(), self.moving(level));
        let plays = self.ranks() * space.count(cards - 1);
        plays + if class == 0 { space.count(cards) } else { 0 }
    }

    /// The place of the byte that says how a hand answers a challenge before a play.
    pub(super) fn answer(&self, level: usize, number: usize, local: usize) -> usize {
        let cards = self.answering(level);
        self.answers[level] + number * self.space().count(cards) + self.order.of(cards, local)
    }

    /// The places of the bytes of a hand's actions in a decision, with their cells in it: of each card that the hand holds,
    /// and of a challenge.
    pub(super) fn row(&self, cells: &DecisionLayout<'_>, place: &Place, hand: HandId) -> Vec<[usize; 2]> {
        let (space, cards) = (self.space(), self.moving(place.plays));
        let first = self.trunk[place.class][place.plays] + place.number * self.width(place.class, place.plays);
        let held = space.distinct(hand).iter();
        let mut row: Vec<[usize; 2]> = held
            .map(|&rank| {
                let (left, action) = (space.local(space.without(hand, rank)), usize::from(rank - 1));
                let byte = first + action * space.count(cards - 1) + self.order.of(cards - 1, left);
                [byte, cells.range(action).start + left]
            })
            .collect();
        if place.class == 0 {
            let (local, action) = (space.local(hand), self.ranks());
            let byte = first + action * space.count(cards - 1) + self.order.of(cards, local);
            row.push([byte, cells.range(action).start + local]);
        }
        row
    }
}
