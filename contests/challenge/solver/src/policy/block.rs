//! A strategy at one public state, for every hand that the player may hold.

use std::sync::Arc;

use cardsharp_solvers::strategy::Uniform;
use rustc_hash::FxHashMap;

use super::hand_strategy::{HandStrategy, uniform_part};
use crate::infosets::{HandGame, HandId, HandSpace, HandState, Stake};

/// The largest number of actions of a decision: five cards and the challenge.
pub const MAX_ACTIONS: usize = 6;

/// The strategy of every hand of one size in one public state.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// For each rank, a run over the hands with one card fewer: the probability of playing that
    /// rank and having that hand left. For an answer it is empty.
    pub plays: Vec<f64>,
    /// For each hand, the probability of challenging, or of accepting; empty if there is no challenge to offer.
    pub stakes: Vec<f64>,
    /// The same in single precision, in the order of the cells of a decision of ranges. An answer has the
    /// probabilities of rejecting at the end.
    pub cells: Vec<f32>,
}

/// The largest count of numbers in the blocks that are kept: 128 MiB.
const MAX_HELD: usize = 1 << 24;

/// Blocks by the part of the state on which the strategy depends. If it depends on the whole state,
/// they are made each time.
pub struct Blocks<'a> {
    game: &'a HandGame,
    strategy: &'a dyn HandStrategy,
    /// By the part, the challenge and the number of cards: the part does not tell apart decisions without a choice.
    known: FxHashMap<(u64, u64), Arc<Block>>,
    /// The count of numbers in the blocks that are kept.
    held: usize,
    uniform: FxHashMap<u64, Arc<Block>>,
}

impl<'a> Blocks<'a> {
    /// Blocks of `strategy`, none of them made yet.
    pub fn new(game: &'a HandGame, strategy: &'a dyn HandStrategy) -> Self {
        Blocks { game, strategy, known: FxHashMap::default(), held: 0, uniform: FxHashMap::default() }
    }

    /// The strategy of the player to move, who holds `cards` cards, in `state`. Only the hands that
    /// are `wanted`, by their index among those of their size, need be correct.
    pub fn of(&mut self, state: &HandState, cards: usize, wanted: impl Fn(usize) -> bool) -> Arc<Block> {
        let shape = Shape::of(self.game, state, cards);
        let strategy = self.strategy;
        let Some(part) = strategy.public_part(state) else {
            return self
                .uniform_but_for_known(state, shape)
                .unwrap_or_else(|| Arc::new(self.make(state, shape, wanted)));
        };
        let key = (part, uniform_part(state) << 3 | cards as u64);
        if let Some(block) = self.known.get(&key) {
            return Arc::clone(block);
        }
        let block = Arc::new(self.make(state, shape, |_| true));
        self.held += block.plays.len() + block.stakes.len() + block.cells.len() / 2;
        if self.held > MAX_HELD {
            // A strategy with much memory reaches few states twice, so old blocks may be dropped.
            self.known.clear();
            self.held = 0;
        }
        self.known.insert(key, Arc::clone(&block));
        block
    }

    /// The block of a strategy that can list the hands in which it is not uniform.
    fn uniform_but_for_known(&mut self, state: &HandState, shape: Shape<'_>) -> Option<Arc<Block>> {
        let key = uniform_part(state) << 3 | shape.cards as u64;
        let game = self.game;
        let uniform = self.uniform.entry(key).or_insert_with(|| {
            let blocks = Blocks::new(game, &Uniform);
            Arc::new(blocks.make(state, shape, |_| true))
        });
        // Copied only if there is something to change, which is rare.
        let mut block = Arc::clone(uniform);
        let first = game.space().first(shape.cards).index();
        let sized = first..first + game.space().count(shape.cards);
        let is_listed = self.strategy.for_each_known(state, &mut |hand, fill| {
            // A file may have rows that no trainer writes.
            if !sized.contains(&hand.index()) {
                return;
            }
            let mut shares = [0.0; MAX_ACTIONS];
            let shares = &mut shares[..shape.actions(hand)];
            if shares.len() > 1 && fill(shares) {
                shape.set(Arc::make_mut(&mut block), hand, shares);
            }
        });
        is_listed.then_some(block)
    }

    /// The block of the hands that `wanted` selects, numbered within their size.
    fn make(&self, state: &HandState, shape: Shape<'_>, wanted: impl Fn(usize) -> bool) -> Block {
        let player = state.to_move().index();
        let mut block = shape.empty();
        let mut probe = *state;
        let by_hand = self.strategy.by_hand(state);
        let hands = self.game.space().of_size(shape.cards).enumerate();
        for (_, hand) in hands.filter(|&(local, _)| wanted(local)) {
            let mut shares = [0.0; MAX_ACTIONS];
            let shares = &mut shares[..shape.actions(hand)];
            match &by_hand {
                Some(fill) if shares.len() > 1 => fill(hand, shares),
                _ => {
                    probe.hands[player] = hand;
                    self.probabilities(&probe, shares);
                }
            }
            shape.set(&mut block, hand, shares);
        }
        block
    }

    /// The probabilities of the player to move with the hand of `state`.
    pub fn probabilities(&self, state: &HandState, shares: &mut [f64]) {
        if let [only] = shares {
            *only = 1.0;
        } else {
            self.strategy.probabilities(self.game, state, shares);
        }
    }
}

/// The shape of the block of a public state.
#[derive(Clone, Copy)]
struct Shape<'a> {
    space: &'a HandSpace,
    cards: usize,
    answer: bool,
    open: bool,
}

impl<'a> Shape<'a> {
    fn of(game: &'a HandGame, state: &HandState, cards: usize) -> Shape<'a> {
        Shape {
            space: game.space(),
            cards,
            answer: matches!(state.stake, Stake::Offered(_)),
            open: state.stake == Stake::Open,
        }
    }

    fn empty(self) -> Block {
        let mut block = Block::default();
        if !self.answer {
            let ranks = usize::from(self.space.rules().ranks());
            block.plays = vec![0.0; ranks * self.space.count(self.cards - 1)];
        }
        if self.answer || self.open {
            block.stakes = vec![0.0; self.space.count(self.cards)];
        }
        block.cells = vec![0.0; block.plays.len() + block.stakes.len()];
        if self.answer {
            block.cells.resize(2 * block.stakes.len(), 1.0);
        }
        block
    }

    fn actions(self, hand: HandId) -> usize {
        if self.answer { 2 } else { self.space.distinct(hand).len() + usize::from(self.open) }
    }

    /// Writes the strategy of `hand`.
    fn set(self, block: &mut Block, hand: HandId, shares: &[f64]) {
        let local = self.space.local(hand);
        if self.answer {
            let accepts = shares[0] as f32;
            block.stakes[local] = shares[0];
            block.cells[local] = accepts;
            block.cells[block.stakes.len() + local] = 1.0 - accepts;
            return;
        }
        let held = self.space.distinct(hand);
        let fewer = self.space.count(self.cards - 1);
        for (&rank, &share) in held.iter().zip(shares) {
            let left = self.space.local(self.space.without(hand, rank));
            let cell = usize::from(rank - 1) * fewer + left;
            block.plays[cell] = share;
            block.cells[cell] = share as f32;
        }
        if self.open {
            let challenges = shares[held.len()];
            block.stakes[local] = challenges;
            block.cells[block.plays.len() + local] = challenges as f32;
        }
    }
}
