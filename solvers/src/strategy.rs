//! Behaviour strategies: a distribution over actions at every information set.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::game::{Game, Player, Turn, histories};

/// A strategy for every player of a game, in any representation.
pub trait Strategy<G: Game>: Sync {
    /// Writes the probability of each action of the player to move in `state`, a decision with `out.len()` actions. The
    /// probabilities sum to 1 and depend on the player's information set alone.
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]);
}

/// Every action equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Strategy<G> for Uniform {
    fn probabilities(&self, _game: &G, _state: &G::State, out: &mut [f64]) {
        let share = 1.0 / out.len() as f64;
        out.fill(share);
    }
}

/// Writes a row; uniform if there is none of this length.
pub(crate) fn write_row(row: Option<&[f64]>, out: &mut [f64]) {
    match row {
        Some(row) if row.len() == out.len() => out.copy_from_slice(row),
        _ => out.fill(1.0 / out.len() as f64),
    }
}

/// Writes weights, none of them negative, as probabilities; uniform if all are 0.
pub(crate) fn normalize(weights: impl Iterator<Item = f64>, out: &mut [f64]) {
    let mut sum = 0.0;
    for (share, weight) in out.iter_mut().zip(weights) {
        *share = weight;
        sum += weight;
    }
    if sum > 0.0 {
        out.iter_mut().for_each(|share| *share /= sum);
    } else {
        out.fill(1.0 / out.len() as f64);
    }
}

/// The index that `chance`, a number from 0 to 1, draws, where `shares` are the probabilities of
/// the indices. If `chance` is not below their sum, by rounding, it is the index of the largest
/// share. Returns `None` if there are no shares.
pub fn sample_index(shares: impl Iterator<Item = f64> + Clone, chance: f64) -> Option<usize> {
    let mut left = chance;
    let found = shares.clone().position(|share| {
        left -= share;
        left < 0.0
    });
    found.or_else(|| {
        let likeliest = shares.enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        likeliest.map(|(index, _)| index)
    })
}

/// The probability of each action at `state`; empty if `state` is not a decision.
pub fn distribution<G: Game>(game: &G, strategy: &impl Strategy<G>, state: &G::State) -> Vec<f64> {
    let Turn::Decision { actions, .. } = game.turn(state) else {
        return Vec::new();
    };
    let mut out = vec![0.0; actions];
    strategy.probabilities(game, state, &mut out);
    out
}

/// The probabilities of the named actions at one named information set.
#[derive(Clone, Debug, PartialEq)]
pub struct Behaviour {
    /// The player to move.
    pub player: Player,
    /// The name of the information set.
    pub infoset: String,
    /// The name and the probability of each action.
    pub actions: Vec<(String, f64)>,
}

/// Displays one line: the player, the information set, and each action with its probability.
impl fmt::Display for Behaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} {}:", self.player, self.infoset)?;
        for (action, share) in &self.actions {
            write!(f, " {action} {share:.4}")?;
        }
        Ok(())
    }
}

/// The behaviour of `strategy` at every information set, in the order in which a depth-first walk
/// through the whole game finds them.
pub fn behaviours<G: Game>(game: &G, strategy: &impl Strategy<G>) -> Vec<Behaviour> {
    let mut found = Vec::new();
    for_each_infoset(game, &mut |state, player, _| {
        let shares = distribution(game, strategy, state).into_iter().enumerate();
        found.push(Behaviour {
            player,
            infoset: game.infoset_name(state),
            actions: shares.map(|(index, share)| (game.action_name(state, index), share)).collect(),
        });
    });
    found
}

/// Calls `visit` once for every information set, in the order of a depth-first walk through the
/// whole game. It passes the first state found, the player to move and the number of actions.
pub(crate) fn for_each_infoset<G: Game>(game: &G, visit: &mut dyn FnMut(&G::State, Player, usize)) {
    let mut known = FxHashSet::default();
    for (state, turn) in histories(game) {
        if let Turn::Decision { player, actions } = turn
            && known.insert(game.infoset(&state))
        {
            visit(&state, player, actions);
        }
    }
}
