//! External-sampling Monte-Carlo CFR.

use arrayvec::ArrayVec;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use thiserror::Error;

use super::{Abstraction, Averaging, Memory, Preset, Regrets, RowKey, Rows, RowsError};
use crate::game::{Game, Player, Turn};
use crate::strategy::Strategy;

/// Most actions of a decision.
const MAX_ACTIONS: usize = 64;
/// Traversals that a thread takes at a time.
const CHUNK: u64 = 128;
/// In one of so many traversals nothing is pruned.
const UNPRUNED_EVERY: u32 = 20;
/// Linear weights are counted in units of so many traversals, to keep the sums in f32's good range.
const WEIGHT_UNIT: f64 = 1e6;

type Probabilities = ArrayVec<f32, MAX_ACTIONS>;

/// A solver that improves its table by traversals of sampled deals.
pub struct ExternalSampling<'a, G: Game, A: Abstraction<G> + ?Sized> {
    game: &'a G,
    abstraction: &'a A,
    preset: Preset,
    seed: u64,
    /// Upper bound of the difference between two utilities of a player, for pruning.
    utility_range: f32,
    rows: Rows,
    traversals: u64,
    nodes: u64,
}

/// Everything that a later run needs to go on exactly here.
pub struct Snapshot<'a> {
    /// Traversals done.
    pub traversals: u64,
    /// Nodes walked.
    pub nodes: u64,
    /// Regrets and averages, row by row.
    pub floats: &'a [f32],
    /// Keys of a hashed table; empty for a dense one.
    pub keys: Vec<u64>,
    /// Where the row of each key begins; empty for a dense table.
    pub firsts: Vec<u32>,
}

/// Why a snapshot cannot be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// It is of another size.
    #[error("the saved table has {found} numbers where this run has room for {room}")]
    Size {
        /// Numbers saved.
        found: usize,
        /// Numbers that fit.
        room: usize,
    },
    /// Its keys do not make a table.
    #[error("the saved table names a row twice or beyond its end")]
    Keys,
}

impl<'a, G: Game, A: Abstraction<G> + ?Sized> ExternalSampling<'a, G, A> {
    /// A fresh solver whose table takes at most `max_memory` bytes.
    pub fn new(
        game: &'a G,
        abstraction: &'a A,
        preset: Preset,
        seed: u64,
        max_memory: u64,
    ) -> Result<Self, RowsError> {
        let (least, most) = game.utility_bounds();
        Ok(ExternalSampling {
            game,
            abstraction,
            preset,
            seed,
            utility_range: (most - least) as f32,
            rows: Rows::new(abstraction.numbering(), max_memory)?,
            traversals: 0,
            nodes: 0,
        })
    }

    /// What the table would take, before it is taken.
    pub fn memory(abstraction: &A, max_memory: u64) -> Memory {
        Rows::memory(abstraction.numbering(), max_memory)
    }

