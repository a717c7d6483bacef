//! Decisions whose strategy is fixed.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Bf16, Number, RangeCfr, RangeGame, RangeOptions, RangeTurn, Root, Spot, total};

use super::kuhn::Kuhn;
use super::leduc::Leduc;

/// The spot of the second player of Kuhn poker after a pass.
fn after_pass<N: Number>(solver: &RangeCfr<'_, Kuhn, N>) -> Spot<&'static str> {
    let mut after = solver.after(&solver.root());
    after.swap_remove(0).1
}

/// The second player bets with a jack after a pass in this share of the hands.
fn with_bluffs<N: Number>(options: RangeOptions, bluffs: f32) -> RangeCfr<'static, Kuhn, N> {
    let mut solver = RangeCfr::<_, N>::with_options(&Kuhn, Root::of(&Kuhn), options).unwrap();
    let spot = after_pass(&solver);
    let share = |action: usize, hand: usize| (hand == 0).then_some([1.0 - bluffs, bluffs][action]);
    // Later locks count. A queen never bets there in any equilibrium.
    solver.lock(&spot, |_, hand| (hand < 2).then_some(0.5));
    solver.lock(&spot, share);
    solver.lock(&spot, |action, hand| (hand == 1).then_some([1.0, 0.0][action]));
    solver
}

/// A second player who never bluffs loses 1/18, and one who bluffs with a third of the jacks plays an equilibrium.
#[test]
fn every_solver_plays_around_a_lock() {
    let presets = [Preset::DCFR, Preset::PCFR_PLUS, Preset::VAD_CFR, Preset::CFR_PLUS, Preset::CFR];
    for preset in presets {
        for (bluffs, value) in [(0.0, 1.0 / 18.0), (1.0 / 3.0, -1.0 / 18.0)] {
            for options in [preset.planned(2000), preset.planned(2000).pruned()] {
                let mut solver = with_bluffs::<f32>(options, bluffs);
                solver.advance(2000);
                let found = solver.exploitability();
                assert!(found.nash_conv() < 2e-2, "{}: {found:?}", preset.name);
                assert!((found.values[0] - value).abs() < 1e-2, "{}: {found:?}", preset.name);
                let shares = solver.strategy_at(&after_pass(&solver));
                let jack = [shares[0], shares[3]];
                assert!((jack[1] - bluffs).abs() < 1e-6, "{jack:?}");
            }
        }
        let mut compact = with_bluffs::<Bf16>(preset.planned(500), 0.0);
        compact.advance(500);
        let found = compact.exploitability();
        assert!((found.values[0] - 1.0 / 18.0).abs() < 3e-2, "{}: {found:?}", preset.name);
    }
}

fn lock_all<G: RangeGame>(
    solver: &mut RangeCfr<'_, G>,
    spot: &Spot<G::Public>,
    other: &RangeCfr<'_, G>,
    player: Player,
) {
    if let RangeTurn::Decision { player: mover } = solver.game().turn(&spot.public)
        && mover == player
    {
        let strategy = other.strategy_at(spot);
        let game = other.game();
        let layout = game.layout(&spot.public);
        solver.lock(spot, |action, hand| {
            let cell = layout.range(action).find(|&cell| layout.hand_of(cell) == hand);
            cell.map(|cell| strategy[cell])
        });
    }
    for (_, next) in solver.after(spot) {
        lock_all(solver, &next, other, player);
    }
}

/// With every decision of a player locked, the solver finds the other player's best response, and the locked player gains
/// nothing.
#[test]
fn a_locked_player_is_answered_by_a_best_response() {
    let game = Leduc::of_cards(3, 2);
    let mut played = RangeCfr::new(&game, Preset::DCFR).unwrap();
    played.advance(20);
    for player in Player::BOTH {
        let other = player.opponent();
        let best = played.best_response(other);
        let root = played.root();
        let best = total(&best, &root.ranges[other.index()]);
        let mut solver = RangeCfr::new(&game, Preset::PCFR_PLUS).unwrap();
        let root = solver.root();
        lock_all(&mut solver, &root, &played, player);
        solver.advance(600);
        let found = solver.exploitability();
        assert!((found.values[other.index()] - best).abs() < 1e-3, "{found:?}, {best}");
        let gained = found.best_responses[player.index()] - found.values[player.index()];
        assert!(gained.abs() < 1e-5, "{found:?}");
        let gained = found.best_responses[other.index()] - best;
        assert!(gained.abs() < 1e-4, "{found:?}, {best}");
        // Also from a spot on, and with threads that share the walk.
        let spot = solver.after(&root).swap_remove(0).1;
        let [own, held] =
            [false, true].map(|best| total(&solver.values_at(&spot, player, best), &spot.ranges[player.index()]));
        assert!((own - held).abs() < 1e-5, "{own}, {held}");
    }
}

#[test]
#[should_panic(expected = "a decision can be locked")]
fn an_end_cannot_be_locked() {
    let mut solver = RangeCfr::new(&Kuhn, Preset::DCFR).unwrap();
    let mut end = after_pass(&solver);
    end.public = "pp";
    solver.lock(&end, |_, _| Some(0.5));
}
