//! The average strategy of every decision of the trunk, against the solver of the processor.

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_gpu::{HandOptions, HandSolver, Precision};
use cardsharp_challenge_solver::infosets::{Payoffs, PublicPlays, Stake};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{DecisionLayout, RangeCfr, RangeOptions};

use crate::built::solvers;

/// Shares of a hand that comes with less than a millionth of its deal are lost in rounding. Averages have a factor of
/// 16,384.
const LEAST_REACH: f32 = 0.02;

/// The differences between two strategies of a decision, of hands that are reached.
fn differences(layout: &DecisionLayout<'_>, expected: &[f32], sums: &[f32]) -> Vec<f32> {
    let mut reached = vec![0.0; layout.hands()];
    for (cell, &sum) in sums.iter().enumerate() {
        reached[layout.hand_of(cell)] += sum;
    }
    let cells = expected.iter().zip(sums).enumerate();
    let differences = cells.map(|(cell, (expected, sum))| match reached[layout.hand_of(cell)] {
        reach if reach > LEAST_REACH => (expected - sum / reach).abs(),
        _ => 0.0,
    });
    differences.collect()
}

/// The differences of all cells after an iteration of both solvers.
fn compare(on_device: &mut HandSolver, payoffs: Payoffs, preset: Preset) -> Vec<f32> {
    on_device.advance(1).unwrap();
    let game = RangeHand::new(on_device.rules(), payoffs).unwrap();
    // Only with pruning does it add up averages while the other player learns, as kernels do.
    let pruning = RangeOptions { prunes: true, ..RangeOptions::from(preset) };
    let mut solver = RangeCfr::new(game.reduced(), pruning).unwrap();
    solver.advance(1);
    let mut all = Vec::new();
    solver.for_each_decision(&mut |decision| {
        let public = PublicPlays::of(decision.public);
        let Some(found) = on_device.average_strategy(&public).unwrap() else {
            return false;
        };
        let sums = match decision.public.stake {
            Stake::Offered(_) => &found.answers,
            _ => &found.moves,
        };
        assert_eq!(sums.len(), decision.strategy.len(), "{public:?}");
        all.extend(differences(&decision.layout, decision.strategy, sums));
        true
    });
    all
}

/// Late in a game a point is worth more, and not the same to both.
const LATE: Payoffs = Payoffs { win: 0.8, lose: 0.45, tie: 0.62 };

/// After one iteration the leader's average is what the first update has learned from all endgames. Where all cards of a
/// hand are worth the same, rounding chooses one; so a few cells differ, and later the two solvers part.
///
/// Slow: the kernels are compiled for the processor, and run on it for five games.
#[test]
fn every_cell_of_the_trunk_is_that_of_the_processor() {
    let games = [
        ((3, 8, 3), Payoffs::EARLY),
        ((4, 8, 3), LATE),
        ((5, 8, 3), Payoffs::EARLY),
        ((4, 4, 3), LATE),
        ((3, 8, 4), LATE),
    ];
    for ((ranks, copies, hand_size), payoffs) in games {
        let rules = Params::new(ranks, copies, hand_size).unwrap();
        // The last place of 16 bits is 5e-4 of a number.
        for (precision, bound) in [(Precision::Single, 2e-6), (Precision::Half, 2e-2)] {
            let options = HandOptions { precision, ..HandOptions::default() };
            for mut solver in solvers(rules, payoffs, options) {
                let all = compare(&mut solver, payoffs, options.preset);
                let different = all.iter().filter(|&&difference| difference > bound).count();
                println!("{rules} {precision:?}: {different} of {} cells differ", all.len());
                assert!(all.len() >= 290);
                assert!(200 * different <= all.len(), "{rules} {precision:?}: {different} of {}", all.len());
            }
        }
    }
}
