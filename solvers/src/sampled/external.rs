//! External-sampling Monte-Carlo CFR.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use thiserror::Error;

use super::cells::{Pair, load, store};
use super::{Abstraction, Averaging, Memory, Regrets, RowKey, Rows, RowsError, SamplingOptions, Tries};
use crate::best_response::exploitability;
use crate::game::{Game, Player, Turn};
use crate::observers::Observe;
use crate::run::Solver;
use crate::solution::{Solution, rows, run_until};
use crate::strategy::Strategy;
use crate::until::Until;

/// The greatest number of actions of a decision.
pub(super) const MAX_ACTIONS: usize = 64;
/// The number of traversals that a thread takes at a time.
const CHUNK: u64 = 128;
/// One of this many traversals prunes nothing.
const UNPRUNED_EVERY: u32 = 20;
/// The number of traversals in one unit of a linear weight, which keeps the sums in f32's good range.
const WEIGHT_UNIT: f64 = 1e6;

/// A solver that updates its table by traversals of sampled deals.
pub struct ExternalSampling<'a, G: Game, A: Abstraction<G> + ?Sized> {
    pub(super) game: &'a G,
    pub(super) abstraction: &'a A,
    options: SamplingOptions,
    /// An upper bound of the difference between two utilities of a player, for pruning.
    utility_range: f32,
    pub(super) rows: Rows,
    traversals: u64,
    nodes: u64,
}

/// The state from which a later run continues exactly.
pub struct Snapshot<'a> {
    /// The number of traversals done.
    pub traversals: u64,
    /// The number of nodes walked.
    pub nodes: u64,
    /// The regrets and averages, row by row.
    pub floats: &'a [f32],
    /// The keys of a hashed table; empty for a dense one.
    pub keys: Vec<u64>,
    /// The first cell of each key's row, plus 1; empty for a dense table.
    pub firsts: Vec<u32>,
}

impl Snapshot<'_> {
    /// True if the index of a hashed table gives every key a place of its own within the table. A
    /// search would wait forever for a row without a place.
    fn has_sound_index(&self) -> bool {
        let cells = self.floats.len() / 2;
        let mut firsts = self.firsts.clone();
        firsts.sort_unstable();
        let within = firsts.iter().all(|&first| (1..=cells).contains(&(first as usize)));
        self.keys.len() == firsts.len()
            && self.keys.is_empty() == (cells == 0)
            && within
            && firsts.is_sorted_by(|one, next| one < next)
    }
}

/// The reason that a snapshot cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// The snapshot has another size.
    #[error("the saved table has {found} numbers where this run has room for {room}")]
    Size {
        /// The number of numbers saved.
        found: usize,
        /// The number of numbers that fit.
        room: usize,
    },
    /// The keys of the snapshot do not form a table.
    #[error("the saved table names a row twice, beyond its end or without its place")]
    Keys,
    /// A number of the snapshot is none that a run can have.
    #[error("the saved table has numbers that no run can have")]
    Numbers,
}

impl<'a, G: Game, A: Abstraction<G> + ?Sized> ExternalSampling<'a, G, A> {
    /// A new solver with a preset or [`SamplingOptions`].
    ///
    /// # Errors
    ///
    /// [`RowsError`] if the table would take more memory than is allowed.
    pub fn new(game: &'a G, abstraction: &'a A, options: impl Into<SamplingOptions>) -> Result<Self, RowsError> {
        let options = options.into();
        let (least, most) = game.utility_bounds();
        Ok(ExternalSampling {
            game,
            abstraction,
            options,
            utility_range: (most - least) as f32,
            rows: Rows::new(abstraction.numbering(), options.max_memory)?,
            traversals: 0,
            nodes: 0,
        })
    }

    /// Samples until a condition is met, and returns the average strategy as a strategy of the game. It
    /// is measured exactly, by walking the whole game. Iterations are traversals. Measures are as in
    /// [`Cfr::run`](crate::cfr::Cfr::run).
    pub fn run(&mut self, until: Until<'_>) -> Solution {
        let Ok(solution) = self.run_with(until, &mut ());
        solution
    }

