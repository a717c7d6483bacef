//! What positions and actions are worth by a learnt value, without looking ahead.

use std::hash::BuildHasher;

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxBuildHasher;

use super::features::features;
use super::network::Network;
use crate::contests::dead_mans_draw::Prospects;
use crate::contests::dead_mans_draw::measure::worth;
use crate::contests::dead_mans_draw::rules::{Action, Actions, Chance, Dice, State};

/// The best choice of the player to move by the learnt value, and what it is worth; once the match is
/// over, a draw, and what the end is worth to player 0.
///
/// The network is asked where a card is about to be drawn; everything else that a player may do leads
/// there, to the other's draw, or to the end. What chance decides on the way (what chest and key bring,
/// what a map offers) is drawn once.
pub fn best<C: Chance + ?Sized>(network: &Network, state: &State, chance: &mut C) -> (Action, f32) {
    best_of(network, state, &state.choices(), chance)
}

fn best_of<C: Chance + ?Sized>(
    network: &Network,
    state: &State,
    choices: &[Action],
    chance: &mut C,
) -> (Action, f32) {
    let Some(player) = state.to_move() else {
        return (Action::Draw, outcome(state, Player::ZERO));
    };
    let mut found = (Action::Draw, f32::NEG_INFINITY);
    for &action in choices {
        let worth = after(network, state, action, player, chance);
        if worth > found.1 {
            found = (action, worth);
        }
    }
    found
}

/// The choices of a position, the best first, by the learnt value. What chance decides on the way is
/// drawn by a generator that depends on the position alone.
#[derive(Clone, Debug)]
pub struct Ranked(ArrayVec<(Action, f32), 64>);

impl Ranked {
    /// The choices of the player to move.
    pub fn of(network: &Network, state: &State) -> Ranked {
        let mut dice = dice_of(state);
        let player = state.to_move().unwrap_or(Player::ZERO);
        let choices = state.choices().into_iter();
        let mut ranked: ArrayVec<_, 64> = choices
            .map(|action| (action, after(network, state, action, player, &mut dice)))
            .collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        Ranked(ranked)
    }

    /// The choice in this place, with what it is worth.
    pub fn get(&self, place: usize) -> Option<(Action, f32)> {
        self.0.get(place).copied()
    }

    /// The best so many.
    pub fn best(&self, count: usize) -> impl Iterator<Item = (Action, f32)> {
        self.0.iter().copied().take(count)
    }

    /// What a choice is worth; nothing if it is none.
    pub fn worth(&self, action: Action) -> f32 {
        let found = self.0.iter().find(|(choice, _)| *choice == action);
        found.map_or(0.0, |&(_, worth)| worth)
    }
}

/// Chance that depends on a position alone.
pub fn dice_of(state: &State) -> Dice<Xoshiro256PlusPlus> {
    let seed = FxBuildHasher.hash_one(state.key());
    Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
}

/// What `action` of `player`, who has to move, is worth to him.
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

/// What a position is worth to `player`, whoever has to move.
pub fn value<C: Chance + ?Sized>(
    network: &Network,
    state: &State,
    player: Player,
    chance: &mut C,
) -> f32 {
    match state.to_move() {
        None => outcome(state, player),
        Some(mover) => {
            let best = best_of(network, state, &shortlist(state), chance).1;
            match mover == player {
                true => best,
                false => 1.0 - best,
            }
        }
    }
}

/// Of the cards that an effect may choose in the middle of an action, so many are tried.
const SHORTLIST: usize = 3;

/// The choices worth trying in the middle of an action: a card that is chosen has an effect itself, which
/// chooses another, and all chains of them are thousands. Those that bring most points at once are
/// tried.
fn shortlist(state: &State) -> Actions {
    let mut choices = state.choices();
    if choices.len() > SHORTLIST {
        let prospects = Prospects::of(state);
        let points = |action: &Action| match *action {
            Action::Respond {
                effect,
                card: Some(card),
            } => prospects.at_once(effect, card),
            _ => 0.0,
        };
        choices.sort_by(|one, other| points(other).total_cmp(&points(one)));
        choices.truncate(SHORTLIST);
    }
    choices
}

/// What drawing is worth to the player to move.
pub fn drawing(network: &Network, state: &State) -> f32 {
    network.probability(&features(state))
}

/// Whether `action` draws a card that nobody has seen yet.
pub fn draws_unseen(state: &State, action: Action) -> bool {
    action == Action::Draw && state.draw_pile().next_known().is_none()
}

/// What the end of a match is worth to `player`.
pub fn outcome(state: &State, player: Player) -> f32 {
    let worth = state.end().map_or(0.5, worth) as f32;
    match player {
        Player::ZERO => worth,
        _ => 1.0 - worth,
    }
}
