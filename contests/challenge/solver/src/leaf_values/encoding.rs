//! A leaf as the inputs of a network, and the values of its hands as the outputs.

use std::ops::Range;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::RangeGame;

use super::leaf::Leaf;
use crate::infosets::{HandState, Stake};
use crate::ranges::RangeHand;

/// The numbers of inputs that tell the stake, and the payoffs.
const STAKES: usize = 2;
const PAYOFFS: usize = 3;

/// The encoding of the leaves after a number of tricks. The player who leads the next trick comes first.
///
/// | inputs | meaning |
/// |---|---|
/// | 2 x hands | the probability of each hand of either player |
/// | ranks | the unseen copies of each rank, divided by 8 |
/// | 2 x tricks + 1 | 1 at the difference of the tricks taken |
/// | 2 | 1 at the stake: open, accepted |
/// | 3 | the leading player's utility of winning, losing and tying the hand |
///
/// There is an output for each hand of either player: the utility of the player with that hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafEncoding {
    hands: usize,
    ranks: usize,
    over: u8,
}

impl LeafEncoding {
    /// The encoding of leaves of `hand` after `over` tricks.
    pub fn new(hand: &RangeHand, over: u8) -> LeafEncoding {
        let rules = hand.game().rules();
        LeafEncoding {
            hands: hand.space().count(usize::from(rules.hand_size() - over)),
            ranks: usize::from(rules.ranks()),
            over,
        }
    }

    /// The number of tricks before the leaves.
    pub fn over(&self) -> u8 {
        self.over
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        2 * self.hands + self.ranks + 2 * usize::from(self.over) + 1 + STAKES + PAYOFFS
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        2 * self.hands
    }

    /// The outputs of a player.
    pub fn outputs_of(&self, public: &HandState, player: Player) -> Range<usize> {
        if player == public.lead { 0..self.hands } else { self.hands..2 * self.hands }
    }

    /// Writes the inputs for a leaf. `draws` has room for a number for each hand, and `scratch` the
    /// length of [`RangeGame::scratch`].
    pub fn write(
        &self,
        hand: &RangeHand,
        public: &HandState,
        ranges: [&[f32]; 2],
        out: &mut [f32],
        [draws, scratch]: [&mut [f32]; 2],
    ) {
        let lead = public.lead;
        let (both, rest) = out.split_at_mut(2 * self.hands);
        hand.write_draws(public, lead, draws, scratch);
        let players = [lead, lead.opponent()];
        for (out, player) in both.chunks_exact_mut(self.hands).zip(players) {
            let range = ranges[player.index()];
            for ((out, reach), draws) in out.iter_mut().zip(range).zip(&*draws) {
                *out = reach * draws;
            }
            let whole: f32 = out.iter().sum();
            let scale = if whole > 0.0 { 1.0 / whole } else { 0.0 };
            out.iter_mut().for_each(|out| *out *= scale);
        }
        let (unseen, rest) = rest.split_at_mut(self.ranks);
        for (out, copies) in unseen.iter_mut().zip(hand.unseen(public).counts()) {
            *out = copies as f32 / 8.0;
        }
        let (tricks, rest) = rest.split_at_mut(2 * usize::from(self.over) + 1);
        tricks.fill(0.0);
        let [own, other] = players.map(|player| usize::from(public.tricks[player.index()]));
        tricks[usize::from(self.over) + own - other] = 1.0;
        let (stakes, payoffs) = rest.split_at_mut(STAKES);
        stakes.fill(0.0);
        stakes[usize::from(public.stake == Stake::Accepted)] = 1.0;
        payoffs.copy_from_slice(&hand.utilities(lead));
    }

    /// The inputs for a leaf.
    pub fn input(&self, hand: &RangeHand, leaf: &Leaf) -> Vec<f32> {
        let mut input = vec![0.0; self.inputs()];
        let mut draws = vec![0.0; self.hands];
        let mut scratch = vec![0.0; hand.scratch()];
        let ranges = leaf.ranges.each_ref().map(Vec::as_slice);
        let rooms = [&mut draws[..], &mut scratch];
        self.write(hand, &leaf.public, ranges, &mut input, rooms);
        input
    }

    /// The outputs that are wanted for a leaf with these `values` of the hands of both players, and
    /// the weights of their errors. Half of the weight is on all hands that can be held, for a player
    /// may come to hold any of them, and half on those that come here, as `input` has them.
    pub fn targets(
        &self,
        hand: &RangeHand,
        leaf: &Leaf,
        values: &[Vec<f32>; 2],
        input: &[f32],
    ) -> (Vec<f32>, Vec<f32>) {
        let mut draws = vec![0.0; self.hands];
        let mut scratch = vec![0.0; hand.scratch()];
        let lead = leaf.public.lead;
        hand.write_draws(&leaf.public, lead, &mut draws, &mut scratch);
        let players = [lead, lead.opponent()];
        let targets = players.map(|player| values[player.index()].as_slice());
        let possible = draws.iter().chain(&draws);
        let weights = possible
            .zip(input)
            .map(|(&draws, probability)| if draws > 0.0 { 0.5 + 0.5 * self.hands as f32 * probability } else { 0.0 });
        (targets.concat(), weights.collect())
    }
}
