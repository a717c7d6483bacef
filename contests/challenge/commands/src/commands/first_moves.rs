//! The file of the first moves of a strategy, and their table.

use std::path::Path;

use cardsharp_arena::columns::columns;
use cardsharp_challenge_solver::infosets::{HandSpace, action_name, infoset_name};
use cardsharp_challenge_solver::ranges::{FirstMove, RangeHand};
use cardsharp_commands::solve::{StrategyRow, write_strategy};
use cardsharp_solvers::game::Player;
use comfy_table::Table;

/// Writes first moves as a strategy file.
pub(super) fn write_first_moves(path: &Path, space: &HandSpace, moves: &[FirstMove]) -> anyhow::Result<()> {
    let named = moves.iter().map(|one| {
        let actions = 0..one.shares.len();
        let actions = actions.map(|index| action_name(space, &one.state, one.hand, index));
        let infoset = infoset_name(space, &one.state, one.hand);
        (one, infoset, actions.collect::<Vec<_>>())
    });
    let named: Vec<_> = named.collect();
    let rows = named.iter().flat_map(|(one, infoset, actions)| {
        let pairs = actions.iter().zip(&one.shares);
        pairs.map(|(action, &probability)| StrategyRow { player: one.player, infoset, action, probability })
    });
    write_strategy(path, rows)
}

/// The frequency with which the leader leads each rank held, and challenges, over all hands as the shoe deals them.
pub(super) fn leader_table(game: &RangeHand, moves: &[FirstMove]) -> Table {
    let space = game.space();
    let ranks = usize::from(space.rules().ranks());
    let mut held = vec![0.0; ranks];
    let mut led = vec![0.0; ranks];
    let (mut all, mut challenged) = (0.0, 0.0);
    for one in moves.iter().filter(|one| one.player == Player::ZERO) {
        let ways = game.ways(one.hand);
        all += ways;
        let cards = space.distinct(one.hand);
        for (&rank, &share) in cards.iter().zip(&one.shares) {
            held[usize::from(rank) - 1] += ways;
            led[usize::from(rank) - 1] += ways * share;
        }
        challenged += ways * one.shares.get(cards.len()).copied().unwrap_or(0.0);
    }
    let mut table = columns(["the leader's first move", "when they hold it", "of all hands"], 1..);
    let percent = |part: f64, whole: f64| format!("{:.1} %", 100.0 * part / whole);
    for rank in (0..ranks).rev() {
        table.add_row([format!("leads {}", rank + 1), percent(led[rank], held[rank]), percent(led[rank], all)]);
    }
    table.add_row(["challenges".to_owned(), String::new(), percent(challenged, all)]);
    table
}
