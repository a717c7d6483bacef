//! Learning the value by playing against oneself.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::run::Solver;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{FEATURES, features};
use super::judge::{self, draws_unseen};
use super::network::{Layers, Network};
use crate::contests::dead_mans_draw::rules::{Action, Dice, Rules, State};
use crate::contests::derive_seed;

/// How much of what is learnt from a match comes from its later course instead of the next position.
const LAMBDA: f32 = 0.7;
/// How often something else than the best is done, so that it is known too.
const EXPLORE: f32 = 0.03;
/// Step of the gradient descent at the beginning; it falls with the matches that are left. At 0.02 the
/// network dies within a thousand matches.
const RATE: f32 = 0.006;
/// The share of [`RATE`] that is left at the end.
const LAST_RATE: f32 = 0.02;
/// The stream of the seed that the first weights come from; the matches have those from 0.
const WEIGHTS_STREAM: u64 = u64::MAX;

/// A network that learns what positions are worth by playing against itself: temporal differences
/// (TD(lambda): R. Sutton, "Learning to predict by the methods of temporal differences", Machine
/// Learning 3, 1988; for a game of chance G. Tesauro, "Temporal difference learning and TD-Gammon",
/// CACM 38(3), 1995).
///
/// Match `m` is played with a chance of its own, keyed by the seed and `m`, one after the other, so
/// that the same seed and number of matches give the same bytes.
#[derive(Clone, Debug)]
pub struct Learner {
    rules: Rules,
    seed: u64,
    wanted: u64,
    network: Network,
    matches: u64,
    draws: u64,
}

/// A draw of the match that is being played.
struct Drawn {
    seen: [f32; FEATURES],
    layers: Layers,
    player: Player,
    /// What the position after it is worth to the player, and whether what followed was the best.
    next: f32,
    followed: bool,
}

impl Learner {
    /// Knows nothing; `wanted` matches are to be played.
    pub fn new(rules: &Rules, seed: u64, wanted: u64) -> Learner {
        let weights_seed = derive_seed(seed, WEIGHTS_STREAM);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(weights_seed);
        Learner {
            rules: *rules,
            seed,
            wanted,
            network: Network::random(&mut rng),
            matches: 0,
            draws: 0,
        }
    }

    /// Goes on where another was after `matches` matches and `draws` draws.
    pub fn resumed(self, network: Network, matches: u64, draws: u64) -> Learner {
        Learner {
            network,
            matches,
            draws,
            ..self
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Matches played.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// Draws learnt from.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Plays the next match and learns from it.
    pub fn play(&mut self) {
        let seed = derive_seed(self.seed, self.matches);
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let drawn = self.one_match(&mut dice);
        self.learn(&drawn);
        self.matches += 1;
        self.draws += drawn.len() as u64;
    }

    fn one_match(&self, dice: &mut Dice<Xoshiro256PlusPlus>) -> Vec<Drawn> {
        let mut state = State::new(&self.rules, dice);
        let mut drawn: Vec<Drawn> = Vec::with_capacity(self.rules.deck.cards().len());
        while let Some(player) = state.to_move() {
            let (best, worth) = judge::best(&self.network, &state, dice);
            let chosen = explored(&state, best, dice);
            if let Some(last) = drawn.last_mut().filter(|last| last.next.is_nan()) {
                last.next = mirrored(worth, last.player == player);
                last.followed = chosen == best;
            }
            if draws_unseen(&state, chosen) {
                drawn.push(self.before(&state, player));
            }
            // The best of the choices is one of them.
            let _ = state.apply(chosen, dice, &mut ());
        }
        if let Some(last) = drawn.last_mut().filter(|last| last.next.is_nan()) {
            last.next = judge::outcome(&state, last.player);
        }
        drawn
    }

    fn before(&self, state: &State, player: Player) -> Drawn {
        let seen = features(state);
        Drawn {
            layers: self.network.layers(&seen),
            seen,
            player,
            next: f32::NAN,
            followed: true,
        }
    }

    /// What came of each draw, the last first.
    fn learn(&mut self, drawn: &[Drawn]) {
        let left = 1.0 - self.matches as f32 / self.wanted.max(1) as f32;
        let rate = RATE * left.max(LAST_RATE);
        let mut later: Option<(Player, f32)> = None;
        for one in drawn.iter().rev() {
            let target = match later {
                Some((player, value)) if one.followed => {
                    (1.0 - LAMBDA) * one.next + LAMBDA * mirrored(value, player == one.player)
                }
                _ => one.next,
            };
            self.network.learn(&one.seen, &one.layers, target, rate);
            later = Some((one.player, target));
        }
    }
}

/// The best action, or three times in a hundred any of the choices.
pub fn explored(state: &State, best: Action, dice: &mut Dice<Xoshiro256PlusPlus>) -> Action {
    let choices = state.choices();
    match choices.len() > 1 && dice.0.random::<f32>() < EXPLORE {
        true => choices[dice.0.random_range(0..choices.len())],
        false => best,
    }
}

/// A probability to win, or that of the other player.
fn mirrored(probability: f32, same: bool) -> f32 {
    match same {
        true => probability,
        false => 1.0 - probability,
    }
}

impl Solver for Learner {
    fn iterations(&self) -> u64 {
        self.matches
    }

    fn nodes(&self) -> u64 {
        self.draws
    }

    fn advance(&mut self, iterations: u64) {
        (0..iterations).for_each(|_| self.play());
    }
}
