//! Outcome sampling, with and without baselines, and chance sampling.

use std::collections::HashMap;

use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::GameVisitor;
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{RowKey, Sampler, SamplerPreset, Sampling};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{matched, visit_all};

struct Row {
    regrets: Vec<f64>,
    averages: Vec<f64>,
    /// The baselines by player and action.
    baselines: Vec<Vec<f64>>,
}

struct Textbook<'g> {
    game: &'g Nodes,
    rng: Xoshiro256PlusPlus,
    rows: HashMap<RowKey, Row>,
    traverser: Player,
}

/// The parameters of outcome sampling.
#[derive(Clone, Copy)]
struct Outcome {
    exploration: f64,
    baselines: Option<f64>,
}

impl Textbook<'_> {
    fn row(&mut self, key: RowKey, actions: usize) -> &mut Row {
        let players = self.game.players();
        self.rows.entry(key).or_insert_with(|| Row {
            regrets: vec![0.0; actions],
            averages: vec![0.0; actions],
            baselines: vec![vec![0.0; actions]; players],
        })
    }

    fn traverse(&mut self, number: u64, sampling: Sampling) {
        self.traverser = Player::new((number % self.game.players() as u64) as u8);
        let root = self.game.root();
        match sampling {
            Sampling::Chance => self.chance_sampling(root, 1.0, 1.0),
            Sampling::Outcome { exploration, baselines } => {
                let outcome = Outcome { exploration, baselines };
                self.outcome_sampling(root, outcome, 1.0, 1.0)
            }
        };
    }

    /// Vanilla CFR under one draw of chance. `own` and `others` are reach probabilities by strategy.
    fn chance_sampling(&mut self, state: u32, own: f64, others: f64) -> f64 {
        match self.game.turn(&state) {
            Turn::Terminal => self.game.utility(&state, self.traverser),
            Turn::Chance { .. } => {
                let child = self.game.sample_chance(&state, &mut self.rng);
                self.chance_sampling(child, own, others)
            }
            Turn::Decision { player, actions } => {
                let key = RowKey(self.game.infoset(&state).0);
                let strategy = matched(&self.row(key, actions).regrets);
                let mut values = Vec::new();
                for (action, &share) in strategy.iter().enumerate() {
                    let child = self.game.child(&state, action);
                    values.push(if player == self.traverser {
                        self.chance_sampling(child, own * share, others)
                    } else {
                        self.chance_sampling(child, own, others * share)
                    });
                }
                let mean = values.iter().zip(&strategy).map(|(v, s)| v * s).sum();
                if player == self.traverser {
                    let row = self.row(key, actions);
                    for action in 0..actions {
                        row.regrets[action] += others * (values[action] - mean);
                        row.averages[action] += own * strategy[action];
                    }
                }
                mean
            }
        }
    }

    /// An estimate of the value of `state`. `others` is the reach by the others' strategies,
    /// `drawn` the sampling probability, both without chance.
    fn outcome_sampling(&mut self, state: u32, outcome: Outcome, others: f64, drawn: f64) -> f64 {
        match self.game.turn(&state) {
            Turn::Terminal => return self.game.utility(&state, self.traverser),
            Turn::Chance { .. } => {
                let child = self.game.sample_chance(&state, &mut self.rng);
                return self.outcome_sampling(child, outcome, others, drawn);
            }
            Turn::Decision { .. } => {}
        }
        let Turn::Decision { player, actions } = self.game.turn(&state) else { unreachable!() };
        let own = player == self.traverser;
        let key = RowKey(self.game.infoset(&state).0);
        let strategy = matched(&self.row(key, actions).regrets);
        let even = 1.0 / actions as f64;
        let off = if own { outcome.exploration } else { 0.0 };
        let drawing: Vec<f64> = strategy.iter().map(|s| off * even + (1.0 - off) * s).collect();
        let chosen = self.draw(&drawing);
        let others_below = if own { others } else { others * strategy[chosen] };
        let child = self.game.child(&state, chosen);
        let below = self.outcome_sampling(child, outcome, others_below, drawn * drawing[chosen]);
        let traverser = self.traverser.index();
        let row = self.row(key, actions);
        // Without baselines all of them stay 0, and this is plain importance sampling.
        let baselines = row.baselines[traverser].clone();
        let mut values = baselines.clone();
        values[chosen] += (below - baselines[chosen]) / drawing[chosen];
        let mean: f64 = values.iter().zip(&strategy).map(|(v, s)| v * s).sum();
        for action in 0..actions {
            if own {
                row.regrets[action] += others / drawn * (values[action] - mean);
            } else {
                row.averages[action] += others / drawn * strategy[action];
            }
        }
        if let Some(speed) = outcome.baselines {
            row.baselines[traverser][chosen] += speed * (below - baselines[chosen]);
        }
        mean
    }

    fn draw(&mut self, drawing: &[f64]) -> usize {
        let drawn: f64 = self.rng.random();
        let mut passed = 0.0;
        let chosen = drawing.iter().position(|share| {
            passed += share;
            drawn < passed
        });
        chosen.unwrap_or(drawing.len() - 1)
    }
}

#[derive(Clone, Copy)]
struct Compare;

impl GameVisitor for Compare {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let nodes = Nodes::compile(game).unwrap();
        for &preset in SamplerPreset::ALL {
            for seed in 0..3 {
                compare(&nodes, preset, seed);
            }
        }
    }
}

fn compare(nodes: &Nodes, preset: SamplerPreset, seed: u64) {
    let mut engine = Sampler::new(nodes, nodes, preset, seed);
    let mut textbook = Textbook {
        game: nodes,
        rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        rows: HashMap::new(),
        traverser: Player::ZERO,
    };
    for number in 0..500 {
        engine.advance(1);
        textbook.traverse(number, preset.sampling);
        for (&key, row) in &textbook.rows {
            let mut found = vec![f64::NAN; row.regrets.len()];
            assert!(engine.regrets(key, &mut found));
            let same = |found: &[f64], expected: &[f64], what: &str| {
                let size = expected.iter().fold(0.0_f64, |most, cell| most.max(cell.abs()));
                let near = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-9 * size;
                let name = preset.name;
                assert!(
                    found.iter().zip(expected).all(near),
                    "{name} traversal {number} {what} of {key:?}: {found:?}, not {expected:?}"
                );
            };
            same(&found, &row.regrets, "regrets");
            let sum: f64 = row.averages.iter().sum();
            assert_eq!(engine.average(key, &mut found), sum > 0.0);
            if sum > 0.0 {
                let expected: Vec<f64> = row.averages.iter().map(|a| a / sum).collect();
                same(&found, &expected, "average");
            }
        }
    }
}

#[test]
fn every_preset_takes_the_steps_that_the_papers_write_down() {
    visit_all(Compare);
}
