//! A game written out is the game it was, and is solved as such.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use cardsharp_solvers::best_response::{expected_value, exploitability};
use cardsharp_solvers::game::{Game, Player};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{ExternalSampling, Preset};
use cardsharp_solvers::strategy::Uniform;
use cardsharp_solvers::tree::{Plan, Tree};
use cardsharp_solvers::yardsticks::{GameVisitor, Yardstick};

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
        name.parse::<Yardstick>().unwrap().visit(visitor);
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
        let [there, here] = [
            exploitability(game, &Uniform).nash_conv(),
            exploitability(&nodes, &Uniform).nash_conv(),
        ];
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
            let mut solver = ExternalSampling::new(&nodes, &nodes, preset, 5, 1 << 30).unwrap();
            let mut after = |traversals| {
                pool(1).install(|| solver.advance(traversals));
                let average = |_, key, shares: &mut [f64]| nodes.average(&solver, key, shares);
                let plan = Plan::of(&tree, average);
                plan.exploitability(&tree).nash_conv() / (most - least)
            };
            let (early, late) = (after(2_000), after(300_000));
            // What is skipped 19 times out of 20 takes its time in a game this small.
            let most = if preset.prune_below.is_some() {
                0.15
            } else {
                0.03
            };
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
    let game: Yardstick = "leduc_poker".parse().unwrap();
    struct Repeats;
    impl GameVisitor for Repeats {
        type Output = ();
        fn visit<G: Game>(self, game: &G) {
            let nodes = Nodes::compile(game).unwrap();
            let run = |pieces: &[u64]| {
                let preset = Preset::ALL[0];
                let mut solver = ExternalSampling::new(&nodes, &nodes, preset, 3, 1 << 20).unwrap();
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
