//! The file of the first moves of a strategy.

use std::path::Path;

use cardsharp_challenge_solver::infosets::{HandSpace, action_name, infoset_name};
use cardsharp_challenge_solver::ranges::FirstMove;
use cardsharp_commands::solve::{StrategyRow, write_strategy};

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
        pairs.map(|(action, &probability)| StrategyRow {
            player: one.player,
            infoset,
            action,
            probability,
        })
    });
    write_strategy(path, rows)
}
