//! Games whose values are known.

use cardsharp_solvers::best_response;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::{GameVisitor, KnownGame, Leduc};
use cardsharp_solvers::lp;
use cardsharp_solvers::tree::{Tree, TreeStrategy};

/// Names and values to the first player.
const KNOWN: &[(&str, f64)] = &[
    ("kuhn", -1.0 / 18.0),
    ("leduc", -0.0856064240780),
    ("leduc(suit_isomorphism=true)", -0.0856064240780),
    ("liars-dice(dice_sides=4)", 0.0625),
    ("liars-dice", -0.0271317829457),
    ("goofspiel(num_cards=4)", 0.0),
    ("goofspiel(num_cards=5)", 0.0),
];

struct Compile;

impl GameVisitor for Compile {
    type Output = Tree;

    fn visit<G: Game>(self, game: &G) -> Tree {
        Tree::compile(game).unwrap()
    }
}

pub fn compile(name: &str) -> Tree {
    name.parse::<KnownGame>().unwrap().visit(Compile)
}

/// Slow: 400 iterations of every preset on every known game.
#[test]
fn every_preset_reaches_the_known_values() {
    for &(name, value) in KNOWN {
        let tree = compile(name);
        for preset in Preset::for_trees() {
            let mut solver = Cfr::new(&tree, preset).planned(400);
            solver.advance(400);
            let found = solver.exploitability();
            assert!(found.nash_conv() < 0.2, "{name} {}: {found:?}", preset.name);
            // The value that a player secures is an exact bound of the game's value.
            let [first, second] = [found.best_responses[0], found.best_responses[1]];
            let bounds = -second - 1e-12..=first + 1e-12;
            assert!(bounds.contains(&value), "{name} {}: {bounds:?}", preset.name);
            let off = (found.values[0] - value).abs();
            assert!(off <= found.nash_conv() + 1e-12, "{name}: {found:?}");
        }
    }
}

#[test]
fn the_best_presets_come_within_a_hundred_thousandth() {
    for (name, preset, iterations) in
        [("kuhn", "pdcfr+", 200), ("leduc", "dcfr", 8000), ("goofspiel(num_cards=5)", "pdcfr+", 2000)]
    {
        let tree = compile(name);
        let mut solver = Cfr::new(&tree, Preset::by_name(preset).unwrap()).planned(iterations);
        solver.advance(iterations);
        let reached = solver.exploitability().nash_conv() / 2.0;
        assert!(reached < 1e-5, "{name} {preset}: {reached}");
    }
}

/// Slow: linear programs of all known games but one.
#[test]
fn linear_programming_gives_the_known_values() {
    for &(name, value) in KNOWN.iter().filter(|(name, _)| *name != "liars-dice") {
        let tree = compile(name);
        let exact = lp::solve(&tree).unwrap();
        assert!((exact.value - value).abs() < 1e-9, "{name}: {}", exact.value);
        let gained = exact.plan.exploitability(&tree).nash_conv();
        assert!(gained.abs() < 1e-6, "{name}: {gained}");
    }
}

#[test]
fn the_measure_equals_brute_force_on_leduc() {
    let tree = compile("leduc");
    let mut solver = Cfr::new(&tree, Preset::DCFR);
    solver.advance(20);
    let found = solver.exploitability();
    let strategy = TreeStrategy::new(&tree, solver.plan());
    let expected = best_response::exploitability(&Leduc::SUITED, &strategy);
    assert!((found.nash_conv() - expected.nash_conv()).abs() < 1e-12);
}
