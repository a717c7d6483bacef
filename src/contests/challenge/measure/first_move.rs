//! A hand taken apart at the leader's first move, so that what comes after each can be walked on a
//! thread of its own.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Other, Own, RangeGame, Reaches, Root, Shape, worth};

use crate::contests::challenge::infosets::HandState;
use crate::contests::challenge::ranges::RangeHand;

/// A hand just dealt, and what its leader does first.
#[derive(Debug)]
pub struct FirstMove<'a> {
    hand: &'a RangeHand,
    root: Root<HandState>,
    /// Each cell's probability.
    strategy: Vec<f32>,
    /// How much of the leader's range goes on by each cell.
    led: Vec<f32>,
    /// The same if he did everything with everything.
    whole: Vec<f32>,
}

impl<'a> FirstMove<'a> {
    /// A leader who does what `strategy` says of each cell of the first decision.
    pub fn new(hand: &'a RangeHand, strategy: Vec<f32>) -> FirstMove<'a> {
        let root = Root::of(hand);
        let shape = hand.shape(&root.public);
        let split = |strategy: &[f32]| {
            let mut split = vec![0.0; shape.cells()];
            shape.split_reach(strategy, &root.ranges[0], &mut split);
            split
        };
        let (led, whole) = (split(&strategy), split(&vec![1.0; shape.cells()]));
        FirstMove {
            hand,
            root,
            strategy,
            led,
            whole,
        }
    }

    /// What there is to choose.
    pub fn shape(&self) -> Shape<'_> {
        self.hand.shape(&self.root.public)
    }

    /// The beginning.
    pub fn root(&self) -> &Root<HandState> {
        &self.root
    }

    /// The leader's strategy, cell by cell.
    pub fn strategy(&self) -> &[f32] {
        &self.strategy
    }

    /// What of the leader's range goes on by `action`.
    pub fn led(&self, action: usize) -> &[f32] {
        &self.led[self.shape().range(action)]
    }

    /// What would if he chose it with every hand.
    pub fn whole(&self, action: usize) -> &[f32] {
        &self.whole[self.shape().range(action)]
    }

    /// What the hand is worth after `action`, by which the leader comes with the range `leader`, to each
    /// hand that the player of `seat` can have then, if he does as `own` and the other as `other` does.
    pub fn worths<O: Own<RangeHand>, T: Other<RangeHand>>(
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
        let reaches = Reaches {
            own: own_range,
            other: other_range,
        };
        let mut worths = worth(self.hand, &public, seat, reaches, own, other);
        let weight = self.hand.weight(&self.root.public, action);
        worths.iter_mut().for_each(|worth| *worth *= weight);
        worths
    }

    /// For each of the leader's hands the best of what its actions are worth (`worths`, by action), and
    /// the first action that is.
    pub fn best<W: AsRef<[f32]>>(&self, worths: &[W]) -> Vec<(f32, usize)> {
        let shape = self.shape();
        let mut best = vec![(f32::NEG_INFINITY, 0); shape.hands()];
        for (action, worths) in worths.iter().enumerate() {
            for (cell, &worth) in shape.range(action).zip(worths.as_ref()) {
                let best = &mut best[shape.hand_of(cell)];
                if worth > best.0 {
                    *best = (worth, action);
                }
            }
        }
        best
    }
}
