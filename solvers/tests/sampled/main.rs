//! The sampled solvers, compared with the algorithms of the papers draw by draw.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod external;
#[path = "../efg/forest.rs"]
mod forest;
mod one_history;
mod paths;

use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::{GameVisitor, KnownGame};

/// Calls `visitor` with every game of the comparison: named games and random ones.
fn visit_all<V: GameVisitor<Output = ()> + Copy>(visitor: V) {
    let named = [
        "kuhn_poker",
        "kuhn_poker(players=3)",
        "leduc_poker",
        "liars_dice(numdice=1,dice_sides=3)",
        "goofspiel(num_cards=3,points_order=random)",
    ];
    for name in named {
        name.parse::<KnownGame>().unwrap().visit(visitor);
    }
    for seed in 0..30 {
        let players = 1 + seed as usize % 3;
        visitor.visit(&forest::grown(seed, players, 6, forest::Payoffs::Tame));
    }
}

/// Regret matching: probabilities in proportion to positive regrets, uniform if there are none.
fn matched(regrets: &[f64]) -> Vec<f64> {
    let sum: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let share = |regret: &f64| {
        if sum > 0.0 { regret.max(0.0) / sum } else { 1.0 / regrets.len() as f64 }
    };
    regrets.iter().map(share).collect()
}

/// The difference between the greatest and the least utility of a game.
fn range<G: Game>(game: &G) -> f64 {
    let (least, most) = game.utility_bounds();
    most - least
}
