//! The strategies found by one re-solve.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, DecisionLayout, LANES, Lane, Opponent, RangeCfr, RangeGame, RangeTurn, Spot, Traverser,
};
use rustc_hash::FxHashMap;

use crate::infosets::HandState;
use crate::ranges::RangeHand;

/// Both players' strategies at the public states of one trick or more.
#[derive(Clone, Debug, Default)]
pub struct ResolvedTricks {
    /// The last trick that is played by them, counted from 0. Those after it are found too where they are a promise
    /// ([`ResolvedTricks::promises`]).
    last: u8,
    /// By public actions: each cell of the decision.
    pub(super) decisions: FxHashMap<u64, Vec<f32>>,
    /// By public actions, for last tricks: the decisions of both players in them.
    pub(super) last_tricks: FxHashMap<u64, [Vec<Lane>; 2]>,
}

impl ResolvedTricks {
    /// The strategies that a solver has found, from its root to the end of trick `recorded`, counted from 0, to be
    /// played to the end of trick `last`. Dominated actions are in them too, where the solver has left them out.
    pub fn of(solver: &RangeCfr<'_, RangeHand>, last: u8, recorded: u8) -> ResolvedTricks {
        let mut tricks = ResolvedTricks { last, ..ResolvedTricks::default() };
        tricks.record(solver, &solver.root(), recorded);
        tricks
    }

    /// True if the solution goes on at `state`, so that a solution from there on must hold its values.
    pub fn promises(&self, state: &HandState) -> bool {
        self.decisions.contains_key(&state.history)
    }

    fn record(&mut self, solver: &RangeCfr<'_, RangeHand>, spot: &Spot<HandState>, last: u8) {
        if spot.public.over > last {
            return;
        }
        let (hand, history) = (solver.game(), spot.public.history);
        match hand.turn(&spot.public) {
            RangeTurn::Terminal | RangeTurn::Chance { .. } => {}
            RangeTurn::Endgame => {
                let players = Player::BOTH;
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
        let found = self.decisions.get(&state.history).filter(|_| state.over <= self.last);
        found.map(Vec::as_slice)
    }

    /// Replaces the strategy of every hand of the player to move, in the order of the shape.
    pub fn set_decision(&mut self, state: &HandState, cells: Vec<f32>) {
        self.decisions.insert(state.history, cells);
    }

    /// The strategy of `player` in the last trick that begins there.
    pub fn last_trick(&self, state: &HandState, player: Player) -> Option<&[Lane]> {
        let found = self.last_tricks.get(&state.history).filter(|_| state.over <= self.last);
        found.map(|lanes| lanes[player.index()].as_slice())
    }
}

/// A player who goes on with a solution, also after its last trick. It plays uniformly where there is none.
#[derive(Clone, Copy, Debug)]
pub struct Continued<'a>(pub &'a ResolvedTricks);

impl Continued<'_> {
    fn write(&self, public: &HandState, layout: &DecisionLayout<'_>, out: &mut [f32]) {
        let out = &mut out[..layout.cells()];
        match self.0.decisions.get(&public.history) {
            Some(cells) => out.copy_from_slice(cells),
            None => (0..).zip(out).for_each(|(cell, share)| *share = layout.uniform[layout.hand_of(cell)]),
        }
    }

    fn lane(&self, at: &At<'_, RangeHand>, number: usize) -> Lane {
        let found = self.0.last_tricks.get(&at.public.history);
        let lane = found.and_then(|lanes| lanes[at.player.index()].get(number));
        lane.copied().unwrap_or([0.5; LANES])
    }
}

impl Opponent<RangeHand> for Continued<'_> {
    const SKIPS: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        *self
    }

    fn strategy(&mut self, at: &At<'_, RangeHand>, layout: &DecisionLayout<'_>, out: &mut [f32], _hands: &mut [f32]) {
        self.write(at.public, layout, out);
    }

    fn pair_strategy(&mut self, at: &At<'_, RangeHand>, number: usize, _reach: &Lane) -> Lane {
        self.lane(at, number)
    }
}

/// The player that a walk is for. Its hands have their values also where it never comes.
impl Traverser<RangeHand> for Continued<'_> {
    /// The state of a decision, or the strategy in one of a last trick.
    type Cells = (HandState, Lane);

    fn take(&mut self, at: &At<'_, RangeHand>, _count: usize) -> (HandState, Lane) {
        (*at.public, [0.0; LANES])
    }

    fn take_pair(&mut self, at: &At<'_, RangeHand>, number: usize) -> (HandState, Lane) {
        (*at.public, self.lane(at, number))
    }

    fn split_off(&mut self, _count: usize) -> Self {
        *self
    }

    fn strategy(
        &self,
        (public, _): &(HandState, Lane),
        layout: &DecisionLayout<'_>,
        out: &mut [f32],
        _hands: &mut [f32],
    ) {
        self.write(public, layout, out);
    }

    fn pair_strategy(&self, (_, lane): &(HandState, Lane)) -> Lane {
        *lane
    }
}