    /// Does the same as [`ExternalSampling::run`], and reports to an observer.
    ///
    /// # Errors
    ///
    /// The error of the observer.
    pub fn run_with<O: Observe>(&mut self, until: Until<'_>, observer: &mut O) -> Result<Solution, O::Error> {
        let game = self.game;
        let measure = |solver: &Self| exploitability(game, solver);
        let ended = run_until(self, game.players(), measure, until, observer)?;
        Ok(Solution::ended(ended, rows(game, self)))
    }

    /// The memory that the table would take, before it is allocated.
    pub fn memory(abstraction: &A, max_memory: u64) -> Memory {
        Rows::memory(abstraction.numbering(), max_memory)
    }

    /// The abstraction, which maps states to rows.
    pub fn abstraction(&self) -> &'a A {
        self.abstraction
    }

    /// The number of traversals done. Each walks from one deal for one player.
    pub fn traversals(&self) -> u64 {
        self.traversals
    }

    /// The number of nodes walked.
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
            // The seeding of the generator mixes the number thoroughly (SplitMix64).
            let key = self.options.seed ^ traversal.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(key);
            let weight = match self.options.preset.averaging {
                Averaging::Uniform => 1.0,
                Averaging::Linear => ((traversal + 1) as f64 / WEIGHT_UNIT) as f32,
            };
            let prune = self.options.preset.prune_below.filter(|_| {
                // Presets without pruning draw nothing here.
                rng.random_range(0..UNPRUNED_EVERY) > 0
            });
            let mut walk = Walk {
                solver: self,
                traverser: Player::new((traversal % players) as u8),
                weight,
                prune_below: prune.map_or(f32::NEG_INFINITY, |times| -times * self.utility_range * weight),
                rng,
                nodes: 0,
            };
            match self.options.preset.tries {
                Tries::Everywhere => {
                    walk.value(self.game.root(), 0);
                }
                Tries::AlongOnePath => walk.follow_path(self.game.root()),
            }
            nodes += walk.nodes;
        }
        nodes
    }

    /// The state from which a later run continues exactly.
    pub fn snapshot(&mut self) -> Snapshot<'_> {
        let (floats, index) = self.rows.parts();
        let (keys, firsts) = index.unwrap_or_default();
        Snapshot { traversals: self.traversals, nodes: self.nodes, floats, keys, firsts }
    }

    /// Begins with the table of another run, after its `traversals`. The table is copied as often as it fits into this
    /// one, for rows that repeat several times over. Only a dense table can be copied so.
    pub fn warm_start(&mut self, floats: &[f32], traversals: u64) -> Result<(), RestoreError> {
        let (room, index) = self.rows.parts();
        let wrong = index.is_some() || floats.is_empty() || !room.len().is_multiple_of(floats.len());
        if wrong {
            return Err(RestoreError::Size { found: floats.len(), room: room.len() });
        }
        for copy in room.chunks_exact_mut(floats.len()) {
            copy.copy_from_slice(floats);
        }
        self.traversals = traversals;
        Ok(())
    }

    /// Restores a snapshot taken with the same game, abstraction, preset and seed.
    pub fn restore(&mut self, saved: Snapshot<'_>) -> Result<(), RestoreError> {
        let dense = self.rows.stored().is_none();
        let floats = saved.floats;
        self.rows.restore_used(self.rows.cells().len());
        let (room, _) = self.rows.parts();
        if floats.len() > room.len() || (dense && floats.len() != room.len()) {
            return Err(RestoreError::Size { found: floats.len(), room: room.len() });
        }
        if !dense && !saved.has_sound_index() {
            return Err(RestoreError::Keys);
        }
        room[..floats.len()].copy_from_slice(floats);
        self.rows.restore_used(floats.len());
        for (&key, &first) in saved.keys.iter().zip(&saved.firsts) {
            if !self.rows.restore_row(key, first) {
                return Err(RestoreError::Keys);
            }
        }
        self.traversals = saved.traversals;
        self.nodes = saved.nodes;
        Ok(())
    }
}

impl<G: Game, A: Abstraction<G> + ?Sized> Solver for ExternalSampling<'_, G, A> {
    fn iterations(&self) -> u64 {
        self.traversals()
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}

