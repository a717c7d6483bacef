//! Outcome sampling, with or without baselines, and chance sampling.
//!
//! Both samplings: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret
//! minimization in extensive games", NIPS 2009. Baselines: M. Schmid, N. Burch, M. Lanctot, M.
//! Moravcik, R. Kadlec, M. Bowling, "Variance reduction in Monte Carlo counterfactual regret
//! minimization (VR-MCCFR) for extensive form games using baselines", AAAI 2019.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use rustc_hash::FxHashMap;

use super::external::MAX_ACTIONS;
use super::{Abstraction, RowKey};
use crate::game::{Game, Player, Turn};
use crate::run::Solver;
use crate::strategy::normalize;

/// The choices that a traversal samples; it walks all others in full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// Outcome sampling: a traversal draws every choice, and so one history.
    Outcome {
        /// The traverser draws uniformly with this probability, and follows the current strategy otherwise.
        exploration: f64,
        /// The learning rate of the baselines, 0 to 1; `None` runs without baselines.
        baselines: Option<f64>,
    },
    /// Chance sampling: a traversal draws chance alone, and walks all actions of all players.
    Chance,
}

/// A named way of sampling. All presets use regret matching and a uniform average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplerPreset {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line summary with its paper.
    pub summary: &'static str,
    /// The choices that are sampled.
    pub sampling: Sampling,
}

impl SamplerPreset {
    /// Outcome sampling as first published.
    pub const OUTCOME_MCCFR: SamplerPreset = SamplerPreset {
        name: "outcome-mccfr",
        summary: "outcome sampling, 0.6 of it on-policy (Lanctot et al. 2009)",
        sampling: Sampling::Outcome { exploration: 0.4, baselines: None },
    };

    /// Outcome sampling with learnt baselines.
    pub const VR_MCCFR: SamplerPreset = SamplerPreset {
        name: "vr-mccfr",
        summary: "outcome-mccfr with baselines (Schmid et al. 2019)",
        sampling: Sampling::Outcome { exploration: 0.4, baselines: Some(0.1) },
    };

    /// Chance sampling.
    pub const CHANCE_MCCFR: SamplerPreset = SamplerPreset {
        name: "chance-mccfr",
        summary: "chance sampling, all players try everything (Lanctot et al. 2009)",
        sampling: Sampling::Chance,
    };

    /// All presets of [`Sampler`].
    pub const ALL: &'static [SamplerPreset] =
        &[SamplerPreset::OUTCOME_MCCFR, SamplerPreset::VR_MCCFR, SamplerPreset::CHANCE_MCCFR];

    /// The preset with this name.
    pub fn by_name(name: &str) -> Option<SamplerPreset> {
        Self::ALL.iter().copied().find(|preset| preset.name == name)
    }
}

/// A solver that updates its table by sampled traversals. It runs on one thread, and the same seed
/// gives the same bytes. The table gets a row when a traversal first visits it.
pub struct Sampler<'a, G: Game, A: Abstraction<G> + ?Sized> {
    pub(super) game: &'a G,
    abstraction: &'a A,
    preset: SamplerPreset,
    pub(super) rng: Xoshiro256PlusPlus,
    pub(super) table: Table,
    pub(super) traversals: u64,
    pub(super) nodes: u64,
}

/// The regrets and averages. A history that is seldom drawn has a large weight: in sums of four
/// bytes, the small terms beside it would be lost.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The first cell of each row.
    pub(super) firsts: FxHashMap<RowKey, usize>,
    pub(super) cells: Vec<Cell>,
    /// For each cell the baseline of its action, for each player.
    pub(super) baselines: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub(super) regret: f64,
    pub(super) average: f64,
}

impl<'a, G: Game, A: Abstraction<G> + ?Sized> Sampler<'a, G, A> {
    /// A new solver.
    pub fn new(game: &'a G, abstraction: &'a A, preset: SamplerPreset, seed: u64) -> Self {
        Sampler {
            game,
            abstraction,
            preset,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            table: Table::default(),
            traversals: 0,
            nodes: 0,
        }
    }

