//! A strategy as a walk over ranges asks for it: of whoever is measured, and of whom he plays against.

use std::sync::Arc;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{At, LANES, Lane, Other, Own, RangeGame, Shape, pair_mean};

use super::block::{Block, Blocks, HandStrategy};
use crate::contests::challenge::infosets::{HandGame, HandState};
use crate::contests::challenge::ranges::{LastDecision, RangeHand};

/// What a strategy does in a class of payoffs.
pub(super) struct Follows<'a, S: ?Sized> {
    game: &'a HandGame,
    strategy: &'a S,
    class: u8,
    blocks: Blocks<'a, S>,
    /// The follower's challenges in the last trick: asked for at once, told one by one.
    raises: [Lane; 3],
}

impl<'a, S: HandStrategy + ?Sized> Follows<'a, S> {
    pub(super) fn new(game: &'a HandGame, strategy: &'a S, class: u8) -> Self {
        Follows {
            game,
            strategy,
            class,
            blocks: Blocks::new(game, strategy),
            raises: [[0.0; LANES]; 3],
        }
    }

    /// What every hand does at the root of `ranges`.
    pub(super) fn cells(&mut self, ranges: &RangeHand, root: &HandState) -> Vec<f32> {
        let shape = ranges.shape(root);
        let mut cells = vec![0.0; shape.cells()];
        let block = self.block(root, root.to_move(), &[]);
        lay_out(&block, &shape, &mut cells);
        cells
    }

    fn again(&self) -> Self {
        Follows::new(self.game, self.strategy, self.class)
    }

    fn block(&mut self, state: &HandState, player: Player, reach: &[f32]) -> Arc<Block> {
        let mut state = *state;
        state.class = self.class;
        let cards = state.cards_left(player, self.game.rules().hand_size());
        let wanted = |local: usize| reach.get(local).is_none_or(|&reach| reach > 0.0);
        self.blocks.of(&state, cards, wanted)
    }

    /// A decision of the last trick, by lane.
    fn last(&mut self, at: &At<'_, RangeHand>, number: usize) -> Lane {
        let lead = at.public.lead;
        let mut lane = [0.0; LANES];
        match LastDecision::of(at.player == lead, number) {
            LastDecision::LeaderChallenges => {
                let block = self.block(at.public, at.player, at.reach);
                fill(&mut lane, &block.stakes);
            }
            LastDecision::LeaderAnswers => {
                for (card, out) in self.ranks().zip(&mut lane) {
                    let mut led = self.led(at.public, card);
                    led.offer();
                    *out = self.block(&led, at.player, &[]).stakes[0] as f32;
                }
            }
            LastDecision::FollowerAnswers => {
                let mut offered = *at.public;
                offered.offer();
                let block = self.block(&offered, at.player, at.reach);
                fill(&mut lane, &block.stakes);
            }
            LastDecision::FollowerChallenges(class) => {
                if class == 0 {
                    self.raises = self.raises(at);
                }
                lane = self.raises[class];
            }
        }
        lane
    }

    fn ranks(&self) -> impl Iterator<Item = u8> + use<S> {
        1..=self.game.rules().ranks()
    }

    fn led(&self, state: &HandState, card: u8) -> HandState {
        let mut led = *state;
        self.game.play_public(&mut led, state.lead, card);
        led
    }

    /// By the card led: how often the follower challenges with a lower card, an equal one and a
    /// higher one, on average over what he holds. More the leader cannot tell from it, and no more
    /// does it bring the follower.
    fn raises(&mut self, at: &At<'_, RangeHand>) -> [Lane; 3] {
        let copies = at.game.unseen(at.public).counts();
        let mut raises = [[0.0; LANES]; 3];
        for card in self.ranks() {
            let led = self.led(at.public, card);
            let block = self.block(&led, at.player, at.reach);
            let mut masses = [0.0; 3];
            let mut raised = [0.0; 3];
            let held = at.reach.iter().zip(copies).zip(&block.stakes);
            for (own, ((&reach, copies), &share)) in (1..).zip(held) {
                let class = usize::from(own >= card) + usize::from(own > card);
                let mass = reach * copies as f32;
                masses[class] += mass;
                raised[class] += mass * share as f32;
            }
            for class in 0..3 {
                if masses[class] > 0.0 {
                    raises[class][usize::from(card) - 1] = raised[class] / masses[class];
                }
            }
        }
        raises
    }
}

fn fill(lane: &mut Lane, shares: &[f64]) {
    for (lane, &share) in lane.iter_mut().zip(shares) {
        *lane = share as f32;
    }
}

/// Writes a block in the order of a shape.
fn lay_out(block: &Block, shape: &Shape<'_>, out: &mut [f32]) {
    for (out, &share) in out.iter_mut().zip(block.plays.iter().chain(&block.stakes)) {
        *out = share as f32;
    }
    if block.plays.is_empty() {
        // Who does not accept refuses.
        let (accepted, refused) = out[..shape.cells()].split_at_mut(shape.hands());
        for (refused, accepted) in refused.iter_mut().zip(accepted) {
            *refused = 1.0 - *accepted;
        }
    }
}

impl<S: HandStrategy + ?Sized> Other<RangeHand> for Follows<'_, S> {
    const SKIPS: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        self.again()
    }

    fn strategy(
        &mut self,
        at: &At<'_, RangeHand>,
        shape: &Shape<'_>,
        out: &mut [f32],
        _sums: &mut [f32],
    ) {
        let block = self.block(at.public, at.player, at.reach);
        lay_out(&block, shape, out);
    }

    fn pair_strategy(&mut self, at: &At<'_, RangeHand>, number: usize) -> Lane {
        self.last(at, number)
    }
}

/// What it does at one decision.
pub(super) enum Told {
    Block(Arc<Block>),
    Lane(Lane),
}

impl<S: HandStrategy + ?Sized> Own<RangeHand> for Follows<'_, S> {
    type Cells = Told;
    const NEEDS_REACH: bool = true;

    fn take(&mut self, at: &At<'_, RangeHand>, _count: usize) -> Told {
        Told::Block(self.block(at.public, at.player, at.reach))
    }

    fn take_pair(&mut self, at: &At<'_, RangeHand>, number: usize) -> Told {
        Told::Lane(self.last(at, number))
    }

    fn split_off(&mut self, _count: usize) -> Self {
        self.again()
    }

    fn strategy(&self, cells: &Told, shape: &Shape<'_>, out: &mut [f32], _sums: &mut [f32]) {
        if let Told::Block(block) = cells {
            lay_out(block, shape, out);
        }
    }

    fn settle(
        &self,
        _cells: Told,
        shape: &Shape<'_>,
        strategy: &[f32],
        values: &[f32],
        _reach: &[f32],
        out: &mut [f32],
    ) {
        shape.mean(strategy, values, out);
    }

    fn pair_strategy(&self, cells: &Told) -> Lane {
        match cells {
            Told::Lane(lane) => *lane,
            Told::Block(_) => [0.0; LANES],
        }
    }

    fn pair_settle(&self, _cells: Told, first: &Lane, values: [&Lane; 2], _reach: &Lane) -> Lane {
        pair_mean(first, values)
    }
}
