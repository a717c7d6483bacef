//! Games whose values are known.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{RangeCfr, RangeGame};
use cardsharp_solvers::run::StopReason;
use cardsharp_solvers::until::Until;

use super::kuhn::Kuhn;
use super::leduc::Leduc;

/// Within so many iterations, and no more of them than it takes.
fn comes_to(game: &impl RangeGame, iterations: u64, value: f64) {
    let preset = Preset::PCFR_PLUS;
    let mut solver = RangeCfr::new(game, preset.planned(iterations)).unwrap();
    let solved = solver.run(Until::nash_conv(0.99e-4).or_iterations(iterations));
    let found = solved.measure();
    assert!(found.nash_conv() < 1e-4, "{found:?}");
    assert!((found.values[0] - value).abs() < 1e-4, "{found:?}");
}

#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_player() {
    comes_to(&Kuhn, 1000, -1.0 / 18.0);
}

/// Slow: 6,000 iterations of either form of the game.
#[test]
fn leduc_poker_has_the_known_value_whether_hands_are_cards_or_ranks() {
    for game in [Leduc::of_cards(3, 2), Leduc::of_ranks(3, 2)] {
        comes_to(&game, 6000, -0.0856064240780);
    }
}

#[test]
fn a_run_does_the_iterations_that_are_asked_for_and_schedules_end_with_it() {
    for preset in [Preset::PCFR_PLUS, Preset::HS_PCFR_PLUS] {
        let mut step_by_step = RangeCfr::new(&Kuhn, preset.planned(40)).unwrap();
        step_by_step.advance(40);
        let mut solver = RangeCfr::new(&Kuhn, preset).unwrap();
        let solved = solver.run(Until::iterations(40));
        assert_eq!(*solved.measure(), step_by_step.exploitability());
        assert_eq!(solved.iterations(), Some(40));
        let mut saved = Vec::new();
        solver.save(&mut saved).unwrap();
        // The checkpoint knows the end of the schedules that the run chose.
        let resumed = RangeCfr::<_, f32>::resume(
            &Kuhn,
            cardsharp_solvers::range::Root::of(&Kuhn),
            preset.into(),
            &mut &saved[..],
        );
        assert_eq!(resumed.unwrap().iterations(), 40);
        let solved = solver.run(Until::nash_conv(1e-3).or_iterations(10_000));
        assert_eq!(solved.stop_reason(), Some(StopReason::Target));
    }
}
