//! Outcome sampling, with baselines if wanted, and chance sampling.
//!
//! Both: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization
//! in extensive games", NIPS 2009. Baselines: M. Schmid, N. Burch, M. Lanctot, M. Moravcik, R. Kadlec,
//! M. Bowling, "Variance reduction in Monte Carlo counterfactual regret minimization (VR-MCCFR) for
//! extensive form games using baselines", AAAI 2019.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cells::{Cells, Pair, load, store};
use super::external::{MAX_ACTIONS, Matching};
use super::{Abstraction, Numbering, Rows, RowsError};
use crate::game::{Game, Player, Turn};

/// What is sampled, and what is tried in full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// One history: all choices are drawn.
    Outcome {
        /// The traverser takes any action alike with this probability, and follows his strategy
        /// otherwise.
        exploration: f64,
        /// How fast the baselines follow what is found, 0 to 1; none does without.
        baselines: Option<f64>,
    },
    /// Chance alone is drawn; all players try everything.
    Chance,
}

/// A named way of sampling. Regret matching and a uniform average go with all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// What the command line calls it.
    pub name: &'static str,
    /// One line about it, with its paper.
    pub summary: &'static str,
    /// What it draws.
    pub sampling: Sampling,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: &'static [Scheme] = &[
        Scheme {
            name: "outcome-mccfr",
            summary: "outcome sampling, 0.6 of it on-policy (Lanctot et al. 2009)",
            sampling: Sampling::Outcome {
                exploration: 0.4,
                baselines: None,
            },
        },
        Scheme {
            name: "vr-mccfr",
            summary: "outcome-mccfr with baselines (Schmid et al. 2019)",
            sampling: Sampling::Outcome {
                exploration: 0.4,
                baselines: Some(0.1),
            },
        },
        Scheme {
            name: "chance-mccfr",
            summary: "chance sampling, all players try everything (Lanctot et al. 2009)",
            sampling: Sampling::Chance,
        },
    ];

    /// The scheme with this name.
    pub fn by_name(name: &str) -> Option<Scheme> {
        Self::ALL.iter().copied().find(|scheme| scheme.name == name)
    }
}

/// A solver that improves its table by what it samples. It runs on one thread, and the same seed
/// gives the same bytes.
pub struct Sampler<'a, G: Game, A: Abstraction<G> + ?Sized> {
    game: &'a G,
    abstraction: &'a A,
    scheme: Scheme,
    rng: Xoshiro256PlusPlus,
    rows: Rows,
    /// What each action is thought to be worth, to each player.
    baselines: Option<Cells>,
    traversals: u64,
    nodes: u64,
}

impl<'a, G: Game, A: Abstraction<G> + ?Sized> Sampler<'a, G, A> {
    /// A fresh solver whose table takes at most `max_memory` bytes, the baselines not counted.
    pub fn new(
        game: &'a G,
        abstraction: &'a A,
        scheme: Scheme,
        seed: u64,
        max_memory: u64,
    ) -> Result<Self, RowsError> {
        let numbering = abstraction.numbering();
        let rows = Rows::new(numbering, max_memory)?;
        let wanted = matches!(
            scheme.sampling,
            Sampling::Outcome {
                baselines: Some(_),
                ..
            }
        );
        let cells = match numbering {
            Numbering::Dense { cells } => cells as usize,
            Numbering::Hashed { .. } => rows.cells().len() / 2,
        };
        Ok(Sampler {
            game,
            abstraction,
            scheme,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            rows,
            baselines: wanted.then(|| Cells::zeroed(cells * game.players())),
            traversals: 0,
            nodes: 0,
        })
    }

    /// Traversals done: each improves one player, who takes turns with the others.
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

    /// Does `count` more traversals.
    pub fn advance(&mut self, count: u64) {
        let players = self.game.players() as u64;
        for traversal in self.traversals..self.traversals + count {
            let mut walk = Walk {
                game: self.game,
                abstraction: self.abstraction,
                rows: &self.rows,
                baselines: self.baselines.as_ref(),
                traverser: Player::new((traversal % players) as u8),
                rng: &mut self.rng,
                nodes: 0,
            };
            let root = self.game.root();
            match self.scheme.sampling {
                Sampling::Chance => {
                    walk.try_everything(&root, 1.0, 1.0);
                }
                Sampling::Outcome {
                    exploration,
                    baselines,
                } => {
                    walk.draw(&root, Reach::ROOT, exploration, baselines.unwrap_or(0.0));
                }
            }
            self.nodes += walk.nodes;
        }
        self.traversals += count;
    }
}

/// How likely a history is.
#[derive(Clone, Copy)]
struct Reach {
    /// By the traverser's strategy.
    own: f64,
    /// By the others' strategies and chance.
    others: f64,
    /// By what is drawn.
    drawn: f64,
}

impl Reach {
    const ROOT: Reach = Reach {
        own: 1.0,
        others: 1.0,
        drawn: 1.0,
    };
}

struct Walk<'w, G: Game, A: Abstraction<G> + ?Sized> {
    game: &'w G,
    abstraction: &'w A,
    rows: &'w Rows,
    baselines: Option<&'w Cells>,
    traverser: Player,
    rng: &'w mut Xoshiro256PlusPlus,
    nodes: u64,
}

