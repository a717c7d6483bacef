//! Partial pruning does not change the result, and a warm start does.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeCfr, RangeGame, Root, Spot};

use super::kuhn::Kuhn;
use super::leduc::Leduc;
use super::uniform::Uniform;

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

fn pruned<'g, G: RangeGame>(game: &'g G, preset: Preset) -> RangeCfr<'g, G> {
    RangeCfr::with_options(game, Root::of(game), preset.pruned()).unwrap()
}

fn strategies<G: RangeGame>(solver: &RangeCfr<'_, G>) -> Vec<f32> {
    let mut all = Vec::new();
    solver.for_each_decision(&mut |decision| {
        all.extend_from_slice(decision.strategy);
        true
    });
    all
}

/// With regrets that are neither discounted nor predicted, pruned places would not change anyway.
/// With simultaneous updates the same strategies are summed up.
#[test]
fn nothing_is_lost_by_passing_over() {
    let preset = Preset::CFR_SIMULTANEOUS;
    for game in [Leduc::of_cards(3, 2), Leduc::of_ranks(4, 3)] {
        let mut all = RangeCfr::new(&game, preset).unwrap();
        let mut some = pruned(&game, preset);
        for _ in 0..40 {
            all.advance(1);
            some.advance(1);
            let pairs = strategies(&all).into_iter().zip(strategies(&some));
            let apart = pairs.map(|(one, other)| (one - other).abs());
            assert!(apart.fold(0.0, f32::max) < 1e-4);
        }
    }
}

#[test]
fn every_preset_comes_to_the_same_value() {
    let game = Leduc::of_ranks(3, 2);
    for &preset in Preset::ALL {
        let iterations = if preset.name.starts_with("hs-") { 1000 } else { 600 };
        let mut solver = pruned(&game, preset);
        let slow = matches!(preset.name, "cfr" | "cfr-simultaneous");
        let near = if slow { 0.2 } else { 0.02 };
        let mut found = solver.exploitability();
        // No more iterations than it takes.
        while found.nash_conv() >= near && solver.iterations() < iterations {
            solver.advance(50);
            found = solver.exploitability();
        }
        assert!(found.nash_conv() < near, "{}: {found:?}", preset.name);
        assert!((found.values[0] + 0.0856064240780).abs() < near, "{found:?}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let game = Leduc::of_cards(13, 2);
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let mut solver = pruned(&game, Preset::DCFR);
            solver.warm_start(2, || Uniform);
            solver.advance(3);
            assert!(solver.size().cells > 1 << 15, "{:?}", solver.size());
            let strategies = strategies(&solver);
            strategies.iter().map(|share| share.to_bits()).collect::<Vec<_>>()
        })
    };
    let one = with_threads(1);
    assert!(one == with_threads(2) && one == with_threads(8));
}

/// Every solver plays its first iteration uniformly. So a warm start with uniform play as one
/// iteration teaches the same as the first iteration.
#[test]
fn a_uniform_beginning_is_the_first_iteration() {
    let game = Leduc::of_ranks(4, 2);
    for name in ["cfr-simultaneous", "cfr+", "dcfr"] {
        let preset =
            Preset { updates: cardsharp_solvers::cfr::Updates::Simultaneous, ..Preset::by_name(name).unwrap() };
        let mut given = pruned(&game, preset);
        given.warm_start(1, || Uniform);
        let mut fresh = pruned(&game, preset);
        fresh.advance(1);
        for _ in 0..20 {
            let pairs = strategies(&given).into_iter().zip(strategies(&fresh));
            let apart = pairs.map(|(one, other)| (one - other).abs());
            assert!(apart.fold(0.0, f32::max) < 1e-4, "{name}");
            given.advance(1);
            fresh.advance(1);
        }
    }
}

#[test]
fn the_more_a_beginning_counts_the_longer_it_is_held_on_to() {
    let after_one = |weight: u64| {
        let mut solver = pruned(&Kuhn, Preset::DCFR);
        solver.warm_start(weight, || Uniform);
        solver.advance(1);
        assert_eq!(solver.iterations(), weight + 1);
        let cells = strategies(&solver);
        cells.iter().map(|share| (share - 0.5).abs()).sum::<f32>()
    };
    let apart = [1, 3, 10, 30].map(after_one);
    assert!(apart.is_sorted_by(|one, next| one > next), "{apart:?}");
}

/// A walk from any spot agrees with a walk from the root, with and without pruning.
#[test]
fn spots_are_where_the_walk_comes() {
    let game = Leduc::of_ranks(3, 2);
    let mut all = RangeCfr::new(&game, Preset::DCFR).unwrap();
    all.advance(30);
    let mut some = pruned(&game, Preset::DCFR);
    some.advance(30);
    for solver in [&all, &some] {
        let root = solver.root();
        for player in PLAYERS {
            assert_eq!(solver.values_at(&root, player, false), solver.values(player));
            let best = solver.best_response(player);
            assert_eq!(solver.values_at(&root, player, true), best);
        }
        let mut shown = Vec::new();
        gather(solver, &root, &mut shown);
        assert_eq!(shown, strategies(solver));
        add_up(solver, &root);
    }
}

fn gather<G: RangeGame>(solver: &RangeCfr<'_, G>, spot: &Spot<G::Public>, out: &mut Vec<f32>) {
    out.extend(solver.strategy_at(spot));
    for (_, after) in solver.after(spot) {
        gather(solver, &after, out);
    }
}

/// The value of a spot is the sum of the values of the spots after it.
fn add_up<G: RangeGame>(solver: &RangeCfr<'_, G>, spot: &Spot<G::Public>) {
    let total = |spot: &Spot<G::Public>| {
        let values = solver.values_at(spot, Player::ZERO, false);
        let weighted = values.iter().zip(&spot.ranges[0]);
        weighted.map(|(value, weight)| value * weight).sum::<f32>()
    };
    let after = solver.after(spot);
    if !after.is_empty() {
        let game = solver.game();
        let parts = after.iter().map(|(action, after)| total(after) * game.weight(&spot.public, *action));
        let (whole, parts) = (total(spot), parts.sum::<f32>());
        assert!((whole - parts).abs() < 1e-5, "{whole} and {parts}");
    }
    for (_, after) in after {
        add_up(solver, &after);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let game = Leduc::of_ranks(3, 2);
    let refused = RangeCfr::<_, f32>::with_options(&game, Root::of(&game), Preset::DCFR.pruned().max_memory(1000));
    assert_eq!(refused.unwrap_err().allowed, 1000);
}