impl<G: Game, A: Abstraction<G> + ?Sized> Strategy<G> for ExternalSampling<'_, G, A> {
    /// Writes the average strategy so far; uniform where it is not known.
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        let key = self.abstraction.row(game, state);
        if !self.rows.average(key, out) {
            let share = 1.0 / out.len() as f64;
            out.fill(share);
        }
    }
}

pub(super) struct Walk<'s, 'a, G: Game, A: Abstraction<G> + ?Sized> {
    pub(super) solver: &'s ExternalSampling<'a, G, A>,
    pub(super) traverser: Player,
    weight: f32,
    prune_below: f32,
    pub(super) rng: Xoshiro256PlusPlus,
    pub(super) nodes: u64,
}

impl<G: Game, A: Abstraction<G> + ?Sized> Walk<'_, '_, G, A> {
    /// The sampled value of `state` to the traverser under the current strategies. `grown` has a
    /// bit for each player who got a new row on the path to `state`.
    #[inline(always)]
    fn value(&mut self, state: G::State, grown: u64) -> f32 {
        let game = self.solver.game;
        // Half of all nodes are terminal, and not worth a function call.
        match game.turn(&state) {
            Turn::Terminal => {
                self.nodes += 1;
                game.utility(&state, self.traverser) as f32
            }
            _ => self.go_on(state, grown),
        }
    }

    /// Walks one path to the traverser's next decision, or to a terminal history.
    fn go_on(&mut self, mut state: G::State, mut grown: u64) -> f32 {
        let game = self.solver.game;
        loop {
            self.nodes += 1;
            state = match game.turn(&state) {
                Turn::Terminal => return game.utility(&state, self.traverser) as f32,
                Turn::Chance { .. } => game.sample_chance(&state, &mut self.rng),
                // A decision with one action has nothing to learn.
                Turn::Decision { actions: 1, .. } => game.child(&state, 0),
                Turn::Decision { player, actions } => {
                    let key = self.solver.abstraction.row(game, &state);
                    let bit = 1 << player.index();
                    let (first, new) = self.solver.rows.locate(key, actions, grown & bit == 0);
                    if new {
                        grown |= bit;
                    }
                    let pairs = first.map(|first| self.solver.rows.cells().pairs(first, actions));
                    match pairs {
                        Some(pairs) if player == self.traverser => {
                            return self.try_all(&state, pairs, grown);
                        }
                        Some(pairs) => game.child(&state, self.sample_one(pairs)),
                        None => game.child(&state, self.rng.random_range(0..actions)),
                    }
                }
            };
        }
    }

    /// Jumps once by the number of actions, to code for exactly that number. Loops of unknown
    /// length, several at each decision, would cost more than all the arithmetic.
    #[inline(always)]
    fn try_all(&mut self, state: &G::State, pairs: &[Pair], grown: u64) -> f32 {
        match pairs.len() {
            2 => self.try_exactly::<2>(state, pairs, grown),
            3 => self.try_exactly::<3>(state, pairs, grown),
            4 => self.try_exactly::<4>(state, pairs, grown),
            5 => self.try_exactly::<5>(state, pairs, grown),
            6 => self.try_exactly::<6>(state, pairs, grown),
            7 => self.try_exactly::<7>(state, pairs, grown),
            8 => self.try_exactly::<8>(state, pairs, grown),
            _ => self.try_each(state, pairs, &mut [0.0; MAX_ACTIONS], grown),
        }
    }

    fn try_exactly<const N: usize>(&mut self, state: &G::State, pairs: &[Pair], grown: u64) -> f32 {
        self.try_each(state, &pairs[..N], &mut [0.0; N], grown)
    }

    #[inline(always)]
    fn try_each(&mut self, state: &G::State, pairs: &[Pair], values: &mut [f32], grown: u64) -> f32 {
        let matching = Matching::of(pairs);
        let solver = self.solver;
        let mut mean = 0.0;
        for (action, ([regret, _], value)) in pairs.iter().zip(&mut *values).enumerate() {
            let regret = load(regret);
            if regret < self.prune_below && matching.uniform == 0.0 {
                *value = f32::NAN;
                continue;
            }
            *value = self.value(solver.game.child(state, action), grown);
            mean += matching.share(regret) * *value;
        }
        self.learn(pairs, values, mean);
        mean
    }

