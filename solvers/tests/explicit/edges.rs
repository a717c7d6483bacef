//! Utilities at the edge of what an `f64` holds: a + b * u changes nothing but a and b.

use cardsharp_solvers::best_response;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::dominance::Undominated;
use cardsharp_solvers::efg::EfgGame;
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::games::Kuhn;
use cardsharp_solvers::lp::{self, LpError};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{self, ExternalSampling};
use cardsharp_solvers::solution::Solution;
use cardsharp_solvers::tree::{CompileError, RealizationPlan, Tree, TreeStrategy};
use cardsharp_solvers::until::Until;

use super::agreement::random_plan;
use super::forest::{self, Payoffs};

/// A game whose utilities are `factor` times those of another, and `offsets` more for each player.
struct Scaled<G> {
    game: G,
    offsets: [f64; 2],
    factor: f64,
}

impl<G: Game> Scaled<G> {
    /// The utility, and what it lacks to the exact number.
    fn exact(&self, state: &G::State, player: Player) -> (f64, f64) {
        let utility = self.game.utility(state, player);
        let (offset, product) = (self.offsets[player.index()], self.factor * utility);
        let lost = self.factor.mul_add(utility, -product);
        let sum = offset + product;
        let without = sum - offset;
        (sum, (offset - (sum - without)) + (product - without) + lost)
    }
}

impl<G: Game> Game for Scaled<G> {
    type State = G::State;