    /// The abstraction, which maps states to rows.
    pub fn abstraction(&self) -> &'a A {
        self.abstraction
    }

    /// The number of traversals done. Each updates one player; the players take turns.
    pub fn traversals(&self) -> u64 {
        self.traversals
    }

    /// The number of nodes walked.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Writes the average strategy of a row. Returns `false`, and leaves `out` untouched, if it is not known.
    pub fn average(&self, row: RowKey, out: &mut [f64]) -> bool {
        let cells = self.table.row(row, out.len());
        let known = cells.is_some_and(|cells| cells.iter().any(|cell| cell.average > 0.0));
        if let (Some(cells), true) = (cells, known) {
            normalize(cells.iter().map(|cell| cell.average), out);
        }
        known
    }

    /// Writes the regrets of a row. Returns `false`, and leaves `out` untouched, if the row was never visited.
    pub fn regrets(&self, row: RowKey, out: &mut [f64]) -> bool {
        let cells = self.table.row(row, out.len());
        for (regret, cell) in out.iter_mut().zip(cells.unwrap_or_default()) {
            *regret = cell.regret;
        }
        cells.is_some()
    }

    /// Does `count` more traversals.
    pub fn advance(&mut self, count: u64) {
        let players = self.game.players() as u64;
        for traversal in self.traversals..self.traversals + count {
            let mut walk = Walk {
                game: self.game,
                abstraction: self.abstraction,
                table: &mut self.table,
                traverser: Player::new((traversal % players) as u8),
                rng: &mut self.rng,
                nodes: 0,
            };
            let root = self.game.root();
            match self.preset.sampling {
                Sampling::Chance => {
                    walk.try_everything(&root, 1.0, 1.0);
                }
                Sampling::Outcome { exploration, baselines } => {
                    walk.draw(&root, Reach::ROOT, exploration, baselines);
                }
            }
            self.nodes += walk.nodes;
        }
        self.traversals += count;
    }
}

impl<G: Game, A: Abstraction<G> + ?Sized> Solver for Sampler<'_, G, A> {
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

/// The reach probabilities of a history.
#[derive(Clone, Copy)]
struct Reach {
    /// The reach by the other players' strategies, chance left out.
    others: f64,
    /// The sampling probability of the players' choices, chance left out.
    sampling: f64,
}

impl Reach {
    const ROOT: Reach = Reach { others: 1.0, sampling: 1.0 };
}

struct Walk<'w, G: Game, A: Abstraction<G> + ?Sized> {
    game: &'w G,
    abstraction: &'w A,
    table: &'w mut Table,
    traverser: Player,
    rng: &'w mut Xoshiro256PlusPlus,
    nodes: u64,
}

impl Table {
    fn row(&self, row: RowKey, actions: usize) -> Option<&[Cell]> {
        let first = *self.firsts.get(&row)?;
        Some(&self.cells[first..first + actions])
    }

    /// The first cell of a row. A new row is added.
    fn first_cell(&mut self, row: RowKey, actions: usize, players: usize) -> usize {
        let next = self.cells.len();
        let first = *self.firsts.entry(row).or_insert(next);
        if first == next {
            self.cells.resize(next + actions, Cell::default());
            self.baselines.resize((next + actions) * players, 0.0);
        }
        first
    }
}