    /// What its rows are found through.
    pub fn abstraction(&self) -> &'a A {
        self.abstraction
    }

    /// Traversals done: each walks from one deal for one player.
    pub fn traversals(&self) -> u64 {
        self.traversals
    }

    /// Nodes walked.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The table.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Does `count` more traversals, on the threads of the current rayon pool.
    pub fn advance(&mut self, count: u64) {
        let (begin, end) = (self.traversals, self.traversals + count);
        let chunk = |first: u64| self.traverse_all(first, end.min(first + CHUNK));
        let starts = (0..count.div_ceil(CHUNK)).map(|index| begin + index * CHUNK);
        self.nodes += if rayon::current_num_threads() == 1 {
            starts.map(chunk).sum::<u64>()
        } else {
            let starts: Vec<u64> = starts.collect();
            starts.into_par_iter().map(chunk).sum::<u64>()
        };
        self.traversals = end;
    }

    fn traverse_all(&self, begin: u64, end: u64) -> u64 {
        let players = self.game.players() as u64;
        let mut nodes = 0;
        for traversal in begin..end {
            // The generator's own seeding mixes the number thoroughly (SplitMix64).
            let key = self.seed ^ traversal.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(key);
            let weight = match self.preset.averaging {
                Averaging::Uniform => 1.0,
                Averaging::Linear => ((traversal + 1) as f64 / WEIGHT_UNIT) as f32,
            };
            let prune = self.preset.prune_below.filter(|_| {
                // Drawn in any case, so that presets see the same deals.
                rng.random_range(0..UNPRUNED_EVERY) > 0
            });
            let mut walk = Walk {
                solver: self,
                traverser: Player::new((traversal % players) as u8),
                weight,
                prune_below: prune.map_or(f32::NEG_INFINITY, |times| {
                    -times * self.utility_range * weight
                }),
                rng,
                nodes: 0,
            };
            walk.value(&self.game.root(), 0);
            nodes += walk.nodes;
        }
        nodes
    }

    /// Everything that a later run needs to go on exactly here.
    pub fn snapshot(&mut self) -> Snapshot<'_> {
        let (floats, index) = self.rows.parts();
        let (keys, firsts) = index.unwrap_or_default();
        Snapshot {
            traversals: self.traversals,
            nodes: self.nodes,
            floats,
            keys,
            firsts,
        }
    }

    /// Begins with the table of another run, after `traversals` of its own, as often as it fits into
    /// this one: for rows that are the same several times over. Only where every row has its place.
    pub fn warm_start(&mut self, floats: &[f32], traversals: u64) -> Result<(), RestoreError> {
        let (room, index) = self.rows.parts();
        let wrong =
            index.is_some() || floats.is_empty() || !room.len().is_multiple_of(floats.len());
        if wrong {
            return Err(RestoreError::Size {
                found: floats.len(),
                room: room.len(),
            });
        }
        for copy in room.chunks_exact_mut(floats.len()) {
            copy.copy_from_slice(floats);
        }
        self.traversals = traversals;
        Ok(())
    }

    /// Goes back to a snapshot taken with the same game, abstraction, preset and seed.
    pub fn restore(&mut self, saved: Snapshot<'_>) -> Result<(), RestoreError> {
        let dense = self.rows.stored().is_none();
        let floats = saved.floats;
        self.rows.restore_used(self.rows.cells().len());
        let (room, _) = self.rows.parts();
        if floats.len() > room.len() || (dense && floats.len() != room.len()) {
            return Err(RestoreError::Size {
                found: floats.len(),
                room: room.len(),
            });
        }
        room[..floats.len()].copy_from_slice(floats);
        self.rows.restore_used(floats.len());
        for (&key, &first) in saved.keys.iter().zip(&saved.firsts) {
            if 2 * first as usize > floats.len() + 1 || !self.rows.restore_row(key, first) {
                return Err(RestoreError::Keys);
            }
        }
        self.traversals = saved.traversals;
        self.nodes = saved.nodes;
        Ok(())
    }
}

impl<G: Game, A: Abstraction<G> + ?Sized> Strategy<G> for ExternalSampling<'_, G, A> {
    /// The average strategy so far; uniform where nothing is known.
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        let key = self.abstraction.row(game, state);
        if !self.rows.average(key, out) {
            let share = 1.0 / out.len() as f64;
            out.fill(share);
        }
    }
}

struct Walk<'s, 'a, G: Game, A: Abstraction<G> + ?Sized> {
    solver: &'s ExternalSampling<'a, G, A>,
    traverser: Player,
    weight: f32,
    prune_below: f32,
    rng: Xoshiro256PlusPlus,
    nodes: u64,
}

