//! The way to a public state, and what both players may hold there.

use cardsharp_solvers::range::{RangeGame, Root};

use super::Plan;
use crate::contests::challenge::infosets::{ACCEPT, HandState, OFFER};
use crate::contests::challenge::measure::{Follows, HandStrategy};
use crate::contests::challenge::ranges::RangeHand;

/// What has been done in public, by the numbers that actions have in a game of ranges.
pub fn actions_of(state: &HandState, ranks: u8) -> Vec<usize> {
    let nibbles = (0..16).rev().map(|place| state.history >> (4 * place) & 15);
    let done = nibbles.filter(|&action| action > 0);
    let numbers = done.map(|action| match action {
        OFFER => usize::from(ranks),
        ACCEPT => 0,
        rank => rank as usize - 1,
    });
    numbers.collect()
}

/// A hand under way: what both players may hold if they have played as a strategy does.
pub struct Trunk<'a, S: ?Sized> {
    hand: &'a RangeHand,
    strategy: &'a S,
    class: u8,
    follows: Follows<'a, S>,
    /// How much of every decision counts as made uniformly.
    slips: f32,
    public: HandState,
    ranges: [Vec<f32>; 2],
    /// The same had every choice been made as it was, whatever was held.
    possible: [Vec<f32>; 2],
}

impl<'a, S: HandStrategy + ?Sized> Trunk<'a, S> {
    /// A hand just dealt, to be played by a strategy for a class of payoffs. A player who is seen to do
    /// what the strategy never does must hold something all the same: so a share of every decision,
    /// `slips`, counts as made at random.
    pub fn new(hand: &'a RangeHand, strategy: &'a S, class: u8, slips: f32) -> Trunk<'a, S> {
        let Root { public, ranges } = Root::of(hand);
        Trunk {
            hand,
            strategy,
            class,
            follows: Follows::new(hand.game(), strategy, class),
            slips,
            public,
            possible: ranges.clone(),
            ranges,
        }
    }

    /// The player to move does something; what he does with which hand is said by the first plan that
    /// knows the place, or else by the strategy.
    pub fn act(&mut self, action: usize, plans: &[Plan]) {
        let player = self.public.to_move().index();
        let shape = self.hand.shape(&self.public);
        let planned = plans.iter().find_map(|plan| plan.decision(&self.public));
        let mut strategy = match planned {
            Some(cells) => cells.to_vec(),
            None => self.follows.cells(self.hand, &self.public),
        };
        for (cell, share) in strategy.iter_mut().enumerate() {
            let uniform = shape.uniform[shape.hand_of(cell)];
            *share += self.slips * (uniform - *share);
        }
        let whole = vec![1.0; shape.cells()];
        let ways = [
            (&mut self.ranges[player], strategy),
            (&mut self.possible[player], whole),
        ];
        for (range, shares) in ways {
            let mut split = vec![0.0; shape.cells()];
            shape.split_reach(&shares, range, &mut split);
            *range = split[shape.range(action)].to_vec();
        }
        self.public = self.hand.act(&self.public, action);
    }

    /// The hand.
    pub fn hand(&self) -> &'a RangeHand {
        self.hand
    }

    /// What is to be played, as a player of ranges.
    pub fn follows(&self) -> Follows<'a, S> {
        Follows::new(self.hand.game(), self.strategy, self.class)
    }

    /// Where it has come to.
    pub fn public(&self) -> &HandState {
        &self.public
    }

    /// What both players may hold, by what they have done.
    pub fn ranges(&self) -> &[Vec<f32>; 2] {
        &self.ranges
    }

    /// What both players may hold, by the cards alone.
    pub fn possible(&self) -> &[Vec<f32>; 2] {
        &self.possible
    }
}
