//! Games with locked information sets against values by hand, best responses and equilibria.

use cardsharp_solvers::dyn_game::{DynGame, NamedInfoset};
use cardsharp_solvers::game::{Game, Player};
use cardsharp_solvers::games::{Kuhn, Leduc};
use cardsharp_solvers::locked::{LockError, Locked};
use cardsharp_solvers::lp;
use cardsharp_solvers::tree::{RealizationPlan, Tree, TreeStrategy};

use super::agreement::random_plan;
use super::forest::{self, Payoffs};

/// The value to the first player by linear programming.
fn value(game: &impl Game) -> f64 {
    lp::solve(&Tree::compile(game).unwrap()).unwrap().value
}

/// The game in which the information sets that are chosen are played as by `plan`.
fn locked<'a, G: Game + Send>(
    game: &'a G,
    (tree, plan): (&Tree, RealizationPlan),
    chosen: impl Fn(usize, &NamedInfoset) -> bool,
) -> Locked<'a, G> {
    let mut locked = Locked::new(game);
    let rows = DynGame::behaviours(game, &TreeStrategy::new(tree, plan));
    for (number, (infoset, row)) in game.infosets().iter().zip(rows).enumerate() {
        assert_eq!(infoset.name, row.infoset);
        if chosen(number, infoset) {
            let shares: Vec<f64> = row.actions.iter().map(|(_, share)| *share).collect();
            locked.lock(infoset.key, &shares).unwrap();
        }
    }
    locked
}

/// In Kuhn poker the second player bluffs with a third of the jacks. Without bluffs the first player bets every king and a
/// third of the jacks, gains b + c (1 - 3b) in six deals, where b is the share of jacks that bet and c that of queens that
/// call, and so 1/3 of a chip: 1/18 a deal, where an equilibrium loses 1/18. A first player that never bets and never
/// calls loses the ante in every deal.
#[test]
fn kuhn_without_bluffs_and_without_courage_has_the_values_by_hand() {
    let game = Kuhn::default();
    let infosets = game.infosets();
    let key = |name: &str| infosets.iter().find(|infoset| infoset.name == name).unwrap().key;
    let mut honest = Locked::new(&game);
    honest.lock(key("0p"), &[1.0, 0.0]).unwrap();
    assert!((value(&honest) - 1.0 / 18.0).abs() < 1e-9);
    let mut timid = Locked::new(&game);
    for name in ["0", "1", "2", "0pb", "1pb", "2pb"] {
        timid.lock(key(name), &[1.0, 0.0]).unwrap();
    }
    assert!((value(&timid) + 1.0).abs() < 1e-9);
    let tree = Tree::compile(&timid).unwrap();
    assert_eq!(tree.infosets_by_player(), [0, 3]);
}

/// Slow: the game is solved once for each locked part.
#[test]
fn an_equilibrium_stays_one_in_leduc_when_any_part_of_it_is_locked() {
    let game = Leduc::default();
    let tree = Tree::compile(&game).unwrap();
    let found = lp::solve(&tree).unwrap();
    for part in 0..3 {
        let some = locked(&game, (&tree, found.plan.clone()), |number, _| number % 3 == part);
        assert!((value(&some) - found.value).abs() < 1e-7, "{part}");
    }
    for player in [Player::ZERO, Player::ONE] {
        let one = locked(&game, (&tree, found.plan.clone()), |_, infoset| infoset.player == player);
        assert!((value(&one) - found.value).abs() < 1e-7, "{player}");
    }
}

#[test]
fn a_locked_player_is_answered_by_a_best_response() {
    for seed in 0..60 {
        let game = forest::grown(seed, 2, 6, Payoffs::Tame);
        let tree = Tree::compile(&game).unwrap();
        let plan = random_plan(&tree, seed);
        let best = plan.exploitability(&tree).best_responses;
        for player in [Player::ZERO, Player::ONE] {
            let answered = locked(&game, (&tree, plan.clone()), |_, infoset| infoset.player != player);
            let tree = Tree::compile(&answered).unwrap();
            // Only this player decides, so that the first iteration of any solver would do. A uniform strategy's best
            // response is the best.
            let alone = RealizationPlan::uniform(&tree).exploitability(&tree).best_responses;
            let (found, best) = (alone[player.index()], best[player.index()]);
            assert!((found - best).abs() < 1e-12, "seed {seed}: {found} {best}");
        }
    }
}

#[test]
fn numbers_that_are_no_distribution_are_refused() {
    let game = Kuhn::default();
    let key = game.infosets()[0].key;
    let mut locked = Locked::new(&game);
    assert_eq!(locked.lock(key, &[0.5, 0.4]), Err(LockError::Sum(0.9)));
    assert_eq!(locked.lock(key, &[1.5, -0.5]), Err(LockError::Probability(-0.5)));
    assert!(matches!(locked.lock(key, &[f64::NAN, 1.0]), Err(LockError::Probability(_))));
    assert!((value(&locked) + 1.0 / 18.0).abs() < 1e-9);
}