impl<G: Game, A: Abstraction<G> + ?Sized> Walk<'_, '_, G, A> {
    /// The traverser's sampled value of `state` under the current strategies. `grown` has a bit for
    /// each player who has been given a new row on the way here.
    fn value(&mut self, state: &G::State, grown: u64) -> f32 {
        self.nodes += 1;
        let game = self.solver.game;
        match game.turn(state) {
            Turn::Terminal => game.utility(state, self.traverser) as f32,
            Turn::Chance { .. } => {
                let child = game.sample_chance(state, &mut self.rng);
                self.value(&child, grown)
            }
            // Nothing is learnt where there is nothing to choose.
            Turn::Decision { actions: 1, .. } => self.value(&game.child(state, 0), grown),
            Turn::Decision { player, actions } => {
                let key = self.solver.abstraction.row(game, state);
                let bit = 1 << player.index();
                let (first, new) = self.solver.rows.locate(key, actions, grown & bit == 0);
                let grown = if new { grown | bit } else { grown };
                match first {
                    None => {
                        let action = self.rng.random_range(0..actions);
                        self.value(&game.child(state, action), grown)
                    }
                    Some(first) if player == self.traverser => {
                        self.try_all(state, actions, first, grown)
                    }
                    Some(first) => self.sample_one(state, actions, first, grown),
                }
            }
        }
    }

    /// Regret matching: in proportion to positive regrets, uniform if there are none.
    /// Filled in place: moving the array would cost more than the arithmetic.
    #[inline(always)]
    fn current(&self, actions: usize, first: usize, strategy: &mut Probabilities) {
        let cells = self.solver.rows.cells();
        let mut sum = 0.0;
        for action in 0..actions {
            let positive = cells.get(first + 2 * action).max(0.0);
            sum += positive;
            strategy.push(positive);
        }
        if sum > 0.0 {
            let scale = 1.0 / sum;
            strategy.iter_mut().for_each(|share| *share *= scale);
        } else {
            let share = 1.0 / actions as f32;
            strategy.clear();
            strategy.extend(std::iter::repeat_n(share, actions));
        }
    }

    fn try_all(&mut self, state: &G::State, actions: usize, first: usize, grown: u64) -> f32 {
        let mut strategy = Probabilities::new();
        self.current(actions, first, &mut strategy);
        let solver = self.solver;
        let cells = solver.rows.cells();
        let mut values = Probabilities::new();
        let mut mean = 0.0;
        for (action, &share) in strategy.iter().enumerate() {
            if share == 0.0 && cells.get(first + 2 * action) < self.prune_below {
                values.push(f32::NAN);
                continue;
            }
            let value = self.value(&solver.game.child(state, action), grown);
            mean += share * value;
            values.push(value);
        }
        for (action, &value) in values.iter().enumerate() {
            if !value.is_nan() {
                let regret = cells.get(first + 2 * action) + self.weight * (value - mean);
                let regret = match solver.preset.regrets {
                    Regrets::Plain => regret,
                    Regrets::Floored => regret.max(0.0),
                };
                cells.set(first + 2 * action, regret);
            }
        }
        mean
    }

    fn sample_one(&mut self, state: &G::State, actions: usize, first: usize, grown: u64) -> f32 {
        let mut strategy = Probabilities::new();
        self.current(actions, first, &mut strategy);
        let solver = self.solver;
        let cells = solver.rows.cells();
        let mut left: f32 = self.rng.random();
        let mut chosen = None;
        for (action, &share) in strategy.iter().enumerate() {
            if share > 0.0 {
                let average = first + 2 * action + 1;
                cells.set(average, cells.get(average) + self.weight * share);
                left -= share;
                if left < 0.0 && chosen.is_none() {
                    chosen = Some(action);
                }
            }
        }
        let chosen = chosen.unwrap_or(actions - 1);
        self.value(&solver.game.child(state, chosen), grown)
    }
}

/// Rows of an abstraction that keeps a game's own information sets: for games whose keys are small
/// numbers.
#[derive(Clone, Copy, Debug)]
pub struct PerfectRecall;

impl<G: Game> Abstraction<G> for PerfectRecall {
    fn numbering(&self) -> super::Numbering {
        super::Numbering::Hashed { at_most: None }
    }

    fn row(&self, game: &G, state: &G::State) -> RowKey {
        // Key 0 marks an empty place.
        RowKey(game.infoset(state).0.wrapping_add(1))
    }
}
