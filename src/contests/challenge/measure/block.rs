//! A strategy at one public state, for every hand the player may hold.

use std::rc::Rc;

use cardsharp_solvers::sampled::ExternalSampling;
use cardsharp_solvers::strategy::{Strategy, Uniform};
use rustc_hash::FxHashMap;

use crate::contests::challenge::infosets::{HandGame, HandInfosets, HandSpace, HandState, Stake};

/// Most actions of a decision: five cards and the challenge.
pub(super) const MAX_ACTIONS: usize = 6;

/// A strategy that may say what it depends on.
pub trait HandStrategy: Strategy<HandGame> {
    /// A number that is equal for two states of hands of the same size only if the player to move
    /// does the same in both with the same hand; none if that would tell nothing apart.
    fn public_part(&self, state: &HandState) -> Option<u64>;
}

impl HandStrategy for ExternalSampling<'_, HandGame, dyn HandInfosets> {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        self.abstraction().public_part(state)
    }
}

impl HandStrategy for Uniform {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        // The number of actions depends on the challenge.
        Some(match state.stake {
            Stake::Open => 0,
            Stake::Accepted => 1,
            Stake::Offered(_) => 2,
        })
    }
}

/// What every hand of one size does in one public state.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// For each rank, a run over the hands with one card fewer: the probability of playing that
    /// rank and having that hand left. For an answer it is empty.
    pub(super) plays: Vec<f64>,
    /// For each hand, the probability of challenging, or of accepting; empty if there is no
    /// challenge to offer.
    pub(super) stakes: Vec<f64>,
}

/// For each hand of a size and each rank, the hand with that card more.
#[derive(Debug)]
pub(super) struct Parents {
    /// By size of the smaller hand: for each rank, a run over the smaller hands.
    larger: Vec<Vec<u16>>,
}

impl Parents {
    pub(super) fn new(space: &HandSpace) -> Parents {
        let ranks = space.rules().ranks();
        let larger = (0..usize::from(space.rules().hand_size())).map(|size| {
            let runs = (1..=ranks).flat_map(|rank| {
                // Where there is no such hand any will do: it is never played from.
                let local = move |hand| {
                    space
                        .try_with(hand, rank)
                        .map_or(0, |with| space.local(with))
                };
                space.of_size(size).map(local)
            });
            runs.map(|local| local as u16).collect()
        });
        Parents {
            larger: larger.collect(),
        }
    }

    /// For hands of `size` cards, the larger hand by rank and hand.
    #[inline]
    pub(super) fn of(&self, size: usize) -> &[u16] {
        &self.larger[size]
    }
}

/// Blocks by what the strategy depends on; those that depend on everything are made each time.
pub(super) struct Blocks<'a, S: ?Sized> {
    game: &'a HandGame,
    strategy: &'a S,
    known: FxHashMap<u64, Rc<Block>>,
}

impl<'a, S: HandStrategy + ?Sized> Blocks<'a, S> {
    pub(super) fn new(game: &'a HandGame, strategy: &'a S) -> Self {
        Blocks {
            game,
            strategy,
            known: FxHashMap::default(),
        }
    }

    /// What the player to move, who holds `cards` cards, does in `state`. Only the hands that
    /// `reach` gives some weight need be right.
    pub(super) fn of(&mut self, state: &HandState, cards: usize, reach: &[f64]) -> Rc<Block> {
        let Some(part) = self.strategy.public_part(state) else {
            return Rc::new(self.make(state, cards, Some(reach)));
        };
        let key = part << 3 | cards as u64;
        if let Some(block) = self.known.get(&key) {
            return Rc::clone(block);
        }
        let block = Rc::new(self.make(state, cards, None));
        self.known.insert(key, Rc::clone(&block));
        block
    }

    fn make(&self, state: &HandState, cards: usize, reach: Option<&[f64]>) -> Block {
        let space = self.game.space();
        let player = state.to_move().index();
        let answer = matches!(state.stake, Stake::Offered(_));
        let open = state.stake == Stake::Open;
        let mut block = Block::default();
        let (mut fewer, mut fewer_first) = (0, 0);
        if !answer {
            fewer = space.count(cards - 1);
            fewer_first = space.first(cards - 1).index();
            block
                .plays
                .resize(usize::from(self.game.rules().ranks()) * fewer, 0.0);
        }
        if answer || open {
            block.stakes.resize(space.count(cards), 0.0);
        }
        let mut probe = *state;
        for (local, hand) in space.of_size(cards).enumerate() {
            if reach.is_some_and(|reach| reach[local] <= 0.0) {
                continue;
            }
            probe.hands[player] = hand;
            let held = if answer { &[] } else { space.distinct(hand) };
            let mut shares = [0.0; MAX_ACTIONS];
            let shares = match answer {
                true => &mut shares[..2],
                false => &mut shares[..held.len() + usize::from(open)],
            };
            self.probabilities(&probe, shares);
            for (&rank, &share) in held.iter().zip(shares.iter()) {
                let left = space.without(hand, rank).index() - fewer_first;
                block.plays[usize::from(rank - 1) * fewer + left] = share;
            }
            if answer {
                block.stakes[local] = shares[0];
            } else if open {
                block.stakes[local] = shares[held.len()];
            }
        }
        block
    }

    /// What the player to move does with the hand of `state`.
    pub(super) fn probabilities(&self, state: &HandState, shares: &mut [f64]) {
        if let [only] = shares {
            *only = 1.0;
        } else {
            self.strategy.probabilities(self.game, state, shares);
        }
    }
}
