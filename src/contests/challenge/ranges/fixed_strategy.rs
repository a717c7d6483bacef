//! A strategy in the form that walks over ranges query, for the measured player and for the
//! opponent.

use std::sync::Arc;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, DecisionLayout, LANES, Lane, Opponent, RangeGame, Traverser, pair_mean,
};

use rustc_hash::FxHashMap;

use super::{LastDecision, RangeHand};
use crate::contests::challenge::infosets::{HandGame, HandId, HandState};
use crate::contests::challenge::policy::{Block, Blocks, HandStrategy};

/// The largest number of last tricks that are kept: 60 MiB.
const MAX_LAST_TRICKS: usize = 1 << 16;

/// A player who follows a strategy in a class of payoffs.
pub struct FixedStrategy<'a, S: ?Sized> {
    game: &'a HandGame,
    strategy: &'a S,
    class: u8,
    blocks: Blocks<'a, S>,
    /// Last tricks by the part of the state on which the strategy depends.
    last_tricks: FxHashMap<u64, Box<LastTrick>>,
    /// The follower's challenges in the last trick: queried together, returned one by one.
    raises: [Lane; 3],
}

impl<'a, S: HandStrategy + ?Sized> FixedStrategy<'a, S> {
    /// `strategy` in `game`, for a class of payoffs.
    pub fn new(game: &'a HandGame, strategy: &'a S, class: u8) -> Self {
        FixedStrategy {
            game,
            strategy,
            class,
            blocks: Blocks::new(game, strategy),
            last_tricks: FxHashMap::default(),
            raises: [[0.0; LANES]; 3],
        }
    }

    /// The strategy of every hand of the player to move in a public state of `ranges`.
    pub fn cells(&mut self, ranges: &RangeHand, public: &HandState) -> Vec<f32> {
        let layout = ranges.layout(public);
        let mut cells = vec![0.0; layout.cells()];
        let block = self.block(public, public.to_move(), &[]);
        lay_out(&block, &layout, &mut cells);
        cells
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

    /// A decision of the last trick, by lane.
    fn last(&mut self, at: &At<'_, RangeHand>, number: usize) -> Lane {
        let decision = LastDecision::of(at.player == at.public.lead, number);
        if let LastDecision::FollowerChallenges(class @ 1..) = decision {
            return self.raises[class];
        }
        let mut begin = *at.public;
        begin.class = self.class;
        if at.player != begin.lead {
            begin.offer();
        }
        // The leader's first decision is to challenge; the follower's is to answer.
        let part = self.strategy.public_part(&begin);
        let key = part.map(|part| part << 1 | u64::from(at.player == at.public.lead));
        let known = key.and_then(|key| self.last_tricks.remove(&key));
        let play = known.unwrap_or_else(|| Box::new(self.last_trick(at)));
        let lane = match decision {
            LastDecision::LeaderChallenges | LastDecision::FollowerAnswers => play.first,
            LastDecision::LeaderAnswers => play.led[0],
            LastDecision::FollowerChallenges(class) => {
                self.raises = play.raises(at);
                self.raises[class]
            }
        };
        if let Some(key) = key {
            if self.last_tricks.len() > MAX_LAST_TRICKS {
                self.last_tricks.clear();
            }
            self.last_tricks.insert(key, play);
        }
        lane
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
            let place = usize::from(card) - 1;
            let mut led = *at.public;
            led.class = self.class;
            self.game.play_public(&mut led, at.public.lead, card);
            if leads {
                led.offer();
                play.led[0][place] = self.answer(&led);
            } else {
                let lane = self.pairs(&led, 1, reach);
                for (lanes, share) in play.led.iter_mut().zip(lane) {
                    lanes[place] = share;
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
    /// By the card led: the probability that the follower challenges with a lower card, an equal
    /// one and a higher one, on average over the follower's range. The leader cannot learn more
    /// from a challenge, and the follower cannot gain more by it.
    fn raises(&self, at: &At<'_, RangeHand>) -> [Lane; 3] {
        let copies = at.game.unseen(at.public).counts();
        let mut masses = [[0.0; LANES]; 3];
        let mut raised = [[0.0; LANES]; 3];
        let held = at.reach.iter().zip(copies).zip(&self.led).enumerate();
        for (own, ((&reach, copies), shares)) in held {
            let mass = reach * copies as f32;
            for led in 0..LANES {
                // A card lower than the one led is in class 0.
                let class = usize::from(own >= led) + usize::from(own > led);
                masses[class][led] += mass;
                raised[class][led] += mass * shares[led];
            }
        }
        for (raised, masses) in raised.iter_mut().zip(&masses) {
            for (raised, &mass) in raised.iter_mut().zip(masses) {
                *raised = if mass != 0.0 { *raised / mass } else { 0.0 };
            }
        }
        raised
    }
}

fn fill(lane: &mut Lane, shares: &[f64]) {
    for (lane, &share) in lane.iter_mut().zip(shares) {
        *lane = share as f32;
    }
}

/// Writes a block in the order of a layout.
fn lay_out(block: &Block, layout: &DecisionLayout<'_>, out: &mut [f32]) {
    for (out, &share) in out.iter_mut().zip(block.plays.iter().chain(&block.stakes)) {
        *out = share as f32;
    }
    if block.plays.is_empty() {
        // The probability to reject is the rest.
        let (accepted, refused) = out[..layout.cells()].split_at_mut(layout.hands());
        for (refused, accepted) in refused.iter_mut().zip(accepted) {
            *refused = 1.0 - *accepted;
        }
    }
}

impl<S: HandStrategy + ?Sized> Opponent<RangeHand> for FixedStrategy<'_, S> {
    const SKIPS: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        self.again()
    }

    fn strategy(
        &mut self,
        at: &At<'_, RangeHand>,
        layout: &DecisionLayout<'_>,
        out: &mut [f32],
        _hands: &mut [f32],
    ) {
        let block = self.block(at.public, at.player, at.reach);
        lay_out(&block, layout, out);
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

impl<S: HandStrategy + ?Sized> Traverser<RangeHand> for FixedStrategy<'_, S> {
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

    fn strategy(
        &self,
        cells: &FixedCells,
        layout: &DecisionLayout<'_>,
        out: &mut [f32],
        _hands: &mut [f32],
    ) {
        if let FixedCells::Block(block) = cells {
            lay_out(block, layout, out);
        }
    }

    fn settle(
        &self,
        _cells: FixedCells,
        layout: &DecisionLayout<'_>,
        strategy: &[f32],
        values: &[f32],
        out: &mut [f32],
        _hands: &mut [f32],
    ) {
        layout.mean(strategy, values, out);
    }

    fn pair_strategy(&self, cells: &FixedCells) -> Lane {
        match cells {
            FixedCells::Lane(lane) => *lane,
            FixedCells::Block(_) => [0.0; LANES],
        }
    }

    fn pair_settle(
        &self,
        _cells: FixedCells,
        first: &Lane,
        values: [&Lane; 2],
        _reach: &Lane,
    ) -> Lane {
        pair_mean(first, values)
    }
}
