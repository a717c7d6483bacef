//! A hand split at the leader's first move. Each move's subtree can then be walked on a thread of its own.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, Opponent, RangeGame, Reaches, Root, Traverser, hand_values};

use crate::infosets::HandState;
use crate::ranges::RangeHand;

/// A hand just dealt, with the leader's strategy at the first move.
#[derive(Debug)]
pub struct SplitHand<'a> {
    hand: &'a RangeHand,
    root: Root<HandState>,
    /// The probability of each cell.
    strategy: Vec<f32>,
    /// The part of the leader's range that continues by each cell.
    led: Vec<f32>,
    /// The same if the leader played every action with every hand.
    whole: Vec<f32>,
}

impl<'a> SplitHand<'a> {
    /// A leader who plays `strategy` in each cell of the first decision.
    pub fn new(hand: &'a RangeHand, strategy: Vec<f32>) -> SplitHand<'a> {
        let root = Root::of(hand);
        let layout = hand.layout(&root.public);
        let split = |strategy: &[f32]| {
            let mut split = vec![0.0; layout.cells()];
            layout.split_reach(strategy, &root.ranges[0], &mut split);
            split
        };
        let (led, whole) = (split(&strategy), split(&vec![1.0; layout.cells()]));
        SplitHand { hand, root, strategy, led, whole }
    }

    /// The layout of the first decision.
    pub fn layout(&self) -> DecisionLayout<'_> {
        self.hand.layout(&self.root.public)
    }

    /// The root of the hand.
    pub fn root(&self) -> &Root<HandState> {
        &self.root
    }

    /// The leader's strategy, cell by cell.
    pub fn strategy(&self) -> &[f32] {
        &self.strategy
    }

    /// The part of the leader's range that continues by `action`.
    pub fn led(&self, action: usize) -> &[f32] {
        &self.led[self.layout().range(action)]
    }

    /// The part that would continue if the leader chose it with every hand.
    pub fn whole(&self, action: usize) -> &[f32] {
        &self.whole[self.layout().range(action)]
    }

    /// The value after `action` for each hand that the player of `seat` can have then. The leader's
    /// range is `leader`; the player of `seat` plays as `own` and the other as `other`.
    pub fn values<O: Traverser<RangeHand>, T: Opponent<RangeHand>>(
        &self,
        seat: Player,
        action: usize,
        leader: &[f32],
        own: O,
        other: T,
    ) -> Vec<f32> {
        let public = self.hand.act(&self.root.public, action);
        let follower = &self.root.ranges[1][..];
        let [own_range, other_range] = match seat {
            Player::ZERO => [leader, follower],
            _ => [follower, leader],
        };
        let reaches = Reaches { own: own_range, other: other_range };
        let mut values = hand_values(self.hand, &public, seat, reaches, own, other);
        let weight = self.hand.weight(&self.root.public, action);
        values.iter_mut().for_each(|value| *value *= weight);
        values
    }

    /// For each of the leader's hands, the best value of its actions (`values`, by action), and the
    /// first action that has it.
    pub fn best<W: AsRef<[f32]>>(&self, values: &[W]) -> Vec<(f32, usize)> {
        let layout = self.layout();
        let mut best = vec![(f32::NEG_INFINITY, 0); layout.hands()];
        for (action, values) in values.iter().enumerate() {
            for (cell, &value) in layout.range(action).zip(values.as_ref()) {
                let best = &mut best[layout.hand_of(cell)];
                if value > best.0 {
                    *best = (value, action);
                }
            }
        }
        best
    }
}
