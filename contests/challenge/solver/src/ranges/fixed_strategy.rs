//! A strategy in the form that walks over ranges query, for the measured player and for the opponent.

use std::sync::Arc;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{At, DecisionLayout, LANES, Lane, Opponent, RangeGame, Traverser, Valued};

use rustc_hash::FxHashMap;

use super::RangeHand;
use crate::infosets::{HandGame, HandId, HandState};
use crate::policy::{Block, Blocks, HandStrategy};

/// The largest number of last tricks that are kept: 60 MiB.
const MAX_LAST_TRICKS: usize = 1 << 16;

/// A player who follows a strategy in a class of payoffs.
pub struct FixedStrategy<'a> {
    game: &'a HandGame,
    strategy: &'a dyn HandStrategy,
    class: u8,
    blocks: Blocks<'a>,
    /// Last tricks by the part of the state on which the strategy depends.
    last_tricks: FxHashMap<u64, Box<LastTrick>>,
    /// The decisions of the latest last trick, by their numbers: found together, returned one by one.
    latest: [Lane; 4],
}

impl<'a> FixedStrategy<'a> {
    /// `strategy` in `game`, for a class of payoffs.
    pub fn new(game: &'a HandGame, strategy: &'a dyn HandStrategy, class: u8) -> Self {
        FixedStrategy {
            game,
            strategy,
            class,
            blocks: Blocks::new(game, strategy),
            last_tricks: FxHashMap::default(),
            latest: [[0.0; LANES]; 4],
        }
    }

    /// The strategy of every hand of the player to move in a public state of `ranges`.
    pub fn cells(&mut self, ranges: &RangeHand, public: &HandState) -> Vec<f32> {
        let cells = ranges.layout(public).cells();
        let block = self.block(public, public.to_move(), &[]);
        block.cells[..cells].to_vec()
    }

    fn again(&self) -> Self {
        FixedStrategy::new(self.game, self.strategy, self.class)
    }

    fn block(&mut self, state: &HandState, player: Player, reach: &[f32]) -> Arc<Block> {
        let mut state = *state;
        state.class = self.class;
        let cards = state.cards_left(player, self.game.rules().hand_size());
        let wanted = |local: usize| reach.get(local).is_none_or(|&reach| reach != 0.0);
        self.blocks.of(&state, cards, wanted)
    }

    /// A decision of the last trick, by lane. The decision with number 0 is always the first.
    fn last(&mut self, at: &At<'_, RangeHand>, number: usize) -> Lane {
        if number > 0 {
            return self.latest[number];
        }
        let mut begin = *at.public;
        begin.class = self.class;
        let leads = at.player == begin.lead;
        if !leads {
            begin.offer();
        }
        // The leader's first decision is to challenge; the follower's is to answer.
        let part = self.strategy.public_part(&begin);
        let Some(key) = part.map(|part| part << 1 | u64::from(leads)) else {
            self.latest = self.last_trick(at).decisions(at);
            return self.latest[0];
        };
        if !self.last_tricks.contains_key(&key) {
            let play = Box::new(self.last_trick(at));
            if self.last_tricks.len() > MAX_LAST_TRICKS {
                self.last_tricks.clear();
            }
            self.last_tricks.insert(key, play);
        }
        self.latest = self.last_tricks[&key].decisions(at);
        self.latest[0]
    }

    /// The whole strategy of a player in the last trick.
    fn last_trick(&mut self, at: &At<'_, RangeHand>) -> LastTrick {
        let mut begin = *at.public;
        begin.class = self.class;
        let mut play = LastTrick::default();
        let leads = at.player == begin.lead;
        if !leads {
            begin.offer();
        }
        let anything = self.strategy.public_part(&begin).is_some();
        let reach = if anything { &[] } else { at.reach };
        play.first = self.pairs(&begin, usize::from(leads), reach);
        for card in 1..=self.game.rules().ranks() {
            let index = usize::from(card) - 1;
            let mut led = *at.public;
            led.class = self.class;
            self.game.play_public(&mut led, at.public.lead, card);
            if leads {
                led.offer();
                play.led[0][index] = self.answer(&led);
            } else {
                let lane = self.pairs(&led, 1, reach);
                for (lanes, share) in play.led.iter_mut().zip(lane) {
                    lanes[index] = share;
                }
            }
        }
        play
    }

    /// The probability with which each last card takes action number `action`, of two.
    fn pairs(&mut self, state: &HandState, action: usize, reach: &[f32]) -> Lane {
        let mut lane = [0.0; LANES];
        if let Some(fill_shares) = self.strategy.by_hand(state) {
            let mut shares = [0.0; 2];
            for (lane, hand) in lane.iter_mut().zip(self.game.space().of_size(1)) {
                fill_shares(hand, &mut shares);
                *lane = shares[action] as f32;
            }
            return lane;
        }
        fill(&mut lane, &self.block(state, state.to_move(), reach).stakes);
        lane
    }

    /// The probability that a player whose last card is on the table accepts a challenge.
    fn answer(&mut self, state: &HandState) -> f32 {
        if let Some(fill_shares) = self.strategy.by_hand(state) {
            let mut shares = [0.0; 2];
            fill_shares(HandId::EMPTY, &mut shares);
            return shares[0] as f32;
        }
        self.block(state, state.to_move(), &[]).stakes[0] as f32
    }
}

