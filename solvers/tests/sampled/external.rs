//! External sampling.

use std::collections::HashMap;

use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::GameVisitor;
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{Abstraction, Averaging, ExternalSampling, Numbering, PerfectRecall, Preset, Regrets};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{matched, range, visit_all};

const SEED: u64 = 11;

#[derive(Clone, Debug, PartialEq)]
struct Row {
    regrets: Vec<f64>,
    averages: Vec<f64>,
}

struct Textbook<'g, G, A> {
    game: &'g G,
    abstraction: &'g A,
    preset: Preset,
    rows: HashMap<u64, Row>,
    /// The number of actions that were pruned.
    pruned: u64,
    /// The number of decisions without a row that got none.
    rowless: u64,
}

/// The constants of a traversal.
struct Traversal {
    traverser: Player,
    weight: f64,
    /// Actions with regrets below this are pruned.
    threshold: f64,
    rng: Xoshiro256PlusPlus,
}

impl<G: Game, A: Abstraction<G>> Textbook<'_, G, A> {
    fn traverse(&mut self, number: u64) {
        let key = SEED ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(key);
        let weight = match self.preset.averaging {
            Averaging::Uniform => 1.0,
            // A million traversals make one unit of weight.
            Averaging::Linear => (number + 1) as f64 / 1e6,
        };
        let threshold = match self.preset.prune_below {
            Some(times) if rng.random_range(0..20_u32) > 0 => {
                // It is rounded as in the engine: a regret often has exactly this value.
                f64::from(-times * range(self.game) as f32 * weight as f32)
            }
            _ => f64::NEG_INFINITY,
        };
        let players = self.game.players() as u64;
        let mut traversal = Traversal { traverser: Player::new((number % players) as u8), weight, threshold, rng };
        self.walk(&self.game.root(), &[], &mut traversal);
    }

    /// Walks for the traverser. `grown` are the players who got a new row on the path to `state`.
    fn walk(&mut self, state: &G::State, grown: &[Player], traversal: &mut Traversal) -> f64 {
        match self.game.turn(state) {
            Turn::Terminal => self.game.utility(state, traversal.traverser),
            Turn::Chance { .. } => {
                let child = self.game.sample_chance(state, &mut traversal.rng);
                self.walk(&child, grown, traversal)
            }
            Turn::Decision { actions: 1, .. } => self.walk(&self.game.child(state, 0), grown, traversal),
            Turn::Decision { player, actions } => {
                let key = self.abstraction.row(self.game, state).0;
                let mut grown = grown.to_vec();
                if !self.rows.contains_key(&key) {
                    let dense = matches!(self.abstraction.numbering(), Numbering::Dense { .. });
                    if !dense && grown.contains(&player) {
                        self.rowless += 1;
                        let any = traversal.rng.random_range(0..actions);
                        return self.walk(&self.game.child(state, any), &grown, traversal);
                    }
                    grown.push(player);
                    let zeros = vec![0.0; actions];
                    let fresh = Row { regrets: zeros.clone(), averages: zeros };
                    self.rows.insert(key, fresh);
                }
                if player == traversal.traverser {
                    self.try_all(state, key, &grown, traversal)
                } else {
                    self.sample_one(state, key, &grown, traversal)
                }
            }
        }
    }

    fn try_all(&mut self, state: &G::State, key: u64, grown: &[Player], traversal: &mut Traversal) -> f64 {
        let regrets = self.rows[&key].regrets.clone();
        let strategy = matched(&regrets);
        let played = regrets.iter().any(|&regret| regret > 0.0);
        let mut values = Vec::new();
        for (action, &regret) in regrets.iter().enumerate() {
            let kept = !played || regret >= traversal.threshold;
            self.pruned += u64::from(!kept);
            let child = self.game.child(state, action);
            values.push(kept.then(|| self.walk(&child, grown, traversal)));
        }
        let weighed = values.iter().zip(&strategy);
        let mean: f64 = weighed.map(|(value, share)| value.unwrap_or(0.0) * share).sum();
        let row = self.rows.get_mut(&key).unwrap();
        for (regret, value) in row.regrets.iter_mut().zip(values) {
            let Some(value) = value else { continue };
            *regret += traversal.weight * (value - mean);
            if self.preset.regrets == Regrets::Floored {
                *regret = regret.max(0.0);
            }
        }
        mean
    }

    fn sample_one(&mut self, state: &G::State, key: u64, grown: &[Player], traversal: &mut Traversal) -> f64 {
        let drawn = f64::from(traversal.rng.random::<f32>());
        let row = self.rows.get_mut(&key).unwrap();
        let strategy = matched(&row.regrets);
        for (average, share) in row.averages.iter_mut().zip(&strategy) {
            *average += traversal.weight * share;
        }
        let mut passed = 0.0;
        let chosen = strategy.iter().position(|share| {
            passed += share;
            drawn < passed
        });
        let child = self.game.child(state, chosen.unwrap_or(strategy.len() - 1));
        self.walk(&child, grown, traversal)
    }
}

