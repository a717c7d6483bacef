//! One turn as a game.

use std::sync::Arc;

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::sampled::{Abstraction, Numbering, RowKey};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{TurnInfoset, TurnInfosets};
use crate::value::{Network, best, explored, value};
use cardsharp_dead_mans_draw_game::rules::{Action, Dice, NoRandom, Rules, State};
use cardsharp_game::derive_seed;
use cardsharp_policy::TableInfosets;

/// One turn, which begins in one of many positions. It ends when the other player has to draw, and then has the learnt
/// value, shifted to lie between -1/2 and 1/2. The actions are only the candidates of the information sets.
pub struct TurnGame<'a> {
    positions: Vec<State>,
    network: Arc<Network>,
    infosets: &'a dyn TurnInfosets,
}

/// A state of a turn.
#[derive(Clone, Debug)]
pub struct TurnState {
    state: State,
    player: Player,
    node: Node,
}

#[derive(Clone, Debug)]
enum Node {
    /// Chance chooses the position.
    Start,
    /// The player chooses.
    Choice(TurnInfoset),
    /// Chance chooses the outcome of this action.
    Chance(Action),
    /// The turn is over.
    Over,
}

impl TurnState {
    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// The number of seeds for the generator that samples the outcome of an action. Sets of discards have
/// too many outcomes to be listed.
const OUTCOMES: usize = 1 << 31;

impl<'a> TurnGame<'a> {
    /// The turns that begin in `positions`; none if there are no positions.
    pub fn new(positions: Vec<State>, network: Arc<Network>, infosets: &'a dyn TurnInfosets) -> Option<TurnGame<'a>> {
        let some = !positions.is_empty();
        some.then_some(TurnGame { positions, network, infosets })
    }

    fn start(&self, state: State) -> TurnState {
        let player = state.to_move().unwrap_or(Player::ZERO);
        self.turn_state(state, player)
    }

    /// The state of a turn of `player` in this position.
    fn turn_state(&self, state: State, player: Player) -> TurnState {
        let node =
            if state.to_move() == Some(player) { Node::Choice(self.infosets.infoset(&state)) } else { Node::Over };
        TurnState { state, player, node }
    }

    fn sampled_child(&self, turn_state: &TurnState, action: Action, rng: impl Rng) -> TurnState {
        let mut next = turn_state.state;
        // The action is one of the state's own choices.
        let _ = next.apply(action, &mut Dice(rng), &mut ());
        self.turn_state(next, turn_state.player)
    }
}

impl Game for TurnGame<'_> {
    type State = TurnState;

    fn root(&self) -> TurnState {
        TurnState { node: Node::Start, ..self.start(self.positions[0]) }
    }

    fn turn(&self, turn_state: &TurnState) -> Turn {
        match &turn_state.node {
            Node::Start => Turn::Chance { outcomes: self.positions.len() },
            Node::Chance(_) => Turn::Chance { outcomes: OUTCOMES },
            Node::Choice(infoset) => Turn::Decision { player: turn_state.player, actions: infoset.candidates.len() },
            Node::Over => Turn::Terminal,
        }
    }

    fn child(&self, turn_state: &TurnState, index: usize) -> TurnState {
        match &turn_state.node {
            Node::Start => self.start(self.positions[index]),
            Node::Choice(infoset) => TurnState { node: Node::Chance(infoset.candidates[index]), ..*turn_state },
            Node::Chance(action) => {
                let rng = Xoshiro256PlusPlus::seed_from_u64(index as u64);
                self.sampled_child(turn_state, *action, rng)
            }
            Node::Over => turn_state.clone(),
        }
    }

    fn chance_probability(&self, turn_state: &TurnState, _: usize) -> f64 {
        match turn_state.node {
            Node::Chance(_) => 1.0 / OUTCOMES as f64,
            _ => 1.0 / self.positions.len() as f64,
        }
    }

    fn utility(&self, turn_state: &TurnState, player: Player) -> f64 {
        // No chance event comes before the other player draws.
        f64::from(value(&self.network, &turn_state.state, player, &mut NoRandom)) - 0.5
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-0.5, 0.5)
    }

    fn infoset(&self, turn_state: &TurnState) -> InfosetKey {
        InfosetKey(self.infosets.infoset(&turn_state.state).row.0)
    }

    fn sample_chance(&self, turn_state: &TurnState, rng: &mut impl Rng) -> TurnState {
        match turn_state.node {
            Node::Start => self.start(self.positions[rng.random_range(0..self.positions.len())]),
            Node::Chance(action) => self.sampled_child(turn_state, action, rng),
            _ => turn_state.clone(),
        }
    }
}

/// The rows of the game's own information sets.
impl Abstraction<TurnGame<'_>> for dyn TurnInfosets {
    fn numbering(&self) -> Numbering {
        TableInfosets::numbering(self)
    }

    fn row(&self, _: &TurnGame<'_>, turn_state: &TurnState) -> RowKey {
        match &turn_state.node {
            Node::Choice(infoset) => infoset.row,
            _ => self.infoset(&turn_state.state).row,
        }
    }
}

/// At least `count` positions in which turns begin. They come from matches in which both players
/// play by the learnt value, and now and then take another action.
pub fn positions_of_play(rules: &Rules, network: &Network, count: usize, seed: u64) -> Vec<State> {
    let mut positions = Vec::with_capacity(count);
    for number in 0.. {
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, number)));
        let mut state = State::new(rules, &mut dice);
        let mut last = None;
        while let Some(player) = state.to_move() {
            if last != Some(player) {
                positions.push(state);
                last = Some(player);
            }
            let (best, _) = best(network, &state, &mut dice);
            let chosen = explored(&state, best, &mut dice);
            let _ = state.apply(chosen, &mut dice, &mut ());
        }
        if positions.len() >= count {
            break;
        }
    }
    positions
}
