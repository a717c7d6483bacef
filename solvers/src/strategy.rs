//! Behaviour strategies: a distribution over actions at every information set.

use rustc_hash::FxHashSet;

use crate::game::{Game, Player, Turn};

/// A strategy for every player of a game, whatever stores it.
pub trait Strategy<G: Game>: Sync {
    /// Writes the probability of each action of the player to move in `state`, which is a decision
    /// with `out.len()` actions. They sum to 1 and depend only on what that player knows.
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

/// Writes weights, none of them negative, down as probabilities; uniform if all are 0.
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

/// The probabilities at `state`, as a list of one entry a action; empty where nobody decides.
pub fn distribution<G: Game>(game: &G, strategy: &impl Strategy<G>, state: &G::State) -> Vec<f64> {
    let Turn::Decision { actions, .. } = game.turn(state) else {
        return Vec::new();
    };
    let mut out = vec![0.0; actions];
    strategy.probabilities(game, state, &mut out);
    out
}

/// What a strategy does at one information set.
#[derive(Clone, Debug, PartialEq)]
pub struct Behaviour {
    /// Who moves.
    pub player: Player,
    /// The information set's name.
    pub infoset: String,
    /// Each action's name and probability.
    pub actions: Vec<(String, f64)>,
}

/// What `strategy` does at every information set, in the order in which a walk through the whole
/// game, depth first, comes to them.
pub fn behaviours<G: Game>(game: &G, strategy: &impl Strategy<G>) -> Vec<Behaviour> {
    let mut found = Vec::new();
    let mut known = FxHashSet::default();
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        let children = match game.turn(&state) {
            Turn::Terminal => 0,
            Turn::Chance { outcomes } => outcomes,
            Turn::Decision { player, actions } => {
                if known.insert(game.infoset(&state)) {
                    let shares = distribution(game, strategy, &state).into_iter().enumerate();
                    found.push(Behaviour {
                        player,
                        infoset: game.infoset_name(&state),
                        actions: shares
                            .map(|(index, share)| (game.action_name(&state, index), share))
                            .collect(),
                    });
                }
                actions
            }
        };
        open.extend((0..children).rev().map(|index| game.child(&state, index)));
    }
    found
}