    fn root(&self) -> G::State {
        self.game.root()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn child(&self, state: &G::State, index: usize) -> G::State {
        self.game.child(state, index)
    }

    fn chance_probability(&self, state: &G::State, index: usize) -> f64 {
        self.game.chance_probability(state, index)
    }

    fn utility(&self, state: &G::State, player: Player) -> f64 {
        self.exact(state, player).0
    }

    fn utility_remainder(&self, state: &G::State, player: Player) -> Option<f64> {
        Some(self.exact(state, player).1)
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.game.utility_bounds()
    }

    fn infoset(&self, state: &G::State) -> InfosetKey {
        self.game.infoset(state)
    }
}

/// A random game and the same game scaled, with offsets and factors over twenty orders of magnitude.
fn pairs(payoffs: Payoffs) -> impl Iterator<Item = (forest::Tree, Scaled<forest::Tree>, u64)> {
    let magnitudes = [1e-10, 1e-3, 1.0, 1e3, 1e10];
    let offsets = magnitudes.into_iter().chain([0.0]);
    let both = offsets.flat_map(move |offset| magnitudes.map(|factor| (offset, factor)));
    (0..).zip(both).map(move |(seed, (offset, factor))| {
        let game = forest::grown(1000 + seed, 2, 6, payoffs);
        let scaled = Scaled { game: game.clone(), offsets: [offset, -0.7 * offset], factor };
        (game, scaled, seed)
    })
}

fn gains(found: &best_response::Exploitability, factor: f64) -> [f64; 2] {
    let gains: Vec<f64> = found.gains().map(|gain| gain / factor).collect();
    [gains[0], gains[1]]
}

fn assert_near(one: [f64; 2], other: [f64; 2], within: f64, what: &str) {
    let near = |(one, other): (&f64, &f64)| (one - other).abs() <= within;
    assert!(one.iter().zip(&other).all(near), "{what}: {one:?} {other:?}");
}

#[test]
fn measures_of_a_strategy_change_by_the_factor_alone() {
    for payoffs in [Payoffs::ZeroSum, Payoffs::Tame] {
        for (game, scaled, seed) in pairs(payoffs) {
            let (tree, other) = (Tree::compile(&game).unwrap(), Tree::compile(&scaled).unwrap());
            let constant = |tree: &Tree| tree.constant_sum().is_some();
            assert_eq!(constant(&tree), constant(&other), "seed {seed}");
            let expected = random_plan(&tree, seed).exploitability(&tree);
            let plan = random_plan(&other, seed);
            let found = plan.exploitability(&other);
            let what = format!("seed {seed}, {:?} {:e}", scaled.offsets, scaled.factor);
            let expected = gains(&expected, 1.0);
            assert_near(gains(&found, scaled.factor), expected, 1e-11, &what);
            assert!(found.gains().all(|gain| gain >= 0.0), "{what}: {found:?}");
            // Brute force does not lose the digits either.
            let strategy = TreeStrategy::new(&other, plan);
            let walked = best_response::exploitability(&scaled, &strategy);
            assert_near(gains(&walked, scaled.factor), expected, 1e-11, &what);
        }
    }
}

#[test]
fn cfr_and_linear_programs_solve_a_scaled_game_as_well() {
    for (game, scaled, seed) in pairs(Payoffs::ZeroSum) {
        let what = format!("seed {seed}, {:?} {:e}", scaled.offsets, scaled.factor);
        let (tree, other) = (Tree::compile(&game).unwrap(), Tree::compile(&scaled).unwrap());
        let (exact, found) = (lp::solve(&tree).unwrap(), lp::solve(&other).unwrap());
        let conv = found.plan.exploitability(&other).nash_conv() / scaled.factor;
        assert!((0.0..1e-7).contains(&conv), "{what}: {conv}");
        let value = (found.value - scaled.offsets[0]) / scaled.factor;
        let lost = 1e-7 + f64::EPSILON * scaled.offsets[0] / scaled.factor;
        assert!((value - exact.value).abs() <= lost, "{what}: {value} {exact:?}");
        for preset in [Preset::PCFR_PLUS, Preset::DCFR] {
            let gains_of = |tree, factor| {
                let mut solver = Cfr::new(tree, preset);
                solver.advance(300);
                gains(&solver.exploitability(), factor)
            };
            let expected = gains_of(&tree, 1.0);
            assert_near(gains_of(&other, scaled.factor), expected, 1e-4, &what);
        }
    }
}

fn case(name: &str) -> EfgGame {
    let text = std::fs::read_to_string(format!("tests/cases/{name}")).unwrap();
    EfgGame::parse(&text).unwrap()
}

#[test]
fn a_large_offset_makes_no_negative_nash_conv_and_no_false_target() {
    let game = case("offset-1e8.efg");
    let tree = Tree::compile(&game).unwrap();
    assert_eq!(tree.constant_sum(), Some(1e8));
    let found = lp::solve(&tree).unwrap().plan.exploitability(&tree);
    assert!((0.0..1e-12).contains(&found.nash_conv()), "{found:?}");
    assert!((found.values[0] - (1e8 + 1.0 / 7.0)).abs() < 2e-8, "{found:?}");
    let mut solver = Cfr::new(&tree, Preset::PCFR_PLUS);
    let solved = solver.run(Until::nash_conv(1e-6).or_iterations(1_000_000));
    assert!((1e-12..=1e-6).contains(&solved.nash_conv()), "{solved:?}");
    // The walk through the game and the saved file have the same measure.
    let walked = Solution::of(&game, &solved).nash_conv();
    assert!((walked - solved.nash_conv()).abs() < 1e-14, "{walked}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("offset.json");
    solved.save(&game, &path).unwrap();
    assert_eq!(Solution::load(&path).unwrap(), solved);
    assert_eq!(solved.plan(&tree).exploitability(&tree).nash_conv(), solved.nash_conv());
}

#[test]
fn a_general_sum_game_with_a_large_offset_is_not_taken_for_constant_sum() {
    let tree = Tree::compile(&case("dilemma-offset.efg")).unwrap();
    assert_eq!(tree.constant_sum(), None);
    assert_eq!(lp::solve(&tree), Err(LpError::GeneralSum));
    let mut solver = Cfr::new(&tree, Preset::PCFR_PLUS);
    let solved = solver.run(Until::nash_conv(1e-6).or_iterations(100_000));
    assert!((0.0..=1e-6).contains(&solved.nash_conv()), "{solved:?}");
    // Both defect, and the first digits of what they get are the offset.
    assert!((solved.values()[0] - 1_000_000_000.1).abs() < 1e-6);
    assert!((solved.values()[1] - 0.1).abs() < 1e-6);
}

#[test]
fn exact_payoffs_of_a_file_keep_the_digits_that_a_float_has_not() {
    // As an f64, every payoff of the first player is 1e20.
    let text = std::fs::read_to_string("tests/cases/offset-1e8.efg").unwrap();
    let mut text = text;
    for payoff in ["100000003", "99999999", "99999998", "100000001"] {
        let small: i64 = payoff.parse::<i64>().unwrap() - 100_000_000;
        text = text.replace(payoff, &(100_000_000_000_000_000_000_i128 + i128::from(small)).to_string());
    }
    let tree = Tree::compile(&EfgGame::parse(&text).unwrap()).unwrap();
    assert_eq!(tree.constant_sum(), Some(1e20));
    let plain = Tree::compile(&case("offset-1e8.efg")).unwrap();
    let uniform = |tree: &Tree| RealizationPlan::uniform(tree).exploitability(tree);
    assert_eq!(uniform(&tree).nash_conv(), uniform(&plain).nash_conv());
    let found = lp::solve(&tree).unwrap().plan.exploitability(&tree);
    assert!((0.0..1e-12).contains(&found.nash_conv()), "{found:?}");
}

#[test]
fn utilities_that_cannot_be_added_up_are_refused_by_name() {
    let refused = Tree::compile(&case("huge-payoffs.efg")).unwrap_err();
    assert!(matches!(refused, CompileError::Spread { player: 0, .. }), "{refused}");
    assert!(refused.to_string().contains("multiply all utilities"), "{refused}");
    for (factor, accepted) in [(1e90, true), (1e-90, true), (1e-120, false), (1e120, false)] {
        let scaled = Scaled { game: case("unreached.efg"), offsets: [0.0; 2], factor };
        assert_eq!(Tree::compile(&scaled).is_ok(), accepted, "{factor:e}");
    }
    let broken = Scaled { game: case("unreached.efg"), offsets: [f64::NAN; 2], factor: 1.0 };
    let refused = Tree::compile(&broken).unwrap_err();
    assert!(matches!(refused, CompileError::NotFinite { player: 0, .. }), "{refused}");
}

/// The game with a penalty for a move that nobody makes, where the penalty is a million times `factor`.
fn penalized(factor: f64) -> EfgGame {
    let text = std::fs::read_to_string("tests/cases/penalty.efg").unwrap();
    let penalty = format!("{:e}", 1e6 * factor);
    EfgGame::parse(&text.replace("1e6", &penalty)).unwrap()
}

#[test]
fn a_linear_program_is_as_exact_beside_an_absurd_penalty() {
    for factor in [1e-6, 1.0, 1e3, 1e6, 1e9] {
        let tree = Tree::compile(&penalized(factor)).unwrap();
        let solved = lp::solve(&tree).unwrap();
        let found = solved.plan.exploitability(&tree);
        assert!((0.0..1e-9).contains(&found.nash_conv()), "{factor:e}: {found:?}");
        assert!((solved.value - 1.0 / 7.0).abs() < 1e-9, "{factor:e}: {solved:?}");
    }
}

#[test]
fn the_range_that_play_can_meet_leaves_dominated_actions_out() {
    for factor in [1.0, 1e9] {
        let range = Undominated::of(&penalized(factor)).range();
        assert_eq!(range, 5.0);
    }
    // A second fault is found once the first is gone: B's answer to an illegal move of A costs A less.
    let nested = EfgGame::parse(
        r#"EFG 2 R "" { "A" "B" }
        p "" 1 1 "" { "play" "illegal" } 0
        p "" 2 1 "" { "take" "illegal" } 0
        t "" 1 "" { 1, -1 }
        t "" 2 "" { -2e6, -1e6 }
        t "" 3 "" { -1e6, 0 }"#,
    );
    let undominated = Undominated::of(&nested.unwrap());
    // One outcome is left, and B's illegal answer would have lost no less than 1e6 - 1.
    assert_eq!(undominated.range(), 999_999.0);
    let unreached = case("unreached.efg");
    let undominated = Undominated::of(&unreached);
    let answer = unreached.infoset(&unreached.child(&unreached.root(), 1));
    assert_eq!(undominated.inferior(answer), Some(vec![false, true]));
    assert_eq!(undominated.range(), 5.0);
    // A lottery counts with its probability.
    let lottery = EfgGame::parse(
        r#"EFG 2 R "" { "A" "B" }
        c "" 1 "" { "win" 1/1000000 "nothing" 999999/1000000 } 0
        t "" 1 "" { 1e6, -1e6 }
        p "" 1 1 "" { "l" "r" } 0
        p "" 2 1 "" { "l" "r" } 0
        t "" 2 "" { 1, -1 }
        t "" 3 "" { -1, 1 }
        p "" 2 1 "" { "l" "r" } 0
        t "" 3 "" { -1, 1 }
        t "" 2 "" { 1, -1 }"#,
    );
    let range = Undominated::of(&lottery.unwrap()).range();
    assert!((1.9..2.1).contains(&range), "{range}");
}

#[test]
fn sampling_learns_beside_a_large_offset_what_it_learns_without() {
    let plain = Scaled { game: Kuhn::TWO, offsets: [0.0; 2], factor: 1.0 };
    let offset = Scaled { game: Kuhn::TWO, offsets: [1e9, -3e9], factor: 1.0 };
    let learned = |game: &Scaled<Kuhn>| {
        let nodes = Nodes::compile(game).unwrap().without_offsets();
        let tree = Tree::compile(game).unwrap();
        let mut solver = ExternalSampling::new(&nodes, &nodes, sampled::Preset::LINEAR_MCCFR.seed(1)).unwrap();
        solver.advance(100_000);
        solver.plan(&tree).exploitability(&tree).nash_conv()
    };
    let (plain, offset) = (learned(&plain), learned(&offset));
    assert!((0.0..0.05).contains(&plain) && (0.0..0.05).contains(&offset), "{plain} {offset}");
}

#[test]
fn a_fingerprint_changes_with_every_payoff_and_probability_and_with_nothing_else() {
    let text = std::fs::read_to_string("tests/cases/penalty.efg").unwrap();
    let chance = r#"EFG 2 R "" { "A" "B" } c "" 1 "" { "x" 1/2 "y" 1/2 } 0
        t "" 1 "" { 3, -3 } t "" 2 "" { 0, 0 }"#;
    let of = |text: &str| {
        let game = EfgGame::parse(text).unwrap();
        Tree::compile(&game).unwrap().fingerprint()
    };
    let known = of(&text);
    for (old, new) in [("3, -3", "3, -3.0000000000000000001"), ("1e6", "1e7"), ("-2, 2", "2, 2")] {
        assert!(text.contains(old));
        assert_ne!(of(&text.replacen(old, new, 1)), known, "{old} {new}");
    }
    assert_ne!(of(chance), of(&chance.replace("\"x\" 1/2 \"y\" 1/2", "\"x\" 1/3 \"y\" 2/3")));
    for (old, new) in [("penalty for", "a penalty for"), ("1e6", "1000000.0"), ("\"H\"", "\"heads\"")] {
        assert_eq!(of(&text.replace(old, new)), known, "{old} {new}");
    }
}
