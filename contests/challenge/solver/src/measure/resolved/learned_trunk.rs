//! The trunk of a table as a game of its own. Its leaves have the values that a network has learned, for
//! the ranges with which the table comes there.

use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, BestResponder, DepthLimited, Lane, LeafValues, RangeGame, RangeTurn, Reaches, Root, Traverser, Valued,
    hand_values, total,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::blueprint::{BlueprintPlay, Choices, first_best};
use crate::infosets::HandState;
use crate::leaf_values::{LeafExpectation, is_beginning};
use crate::ranges::{InTrunk, RangeHand};

/// The trunk of a table.
pub(super) struct LearnedTrunk<'g> {
    game: Trunk<'g>,
    /// The sum of both players' values. With exact values it is 0. The network's errors in favour of both
    /// players add up in it.
    surplus: f64,
}

/// The value of each hand of both players at the leaves, by the public actions before. It belongs to
/// the ranges of the table.
struct KnownValues {
    over: u8,
    values: FxHashMap<u64, [Vec<f32>; 2]>,
}

type Trunk<'g> = DepthLimited<'g, RangeHand, KnownValues>;

impl LeafValues<RangeHand> for KnownValues {
    fn is_leaf(&self, _hand: &RangeHand, public: &HandState) -> bool {
        is_beginning(public, self.over)
    }

    /// The value is 0 where the table never comes.
    fn write_values(
        &self,
        _hand: &RangeHand,
        public: &HandState,
        player: Player,
        _reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        match self.values.get(&public.history) {
            Some(values) => out.copy_from_slice(&values[player.index()]),
            None => out.fill(0.0),
        }
    }
}

impl<'g> LearnedTrunk<'g> {
    /// The trunk of the table of `blueprint`. It runs on the threads of the current rayon pool.
    ///
    /// # Panics
    ///
    /// If `learned` is not of the trick at which re-solving begins.
    pub(super) fn new(blueprint: &BlueprintPlay<'g>, learned: &LeafExpectation) -> LearnedTrunk<'g> {
        let hand = blueprint.subject.hand;
        let over = learned.over();
        assert_eq!(over, blueprint.until, "values of another trick");
        let mut found = blueprint.ends();
        found.retain(|(_, end)| hand.turn(&end.public) != RangeTurn::Terminal);
        let valued: Vec<(f64, u64, [Vec<f32>; 2])> = found
            .into_par_iter()
            .map(|(weight, Root { public, ranges })| {
                let mut met = 0.0;
                let values = Player::BOTH.map(|player| {
                    let (strategy, come) = (blueprint.subject.strategy, (player, &ranges));
                    let values = learned.expected(strategy, hand, &public, come);
                    let reaches = Reaches::of(&ranges, player);
                    met += weight * total(&values, reaches.own);
                    values
                });
                (met, public.history, values)
            })
            .collect();
        let surplus = valued.iter().map(|(met, ..)| met).sum();
        let by_history = valued.into_iter();
        let leaves = KnownValues { over, values: by_history.map(|(_, history, values)| (history, values)).collect() };
        LearnedTrunk { game: DepthLimited { game: hand, leaves }, surplus }
    }

    /// NashConv of the table in the trunk, exact for the learned values.
    pub(super) fn nash_conv(&self, blueprint: &BlueprintPlay<'g>) -> f64 {
        let best = Player::BOTH.into_par_iter().map(|seat| self.best(blueprint, seat).0);
        best.sum::<f64>() - self.surplus
    }

    /// The value of a best response to the table in a seat, and its actions.
    pub(super) fn best(&self, blueprint: &BlueprintPlay<'g>, seat: Player) -> (f64, Choices) {
        let root = Root::of(self.game.game);
        let reaches = Reaches::of(&root.ranges, seat);
        let own = Chooser(Arc::default());
        let chosen = Arc::clone(&own.0);
        let other = InTrunk(blueprint.fixed());
        let values = hand_values(&self.game, &root.public, seat, reaches, own, other);
        let mut chosen = chosen.lock().unwrap_or_else(PoisonError::into_inner);
        (total(&values, reaches.own), std::mem::take(&mut *chosen))
    }

    /// The value of each hand of a player at a leaf to which the table comes.
    pub(super) fn values(&self, leaf: &HandState, player: Player) -> Option<&[f32]> {
        let known = self.game.leaves.values.get(&leaf.history)?;
        Some(&known[player.index()])
    }
}

/// A best responder who writes down the actions.
struct Chooser(Arc<Mutex<Choices>>);

impl Traverser<Trunk<'_>> for Chooser {
    /// The public actions before.
    type Cells = u64;

    fn take(&mut self, at: &At<'_, Trunk<'_>>, _count: usize) -> u64 {
        at.public.history
    }

    fn take_pair(&mut self, at: &At<'_, Trunk<'_>>, _number: usize) -> u64 {
        at.public.history
    }

    fn split_off(&mut self, _count: usize) -> Self {
        Chooser(Arc::clone(&self.0))
    }

    fn back_up(&self, history: u64, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<Trunk<'_>>::back_up(&BestResponder, (), valued, out, hands);
        let mut chosen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chosen.insert(history, first_best(valued.layout, valued.values, out));
    }

    fn back_up_pair(&self, _: u64, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        Traverser::<Trunk<'_>>::back_up_pair(&BestResponder, (), first, values, reach)
    }
}