impl<'w, G: Game, A: Abstraction<G> + ?Sized> Walk<'w, G, A> {
    /// The cells of the player to move, who has several actions; none where the table is full.
    fn row(&self, state: &G::State, actions: usize) -> Option<(usize, &'w [Pair])> {
        let key = self.abstraction.row(self.game, state);
        let first = self.rows.locate(key, actions, true).0?;
        Some((first / 2, self.rows.cells().pairs(first, actions)))
    }

    /// Chance sampling: the value of `state` to the traverser under the current strategies, from
    /// here on; the reaches are those of the traverser and of the others without chance.
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
        let row = self.row(state, actions).filter(|_| actions > 1);
        let mut strategy = [0.0; MAX_ACTIONS];
        let strategy = &mut strategy[..actions];
        shares(row.map(|(_, pairs)| pairs), strategy);
        let mut values = [0.0; MAX_ACTIONS];
        let mut mean = 0.0;
        for (action, share) in strategy.iter().enumerate() {
            let child = self.game.child(state, action);
            values[action] = match player == self.traverser {
                true => self.try_everything(&child, own * share, others),
                false => self.try_everything(&child, own, others * share),
            };
            mean += share * values[action];
        }
        if let (Some((_, pairs)), true) = (row, player == self.traverser) {
            for (([regret, average], value), share) in pairs.iter().zip(values).zip(&*strategy) {
                add(regret, others * (value - mean));
                add(average, own * share);
            }
        }
        mean
    }

    /// Outcome sampling: an estimate of the value of `state` to the traverser under the current
    /// strategies, from here on, right on average.
    fn draw(&mut self, state: &G::State, reach: Reach, exploration: f64, speed: f64) -> f64 {
        self.nodes += 1;
        let (player, actions) = match self.game.turn(state) {
            Turn::Terminal => return self.game.utility(state, self.traverser),
            Turn::Chance { .. } => {
                // Drawn with its own probability, which therefore cancels.
                let child = self.game.sample_chance(state, self.rng);
                return self.draw(&child, reach, exploration, speed);
            }
            Turn::Decision { player, actions } => (player, actions),
        };
        let row = self.row(state, actions).filter(|_| actions > 1);
        let mut strategy = [0.0; MAX_ACTIONS];
        let strategy = &mut strategy[..actions];
        shares(row.map(|(_, pairs)| pairs), strategy);
        let own = player == self.traverser;
        let mixed = |share: f64| match own {
            true => exploration / actions as f64 + (1.0 - exploration) * share,
            false => share,
        };
        let chosen = self.choose(strategy, mixed);
        let (share, likelihood) = (strategy[chosen], mixed(strategy[chosen]));
        let next = match own {
            true => Reach {
                own: reach.own * share,
                drawn: reach.drawn * likelihood,
                ..reach
            },
            false => Reach {
                others: reach.others * share,
                drawn: reach.drawn * likelihood,
                ..reach
            },
        };
        let below = self.draw(&self.game.child(state, chosen), next, exploration, speed);
        let Some((first, pairs)) = row else {
            // Nothing to choose, or nothing known: what was drawn stands for all.
            return below * share / likelihood;
        };
        self.learn(
            first,
            pairs,
            strategy,
            (chosen, likelihood, below),
            (own, reach),
            speed,
        )
    }

    /// Corrects every action's baseline by what was drawn, and learns from the result.
    fn learn(
        &self,
        first: usize,
        pairs: &[Pair],
        strategy: &[f64],
        (chosen, likelihood, below): (usize, f64, f64),
        (own, reach): (bool, Reach),
        speed: f64,
    ) -> f64 {
        let place = |action: usize| (first + action) * self.game.players() + self.traverser.index();
        let baseline = |action: usize| match self.baselines {
            Some(cells) => f64::from(cells.get(place(action))),
            None => 0.0,
        };
        let estimate = |action: usize| {
            let thought = baseline(action);
            match action == chosen {
                true => thought + (below - thought) / likelihood,
                false => thought,
            }
        };
        let shares = strategy.iter().enumerate();
        let mean: f64 = shares.map(|(action, share)| share * estimate(action)).sum();
        // How much more often the others would come here than it was drawn.
        let weight = reach.others / reach.drawn;
        for (action, [regret, average]) in pairs.iter().enumerate() {
            if own {
                add(regret, weight * (estimate(action) - mean));
                add(average, reach.own / reach.drawn * strategy[action]);
            }
        }
        if let Some(cells) = self.baselines {
            let thought = baseline(chosen);
            cells.set(place(chosen), (thought + speed * (below - thought)) as f32);
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
        // Rounding: the last that can be drawn.
        let last = strategy.iter().rposition(|&share| likelihood(share) > 0.0);
        last.unwrap_or(0)
    }
}

/// The current strategy of a row; uniform where there is none.
fn shares(pairs: Option<&[Pair]>, out: &mut [f64]) {
    match pairs {
        Some(pairs) => {
            let matching = Matching::of(pairs);
            for (share, [regret, _]) in out.iter_mut().zip(pairs) {
                *share = f64::from(matching.share(load(regret)));
            }
        }
        None => out.fill(1.0 / out.len() as f64),
    }
}

fn add(cell: &std::sync::atomic::AtomicU32, more: f64) {
    store(cell, (f64::from(load(cell)) + more) as f32);
}
