//! Exact best responses by walking the whole game, for any number of players.
//!
//! At each of the responder's information sets, the walk keeps every history that leads there with its weight. So it is
//! exact for any game with perfect recall, and its time goes with the size of the game. Solvers of larger games bring
//! their own measure, which is checked against this one on small games.

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
    /// The gain of each player by a best response. It is not made of the other two: in a game where a
    /// player always gets a large number, they have no digits left for it.
    gains: Vec<f64>,
}

impl Exploitability {
    /// A measure whose gains are the differences of these numbers.
    pub fn new(values: Vec<f64>, best_responses: Vec<f64>) -> Exploitability {
        let pairs = best_responses.iter().zip(&values);
        let gains = pairs.map(|(best, value)| best - value).collect();
        Exploitability::with_gains(values, best_responses, gains)
    }

    pub(crate) fn with_gains(values: Vec<f64>, best_responses: Vec<f64>, gains: Vec<f64>) -> Exploitability {
        Exploitability { values, best_responses, gains }
    }

    /// NashConv: the sum over players of the gain of a best response; 0 exactly at a Nash equilibrium.
    pub fn nash_conv(&self) -> f64 {
        self.gains().sum()
    }

    /// The gain of each player by a best response.
    pub fn gains(&self) -> impl Iterator<Item = f64> {
        self.gains.iter().copied()
    }
}

/// The utilities of a player as differences from the one at the first terminal history. A large
/// number that they have in common so takes no digits from what is added up.
#[derive(Clone, Copy)]
pub(crate) struct Above<'g, G> {
    game: &'g G,
    player: Player,
    base: (f64, f64),
}

impl<'g, G: Game> Above<'g, G> {
    pub(crate) fn new(game: &'g G, player: Player) -> Above<'g, G> {
        let mut first = game.root();
        while game.turn(&first) != Turn::Terminal {
            first = game.child(&first, 0);
        }
        let mut above = Above { game, player, base: (0.0, 0.0) };
        above.base = above.exact(&first);
        above
    }

    fn exact(&self, state: &G::State) -> (f64, f64) {
        let remainder = self.game.utility_remainder(state, self.player);
        let utility = self.game.utility(state, self.player);
        (utility, remainder.unwrap_or(0.0))
    }

    pub(crate) fn utility(&self, state: &G::State) -> f64 {
        let (utility, remainder) = self.exact(state);
        (utility - self.base.0) + (remainder - self.base.1)
    }
}

/// Computes the values and best responses of `profile` exactly.
pub fn exploitability<G: Game>(game: &G, profile: &impl Strategy<G>) -> Exploitability {
    let (mut values, mut best_responses, mut gains) = (Vec::new(), Vec::new(), Vec::new());
    for player in 0..game.players() {
        let above = Above::new(game, Player::new(player as u8));
        let value = expected_value_from(&above, profile, &game.root());
        let best = best_response_above(&above, profile).value;
        values.push(above.base.0 + value);
        best_responses.push(above.base.0 + best);
        gains.push(best - value);
    }
    Exploitability::with_gains(values, best_responses, gains)
}

/// The expected utility of `player` when all players follow `profile`.
pub fn expected_value<G: Game>(game: &G, profile: &impl Strategy<G>, player: Player) -> f64 {
    let above = Above::new(game, player);
    above.base.0 + expected_value_from(&above, profile, &game.root())
}

fn expected_value_from<G: Game>(above: &Above<'_, G>, profile: &impl Strategy<G>, state: &G::State) -> f64 {
    let game = above.game;
    let weights = match game.turn(state) {
        Turn::Terminal => return above.utility(state),
        Turn::Chance { outcomes } => (0..outcomes).map(|index| game.chance_probability(state, index)).collect(),
        Turn::Decision { .. } => distribution(game, profile, state),
    };
    weights
        .into_iter()
        .enumerate()
        // Only a weight of exactly 0 is skipped: NaN must show in the result.
        .filter(|&(_, weight)| weight != 0.0)
        .map(|(index, weight)| {
            let child = game.child(state, index);
            weight * expected_value_from(above, profile, &child)
        })
        .sum()
}

/// The expected utility of `responder` with a best response to `profile`.
pub fn best_response_value<G: Game>(game: &G, profile: &impl Strategy<G>, responder: Player) -> f64 {
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
pub fn best_response<G: Game>(game: &G, profile: &impl Strategy<G>, responder: Player) -> BestResponse {
    let above = Above::new(game, responder);
    let found = best_response_above(&above, profile);
    BestResponse { value: above.base.0 + found.value, ..found }
}

fn best_response_above<G: Game>(above: &Above<'_, G>, profile: &impl Strategy<G>) -> BestResponse {
    let mut actions = BTreeMap::new();
    let root = vec![(above.game.root(), 1.0)];
    let value = respond(above, profile, root, &mut actions);
    BestResponse { value, actions }
}

/// The best-response value over histories that the responder reaches by the same own actions, each
/// weighted by the probabilities of chance and all other players.
fn respond<G: Game>(
    above: &Above<'_, G>,
    profile: &impl Strategy<G>,
    mut open: Vec<(G::State, f64)>,
    best: &mut BTreeMap<InfosetKey, usize>,
) -> f64 {
    let (game, responder) = (above.game, above.player);
    let mut value = 0.0;
    let mut choices: BTreeMap<InfosetKey, Vec<(G::State, f64)>> = BTreeMap::new();
    while let Some((state, weight)) = open.pop() {
        let weights = match game.turn(&state) {
            Turn::Terminal => {
                value += weight * above.utility(&state);
                continue;
            }
            Turn::Decision { player, .. } if player == responder => {
                let infoset = game.infoset(&state);
                choices.entry(infoset).or_default().push((state, weight));
                continue;
            }
            Turn::Chance { outcomes } => (0..outcomes).map(|index| game.chance_probability(&state, index)).collect(),
            Turn::Decision { .. } => distribution(game, profile, &state),
        };
        for (index, share) in weights.into_iter().enumerate() {
            if share != 0.0 {
                open.push((game.child(&state, index), weight * share));
            }
        }
    }
    for (&infoset, histories) in &choices {
        let (action, most) = best_action(above, profile, histories, best);
        best.insert(infoset, action);
        value += most;
    }
    value
}

/// The best action at an information set with these histories, and its value.
fn best_action<G: Game>(
    above: &Above<'_, G>,
    profile: &impl Strategy<G>,
    histories: &[(G::State, f64)],
    best: &mut BTreeMap<InfosetKey, usize>,
) -> (usize, f64) {
    let game = above.game;
    let first = histories.first().map(|(state, _)| game.turn(state));
    let Some(Turn::Decision { actions, .. }) = first else {
        return (0, 0.0);
    };
    let mut most = (0, f64::NEG_INFINITY);
    for action in 0..actions {
        let children = histories.iter();
        let children = children.map(|(state, weight)| (game.child(state, action), *weight));
        let value = respond(above, profile, children.collect(), best);
        if value > most.1 {
            most = (action, value);
        }
    }
    most
}
