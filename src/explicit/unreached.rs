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

/// Takes inferior actions out of the play at unreached information sets, where next to nothing that a solver
/// minimizes depends on them. Returns the new strategy with its measure; `None` if nothing is inferior, or if it is
/// further from equilibrium.
pub(super) fn without_inferior_actions(
    game: &dyn DynGame,
    tree: &Tree,
    undominated: &Undominated,
    (plan, found): (&RealizationPlan, &Exploitability),
) -> Option<(RealizationPlan, Exploitability)> {
    let reached = game.reach_probabilities(&TreeStrategy::new(tree, plan.clone()));
    let mut changed = false;
    let better = plan.with_behaviour(tree, |key, row| {
        if is_unreached(&reached, key) {
            changed |= avoid(undominated, key, row);
        }
    });
    let measured = better.as_behaviour(tree).exploitability(tree);
    let accepted = changed && measured.nash_conv() <= found.nash_conv();
    accepted.then_some((better, measured))
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
    let kept: f64 = pairs().filter(|(inferior, _)| !inferior).map(|(_, share)| share).sum();
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
