//! A game stored as nodes is the same game, and has the same solution.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::collections::HashMap;

use cardsharp_solvers::best_response::{expected_value, exploitability};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::games::{GameVisitor, KnownGame, Kuhn};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{ExternalSampling, Preset, RowKey, Sampler, SamplerPreset};
use cardsharp_solvers::strategy::Uniform;
use cardsharp_solvers::tree::Tree;

const GAMES: [&str; 6] = [
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "leduc_poker(suit_isomorphism=true)",
    "liars_dice(numdice=1,dice_sides=3)",
    "goofspiel(num_cards=4,points_order=random)",
];

fn visit_all<V: GameVisitor<Output = ()> + Copy>(visitor: V) {
    for name in GAMES {
        name.parse::<KnownGame>().unwrap().visit(visitor);
    }
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap()
}

#[derive(Clone, Copy)]
struct SameValues;

impl GameVisitor for SameValues {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let nodes = Nodes::compile(game).unwrap();
        assert_eq!(nodes.utility_bounds(), game.utility_bounds());
        for player in (0..game.players() as u8).map(Player::new) {
            let value = expected_value(game, &Uniform, player);
            assert!((expected_value(&nodes, &Uniform, player) - value).abs() < 1e-12);
        }
        let [there, here] = [exploitability(game, &Uniform).nash_conv(), exploitability(&nodes, &Uniform).nash_conv()];
        assert!((there - here).abs() < 1e-12, "{there} is not {here}");
    }
}

#[test]
fn uniform_play_is_worth_as_much_and_as_exploitable_as_in_the_game_itself() {
    visit_all(SameValues);
}

#[derive(Clone, Copy)]
struct Converges;

impl GameVisitor for Converges {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let (nodes, tree) = (Nodes::compile(game).unwrap(), Tree::compile(game).unwrap());
        let (least, most) = game.utility_bounds();
        for &preset in Preset::ALL {
            let mut solver = ExternalSampling::new(&nodes, &nodes, preset.seed(5)).unwrap();
            let mut after = |traversals| {
                pool(1).install(|| solver.advance(traversals));
                let plan = solver.plan(&tree);
                plan.exploitability(&tree).nash_conv() / (most - least)
            };
            let (early, late) = (after(2_000), after(300_000));
            // Actions that are skipped 19 times out of 20 need more time in a game this small.
            let most = if preset.prune_below.is_some() { 0.15 } else { 0.03 };
            let name = preset.name;
            assert!(late < most && late < early / 3.0, "{name}: {early}, {late}");
        }
    }
}

#[test]
fn every_sampled_preset_converges_on_every_game() {
    visit_all(Converges);
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_one_thread() {
    let game: KnownGame = "leduc_poker".parse().unwrap();
    struct Repeats;
    impl GameVisitor for Repeats {
        type Output = ();
        fn visit<G: Game>(self, game: &G) {
            let nodes = Nodes::compile(game).unwrap();
            let run = |pieces: &[u64]| {
                let preset = Preset::ALL[0];
                let mut solver = ExternalSampling::new(&nodes, &nodes, preset.seed(3).max_memory(1 << 20)).unwrap();
                for &traversals in pieces {
                    pool(1).install(|| solver.advance(traversals));
                }
                let floats = solver.snapshot().floats.iter().map(|float| float.to_bits());
                floats.collect::<Vec<_>>()
            };
            assert_eq!(run(&[5_000]), run(&[1_234, 3_766]));
        }
    }
    game.visit(Repeats);
}

#[derive(Clone, Copy)]
struct SamplerConverges;

impl GameVisitor for SamplerConverges {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let (nodes, tree) = (Nodes::compile(game).unwrap(), Tree::compile(game).unwrap());
        let (least, most) = game.utility_bounds();
        let reached = SamplerPreset::ALL.iter().map(|&preset| {
            let mut solver = Sampler::new(&nodes, &nodes, preset, 5);
            let mut after = |traversals| {
                solver.advance(traversals);
                let plan = solver.plan(&tree);
                plan.exploitability(&tree).nash_conv() / (most - least)
            };
            let (early, late) = (after(500), after(400_000));
            assert!(late < early / 2.5, "{}: {early}, {late}", preset.name);
            late
        });
        let reached: Vec<f64> = reached.collect();
        assert!(reached[2] < 0.02, "{reached:?}");
        // Baselines help in long games, where outcome sampling draws long histories.
        assert!(reached[0] < 0.03 || reached[1] < reached[0], "{reached:?}");
    }
}

