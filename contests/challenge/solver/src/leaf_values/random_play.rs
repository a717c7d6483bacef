//! Leaves that come from random play.

use cardsharp_solvers::range::{DecisionLayout, RangeGame, Root};
use rand::Rng;

use super::leaf::{Leaf, is_beginning};
use crate::infosets::Stake;
use crate::ranges::RangeHand;

/// The probability that a player who may challenge does.
const CHALLENGE: f64 = 0.12;

/// The manner in which a player plays at random.
#[derive(Clone, Copy)]
struct Style {
    /// The largest difference that an action makes for all hands, as the logarithm of its weight.
    by_action: f32,
    /// The same for one hand.
    by_hand: f32,
    /// The part of cells that is left out. The player never does what is left out.
    left_out: f32,
}

impl Style {
    fn sample(rng: &mut impl Rng) -> Style {
        Style {
            by_action: rng.random_range(0.0..4.0),
            by_hand: rng.random_range(0.0..4.0),
            left_out: rng.random_range(0.0..0.4),
        }
    }

    /// A strategy of this style for one decision.
    fn strategy(self, layout: &DecisionLayout<'_>, rng: &mut impl Rng) -> Vec<f32> {
        let mut cells = vec![0.0; layout.cells()];
        let mut sums = vec![0.0; layout.hands()];
        for action in 0..layout.actions() {
            let common = self.by_action * rng.random_range(-1.0..1.0_f32);
            for cell in layout.range(action) {
                let own = self.by_hand * rng.random_range(-1.0..1.0_f32);
                if rng.random_range(0.0..1.0) >= self.left_out {
                    cells[cell] = (common + own).exp();
                    sums[layout.hand_of(cell)] += cells[cell];
                }
            }
        }
        for (cell, weight) in cells.iter_mut().enumerate() {
            let hand = layout.hand_of(cell);
            *weight = if sums[hand] > 0.0 { *weight / sums[hand] } else { layout.uniform[hand] };
        }
        cells
    }
}

/// A leaf after `over` tricks of random play: both players play strategies of a random style, and
/// the public actions are drawn at random among those that some hand makes.
pub fn random_leaf(hand: &RangeHand, over: u8, rng: &mut impl Rng) -> Leaf {
    loop {
        if let Some(leaf) = random_hand(hand, over, rng) {
            return leaf;
        }
    }
}

/// A leaf of one hand of random play. `None` if the hand ends before it.
fn random_hand(hand: &RangeHand, over: u8, rng: &mut impl Rng) -> Option<Leaf> {
    let ranks = usize::from(hand.game().rules().ranks());
    let Root { mut public, mut ranges } = Root::of(hand);
    let styles = [Style::sample(rng), Style::sample(rng)];
    while !is_beginning(&public, over) {
        if public.ending.is_some() {
            return None;
        }
        let player = public.to_move().index();
        let layout = hand.layout(&public);
        let mut split = vec![0.0; layout.cells()];
        let strategy = styles[player].strategy(&layout, rng);
        layout.split_reach(&strategy, &ranges[player], &mut split);
        let action = match public.stake {
            Stake::Offered(_) => 0,
            Stake::Open if rng.random_bool(CHALLENGE) => ranks,
            _ => rng.random_range(0..ranks),
        };
        let range = &split[layout.range(action)];
        let whole: f32 = range.iter().sum();
        if hand.weight(&public, action) == 0.0 || whole <= 0.0 {
            return None;
        }
        // The scale of a range means nothing, and must not come near zero.
        ranges[player] = range.iter().map(|reach| reach / whole).collect();
        public = hand.act(&public, action);
    }
    Some(Leaf { public, ranges })
}
