//! Games whose values are known.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{RangeCfr, RangeGame};

use super::kuhn::Kuhn;
use super::leduc::Leduc;

fn comes_to(game: &impl RangeGame, iterations: u64, value: f64) {
    let preset = Preset::PCFR_PLUS;
    let mut solver = RangeCfr::new(game, preset, iterations, u64::MAX).unwrap();
    solver.advance(iterations);
    let found = solver.exploitability();
    assert!(found.nash_conv() < 1e-4, "{found:?}");
    assert!((found.values[0] - value).abs() < 1e-4, "{found:?}");
}

#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_player() {
    comes_to(&Kuhn, 1000, -1.0 / 18.0);
}

#[test]
fn leduc_poker_has_the_known_value_whether_hands_are_cards_or_ranks() {
    for game in [Leduc::of_cards(3, 2), Leduc::of_ranks(3, 2)] {
        comes_to(&game, 6000, -0.0856064240780);
    }
}