/// Slow: sampled solvers need many paths to come near an equilibrium.
#[test]
fn every_way_of_sampling_converges_on_every_game_and_baselines_help() {
    visit_all(SamplerConverges);
}

/// The regrets of the first player against uniform play, by the definition. At each of the player's information sets
/// they are the value of each action less the mean, weighted by the reach of the others and chance.
fn regrets_by_definition<G: Game>(
    game: &G,
    state: &G::State,
    others: f64,
    found: &mut HashMap<InfosetKey, Vec<f64>>,
) -> f64 {
    match game.turn(state) {
        Turn::Terminal => game.utility(state, Player::ZERO),
        Turn::Chance { outcomes } => (0..outcomes)
            .map(|outcome| {
                let share = game.chance_probability(state, outcome);
                let child = game.child(state, outcome);
                share * regrets_by_definition(game, &child, others * share, found)
            })
            .sum(),
        Turn::Decision { player, actions } => {
            let share = 1.0 / actions as f64;
            let own = player == Player::ZERO;
            let below = if own { others } else { others * share };
            let values: Vec<f64> = (0..actions)
                .map(|action| regrets_by_definition(game, &game.child(state, action), below, found))
                .collect();
            let mean = values.iter().sum::<f64>() * share;
            if own {
                let sums = found.entry(game.infoset(state)).or_insert(vec![0.0; actions]);
                for (sum, value) in sums.iter_mut().zip(&values) {
                    *sum += others * (value - mean);
                }
            }
            mean
        }
    }
}

/// A function that writes the regrets of a row after a run.
type Run<'a> = Box<dyn Fn(RowKey, &mut [f64]) -> bool + 'a>;

/// The mean and the standard error of the regrets at an information set after a first traversal,
/// which is for the first player.
fn sampled_regrets(runs: &[Run<'_>], row: RowKey, actions: usize) -> Vec<(f64, f64)> {
    let mut sums = vec![(0.0, 0.0); actions];
    for run in runs {
        let mut regrets = vec![0.0; actions];
        // A row that was not visited has no regrets yet.
        run(row, &mut regrets);
        for (sum, regret) in sums.iter_mut().zip(regrets) {
            *sum = (sum.0 + regret, sum.1 + regret * regret);
        }
    }
    let count = runs.len() as f64;
    let moments = sums.into_iter().map(|(sum, squares)| {
        let mean = sum / count;
        (mean, ((squares / count - mean * mean).max(0.0) / count).sqrt())
    });
    moments.collect()
}

#[test]
fn sampled_regrets_are_right_on_average() {
    const RUNS: u64 = 20_000;
    let game = Kuhn::TWO;
    let nodes = Nodes::compile(&game).unwrap();
    let mut exact = HashMap::new();
    regrets_by_definition(&game, &game.root(), 1.0, &mut exact);
    assert_eq!(exact.len(), 6);
    let check = |name: &str, runs: Vec<Run<'_>>| {
        for (&key, expected) in &exact {
            let row = nodes.row(key).unwrap();
            let found = sampled_regrets(&runs, row, expected.len());
            for (expected, (mean, error)) in expected.iter().zip(found) {
                // There are 48 figures. Chance exceeds five standard errors once in 36,000 times.
                let apart = (mean - expected).abs();
                assert!(apart < 5.0 * error + 1e-6, "{name}: {mean} ± {error}, not {expected}");
            }
        }
    };
    for &preset in SamplerPreset::ALL {
        let runs = (0..RUNS).map(|seed| {
            let mut solver = Sampler::new(&nodes, &nodes, preset, seed);
            solver.advance(1);
            Box::new(move |row, out: &mut [f64]| solver.regrets(row, out)) as Box<_>
        });
        check(preset.name, runs.collect());
    }
    let mccfr = Preset::MCCFR;
    let one = pool(1);
    let runs = (0..RUNS).map(|seed| {
        let mut solver = ExternalSampling::new(&nodes, &nodes, mccfr.seed(seed).max_memory(1 << 20)).unwrap();
        one.install(|| solver.advance(1));
        Box::new(move |row, out: &mut [f64]| solver.rows().regrets(row, out)) as Box<_>
    });
    check("mccfr", runs.collect());
}
