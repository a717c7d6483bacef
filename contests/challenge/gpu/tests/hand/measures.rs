//! Brackets of the value of a hand, and runs that are the same.

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_gpu::{Bracket, HandOptions, HandSolver, MemoryPlan, Precision, Resolving, SolveError};
use cardsharp_challenge_solver::infosets::{Payoffs, PublicPlays};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::RangeCfr;

use crate::built::{devices, solvers};

const SAFE: Resolving = Resolving { iterations: 300, trust: 0.5, bound: 0.0 };

/// The least and the greatest value of the hand to the leader, by the solver of the processor.
fn value_on_the_processor(rules: Params, payoffs: Payoffs) -> [f64; 2] {
    let game = RangeHand::new(rules, payoffs).unwrap();
    let mut solver = RangeCfr::new(game.reduced(), Preset::DCFR).unwrap();
    solver.advance(400);
    let found = solver.exploitability();
    let value = found.values[0] + 0.5;
    [value - found.nash_conv(), value + found.nash_conv()]
}

fn assert_holds(found: Bracket, [low, high]: [f64; 2], name: &str) {
    println!("{name}: {found:?}, NashConv {:e}; {low} to {high}", found.nash_conv());
    assert!(found.leader > low - 1e-6 && 1.0 - found.follower < high + 1e-6, "{name}: {found:?}");
    assert!((0.0..4e-4).contains(&found.nash_conv()), "{name}: {found:?}");
}

/// Slow, because a solve is what it tests, and the processor runs one thread of a block after the other.
#[test]
fn brackets_hold_the_value_of_the_hand_and_close_in_on_it() {
    let late = Payoffs { win: 0.8, lose: 0.45, tie: 0.62 };
    let games = [((4, 8, 2), Payoffs::EARLY), ((4, 8, 3), late), ((3, 8, 4), Payoffs::EARLY)];
    for ((ranks, copies, hand_size), payoffs) in games {
        let rules = Params::new(ranks, copies, hand_size).unwrap();
        let value = value_on_the_processor(rules, payoffs);
        for mut solver in solvers(rules, payoffs, HandOptions::default()) {
            solver.advance(300).unwrap();
            let found = solver.resolved(SAFE).unwrap();
            assert_holds(found, value, &rules.to_string());
            let by_averages = solver.by_average_values().unwrap();
            assert!(by_averages.nash_conv().abs() < found.nash_conv() + 1e-4, "{by_averages:?}");
        }
    }
}

/// Everything that a solver knows of its trunk, and its measures.
fn findings(solver: &mut HandSolver) -> (Vec<u32>, [Bracket; 2]) {
    let ranks = solver.rules().ranks();
    let plays = |of: &[u8]| of.to_vec();
    let mut all = Vec::new();
    for accepted_before in [None, Some(0), Some(1)] {
        for first in 0..ranks {
            for played in [plays(&[first]), plays(&[first, ranks - 1]), plays(&[first, 0, ranks - 1])] {
                let public = PublicPlays { plays: played, accepted_before };
                let found = solver.average_strategy(&public).unwrap().unwrap();
                all.extend(found.moves.iter().chain(&found.answers).map(|sum| sum.to_bits()));
            }
        }
    }
    let resolved = Resolving { iterations: 10, ..SAFE };
    (all, [solver.by_average_values().unwrap(), solver.resolved(resolved).unwrap()])
}

#[test]
fn neither_chunks_nor_threads_change_a_bit() {
    let rules = Params::new(3, 8, 4).unwrap();
    let hand = RangeHand::new(rules, Payoffs::EARLY).unwrap();
    let options = HandOptions::default();
    for device in devices(rules.ranks(), options.precision) {
        let mut first = None;
        for chunk_plays in [0, 0, 1, 2, 4] {
            let plan = MemoryPlan::with_chunks(rules, options.precision, chunk_plays);
            let mut solver = HandSolver::with_plan(device.clone(), (rules, Payoffs::EARLY), options, plan).unwrap();
            solver.advance(8).unwrap();
            let found = (findings(&mut solver), solver.solution(&hand).unwrap());
            let expected = first.get_or_insert_with(|| found.clone());
            assert!(*expected == found, "chunks after {chunk_plays} plays on {}", device.name());
        }
    }
}

#[test]
fn the_plan_of_the_contests_hand_is_known_without_a_card() {
    let rules = Params::new(13, 8, 5).unwrap();
    let plan = MemoryPlan::fitting(rules, Precision::Half, 150_000_000_000);
    println!("{plan:?}");
    assert_eq!((plan.chunk_plays, plan.total() / 1_000_000_000), (1, 142));
    let small = MemoryPlan::fitting(rules, Precision::Half, 80_000_000_000);
    assert!(small.total() > 130_000_000_000, "{small:?}");
}

#[test]
fn a_hand_or_preset_that_the_kernels_do_not_know_is_refused_by_name() {
    let Some(device) = devices(3, Precision::Half).pop() else {
        return;
    };
    let solve = |hand_size, preset| {
        let rules = Params::new(3, 8, hand_size).unwrap();
        let options = HandOptions { preset, ..HandOptions::default() };
        HandSolver::new(device.clone(), rules, Payoffs::EARLY, options).map(|solver| *solver.plan())
    };
    assert!(matches!(solve(1, Preset::DCFR), Err(SolveError::HandSize(1))));
    let refused = solve(3, Preset::PCFR_PLUS).unwrap_err().to_string();
    assert!(refused.contains("pcfr+") && refused.contains("dcfr"), "{refused}");
    assert!(solve(3, Preset::CFR_PLUS).is_ok());
}
