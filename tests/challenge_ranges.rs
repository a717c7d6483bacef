//! The hand as a game of ranges, against the same hand with every deal written out.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use cardsharp::contests::challenge::infosets::{HandGame, Payoffs};
use cardsharp::contests::challenge::ranges::{LastTrick, RangeHand};
use cardsharp::contests::challenge::rules::Challenge;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::lp;
use cardsharp_solvers::range::RangeCfr;
use cardsharp_solvers::tree::Tree;

const SMALL: [(u8, u8, u8); 5] = [(3, 2, 1), (3, 2, 2), (2, 3, 2), (4, 1, 2), (3, 2, 3)];

/// No two things are worth the same by accident: where they are, rounding decides what is played.
const PAYOFFS: Payoffs = Payoffs {
    win: 0.5731,
    lose: 0.4417,
    tie: 0.5093,
};

fn hand(rules: Challenge, last_trick: LastTrick) -> RangeHand {
    RangeHand::new(rules, PAYOFFS)
        .unwrap()
        .with_last_trick(last_trick)
}

/// The first strategies are uniform whatever rounding does; later ones can hang on it, where two
/// actions are worth the same.
#[test]
fn the_first_iteration_is_that_of_the_engine_that_writes_every_deal_out() {
    for (ranks, copies, size) in SMALL {
        let rules = Challenge::new(ranks, copies, size).unwrap();
        let tree = Tree::compile(&HandGame::new(rules, vec![PAYOFFS])).unwrap();
        for &preset in Preset::ALL {
            let mut explicit = Cfr::new(&tree, preset, 1);
            explicit.advance(1);
            let expected = explicit.exploitability();
            for how in [LastTrick::AtOnce, LastTrick::CardByCard] {
                let hand = hand(rules, how);
                let mut ranges = RangeCfr::new(&hand, preset, 1);
                ranges.advance(1);
                let found = ranges.exploitability();
                let what = format!("{rules} {} {how:?}", preset.name);
                let near = |one: f64, other: f64| {
                    assert!((one - other).abs() < 1e-6, "{what}: {one} and {other}");
                };
                near(found.values[0] + 0.5, expected.values[0]);
                near(found.best_responses[0] + 0.5, expected.best_responses[0]);
                near(found.best_responses[1] + 0.5, expected.best_responses[1]);
            }
        }
    }
}

#[test]
fn every_preset_finds_the_value_of_the_linear_program() {
    for (ranks, copies, size) in SMALL {
        let rules = Challenge::new(ranks, copies, size).unwrap();
        let tree = Tree::compile(&HandGame::new(rules, vec![PAYOFFS])).unwrap();
        let value = lp::solve(&tree).unwrap().plan.exploitability(&tree).values[0];
        for &preset in Preset::ALL {
            for how in [LastTrick::AtOnce, LastTrick::CardByCard] {
                let hand = hand(rules, how);
                let mut ranges = RangeCfr::new(&hand, preset, 400);
                let first = {
                    ranges.advance(1);
                    ranges.exploitability().nash_conv()
                };
                ranges.advance(399);
                let found = ranges.exploitability();
                let what = format!("{rules} {} {how:?}: {found:?}", preset.name);
                // Plain CFR is slow.
                let target = match preset.name {
                    "cfr" | "cfr-simultaneous" | "lcfr" => first / 20.0,
                    _ => first / 200.0,
                };
                let gap = found.nash_conv();
                assert!(gap < target, "{what}, at first {first}");
                assert!(
                    (found.values[0] + 0.5 - value).abs() <= gap + 1e-6,
                    "{what} {value}"
                );
            }
        }
    }
}
