//! Measures and values agree with brute force and with each other on random games. The number of
//! threads changes nothing.

use cardsharp_solvers::best_response::{self, BestResponse};
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::{Kuhn, LiarsDice};
use cardsharp_solvers::lp;
use cardsharp_solvers::strategy::Strategy;
use cardsharp_solvers::tree::{CompileError, Tree, TreeStrategy};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::forest::{self, Payoffs};

/// A random strategy, in which some actions have probability 0.
pub fn random_plan(tree: &Tree, seed: u64) -> cardsharp_solvers::tree::RealizationPlan {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    cardsharp_solvers::tree::RealizationPlan::of(tree, |_, _, shares| {
        for share in shares.iter_mut() {
            *share = if rng.random_bool(0.2) { 0.0 } else { rng.random() };
        }
        let sum: f64 = shares.iter().sum();
        if sum > 0.0 {
            shares.iter_mut().for_each(|share| *share /= sum);
        } else {
            shares[0] = 1.0;
        }
    })
}

/// One player's pure actions, and a strategy for the others. Where there is no action, the strategy plays on.
struct Responds<'a, S>(Player, &'a BestResponse, &'a S);

impl<G: Game, S: Strategy<G>> Strategy<G> for Responds<'_, S> {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        let Responds(responder, found, others) = self;
        let own = matches!(game.turn(state), Turn::Decision { player, .. } if player == *responder);
        match found.actions.get(&game.infoset(state)).filter(|_| own) {
            Some(&action) => {
                out.fill(0.0);
                out[action] = 1.0;
            }
            None => others.probabilities(game, state, out),
        }
    }
}

#[test]
fn the_actions_of_a_best_response_have_its_value() {
    for seed in 0..100 {
        let game = forest::grown(seed, 2, 6, Payoffs::Tame);
        let tree = Tree::compile(&game).unwrap();
        let strategy = TreeStrategy::new(&tree, random_plan(&tree, seed));
        for responder in [Player::ZERO, Player::ONE] {
            let found = best_response::best_response(&game, &strategy, responder);
            let played = Responds(responder, &found, &strategy);
            let value = best_response::expected_value(&game, &played, responder);
            assert!((value - found.value).abs() < 1e-12, "seed {seed}: {value} {found:?}");
            let best = best_response::best_response_value(&game, &strategy, responder);
            assert_eq!(found.value, best, "seed {seed}");
        }
    }
}

#[test]
fn values_and_best_responses_equal_brute_force_for_any_number_of_players() {
    let mut infosets = 0;
    for seed in 0..300 {
        let players = 1 + seed as usize % 4;
        let game = forest::grown(seed, players, 6, Payoffs::Tame);
        let tree = Tree::compile(&game).unwrap();
        infosets += (0..players).map(|player| tree.infosets(Player::new(player as u8))).sum::<usize>();
        let plan = random_plan(&tree, seed);
        let found = plan.exploitability(&tree);
        let strategy = TreeStrategy::new(&tree, plan);
        let expected = best_response::exploitability(&game, &strategy);
        let pairs = [(&found.values, &expected.values), (&found.best_responses, &expected.best_responses)];
        for (found, expected) in pairs {
            for (one, other) in found.iter().zip(expected) {
                assert!((one - other).abs() < 1e-12, "seed {seed}: {found:?} {expected:?}");
            }
        }
    }
    assert!(infosets > 3000, "{infosets}");
}

/// Slow: 300 random games are solved three times.
#[test]
fn linear_programming_cfr_and_brute_force_agree_on_random_games() {
    let mut mixed = 0;
    for seed in 0..300 {
        let game = forest::grown(seed, 2, 7, Payoffs::ZeroSum);
        let tree = Tree::compile(&game).unwrap();
        let exact = lp::solve(&tree).unwrap();
        let strategy = TreeStrategy::new(&tree, exact.plan);
        let gained = best_response::exploitability(&game, &strategy);
        assert!(gained.nash_conv().abs() < 1e-6, "seed {seed}: {gained:?}");
        let mut solver = Cfr::new(&tree, Preset::PCFR_PLUS);
        let mut reached = f64::INFINITY;
        for _ in 0..300 {
            solver.advance(100);
            reached = solver.exploitability().nash_conv();
            if reached < 1e-5 {
                break;
            }
            mixed += 1;
        }
        assert!(reached < 1e-5, "seed {seed}: {reached}");
        let value = solver.exploitability().values[0];
        assert!((value - exact.value).abs() < 1e-5, "seed {seed}: {value} {}", exact.value);
    }
    assert!(mixed > 10, "hardly a game needed mixing: {mixed}");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let game = LiarsDice::new(1, 6).unwrap();
    let tree = Tree::compile(&game).unwrap();
    for name in ["dcfr", "pdcfr+", "cfr-simultaneous"] {
        let solve = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let mut solver = Cfr::new(&tree, Preset::by_name(name).unwrap());
                solver.advance(13);
                (solver.plan(), solver.regrets(Player::ONE).to_vec())
            })
        };
        let one = solve(1);
        assert!(one == solve(2) && one == solve(8), "{name}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_by_name() {
    let three = Tree::compile(&Kuhn::new(3).unwrap()).unwrap();
    assert_eq!(lp::solve(&three), Err(lp::LpError::Players(3)));
    let general = Tree::compile(&forest::grown(5, 2, 6, Payoffs::Tame)).unwrap();
    assert_eq!(lp::solve(&general), Err(lp::LpError::GeneralSum));
    let text = std::fs::read_to_string("../data/efg/absent_minded_driver.efg").unwrap();
    let forgetful = cardsharp_solvers::efg::EfgGame::parse(&text).unwrap();
    let refused = Tree::compile(&forgetful).unwrap_err();
    assert!(matches!(refused, CompileError::ImperfectRecall { .. }), "{refused}");
}