impl<G: Game, A: Abstraction<G> + ?Sized> Walk<'_, G, A> {
    /// Writes the current strategy of the player to move. Returns the first cell of the row; `None`
    /// if there is only one action.
    fn row(&mut self, state: &G::State, strategy: &mut [f64]) -> Option<usize> {
        if strategy.len() == 1 {
            strategy[0] = 1.0;
            return None;
        }
        let key = self.abstraction.row(self.game, state);
        let players = self.game.players();
        let first = self.table.first_cell(key, strategy.len(), players);
        let cells = &self.table.cells[first..first + strategy.len()];
        normalize(cells.iter().map(|cell| cell.regret.max(0.0)), strategy);
        Some(first)
    }

    /// Chance sampling: the value of `state` to the traverser under the current strategies. `own` and `others` are the
    /// reach probabilities of the traverser and of the other players, chance left out.
    fn try_everything(&mut self, state: &G::State, own: f64, others: f64) -> f64 {
        self.nodes += 1;
        let (player, actions) = match self.game.turn(state) {
            Turn::Terminal => return self.game.utility(state, self.traverser),
            Turn::Chance { .. } => {
                let child = self.game.sample_chance(state, self.rng);
                return self.try_everything(&child, own, others);
            }
            Turn::Decision { player, actions } => (player, actions),
        };
        let mut strategy = [0.0; MAX_ACTIONS];
        let strategy = &mut strategy[..actions];
        let row = self.row(state, strategy);
        let mut values = [0.0; MAX_ACTIONS];
        let mut mean = 0.0;
        for (action, share) in strategy.iter().enumerate() {
            let child = self.game.child(state, action);
            values[action] = if player == self.traverser {
                self.try_everything(&child, own * share, others)
            } else {
                self.try_everything(&child, own, others * share)
            };
            mean += share * values[action];
        }
        if let (Some(first), true) = (row, player == self.traverser) {
            let cells = self.table.cells[first..].iter_mut();
            for ((cell, value), share) in cells.zip(values).zip(&*strategy) {
                cell.regret += others * (value - mean);
                cell.average += own * share;
            }
        }
        mean
    }

    /// Outcome sampling: an unbiased estimate of the value of `state` to the traverser under the current strategies.
    fn draw(&mut self, state: &G::State, reach: Reach, exploration: f64, speed: Option<f64>) -> f64 {
        self.nodes += 1;
        let (player, actions) = match self.game.turn(state) {
            Turn::Terminal => return self.game.utility(state, self.traverser),
            Turn::Chance { .. } => {
                // Its probability is also its sampling probability, so the two cancel.
                let child = self.game.sample_chance(state, self.rng);
                return self.draw(&child, reach, exploration, speed);
            }
            Turn::Decision { player, actions } => (player, actions),
        };
        let mut strategy = [0.0; MAX_ACTIONS];
        let strategy = &mut strategy[..actions];
        let row = self.row(state, strategy);
        let own = player == self.traverser;
        let mixed = |share: f64| {
            if own { exploration / actions as f64 + (1.0 - exploration) * share } else { share }
        };
        let chosen = self.choose(strategy, mixed);
        let (share, likelihood) = (strategy[chosen], mixed(strategy[chosen]));
        let next =
            Reach { others: reach.others * if own { 1.0 } else { share }, sampling: reach.sampling * likelihood };
        let below = self.draw(&self.game.child(state, chosen), next, exploration, speed);
        let Some(first) = row else {
            return below;
        };
        let sampled = Sampled { chosen, likelihood, below };
        // The importance weight: the others' reach over the sampling probability.
        let weight = reach.others / reach.sampling;
        let mean = self.learn(first, strategy, &sampled, own.then_some(weight), speed);
        if !own {
            // The history is drawn in proportion to this player's own reach, so the weight needs no further factor.
            let cells = self.table.cells[first..].iter_mut();
            for (cell, share) in cells.zip(strategy) {
                cell.average += weight * *share;
            }
        }
        mean
    }

    /// Estimates the value of every action of a row: its baseline, corrected by the drawn value. If
    /// the row is the traverser's, updates its regrets with `weight`. Returns the value of the row.
    fn learn(
        &mut self,
        first: usize,
        strategy: &[f64],
        sampled: &Sampled,
        weight: Option<f64>,
        speed: Option<f64>,
    ) -> f64 {
        let players = self.game.players();
        let traverser = self.traverser.index();
        let index = |action: usize| (first + action) * players + traverser;
        let baselines = &self.table.baselines;
        let mut values = [0.0; MAX_ACTIONS];
        let mut mean = 0.0;
        for (action, share) in strategy.iter().enumerate() {
            let thought = baselines[index(action)];
            let missed = if action == sampled.chosen { (sampled.below - thought) / sampled.likelihood } else { 0.0 };
            values[action] = thought + missed;
            mean += share * values[action];
        }
        if let Some(weight) = weight {
            let cells = self.table.cells[first..].iter_mut();
            for (cell, value) in cells.zip(&values[..strategy.len()]) {
                cell.regret += weight * (value - mean);
            }
        }
        if let Some(speed) = speed {
            let thought = &mut self.table.baselines[index(sampled.chosen)];
            *thought += speed * (sampled.below - *thought);
        }
        mean
    }

    fn choose(&mut self, strategy: &[f64], likelihood: impl Fn(f64) -> f64) -> usize {
        let mut left: f64 = self.rng.random();
        for (action, &share) in strategy.iter().enumerate() {
            left -= likelihood(share);
            if left < 0.0 {
                return action;
            }
        }
        // Rounding may leave the mark beyond all actions: then the last possible one is drawn.
        let last = strategy.iter().rposition(|&share| likelihood(share) > 0.0);
        last.unwrap_or(0)
    }
}

/// The action sampled at a decision.
struct Sampled {
    chosen: usize,
    likelihood: f64,
    /// The value that the traversal found below it.
    below: f64,
}
