//! Exact best responses by walking the whole game, for any number of players.
//!
//! At each of the responder's information sets, the walk keeps every history that leads there with
//! its weight. So it is exact for any game with perfect recall, and its time goes with the size of
//! the game. Solvers of larger games bring their own measure, which is checked against this one on
//! small games.

use std::collections::BTreeMap;

use crate::game::{Game, InfosetKey, Player, Turn};
use crate::strategy::{Strategy, distribution};

/// The expected utilities and best-response values of a strategy profile, in units of utility.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// The expected utility of each player when all follow the profile.
    pub values: Vec<f64>,
    /// The expected utility of each player with a best response to the others.
    pub best_responses: Vec<f64>,
}

impl Exploitability {
    /// NashConv: the sum over players of the gain of a best response; 0 exactly at a Nash
    /// equilibrium.
    pub fn nash_conv(&self) -> f64 {
        self.gains().sum()
    }

    /// The gain of each player by a best response.
    pub fn gains(&self) -> impl Iterator<Item = f64> {
        let pairs = self.best_responses.iter().zip(&self.values);
        pairs.map(|(best, value)| best - value)
    }
}

/// Computes the values and best responses of `profile` exactly.
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

/// The expected utility of `player` when all players follow `profile`.
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
        // Only a weight of exactly 0 is skipped: NaN must show in the result.
        .filter(|&(_, weight)| weight != 0.0)
        .map(|(index, weight)| {
            let child = game.child(state, index);
            weight * expected_value_from(game, profile, player, &child)
        })
        .sum()
}

/// The expected utility of `responder` with a best response to `profile`.
pub fn best_response_value<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
) -> f64 {
    best_response(game, profile, responder).value
}

/// A best response in pure strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BestResponse {
    /// The expected utility of the responder.
    pub value: f64,
    /// The best action at every information set of the responder that the other players and chance
    /// can bring about. Of equally good actions it is the first.
    pub actions: BTreeMap<InfosetKey, usize>,
}

/// The best response of `responder` to `profile`.
pub fn best_response<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
) -> BestResponse {
    let mut actions = BTreeMap::new();
    let root = vec![(game.root(), 1.0)];
    let value = respond(game, profile, responder, root, &mut actions);
    BestResponse { value, actions }
}

/// The best-response value over histories that the responder reaches by the same own actions, each
/// weighted by the probabilities of chance and all other players.
fn respond<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
    mut open: Vec<(G::State, f64)>,
    best: &mut BTreeMap<InfosetKey, usize>,
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
    for (&infoset, histories) in &choices {
        let (action, most) = best_action(game, profile, responder, histories, best);
        best.insert(infoset, action);
        value += most;
    }
    value
}

/// The best action at an information set with these histories, and its value.
fn best_action<G: Game>(
    game: &G,
    profile: &impl Strategy<G>,
    responder: Player,
    histories: &[(G::State, f64)],
    best: &mut BTreeMap<InfosetKey, usize>,
) -> (usize, f64) {
    let first = histories.first().map(|(state, _)| game.turn(state));
    let Some(Turn::Decision { actions, .. }) = first else {
        return (0, 0.0);
    };
    let mut most = (0, f64::NEG_INFINITY);
    for action in 0..actions {
        let children = histories.iter();
        let children = children.map(|(state, weight)| (game.child(state, action), *weight));
        let value = respond(game, profile, responder, children.collect(), best);
        if value > most.1 {
            most = (action, value);
        }
    }
    most
}
