//! Data-biased responses over ranges are those of the games written out.

use std::collections::HashMap;

use cardsharp_solvers::best_response::{best_response_value, expected_value};
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::exploit::{DataBiasedGame, Profile, TableStrategy};
use cardsharp_solvers::game::{Game, InfosetKey, Player};
use cardsharp_solvers::games;
use cardsharp_solvers::lp;
use cardsharp_solvers::range::{BadConfidence, RangeCfr, RangeModel, Root, total};
use cardsharp_solvers::strategy::{Strategy, Uniform};
use cardsharp_solvers::tree::Tree;

use super::irregular::Named;
use super::kuhn::Kuhn;
use super::leduc::Leduc;

/// A number from 0 to 1 made from a text.
fn drawn(text: &str) -> f32 {
    (InfosetKey::of(&text).0 >> 40) as f32 / (1_u64 << 24) as f32
}

/// A row of the model at an information set, and the confidence there: 0, 1, or between.
fn row(name: &str, actions: usize) -> (Vec<f32>, f32) {
    let weights = (0..actions).map(|action| drawn(&format!("{name} {action}")));
    let confidence = [0.0, 0.3, 0.7, 1.0][(drawn(name) * 4.0) as usize];
    (weights.collect(), confidence)
}

fn model<R: Named>(ranges: &R, opponent: Player) -> RangeModel {
    let write = &mut |public: &R::Public,
                      layout: &cardsharp_solvers::range::DecisionLayout<'_>,
                      weights: &mut [f32],
                      confidence: &mut [f32]| {
        for (hand, confidence) in confidence.iter_mut().enumerate() {
            let (found, here) = row(&ranges.infoset_name(public, hand), layout.actions());
            *confidence = here;
            for (action, weight) in found.into_iter().enumerate() {
                weights[layout.range(action).start + hand] = weight;
            }
        }
    };
    RangeModel::of(ranges, &ranges.root(), opponent, write).unwrap()
}

/// Rows by the names of information sets.
struct ByName(HashMap<String, Vec<f64>>);

impl<G: Game> Strategy<G> for ByName {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        match self.0.get(&game.infoset_name(state)) {
            Some(row) => out.copy_from_slice(row),
            None => Strategy::<G>::probabilities(&Uniform, game, state, out),
        }
    }
}

/// The rows of [`row`] as a strategy of the game of histories.
struct Drawn;

impl<G: Game> Strategy<G> for Drawn {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        let (weights, _) = row(&game.infoset_name(state), out.len());
        let sum: f32 = weights.iter().sum();
        for (out, weight) in out.iter_mut().zip(weights) {
            *out = f64::from(weight / sum);
        }
    }
}

/// The strategy of `player` in a solver.
fn answer<R: Named, G: Game>(solver: &RangeCfr<'_, R>, game: &G, player: Player) -> TableStrategy {
    let mut rows = HashMap::new();
    solver.for_each_decision(&mut |decision| {
        for hand in 0..decision.layout.hands() {
            let name = solver.game().infoset_name(decision.public, hand);
            let cells = (0..decision.layout.actions()).map(|action| {
                let cell = decision.layout.range(action).start + hand;
                f64::from(decision.strategy[cell])
            });
            rows.insert(name, cells.collect());
        }
        true
    });
    TableStrategy::of(game, player, &ByName(rows)).unwrap()
}

/// Compares a response with that of linear programming. Returns what it gains on the equilibrium `free`.
fn compare<G: Game, R: Named>(game: &G, free: &RangeCfr<'_, R>, opponent: Player, prunes: bool) -> f64 {
    let (ranges, player) = (free.game(), opponent.opponent());
    let table = TableStrategy::of(game, opponent, &Drawn).unwrap();
    let mut confidence = HashMap::new();
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        let turn = game.turn(&state);
        if matches!(turn, cardsharp_solvers::game::Turn::Decision { .. }) {
            let (_, here) = row(&game.infoset_name(&state), turn.children());
            confidence.insert(game.infoset(&state), f64::from(here));
        }
        open.extend((0..turn.children()).map(|index| game.child(&state, index)));
    }
    let held = DataBiasedGame::new(game, &table, |infoset| confidence[&infoset]).unwrap();
    let exact = lp::solve(&Tree::compile(&held).unwrap()).unwrap().value;
    let exact = if player == Player::ZERO { exact } else { -exact };

    let model = model(ranges, opponent);
    let mut solver = if prunes {
        RangeCfr::with_options(ranges, Root::of(ranges), Preset::CFR_PLUS.pruned())
    } else {
        RangeCfr::new(ranges, Preset::PCFR_PLUS)
    }
    .unwrap();
    solver.advance_against(&model, 1500);
    let response = answer(&solver, game, player);
    let found = -best_response_value(&held, &response, opponent);
    assert!((found - exact).abs() < 3e-3, "{found} {exact}");
    // The measures of the solver are those of its strategy.
    let profile = Profile(&response, &table);
    let value = expected_value(game, &profile, player);
    let of_all = |player: Player, values: &[f32]| {
        let mut range = vec![0.0; ranges.hands(&ranges.root(), player)];
        ranges.prior(player, &mut range);
        total(values, &range)
    };
    let measured = of_all(player, &solver.values_against(player, model.strategy()));
    assert!((measured - value).abs() < 1e-5, "{measured} {value}");
    let worst = best_response_value(game, &response, opponent);
    let measured = of_all(opponent, &solver.best_response(opponent));
    assert!((measured - worst).abs() < 1e-5, "{measured} {worst}");
    let safe = answer(free, game, player);
    found + best_response_value(&held, &safe, opponent)
}

fn equilibrium<R: Named>(ranges: &R) -> RangeCfr<'_, R> {
    let mut free = RangeCfr::new(ranges, Preset::PCFR_PLUS).unwrap();
    free.advance(1500);
    free
}

/// Slow: both games are solved, and answered as trees and as ranges.
#[test]
fn responses_of_kuhn_and_leduc_are_those_of_the_games_written_out() {
    let leduc = Leduc::of_ranks(3, 2);
    let (kuhn, leduc) = (equilibrium(&Kuhn), equilibrium(&leduc));
    for opponent in [Player::ZERO, Player::ONE] {
        for prunes in [false, true] {
            compare(&games::Kuhn::TWO, &kuhn, opponent, prunes);
            let gained = compare(&games::Leduc::ISOMORPHIC, &leduc, opponent, prunes);
            assert!(gained > 0.1, "{gained}");
        }
    }
}

#[test]
fn a_confidence_is_a_probability() {
    let refused = RangeModel::of(&Kuhn, &"", Player::ONE, &mut |_, _, _, confidence| {
        confidence[1] = 1.5;
    });
    assert_eq!(refused, Err(BadConfidence(1.5)));
}