    /// Updates the regrets by the values of the actions. NaN marks an action that was not tried.
    #[inline(always)]
    pub(super) fn learn(&mut self, pairs: &[Pair], values: &[f32], mean: f32) {
        for ([regret, _], &value) in pairs.iter().zip(values) {
            if !value.is_nan() {
                let updated = load(regret) + self.weight * (value - mean);
                let updated = match self.solver.options.preset.regrets {
                    Regrets::Plain => updated,
                    Regrets::Floored => updated.max(0.0),
                };
                store(regret, updated);
            }
        }
    }

    /// Draws an action of a player other than the traverser, and adds the current strategy to the average.
    #[inline(always)]
    pub(super) fn sample_one(&mut self, pairs: &[Pair]) -> usize {
        match pairs.len() {
            2 => self.sample_of(&pairs[..2], &mut [0.0; 2]),
            3 => self.sample_of(&pairs[..3], &mut [0.0; 3]),
            4 => self.sample_of(&pairs[..4], &mut [0.0; 4]),
            5 => self.sample_of(&pairs[..5], &mut [0.0; 5]),
            6 => self.sample_of(&pairs[..6], &mut [0.0; 6]),
            7 => self.sample_of(&pairs[..7], &mut [0.0; 7]),
            8 => self.sample_of(&pairs[..8], &mut [0.0; 8]),
            count => self.sample_of(pairs, &mut [0.0; MAX_ACTIONS][..count]),
        }
    }

    /// Draws an action. The rest of the walk waits for the choice, so it is made first, and without a division.
    #[inline(always)]
    fn sample_of(&mut self, pairs: &[Pair], sums: &mut [f32]) -> usize {
        let drawn: f32 = self.rng.random();
        let mut sum = 0.0;
        for ([regret, _], sum_here) in pairs.iter().zip(&mut *sums) {
            sum += positive(load(regret));
            *sum_here = sum;
        }
        if sum <= 0.0 {
            let share = self.weight / pairs.len() as f32;
            for [_, average] in pairs {
                store(average, load(average) + share);
            }
            return ((drawn * pairs.len() as f32) as usize).min(pairs.len() - 1);
        }
        let mark = drawn * sum;
        // The count has no branches, since none could be predicted.
        let passed = sums.iter().map(|&sum| usize::from(sum <= mark));
        let chosen = passed.sum::<usize>().min(pairs.len() - 1);
        let scale = self.weight / sum;
        for [regret, average] in pairs {
            store(average, load(average) + positive(load(regret)) * scale);
        }
        chosen
    }
}

/// Regret matching: probabilities in proportion to positive regrets, uniform if there are none.
/// Each is computed when it is needed: to store and reload it would take longer.
#[derive(Clone, Copy)]
pub(super) struct Matching {
    scale: f32,
    uniform: f32,
}

impl Matching {
    #[inline(always)]
    pub(super) fn of(pairs: &[Pair]) -> Matching {
        let parts = pairs.iter().map(|[regret, _]| positive(load(regret)));
        let sum: f32 = parts.sum();
        if sum > 0.0 {
            Matching { scale: 1.0 / sum, uniform: 0.0 }
        } else {
            Matching { scale: 0.0, uniform: 1.0 / pairs.len() as f32 }
        }
    }

    #[inline(always)]
    pub(super) fn share(self, regret: f32) -> f32 {
        positive(regret) * self.scale + self.uniform
    }
}

#[inline(always)]
fn positive(regret: f32) -> f32 {
    // `f32::max` would also have to handle NaN.
    if regret > 0.0 { regret } else { 0.0 }
}

/// The abstraction that keeps a game's own information sets as rows.
#[derive(Clone, Copy, Debug)]
pub struct PerfectRecall;

impl<G: Game> Abstraction<G> for PerfectRecall {
    fn numbering(&self) -> super::Numbering {
        super::Numbering::Hashed { at_most: None }
    }

    fn row(&self, game: &G, state: &G::State) -> RowKey {
        // Key 0 marks an empty slot.
        RowKey(game.infoset(state).0.wrapping_add(1))
    }
}