/// The strategy of a player in a last trick with an open challenge.
#[derive(Clone, Debug, Default)]
struct LastTrick {
    /// The leader's challenge, or the follower's acceptance.
    first: Lane,
    /// For the leader, the first row: the acceptance of a challenge, by the card that the leader
    /// led. For the follower, a row for each card in hand: the challenge, by the card led.
    led: [Lane; LANES],
}

impl LastTrick {
    /// The decisions by their numbers. In the follower's challenges lanes are the card led: the probability of a
    /// challenge with a lower card, an equal one and a higher one, on average over the follower's range. The leader
    /// cannot learn more from a challenge, and the follower cannot gain more by it.
    fn decisions(&self, at: &At<'_, RangeHand>) -> [Lane; 4] {
        let mut decisions = [self.first, self.led[0], [0.0; LANES], [0.0; LANES]];
        if at.player == at.public.lead {
            return decisions;
        }
        let copies = at.game.unseen(at.public).counts();
        let mut masses = [[0.0; LANES]; 3];
        let mut raised = [[0.0; LANES]; 3];
        let held = at.reach.iter().zip(copies).zip(&self.led).enumerate();
        for (own, ((&reach, copies), shares)) in held {
            let mass = reach * copies as f32;
            if mass == 0.0 {
                continue;
            }
            for led in 0..LANES {
                // A card lower than the one led is in class 0. Conditions on numbers are vectorised.
                let (lower, higher) = (if led > own { mass } else { 0.0 }, if led < own { mass } else { 0.0 });
                masses[0][led] += lower;
                raised[0][led] += lower * shares[led];
                masses[2][led] += higher;
                raised[2][led] += higher * shares[led];
            }
            masses[1][own] = mass;
            raised[1][own] = mass * shares[own];
        }
        for ((out, raised), masses) in decisions[1..].iter_mut().zip(&raised).zip(&masses) {
            for ((out, &raised), &mass) in out.iter_mut().zip(raised).zip(masses) {
                *out = if mass != 0.0 { raised / mass } else { 0.0 };
            }
        }
        decisions
    }
}

fn fill(lane: &mut Lane, shares: &[f64]) {
    for (lane, &share) in lane.iter_mut().zip(shares) {
        *lane = share as f32;
    }
}

impl Opponent<RangeHand> for FixedStrategy<'_> {
    const SKIPS: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        self.again()
    }

    fn strategy(&mut self, at: &At<'_, RangeHand>, layout: &DecisionLayout<'_>, out: &mut [f32], _hands: &mut [f32]) {
        let block = self.block(at.public, at.player, at.reach);
        out.copy_from_slice(&block.cells[..layout.cells()]);
    }

    #[inline(always)]
    fn split(
        &mut self,
        at: &At<'_, RangeHand>,
        layout: &DecisionLayout<'_>,
        [_, split]: [&mut [f32]; 2],
        hands: &mut [f32],
    ) {
        let block = self.block(at.public, at.player, at.reach);
        layout.split_reach_in(&block.cells[..layout.cells()], at.reach, split, hands);
    }

    fn pair_strategy(&mut self, at: &At<'_, RangeHand>, number: usize, _reach: &Lane) -> Lane {
        self.last(at, number)
    }
}

/// The strategy at one decision.
pub enum FixedCells {
    /// Of a decision with cards to choose from.
    Block(Arc<Block>),
    /// Of a decision in the last trick.
    Lane(Lane),
}

impl Traverser<RangeHand> for FixedStrategy<'_> {
    type Cells = FixedCells;
    const SKIPS: bool = true;

    fn needs_reach(&self) -> bool {
        true
    }

    fn take(&mut self, at: &At<'_, RangeHand>, _count: usize) -> FixedCells {
        FixedCells::Block(self.block(at.public, at.player, at.reach))
    }

    fn take_pair(&mut self, at: &At<'_, RangeHand>, number: usize) -> FixedCells {
        FixedCells::Lane(self.last(at, number))
    }

    fn split_off(&mut self, _count: usize) -> Self {
        self.again()
    }

    fn strategy(&self, cells: &FixedCells, layout: &DecisionLayout<'_>, out: &mut [f32], _hands: &mut [f32]) {
        if let FixedCells::Block(block) = cells {
            out.copy_from_slice(&block.cells[..layout.cells()]);
        }
    }

    #[inline(always)]
    fn begin(
        &self,
        cells: &mut FixedCells,
        layout: &DecisionLayout<'_>,
        reach: &[f32],
        [_, split]: [&mut [f32]; 2],
        hands: &mut [f32],
    ) {
        if let FixedCells::Block(block) = cells {
            layout.split_reach_in(&block.cells[..layout.cells()], reach, split, hands);
        }
    }

    #[inline(always)]
    fn back_up(&self, cells: FixedCells, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        let Valued { layout, values, .. } = valued;
        if let FixedCells::Block(block) = cells {
            layout.mean_in(&block.cells[..layout.cells()], values, out, hands);
        }
    }

    fn pair_strategy(&self, cells: &FixedCells) -> Lane {
        match cells {
            FixedCells::Lane(lane) => *lane,
            FixedCells::Block(_) => [0.0; LANES],
        }
    }
}
