//! The primal-dual hybrid gradient method: known values, the simplex method on random games, threads, and going on.

use cardsharp_solvers::games::{Kuhn, Leduc, LiarsDice};
use cardsharp_solvers::lp::{self, LpError, Pdhg};
use cardsharp_solvers::run::Solver;
use cardsharp_solvers::tree::{Tree, TreeStrategy};

use super::forest::{self, Payoffs};
use super::known_values::compile;

/// The NashConv that counts as exact.
const EXACT: f64 = 1e-9;

/// Iterates until the NashConv is exact, and returns the value of the first player, and the NashConv.
fn solved(tree: &Tree, most: u64) -> (f64, f64) {
    let mut solver = Pdhg::new(tree).unwrap();
    loop {
        solver.advance(100);
        let found = solver.plan().exploitability(tree);
        if found.nash_conv() <= EXACT || solver.iterations() >= most {
            return (found.values[0], found.nash_conv());
        }
    }
}

/// Slow: four games are solved to 1e-8.
#[test]
fn known_games_come_to_their_values() {
    let games = [
        ("kuhn", -1.0 / 18.0),
        ("leduc", -0.0856064240780),
        ("liars-dice(dice_sides=4)", 0.0625),
        ("goofspiel(num_cards=4)", 0.0),
    ];
    for (name, value) in games {
        let (found, nash_conv) = solved(&compile(name), 50_000);
        assert!(nash_conv <= EXACT, "{name}: {nash_conv:e}");
        assert!((found - value).abs() <= nash_conv + 1e-12, "{name}: {found}");
    }
}

#[test]
fn random_games_have_the_value_of_the_simplex_method() {
    for seed in 0..100 {
        let game = forest::grown(seed, 2, 6, Payoffs::ZeroSum);
        let tree = Tree::compile(&game).unwrap();
        let (found, nash_conv) = solved(&tree, 100_000);
        assert!(nash_conv <= EXACT, "seed {seed}: {nash_conv:e}");
        let exact = lp::solve(&tree).unwrap();
        let allowed = nash_conv + exact.plan.exploitability(&tree).nash_conv() + 1e-9;
        assert!((found - exact.value).abs() <= allowed, "seed {seed}: {found} {}", exact.value);
    }
}

#[test]
fn the_certificate_is_what_brute_force_finds() {
    let tree = Tree::compile(&Leduc::SUITED).unwrap();
    let mut solver = Pdhg::new(&tree).unwrap();
    solver.advance(300);
    let plan = solver.plan();
    let certificate = plan.exploitability(&tree).nash_conv();
    let strategy = TreeStrategy::new(&tree, plan);
    let found = cardsharp_solvers::best_response::exploitability(&Leduc::SUITED, &strategy);
    assert!((found.nash_conv() - certificate).abs() < 1e-12);
}

/// Slow: a large game is solved with each number of threads.
#[test]
fn any_number_of_threads_gives_the_same_bytes_also_after_going_on() {
    let tree = Tree::compile(&LiarsDice::new(1, 6).unwrap()).unwrap();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut solver = Pdhg::new(&tree).unwrap();
            solver.advance(100);
            (solver.state(), solver.plan())
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(8));

    let mut before = Pdhg::new(&tree).unwrap();
    before.advance(70);
    let mut after = Pdhg::new(&tree).unwrap();
    assert!(after.restore(70, &before.state()));
    after.advance(30);
    assert!(after.state() == one.0 && after.iterations() == 100);
    assert!(!after.restore(70, &one.0[1..]));
}

#[test]
fn other_games_are_refused_by_name() {
    let three = Tree::compile(&Kuhn::new(3).unwrap()).unwrap();
    assert_eq!(Pdhg::new(&three).unwrap_err(), LpError::Players(3));
    let general = Tree::compile(&forest::grown(5, 2, 6, Payoffs::Tame)).unwrap();
    assert_eq!(Pdhg::new(&general).unwrap_err(), LpError::GeneralSum);
}
