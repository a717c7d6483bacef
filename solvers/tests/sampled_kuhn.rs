//! Monte-Carlo CFR against Kuhn poker's known value.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use cardsharp_solvers::best_response::{best_response_value, expected_value, exploitability};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::games::Kuhn;
use cardsharp_solvers::sampled::{ExternalSampling, PerfectRecall, Preset};
use cardsharp_solvers::solution::Solution;
use cardsharp_solvers::strategy::Uniform;
use cardsharp_solvers::until::Until;

const MEMORY: u64 = 1 << 20;

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

#[test]
fn uniform_play_in_kuhn_has_the_value_and_exploitability_worked_out_by_hand() {
    // First player: 1/8, the sum over the 30 terminal histories. Best responses: 1/2 and 5/12.
    assert!((expected_value(&Kuhn::TWO, &Uniform, Player::ZERO) - 0.125).abs() < 1e-12);
    assert!((best_response_value(&Kuhn::TWO, &Uniform, Player::ZERO) - 0.5).abs() < 1e-12);
    assert!((best_response_value(&Kuhn::TWO, &Uniform, Player::ONE) - 5.0 / 12.0).abs() < 1e-12);
}

#[test]
fn every_preset_reaches_the_value_of_kuhn() {
    for &preset in Preset::ALL {
        let mut solver = ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, preset.seed(7).max_memory(MEMORY)).unwrap();
        pool(1).install(|| solver.advance(400_000));
        let measured = exploitability(&Kuhn::TWO, &solver);
        assert!(measured.nash_conv() < 0.02, "{}: {}", preset.name, measured.nash_conv());
        assert!((measured.values[0] + 1.0 / 18.0).abs() < 0.01, "{}: {}", preset.name, measured.values[0]);
    }
}

#[test]
fn one_thread_repeats_itself_and_a_resumed_run_equals_an_uninterrupted_one() {
    let fresh =
        || ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, Preset::ALL[0].seed(3).max_memory(MEMORY)).unwrap();
    pool(1).install(|| {
        let mut whole = fresh();
        whole.advance(5_000);
        let mut first = fresh();
        first.advance(1_777);
        let mut second = fresh();
        second.restore(first.snapshot()).unwrap();
        second.advance(5_000 - 1_777);
        let (whole, second) = (whole.snapshot(), second.snapshot());
        assert_eq!(whole.floats, second.floats);
        assert_eq!(whole.nodes, second.nodes);
    });
}

#[test]
fn a_run_answers_with_the_measured_average_strategy() {
    let preset = Preset::LINEAR_MCCFR.seed(3);
    let fresh = || ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, preset).unwrap();
    pool(1).install(|| {
        let mut by_hand = fresh();
        by_hand.advance(5_000);
        let expected = Solution::of(&Kuhn::TWO, &by_hand);
        let solved = fresh().run(Until::iterations(5_000));
        assert_eq!(solved.measure(), expected.measure());
        assert_eq!(solved.strategy(&Kuhn::TWO), expected.strategy(&Kuhn::TWO));
        assert_eq!(solved.iterations(), Some(5_000));
    });
}

#[test]
fn several_threads_reach_the_same_strategy() {
    let mut solver =
        ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, Preset::ALL[0].seed(11).max_memory(MEMORY)).unwrap();
    pool(4).install(|| solver.advance(400_000));
    let measured = exploitability(&Kuhn::TWO, &solver);
    assert!(measured.nash_conv() < 0.02, "{}", measured.nash_conv());
}
