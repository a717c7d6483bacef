//! Traversals along one path.

use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::{GameVisitor, KnownGame, Kuhn};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{ExternalSampling, PerfectRecall, Preset, Tries};
use cardsharp_solvers::tree::Tree;

fn one_thread() -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    pool.build().unwrap()
}

struct Converges;

impl GameVisitor for Converges {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let (nodes, tree) = (Nodes::compile(game).unwrap(), Tree::compile(game).unwrap());
        let (least, most) = game.utility_bounds();
        let mut solver = ExternalSampling::new(&nodes, &nodes, Preset::PATHS.seed(5)).unwrap();
        let mut after = |traversals| {
            one_thread().install(|| solver.advance(traversals));
            let plan = solver.plan(&tree);
            plan.exploitability(&tree).nash_conv() / (most - least)
        };
        let (early, late) = (after(2_000), after(300_000));
        assert!(late < 0.05 && late < early / 3.0, "{early}, {late}");
    }
}

/// Actions on a path are drawn uniformly and paths have equal weights. So the strategy converges to
/// the same equilibria, with more noise.
#[test]
fn paths_converge_on_every_game() {
    for name in [
        "kuhn_poker",
        "leduc_poker",
        "liars_dice(numdice=1,dice_sides=3)",
        "goofspiel(num_cards=4,points_order=random)",
    ] {
        name.parse::<KnownGame>().unwrap().visit(Converges);
    }
}

/// A path in Kuhn poker has one or two decisions of each player. A full walk visits more nodes.
#[test]
fn a_path_is_one_history_and_what_is_played_out_beside_it() {
    let mut solver =
        ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, Preset::PATHS.seed(1).max_memory(1 << 20)).unwrap();
    one_thread().install(|| solver.advance(1_000));
    // At most five nodes on the path, and four below each of the two actions of two decisions.
    assert!(solver.nodes() <= 1_000 * (5 + 2 * 2 * 4), "{}", solver.nodes());
    assert!(solver.nodes() >= 1_000 * (4 + 2 + 2), "{}", solver.nodes());
    assert_eq!(solver.rows().stored(), Some(12));
}

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    let fresh =
        || ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, Preset::PATHS.seed(3).max_memory(1 << 20)).unwrap();
    one_thread().install(|| {
        let mut whole = fresh();
        whole.advance(5_000);
        let mut first = fresh();
        first.advance(1_777);
        let mut second = fresh();
        second.restore(first.snapshot()).unwrap();
        second.advance(5_000 - 1_777);
        let (whole, second) = (whole.snapshot(), second.snapshot());
        assert_eq!(whole.floats, second.floats);
        assert_eq!((whole.nodes, whole.traversals), (second.nodes, second.traversals));
    });
}

#[test]
fn the_preset_has_a_name_and_tries_along_paths_alone() {
    assert_eq!(Preset::by_name("path-mccfr"), Some(*Preset::PATHS));
    assert!(Preset::ALL.iter().all(|preset| preset.tries == Tries::Everywhere));
}
