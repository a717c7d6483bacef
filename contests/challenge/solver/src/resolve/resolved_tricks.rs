//! The strategies found by one re-solve.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Lane, RangeCfr, RangeGame, RangeTurn, Spot};
use rustc_hash::FxHashMap;

use crate::infosets::HandState;
use crate::ranges::RangeHand;

/// Both players' strategies at the public states of one trick or more.
#[derive(Clone, Debug, Default)]
pub struct ResolvedTricks {
    /// By public actions: each cell of the decision.
    decisions: FxHashMap<u64, Vec<f32>>,
    /// By public actions, for last tricks: the decisions of both players in them.
    last_tricks: FxHashMap<u64, [Vec<Lane>; 2]>,
}

impl ResolvedTricks {
    /// The strategies that a solver has found, from its root to the end of trick `last`, counted
    /// from 0. Dominated actions are in them too, where the solver has left them out.
    pub fn of(solver: &RangeCfr<'_, RangeHand>, last: u8) -> ResolvedTricks {
        let mut tricks = ResolvedTricks::default();
        tricks.record(solver, &solver.root(), last);
        tricks
    }

    fn record(&mut self, solver: &RangeCfr<'_, RangeHand>, spot: &Spot<HandState>, last: u8) {
        if spot.public.over > last {
            return;
        }
        let (hand, history) = (solver.game(), spot.public.history);
        match hand.turn(&spot.public) {
            RangeTurn::Terminal | RangeTurn::Chance { .. } => {}
            RangeTurn::Endgame => {
                let players = [Player::ZERO, Player::ONE];
                let lanes =
                    players.map(|player| hand.complete_lanes(&spot.public, player, solver.endgame_at(spot, player)));
                self.last_tricks.insert(history, lanes);
            }
            RangeTurn::Decision { .. } | RangeTurn::LastDecision { .. } => {
                let cells = hand.complete_cells(&spot.public, solver.strategy_at(spot));
                self.decisions.insert(history, cells);
                for (_, after) in solver.after(spot) {
                    self.record(solver, &after, last);
                }
            }
        }
    }

    /// The strategy of every hand of the player to move, in the order of the shape.
    pub fn decision(&self, state: &HandState) -> Option<&[f32]> {
        self.decisions.get(&state.history).map(Vec::as_slice)
    }

    /// The strategy of `player` in the last trick that begins there.
    pub fn last_trick(&self, state: &HandState, player: Player) -> Option<&[Lane]> {
        let found = self.last_tricks.get(&state.history);
        found.map(|lanes| lanes[player.index()].as_slice())
    }
}
