//! Exact best responses by walking the whole game, for any number of players.
//!
//! The walk keeps, at each of the responder's information sets, every history that leads there with
//! its weight, so it is exact for any game with perfect recall, and as slow as the game is large.
//! Games too large for it bring their own measure and are checked against this one on small
//! relatives.

use std::collections::BTreeMap;

use crate::game::{Game, InfosetKey, Player, Turn};
use crate::strategy::{Strategy, distribution};

/// How far a strategy profile is from equilibrium, in units of utility.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// What each player gets when all follow the profile.
    pub values: Vec<f64>,
    /// What each player gets by a best response to the others.
    pub best_responses: Vec<f64>,
}

impl Exploitability {
    /// The sum over players of what a best response gains; 0 exactly at a Nash equilibrium.
    pub fn nash_conv(&self) -> f64 {
        self.gains().sum()
    }

    /// What a best response gains each player.
    pub fn gains(&self) -> impl Iterator<Item = f64> {
        let pairs = self.best_responses.iter().zip(&self.values);
        pairs.map(|(best, value)| best - value)
    }
}

/// Measures `profile` exactly.
pub fn exploitability<G: Game>(game: &G, profile: &impl Strategy<G>) -> Exploitability {
    let players = || (0..game.players()).map(|player| Player::new(player as u8));
    Exploitability {
        values: players()
            .map(|player| expected_value(game, profile, player))
            .collect(),
        best_responses: players()
            .map(|player| best_response_value(game, profile, player))
            .collect(),
    }
}

/// What `player` gets when everybody follows `profile`.
pub fn expected_value<G: Game>(game: &G, profile: &impl Strategy<G>, player: Player) -> f64 {
    expected_value_from(game, profile, player, &game.root())
}

fn expected_value_from<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    player: Player,
    state: &G::State,
) -> f64 {
    let weights = match game.turn(state) {
        Turn::Terminal => return game.utility(state, player),
        Turn::Chance { outcomes } => (0..outcomes)
            .map(|index| game.chance_probability(state, index))
            .collect(),
        Turn::Decision { .. } => distribution(game, profile, state),
    };
    weights
        .into_iter()
        .enumerate()
        // What is not a number must show in the result, and not be passed over.
        .filter(|&(_, weight)| weight != 0.0)
        .map(|(index, weight)| {
            let child = game.child(state, index);
            weight * expected_value_from(game, profile, player, &child)
        })
        .sum()
}

/// What `responder` gets by the best response to `profile`.
pub fn best_response_value<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
) -> f64 {
    respond(game, profile, responder, vec![(game.root(), 1.0)])
}

/// The best the responder can get from histories that he reached by the same own actions, weighted
/// by everybody else's probabilities.
fn respond<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
    mut open: Vec<(G::State, f64)>,
) -> f64 {
    let mut value = 0.0;
    let mut choices: BTreeMap<InfosetKey, Vec<(G::State, f64)>> = BTreeMap::new();
    while let Some((state, weight)) = open.pop() {
        let weights = match game.turn(&state) {
            Turn::Terminal => {
                value += weight * game.utility(&state, responder);
                continue;
            }
            Turn::Decision { player, .. } if player == responder => {
                let infoset = game.infoset(&state);
                choices.entry(infoset).or_default().push((state, weight));
                continue;
            }
            Turn::Chance { outcomes } => (0..outcomes)
                .map(|index| game.chance_probability(&state, index))
                .collect(),
            Turn::Decision { .. } => distribution(game, profile, &state),
        };
        for (index, share) in weights.into_iter().enumerate() {
            if share != 0.0 {
                open.push((game.child(&state, index), weight * share));
            }
        }
    }
    for histories in choices.values() {
        value += best_action(game, profile, responder, histories);
    }
    value
}

fn best_action<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
    histories: &[(G::State, f64)],
) -> f64 {
    let Some((first, _)) = histories.first() else {
        return 0.0;
    };
    let Turn::Decision { actions, .. } = game.turn(first) else {
        return 0.0;
    };
    (0..actions)
        .map(|action| {
            let children = histories.iter();
            let children = children.map(|(state, weight)| (game.child(state, action), *weight));
            respond(game, profile, responder, children.collect())
        })
        .fold(f64::NEG_INFINITY, f64::max)
}
