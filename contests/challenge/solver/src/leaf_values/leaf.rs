//! A public state at the beginning of a trick, and the ranges of both players there.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeGame, RangeTurn};

use crate::infosets::{HandState, Stake};
use crate::ranges::RangeHand;

/// The share of a mixed range that is uniform.
const UNIFORM_SHARE: f32 = 0.02;

/// A leaf of a trunk.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The public state.
    pub public: HandState,
    /// The reach of each player's hands, in the units of the walks.
    pub ranges: [Vec<f32>; 2],
}

/// True if a trick begins in `public`, the one after `over` tricks.
pub fn is_beginning(public: &HandState, over: u8) -> bool {
    public.over == over && public.table == 0 && public.ending.is_none() && !matches!(public.stake, Stake::Offered(_))
}

impl Leaf {
    /// The leaf after `over` tricks with the given public actions ([`HandState::history`]). `None` if
    /// they do not lead to one.
    pub fn at(hand: &RangeHand, over: u8, history: u64, ranges: [Vec<f32>; 2]) -> Option<Leaf> {
        let mut public = hand.root();
        let told = HandState { history, ..public };
        for action in told.actions(hand.game().rules().ranks()) {
            let decides = matches!(hand.turn(&public), RangeTurn::Decision { .. } | RangeTurn::LastDecision { .. });
            if !decides || action >= hand.layout(&public).actions() || hand.weight(&public, action) == 0.0 {
                return None;
            }
            public = hand.act(&public, action);
        }
        is_beginning(&public, over).then_some(Leaf { public, ranges })
    }

    /// The leaf with a small share of uniform play in both ranges. A subgame is solved from it, so
    /// that every hand has a strategy there. A range without any hand becomes uniform.
    pub fn mixed(&self, hand: &RangeHand) -> Leaf {
        let mut scratch = vec![0.0; hand.scratch()];
        let ranges = Player::BOTH.map(|player| {
            let range = &self.ranges[player.index()];
            let mut draws = vec![0.0; range.len()];
            hand.write_draws(&self.public, player, &mut draws, &mut scratch);
            mixed(range, &draws)
        });
        Leaf { public: self.public, ranges }
    }
}

/// A range of total probability 1: hands in proportion to `range` and `draws`, and a uniform share.
fn mixed(range: &[f32], draws: &[f32]) -> Vec<f32> {
    let whole: f32 = range.iter().zip(draws).map(|(reach, draws)| reach * draws).sum();
    let (scale, share) = if whole > 0.0 { ((1.0 - UNIFORM_SHARE) / whole, UNIFORM_SHARE) } else { (0.0, 1.0) };
    let share = share / range.len() as f32;
    let both = range.iter().zip(draws);
    both.map(|(reach, &draws)| if draws > 0.0 { reach * scale + share / draws } else { 0.0 }).collect()
}
