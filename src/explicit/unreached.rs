//! Information sets that play does not come to, and what is done there.

use std::collections::{BTreeSet, HashMap};

use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::dominance::Undominated;
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::game::InfosetKey;
use cardsharp_solvers::tree::{RealizationPlan, Tree, TreeStrategy};

/// An information set that play comes to with a smaller probability is called unreached. Averages keep a
/// trace of the first iterations everywhere, so the probability is seldom 0.
pub const UNREACHED: f64 = 1e-6;

/// The names of the information sets that play does not come to.
pub fn unreached(game: &dyn DynGame, tree: &Tree, plan: &RealizationPlan) -> BTreeSet<String> {
    let reached = game.reach_probabilities(&TreeStrategy::new(tree, plan.clone()));
    let infosets = game.infosets().into_iter();
    let unreached = infosets.filter(|infoset| is_unreached(&reached, infoset.key));
    unreached.map(|infoset| infoset.name).collect()
}

fn is_unreached(reached: &HashMap<InfosetKey, f64>, key: InfosetKey) -> bool {
    reached.get(&key).is_none_or(|reach| *reach < UNREACHED)
}

/// Takes inferior actions out of the play at unreached information sets. What a solver leaves there is of no
/// consequence to it: nothing that is measured depends on it. Returns the new strategy with its measure, or the
/// old one if nothing is inferior, or if the new one is further from equilibrium.
pub(super) fn without_inferior_actions(
    game: &dyn DynGame,
    tree: &Tree,
    undominated: &Undominated,
    old: (RealizationPlan, Exploitability),
) -> (RealizationPlan, Exploitability) {
    let (plan, found) = &old;
    let reached = game.reach_probabilities(&TreeStrategy::new(tree, plan.clone()));
    let mut rows = Vec::new();
    let mut changed = false;
    plan.for_each_behaviour(tree, |_, key, shares| {
        let first = rows.len();
        rows.extend_from_slice(shares);
        if is_unreached(&reached, key) {
            changed |= avoid(undominated, key, &mut rows[first..]);
        }
    });
    if !changed {
        return old;
    }
    let mut left = &rows[..];
    let better = RealizationPlan::of(tree, |_, _, out| {
        let (row, rest) = left.split_at(out.len());
        out.copy_from_slice(row);
        left = rest;
    });
    let measured = better.as_behaviour(tree).exploitability(tree);
    if measured.nash_conv() <= found.nash_conv() {
        (better, measured)
    } else {
        old
    }
}

/// Moves the probability of inferior actions to the others. Returns true if there was any.
fn avoid(undominated: &Undominated, key: InfosetKey, row: &mut [f64]) -> bool {
    let Some(inferior) = undominated.inferior(key) else {
        return false;
    };
    let pairs = || inferior.iter().copied().zip(row.iter().copied());
    if !pairs().any(|(inferior, share)| inferior && share > 0.0) {
        return false;
    }
    let kept: f64 = pairs()
        .filter(|(inferior, _)| !inferior)
        .map(|(_, share)| share)
        .sum();
    let count = inferior.iter().filter(|inferior| !**inferior).count();
    for (share, inferior) in row.iter_mut().zip(inferior) {
        *share = if inferior {
            0.0
        } else if kept > 0.0 {
            *share / kept
        } else {
            1.0 / count as f64
        };
    }
    true
}
