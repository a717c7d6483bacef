//! Weights of public states: by them, an error in the worths costs.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeGame, Root};
use rustc_hash::FxHashMap;

use super::places::Place;
use crate::infosets::HandState;
use crate::policy::{MAX_COARSENESS, TrainedPolicy};
use crate::ranges::{FixedStrategy, RangeHand};

/// The share of a best response's play that goes where the strategy itself does not. Of those that were tried on the
/// contest's hand it has the least NashConv for the size of the file (docs/src/results/log.md).
const DEVIATES: f64 = 0.1;

/// By public state and player the weight of an error in the worths: the probability that both players' strategies lead
/// there, and a share of the one that the other player's strategy alone does, whatever this one plays.
pub(super) struct Weights(FxHashMap<u64, [f64; 2]>);

impl Weights {
    pub(super) fn of(&self, history: u64, player: Player) -> f64 {
        let weights = self.0.get(&history);
        weights.map_or(0.0, |weights| weights[player.index()])
    }
}

/// The weights where the plays that a policy has stored end.
pub(super) fn weights(hand: &RangeHand, policy: &TrainedPolicy, class: u8, plays: usize) -> Weights {
    let mut walk =
        Walk { hand, fixed: FixedStrategy::new(hand.game(), policy, class), plays, found: FxHashMap::default() };
    let Root { ranges, .. } = Root::of(hand);
    let come = Come { weight: 1.0, possible: ranges.clone(), ranges };
    walk.visit(&Place::root(hand), &come);
    Weights(walk.found)
}

struct Walk<'a> {
    hand: &'a RangeHand,
    fixed: FixedStrategy<'a>,
    plays: usize,
    found: FxHashMap<u64, [f64; 2]>,
}

/// The ranges that come to a public state.
#[derive(Clone)]
struct Come {
    /// The weight of the public actions.
    weight: f64,
    /// By the strategy.
    ranges: [Vec<f32>; 2],
    /// By the cards alone.
    possible: [Vec<f32>; 2],
}

impl Come {
    /// The same after an action of the player to move.
    fn after(&self, hand: &RangeHand, public: &HandState, cells: &[f32], action: usize) -> Come {
        let (layout, mover) = (hand.layout(public), public.to_move().index());
        let mut next = self.clone();
        next.weight *= f64::from(hand.weight(public, action));
        let certain = vec![1.0; layout.cells()];
        for (ranges, cells) in [(&mut next.ranges, cells), (&mut next.possible, &certain)] {
            let mut split = vec![0.0; layout.cells()];
            layout.split_reach(cells, &ranges[mover], &mut split);
            ranges[mover] = split[layout.range(action)].to_vec();
        }
        next
    }
}

impl Walk<'_> {
    fn visit(&mut self, place: &Place, come: &Come) {
        if place.plays == self.plays {
            let players = Player::BOTH;
            let weights = players.map(|player| self.weight(&place.public, come, player));
            self.found.insert(place.public.history, weights);
            return;
        }
        let cells = self.fixed.cells(self.hand, &place.public);
        for (action, next) in place.next(self.hand) {
            let mut after = come.after(self.hand, &place.public, &cells, action);
            if let Some(offered) = place.offered(self.hand).filter(|_| next.plays == place.plays) {
                let cells = self.fixed.cells(self.hand, &offered);
                after = after.after(self.hand, &offered, &cells, 0);
            }
            self.visit(&next, &after);
        }
    }

    fn weight(&self, public: &HandState, come: &Come, player: Player) -> f64 {
        let masses = self.hand.masses(public, player, &come.ranges[player.opponent().index()]);
        let (own, possible) = (&come.ranges[player.index()], &come.possible[player.index()]);
        come.weight * weight(&masses, own, possible)
    }
}

/// The weight of an error in a player's worths. `masses` are what each hand meets, `own` is the player's range, and
/// `possible` what it would be if the player always took the actions that lead there.
pub(super) fn weight(masses: &[f32], own: &[f32], possible: &[f32]) -> f64 {
    let sum = |own: &[f32]| {
        let pairs = masses.iter().zip(own);
        pairs.map(|(&mass, &own)| f64::from(mass) * f64::from(own)).sum::<f64>()
    };
    sum(own) + DEVIATES * sum(possible)
}

/// The number of times that the step of worths can be doubled, so that rounding times the weight of their public state is about
/// `rounding`.
pub(super) fn coarseness(rounding: f64, step: f64, weight: f64) -> u8 {
    let doublings = (rounding / (step * weight)).log2().round();
    doublings.clamp(0.0, f64::from(MAX_COARSENESS)) as u8
}
