//! The public actions up to a public state, and the ranges of both players there.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeGame, Root};

use super::resolved_tricks::ResolvedTricks;
use crate::infosets::HandState;
use crate::leaf_values::LeafExpectation;
use crate::policy::HandStrategy;
use crate::ranges::{FixedStrategy, RangeHand};

/// A hand under way, with the ranges of both players if they have played by a strategy.
pub struct Trunk<'a> {
    hand: &'a RangeHand,
    strategy: &'a dyn HandStrategy,
    class: u8,
    fixed: FixedStrategy<'a>,
    /// The share of every decision that counts as uniform.
    slips: f32,
    public: HandState,
    ranges: [Vec<f32>; 2],
    /// The same ranges if every action had the same probability with every hand.
    possible: [Vec<f32>; 2],
}

impl<'a> Trunk<'a> {
    /// A hand just dealt, played by a strategy for a class of payoffs. A player who does what the strategy never does
    /// must still have a range. A share of every decision, `slips`, therefore counts as uniform.
    pub fn new(hand: &'a RangeHand, strategy: &'a dyn HandStrategy, class: u8, slips: f32) -> Trunk<'a> {
        let Root { public, ranges } = Root::of(hand);
        Trunk {
            hand,
            strategy,
            class,
            fixed: FixedStrategy::new(hand.game(), strategy, class),
            slips,
            public,
            possible: ranges.clone(),
            ranges,
        }
    }

    /// Makes an action of the player to move. The first solution that has the public state gives
    /// its probability with each hand, or else the strategy.
    pub fn act(&mut self, action: usize, resolved: &[ResolvedTricks]) {
        let player = self.public.to_move().index();
        let layout = self.hand.layout(&self.public);
        let found = resolved.iter().find_map(|tricks| tricks.decision(&self.public));
        let mut strategy = match found {
            Some(cells) => cells.to_vec(),
            None => self.fixed.cells(self.hand, &self.public),
        };
        for (cell, share) in strategy.iter_mut().enumerate() {
            let uniform = layout.uniform[layout.hand_of(cell)];
            *share += self.slips * (uniform - *share);
        }
        let whole = vec![1.0; layout.cells()];
        let ways = [(&mut self.ranges[player], strategy), (&mut self.possible[player], whole)];
        for (range, shares) in ways {
            let mut split = vec![0.0; layout.cells()];
            layout.split_reach(&shares, range, &mut split);
            *range = split[layout.range(action)].to_vec();
        }
        self.public = self.hand.act(&self.public, action);
    }

    /// The hand.
    pub fn hand(&self) -> &'a RangeHand {
        self.hand
    }

    /// The strategy to play, in the form of a player of ranges.
    pub fn fixed(&self) -> FixedStrategy<'a> {
        FixedStrategy::new(self.hand.game(), self.strategy, self.class)
    }

    /// The values that the hands of `player` expect at the present public state, if the strategy's own play
    /// ends here: promised or learned ones, or its worths. None too if its network is of another hand.
    pub fn expected(&self, player: Player) -> Option<Vec<f32>> {
        let leaf = LeafExpectation::of(self.hand, self.strategy).ok().flatten()?;
        let come = (player, &self.ranges);
        let known = || leaf.known(self.strategy, self.hand, &self.public, come);
        leaf.is_leaf(&self.public).then(known).flatten()
    }

    /// The present public state.
    pub fn public(&self) -> &HandState {
        &self.public
    }

    /// The ranges of both players, by their actions.
    pub fn ranges(&self) -> &[Vec<f32>; 2] {
        &self.ranges
    }

    /// The ranges of both players, by the cards alone.
    pub fn possible(&self) -> &[Vec<f32>; 2] {
        &self.possible
    }
}
