//! The files of a solution, and the policy that is made of them.

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_gpu::{HandOptions, SolutionError};
use cardsharp_challenge_solver::infosets::{HandGame, Payoffs, by_name};
use cardsharp_challenge_solver::leaf_values::LeafExpectation;
use cardsharp_challenge_solver::measure::resolved::best_responses_in_trunk;
use cardsharp_challenge_solver::policy::{FINGERPRINT, TrainedPolicy};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::{ResolveOptions, Subject};
use cardsharp_challenge_solver::scores::Classes;
use cardsharp_challenge_solver::solved_hand::{HandFolder, Import, Imported};
use cardsharp_policy::StrategyTable;
use cardsharp_policy::container::{Header, Kind};
use cardsharp_solvers::sampled::Numbering;

use crate::built::solvers;

/// A policy that knows nothing.
fn base(rules: Params) -> TrainedPolicy {
    let game = || HandGame::new(rules, vec![Payoffs::EARLY]);
    let infosets = by_name("all,seen3+own3", &game()).unwrap();
    let Numbering::Dense { cells } = infosets.numbering() else { unreachable!("a recipe numbers its rows") };
    let classes = Classes { payoffs: vec![Payoffs::EARLY], of_score: vec![0; 100] };
    let mut header = Header::new(Kind::Policy, rules.to_string(), FINGERPRINT);
    header.infosets = infosets.name().to_owned();
    let table = StrategyTable::quantized(vec![1; cells as usize]);
    TrainedPolicy::new(header, game(), classes, infosets, table)
}

/// Best responses to the policy, with the worths where its tricks end, win what they win on the device from the same
/// strategies in 16 bits: files have bytes, and worths in steps of 0.001.
#[test]
fn a_solution_in_files_is_as_good_as_on_the_device() {
    for (hand_size, iterations, bound) in [(4, 60, 2e-3), (5, 30, 4e-3)] {
        let rules = Params::new(3, 8, hand_size).unwrap();
        let hand = RangeHand::new(rules, Payoffs::EARLY).unwrap();
        for mut solver in solvers(rules, Payoffs::EARLY, HandOptions::default()) {
            solver.advance(iterations).unwrap();
            let expected = solver.by_average_values().unwrap();
            let folder = tempfile::tempdir().unwrap();
            solver.solution(&hand).unwrap().write(folder.path()).unwrap();
            let read = HandFolder::read(folder.path()).unwrap();
            let imported = Import { rounding: 1e-9 }.policy(&read, base(rules)).unwrap();
            let Imported { hand, policy, tricks, .. } = imported;
            assert_eq!(tricks, hand_size - 3);
            let subject =
                Subject { hand: &hand, strategy: &policy, class: 0, options: ResolveOptions::for_policy(&policy) };
            let best = best_responses_in_trunk(subject, &LeafExpectation::Worths(tricks));
            println!("{rules} on {}: {best:?} of {expected:?}", solver.device_name());
            for (found, expected) in best.into_iter().zip([expected.leader, expected.follower]) {
                assert!((found + 0.5 - expected).abs() < bound, "{rules}: {found} {expected}");
            }
        }
    }
}

#[test]
fn a_hand_without_files_is_refused_by_name() {
    for (hand_size, payoffs, named) in
        [(3, Payoffs::EARLY, "a hand of 3 cards"), (4, Payoffs { win: 0.8, lose: 0.45, tie: 0.62 }, "0.8,0.45,0.62")]
    {
        let rules = Params::new(3, 8, hand_size).unwrap();
        let hand = RangeHand::new(rules, payoffs).unwrap();
        for solver in solvers(rules, payoffs, HandOptions::default()) {
            let refused = solver.solution(&hand).unwrap_err();
            assert!(matches!(refused, SolutionError::Builder(_)), "{refused}");
            assert!(refused.to_string().contains(named), "{refused}");
        }
    }
}
