//! The check that [`Game::sample_chance`] draws children with their probabilities.
//!
//! States cannot be compared. So a child is identified by its looks: a hash of a few fixed paths below it. Children
//! that look alike count as one. At chance states on random paths, many children are drawn and counted.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::Rng;

use super::CheckOptions;
use super::violation::{History, Violation};
use crate::game::{Game, Player, Turn};

/// The number of paths below a child that make its looks.
const PATHS: u64 = 4;
/// The greatest number of steps of such a path.
const STEPS: usize = 64;
/// The threshold for refusing a count: the logarithm of one over its probability, about one in ten billion.
const SURPRISE: f64 = 23.7;

/// Counts draws at up to [`CheckOptions::drawn_states`] chance states.
pub(super) fn check<G: Game>(game: &G, options: &CheckOptions, rng: &mut impl Rng) -> Result<(), Violation> {
    let mut met: HashSet<Vec<usize>> = HashSet::new();
    for _ in 0..options.drawn_states {
        let (mut state, mut path) = (game.root(), Vec::new());
        while path.len() <= options.deepest {
            let turn = game.turn(&state);
            if turn == Turn::Terminal {
                break;
            }
            if let Turn::Chance { outcomes } = turn
                && met.len() < options.drawn_states
                && met.insert(path.clone())
            {
                check_state(game, &state, outcomes, &path, options.draws, rng)?;
            }
            let index = rng.random_range(0..turn.children());
            state = game.child(&state, index);
            path.push(index);
        }
    }
    Ok(())
}

/// A group of outcomes that look alike.
struct Alike {
    first: usize,
    probability: f64,
    drawn: u64,
}

fn check_state<G: Game>(
    game: &G,
    state: &G::State,
    outcomes: usize,
    path: &[usize],
    draws: u64,
    rng: &mut impl Rng,
) -> Result<(), Violation> {
    let mut groups: HashMap<u64, Alike> = HashMap::new();
    for outcome in 0..outcomes {
        let looks = looks(game, game.child(state, outcome));
        let group = groups.entry(looks).or_insert(Alike { first: outcome, probability: 0.0, drawn: 0 });
        group.probability += game.chance_probability(state, outcome);
    }
    for _ in 0..draws {
        let looks = looks(game, game.sample_chance(state, rng));
        let Some(group) = groups.get_mut(&looks) else {
            let history = History::named(game, path);
            return Err(Violation::NotAChild { history });
        };
        group.drawn += 1;
    }
    let odd = groups.values().filter(|group| is_odd(group, draws));
    match odd.min_by_key(|group| group.first) {
        None => Ok(()),
        Some(group) => Err(Violation::DrawFrequency {
            history: History::named(game, path),
            outcome: group.first,
            drawn: group.drawn,
            draws,
            probability: group.probability,
        }),
    }
}

/// True if this number of draws is too unlikely, by Bernstein's inequality. Unlike a number of
/// standard deviations, it also holds for rare outcomes.
fn is_odd(group: &Alike, draws: u64) -> bool {
    let expected = draws as f64 * group.probability;
    let variance = (expected * (1.0 - group.probability)).max(0.0);
    let third = SURPRISE / 3.0;
    let allowed = third + (third * third + 2.0 * SURPRISE * variance).sqrt();
    (group.drawn as f64 - expected).abs() > allowed
}

/// The hash of a state along a few fixed paths below it.
fn looks<G: Game>(game: &G, state: G::State) -> u64 {
    let mut hasher = DefaultHasher::new();
    for path in 0..PATHS {
        let mut state = state.clone();
        for step in 0..STEPS {
            let turn = game.turn(&state);
            show(game, &state, turn, &mut hasher);
            if turn == Turn::Terminal {
                break;
            }
            // Any fixed rule that takes different children on different paths.
            let index = (path as usize * (step + 1) + step / 2) % turn.children().max(1);
            state = game.child(&state, index);
        }
    }
    hasher.finish()
}

/// Adds everything that a solver can read of a state to the hash.
fn show<G: Game>(game: &G, state: &G::State, turn: Turn, hasher: &mut DefaultHasher) {
    match turn {
        Turn::Terminal => {
            for player in (0..game.players()).map(|player| Player::new(player as u8)) {
                game.utility(state, player).to_bits().hash(hasher);
            }
        }
        Turn::Chance { outcomes } => {
            outcomes.hash(hasher);
            for outcome in 0..outcomes {
                let probability = game.chance_probability(state, outcome);
                probability.to_bits().hash(hasher);
                game.action_name(state, outcome).hash(hasher);
            }
        }
        Turn::Decision { player, actions } => {
            (player, actions, game.infoset(state)).hash(hasher);
        }
    }
}
