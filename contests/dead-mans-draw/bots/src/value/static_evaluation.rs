//! The value of positions and actions by a learnt value, without looking ahead.

use std::hash::BuildHasher;

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxBuildHasher;

use super::features::features;
use super::network::Network;
use super::prospects::Prospects;
use cardsharp_dead_mans_draw_game::rules::{Action, Actions, Chance, Dice, MatchEnd, State};

/// The best choice of the player to move by the learnt value, with its value. Once the match is
/// over, a draw, with the value of the end for player 0.
///
/// The network evaluates positions in which a card is about to be drawn. Every other action leads
/// to such a position, to the opponent's draw, or to the end. The chance events on the way (the
/// cards of chest and key, the offer of a map) are sampled once.
pub fn best<C: Chance + ?Sized>(network: &Network, state: &State, chance: &mut C) -> (Action, f32) {
    best_of(network, state, &state.choices(), chance)
}

fn best_of<C: Chance + ?Sized>(network: &Network, state: &State, choices: &[Action], chance: &mut C) -> (Action, f32) {
    let Some(player) = state.to_move() else {
        return (Action::Draw, outcome(state, Player::ZERO));
    };
    let mut found = (Action::Draw, f32::NEG_INFINITY);
    for &action in choices {
        let value = after(network, state, action, player, chance);
        if value > found.1 {
            found = (action, value);
        }
    }
    found
}

/// The choices of a position, the best first, by the learnt value. The chance events on the way are
/// sampled by a generator that depends on the position alone.
#[derive(Clone, Debug)]
pub struct Ranked(ArrayVec<(Action, f32), 64>);

impl Ranked {
    /// The ranked choices of the player to move.
    pub fn of(network: &Network, state: &State) -> Ranked {
        let mut dice = dice_of(state);
        let player = state.to_move().unwrap_or(Player::ZERO);
        let choices = state.choices().into_iter();
        let mut ranked: ArrayVec<_, 64> =
            choices.map(|action| (action, after(network, state, action, player, &mut dice))).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        Ranked(ranked)
    }

    /// The choice at this index, with its value.
    pub fn get(&self, index: usize) -> Option<(Action, f32)> {
        self.0.get(index).copied()
    }

    /// The best `count` choices.
    pub fn best(&self, count: usize) -> impl Iterator<Item = (Action, f32)> {
        self.0.iter().copied().take(count)
    }

    /// The value of a choice; 0 if the action is no choice.
    pub fn value(&self, action: Action) -> f32 {
        let found = self.0.iter().find(|(choice, _)| *choice == action);
        found.map_or(0.0, |&(_, value)| value)
    }
}

/// The chance of a position: a generator that depends on the position alone.
pub fn dice_of(state: &State) -> Dice<Xoshiro256PlusPlus> {
    let seed = FxBuildHasher.hash_one(state.key());
    Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
}

/// The value of `action` for `player`, who is to move.
pub fn after<C: Chance + ?Sized>(
    network: &Network,
    state: &State,
    action: Action,
    player: Player,
    chance: &mut C,
) -> f32 {
    if draws_unseen(state, action) {
        return drawing(network, state);
    }
    let mut next = *state;
    // It is one of the state's own choices.
    let _ = next.apply(action, chance, &mut ());
    value(network, &next, player, chance)
}

/// The value of a position for `player`, who need not be to move.
pub fn value<C: Chance + ?Sized>(network: &Network, state: &State, player: Player, chance: &mut C) -> f32 {
    match state.to_move() {
        None => outcome(state, player),
        Some(mover) => {
            let best = best_of(network, state, &shortlist(state), chance).1;
            if mover == player { best } else { 1.0 - best }
        }
    }
}

/// The number of cards that are tried if an effect chooses a card in the middle of an action.
const SHORTLIST: usize = 3;

/// The choices that are tried in the middle of an action: those that bring most points at once. A chosen card may have
/// an effect itself, which chooses another card, and there are thousands of such chains.
fn shortlist(state: &State) -> Actions {
    let mut choices = state.choices();
    if choices.len() > SHORTLIST {
        let prospects = Prospects::of(state);
        let points = |action: &Action| match *action {
            Action::Respond { effect, card: Some(card) } => prospects.at_once(effect, card),
            _ => 0.0,
        };
        choices.sort_by(|one, other| points(other).total_cmp(&points(one)));
        choices.truncate(SHORTLIST);
    }
    choices
}

/// The value of drawing for the player to move.
pub fn drawing(network: &Network, state: &State) -> f32 {
    network.probability(&features(state))
}

/// True if `action` draws a card that has not been seen yet.
pub fn draws_unseen(state: &State, action: Action) -> bool {
    action == Action::Draw && state.draw_pile().next_known().is_none()
}

/// The value of the end of a match for `player`.
pub fn outcome(state: &State, player: Player) -> f32 {
    let value = state.end().map_or(0.5, MatchEnd::value) as f32;
    match player {
        Player::ZERO => value,
        _ => 1.0 - value,
    }
}
