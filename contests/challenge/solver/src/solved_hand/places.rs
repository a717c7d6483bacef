//! The public states of the first plays, in the order of the files.
//!
//! A state is its plays as digits, the first the most significant. Class 0 has those without a challenge, and class 1 +
//! k those after a challenge that was accepted before play k. The hands of a size are in the order of the numbers whose
//! hexadecimal digits are the copies of each rank, the lowest rank last.

use cardsharp_solvers::range::RangeGame;

use crate::infosets::{HandSpace, HandState};
use crate::ranges::RangeHand;

/// A public state at which a play begins, or the plays are over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) public: HandState,
    /// Its class.
    pub(super) class: usize,
    /// The number of plays before.
    pub(super) plays: usize,
    /// Its number among those of its class with as many plays.
    pub(super) number: usize,
}

impl Place {
    pub(super) fn root(hand: &RangeHand) -> Place {
        Place { public: hand.root(), class: 0, plays: 0, number: 0 }
    }

    /// The state after a challenge, in which the other player answers.
    pub(super) fn offered(&self, hand: &RangeHand) -> Option<HandState> {
        let ranks = usize::from(hand.space().rules().ranks());
        (self.class == 0).then(|| hand.act(&self.public, ranks))
    }

    /// The places after each card, and after a challenge that is accepted, each with the action.
    pub(super) fn next(&self, hand: &RangeHand) -> Vec<(usize, Place)> {
        let ranks = usize::from(hand.space().rules().ranks());
        let cards = (0..ranks).filter(|&card| hand.weight(&self.public, card) != 0.0);
        let played = cards.map(|card| {
            let next = Place {
                public: hand.act(&self.public, card),
                plays: self.plays + 1,
                number: self.number * ranks + card,
                ..*self
            };
            (card, next)
        });
        let accepted = self.offered(hand).map(|offered| {
            let next = Place { public: hand.act(&offered, 0), class: 1 + self.plays, ..*self };
            (ranks, next)
        });
        played.chain(accepted).collect()
    }

    /// Calls `each` with all places from here on, those after an accepted challenge included, up to those with
    /// `plays` plays.
    pub(super) fn for_each(&self, hand: &RangeHand, plays: usize, each: &mut dyn FnMut(&Place)) {
        each(self);
        if self.plays < plays {
            for (_, next) in self.next(hand) {
                next.for_each(hand, plays, each);
            }
        }
    }
}

/// By size, the place of each hand in the order of the files.
#[derive(Debug)]
pub(super) struct FileOrder(Vec<Vec<usize>>);

impl FileOrder {
    pub(super) fn new(space: &HandSpace) -> FileOrder {
        let sizes = 0..=usize::from(space.rules().hand_size());
        let order = sizes.map(|size| {
            let number = |local: usize| {
                let hand = space.of_size(size).nth(local);
                let counts = hand.map(|hand| space.cards(hand).counts());
                let digits = counts.into_iter().flatten().enumerate();
                digits.fold(0_u64, |sum, (rank, count)| sum | (count as u64) << (4 * rank))
            };
            let mut hands: Vec<usize> = (0..space.count(size)).collect();
            hands.sort_by_cached_key(|&local| number(local));
            let mut places = vec![0; hands.len()];
            hands.iter().enumerate().for_each(|(place, &local)| places[local] = place);
            places
        });
        FileOrder(order.collect())
    }

    /// The place of the hand `local` of a size.
    pub(super) fn of(&self, size: usize, local: usize) -> usize {
        self.0[size][local]
    }

    /// By hand of a size: its place.
    pub(super) fn places(&self, size: usize) -> &[usize] {
        &self.0[size]
    }
}
