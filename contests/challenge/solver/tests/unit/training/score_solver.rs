use cardsharp_solvers::best_response::exploitability;

use super::*;

fn solver(hands: usize) -> ScoreSolver {
    ScoreSolver {
        rules: Params::new(4, 3, 2).unwrap(),
        infosets: "recall".to_owned(),
        preset: Preset::ALL[0],
        limits: Limits { iterations: Some(60_000), ..Limits::default() },
        max_memory: 1 << 26,
        play_outs: 1 << 17,
        hands,
        seed: 7,
        policy: None,
    }
}

const LEVEL: Payoffs = Payoffs { win: 0.6, lose: 0.3, tie: 0.45 };
const SCORE: Score = Score { leader: 4, follower: 4 };

/// The value in which a tie is worth the value itself, by exact best responses in a fixed-point iteration.
fn exact_bounds() -> (f64, f64) {
    let mut payoffs = LEVEL;
    let mut bounds = (0.0, 1.0);
    for _ in 0..8 {
        let game = HandGame::new(solver(0).rules, vec![payoffs]);
        let infosets = by_name("recall", &game).unwrap();
        let mut trainer = ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(3).max_memory(1 << 26)).unwrap();
        trainer.advance(60_000);
        let found = exploitability(&game, &trainer);
        let [leader, follower] = [found.best_responses[0], found.best_responses[1]];
        bounds = (1.0 - follower, leader);
        payoffs.tie = (leader + 1.0 - follower) / 2.0;
    }
    bounds
}

#[test]
fn the_tie_becomes_worth_the_hand_without_training_again() {
    let never = AtomicBool::new(false);
    let solved = solver(20).solve(SCORE, LEVEL, &never, &mut |_| ()).unwrap().unwrap();
    let (low, high) = exact_bounds();
    let Bounds { value, error } = solved.bounds;
    assert!(error < 0.05, "{error}");
    assert!(value > low - error - 0.002 && value < high + error + 0.002, "{value} is not in {low}..{high}");
    assert!(solved.tied > 0.1 && solved.report.is_some());
    // Ties are common here, and a poor guess shows in the gains.
    let poor = Payoffs { tie: 0.95, ..LEVEL };
    let poor = solver(20).solve(SCORE, poor, &never, &mut |_| ());
    assert!(poor.unwrap().unwrap().bounds.error > 2.0 * error);
    // Without a measurement, the error is that of the sampling alone.
    let unmeasured = solver(0).solve(SCORE, LEVEL, &never, &mut |_| ()).unwrap().unwrap();
    assert_eq!(unmeasured.bounds.error, unmeasured.half_width);
}

#[test]
fn an_interrupted_score_has_no_value() {
    let now = AtomicBool::new(true);
    let solved = solver(0).solve(SCORE, LEVEL, &now, &mut |_| ()).unwrap();
    assert!(solved.is_none());
}