/// The rows of the engine. For a dense table they are those with the keys of `known`.
fn rows_of<G: Game, A: Abstraction<G>>(
    engine: &mut ExternalSampling<'_, G, A>,
    known: &HashMap<u64, Row>,
) -> HashMap<u64, Row> {
    let saved = engine.snapshot();
    let row = |key: u64, first: usize| {
        let actions = known.get(&key).map_or(0, |row| row.regrets.len());
        let pairs = saved.floats[2 * first..2 * (first + actions)].chunks(2);
        let (regrets, averages) = pairs.map(|pair| (f64::from(pair[0]), f64::from(pair[1]))).unzip();
        (key, Row { regrets, averages })
    };
    if saved.keys.is_empty() {
        let written = saved.floats.iter().filter(|&&float| float != 0.0).count();
        let rows: HashMap<u64, Row> = known.keys().map(|&key| row(key, key as usize)).collect();
        let cells = rows.values().flat_map(|row| [&row.regrets, &row.averages]);
        let found = cells.flatten().filter(|&&cell| cell != 0.0).count();
        assert_eq!(found, written, "something stands where it does not belong");
        return rows;
    }
    let firsts = saved.keys.iter().zip(&saved.firsts);
    let rows = firsts.map(|(&key, &first)| row(key, first as usize - 1));
    rows.collect()
}

/// The counts of a comparison.
#[derive(Debug, Default)]
struct Compared {
    cells: usize,
    pruned: u64,
    rowless: u64,
}

/// Every traversal of the textbook begins with the engine's table. So the rounding of f32 does not
/// add up over traversals: a regret of zero must not become one of a billionth.
fn compare<G: Game, A: Abstraction<G>>(game: &G, abstraction: &A, preset: Preset, traversals: u64) -> Compared {
    let mut engine = ExternalSampling::new(game, abstraction, preset.seed(SEED).max_memory(1 << 22)).unwrap();
    let mut textbook = Textbook { game, abstraction, preset, rows: HashMap::new(), pruned: 0, rowless: 0 };
    let mut cells = 0;
    for number in 0..traversals {
        engine.advance(1);
        textbook.traverse(number);
        let found = rows_of(&mut engine, &textbook.rows);
        // The greatest possible step. Numbers that are subtracted from it are rounded at its magnitude.
        let step = match preset.averaging {
            Averaging::Uniform => range(game),
            Averaging::Linear => range(game) * (number + 1) as f64 / 1e6,
        };
        assert_eq!(found.len(), textbook.rows.len(), "{}", preset.name);
        for (key, expected) in &textbook.rows {
            let row = &found[key];
            let pairs = [(&row.regrets, &expected.regrets), (&row.averages, &expected.averages)];
            for (found, expected) in pairs {
                let size = expected.iter().fold(step, |most, cell| most.max(cell.abs()));
                let near = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-6 * size;
                assert!(
                    found.len() == expected.len() && found.iter().zip(expected).all(near),
                    "{} traversal {number} row {key}: {found:?}, not {expected:?}",
                    preset.name,
                );
                cells += found.len();
            }
        }
        textbook.rows = found;
    }
    Compared { cells, pruned: textbook.pruned, rowless: textbook.rowless }
}

#[derive(Clone, Copy)]
struct InFull;

impl GameVisitor for InFull {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let nodes = Nodes::compile(game).unwrap();
        for &preset in Preset::ALL {
            let compared = compare(&nodes, &nodes, preset, 400);
            assert_eq!(compared.rowless, 0);
            assert!(preset.prune_below.is_some() || compared.pruned == 0);
        }
    }
}

#[test]
fn every_preset_takes_the_steps_that_the_papers_write_down() {
    visit_all(InFull);
}

#[derive(Clone, Copy)]
struct Growing;

impl GameVisitor for Growing {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        for &preset in Preset::ALL {
            compare(game, &PerfectRecall, preset, 400);
        }
    }
}

/// Slow: every preset of every game is held against the textbook.
#[test]
fn a_table_that_grows_gives_one_row_a_path() {
    visit_all(Growing);
}

#[test]
fn what_is_compared_comes_up() {
    let game = "leduc_poker".parse::<cardsharp_solvers::games::KnownGame>();
    struct Counted;
    impl GameVisitor for Counted {
        type Output = Compared;
        fn visit<G: Game>(self, game: &G) -> Compared {
            compare(game, &PerfectRecall, *Preset::DEFAULT, 2_000)
        }
    }
    let compared = game.unwrap().visit(Counted);
    assert!(compared.cells > 10_000 && compared.pruned > 100 && compared.rowless > 100, "{compared:?}");
}
