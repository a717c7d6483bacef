//! A fixed strategy in the trunk of its hand.

use cardsharp_solvers::range::{At, DecisionLayout, DepthLimited, Lane, LeafValues, Opponent, Traverser, Valued};

use super::fixed_strategy::{FixedCells, FixedStrategy};
use super::hand::RangeHand;

/// A fixed strategy as a player of walks that end at leaves.
pub struct InTrunk<'a>(pub FixedStrategy<'a>);

type Trunk<'g, V> = DepthLimited<'g, RangeHand, V>;

fn in_hand<'a, V>(at: &At<'a, Trunk<'_, V>>) -> At<'a, RangeHand>
where
    V: LeafValues<RangeHand>,
{
    At { game: at.game.game, public: at.public, player: at.player, reach: at.reach }
}

impl<V: LeafValues<RangeHand>> Opponent<Trunk<'_, V>> for InTrunk<'_> {
    const SKIPS: bool = true;

    fn split_off(&mut self, count: usize) -> Self {
        InTrunk(Opponent::split_off(&mut self.0, count))
    }

    fn strategy(&mut self, at: &At<'_, Trunk<'_, V>>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        Opponent::strategy(&mut self.0, &in_hand(at), layout, out, hands);
    }

    fn pair_strategy(&mut self, at: &At<'_, Trunk<'_, V>>, number: usize, reach: &Lane) -> Lane {
        Opponent::pair_strategy(&mut self.0, &in_hand(at), number, reach)
    }
}

impl<V: LeafValues<RangeHand>> Traverser<Trunk<'_, V>> for InTrunk<'_> {
    type Cells = FixedCells;
    const SKIPS: bool = true;

    fn needs_reach(&self) -> bool {
        true
    }

    fn take(&mut self, at: &At<'_, Trunk<'_, V>>, count: usize) -> FixedCells {
        Traverser::take(&mut self.0, &in_hand(at), count)
    }

    fn take_pair(&mut self, at: &At<'_, Trunk<'_, V>>, number: usize) -> FixedCells {
        Traverser::take_pair(&mut self.0, &in_hand(at), number)
    }

    fn split_off(&mut self, count: usize) -> Self {
        InTrunk(Traverser::split_off(&mut self.0, count))
    }

    fn strategy(&self, cells: &FixedCells, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::strategy(&self.0, cells, layout, out, hands);
    }

    fn back_up(&self, cells: FixedCells, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::back_up(&self.0, cells, valued, out, hands);
    }

    fn pair_strategy(&self, cells: &FixedCells) -> Lane {
        Traverser::pair_strategy(&self.0, cells)
    }
}
