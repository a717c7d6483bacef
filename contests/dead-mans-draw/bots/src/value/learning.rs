//! Learning of the value by self-play.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::run::Solver;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{FEATURES, features};
use super::network::{Layers, Network};
use super::static_evaluation::{self, draws_unseen};
use cardsharp_dead_mans_draw_game::rules::{Action, Dice, Rules, State};
use cardsharp_game::derive_seed;

/// The weight of the later course of a match in the learning targets, compared with the next position.
const LAMBDA: f32 = 0.7;
/// The probability that a random choice is taken instead of the best, so that other positions are learnt too.
const EXPLORE: f32 = 0.03;
/// The step size of the gradient descent at the beginning. It falls with the remaining matches. At
/// 0.02, the network dies within a thousand matches.
const RATE: f32 = 0.006;
/// The share of [`RATE`] that is left at the end.
const LAST_RATE: f32 = 0.02;
/// The stream of the seed that the first weights come from. The matches use the streams from 0 on.
const WEIGHTS_STREAM: u64 = u64::MAX;

/// A network that learns the value of positions by self-play with temporal differences (TD(lambda): R. Sutton,
/// "Learning to predict by the methods of temporal differences", Machine Learning 3, 1988; for a game of chance G.
/// Tesauro, "Temporal difference learning and TD-Gammon", CACM 38(3), 1995).
///
/// The matches are played one after the other. The chance of match `m` is a function of the seed
/// and `m`. The same seed and number of matches therefore give the same bytes.
#[derive(Clone, Debug)]
pub struct Learner {
    rules: Rules,
    seed: u64,
    wanted: u64,
    network: Network,
    matches: u64,
    draws: u64,
}

/// A draw of the match in progress.
struct DrawRecord {
    inputs: [f32; FEATURES],
    layers: Layers,
    player: Player,
    /// The value for the player of the position after the draw. `followed` is true if the best action was then taken.
    next: f32,
    followed: bool,
}

impl Learner {
    /// A learner with random weights; `wanted` matches are to be played.
    pub fn new(rules: &Rules, seed: u64, wanted: u64) -> Learner {
        let weights_seed = derive_seed(seed, WEIGHTS_STREAM);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(weights_seed);
        Learner { rules: *rules, seed, wanted, network: Network::random(&mut rng), matches: 0, draws: 0 }
    }

    /// The learner in the state of another after `matches` matches and `draws` draws.
    pub fn resumed(self, network: Network, matches: u64, draws: u64) -> Learner {
        Learner { network, matches, draws, ..self }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The number of matches played.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The number of draws learnt from.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Plays the next match and learns from it.
    pub fn play(&mut self) {
        let seed = derive_seed(self.seed, self.matches);
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let records = self.one_match(&mut dice);
        self.learn(&records);
        self.matches += 1;
        self.draws += records.len() as u64;
    }

    fn one_match(&self, dice: &mut Dice<Xoshiro256PlusPlus>) -> Vec<DrawRecord> {
        let mut state = State::new(&self.rules, dice);
        let mut records: Vec<DrawRecord> = Vec::with_capacity(self.rules.deck.cards().len());
        while let Some(player) = state.to_move() {
            let (best, value) = static_evaluation::best(&self.network, &state, dice);
            let chosen = explored(&state, best, dice);
            if let Some(last) = records.last_mut().filter(|last| last.next.is_nan()) {
                last.next = mirrored(value, last.player == player);
                last.followed = chosen == best;
            }
            if draws_unseen(&state, chosen) {
                records.push(self.before(&state, player));
            }
            // The best of the choices is one of them.
            let _ = state.apply(chosen, dice, &mut ());
        }
        if let Some(last) = records.last_mut().filter(|last| last.next.is_nan()) {
            last.next = static_evaluation::outcome(&state, last.player);
        }
        records
    }

    fn before(&self, state: &State, player: Player) -> DrawRecord {
        let inputs = features(state);
        DrawRecord { layers: self.network.layers(&inputs), inputs, player, next: f32::NAN, followed: true }
    }

    /// Learns from the results of the draws, the last first.
    fn learn(&mut self, records: &[DrawRecord]) {
        let left = 1.0 - self.matches as f32 / self.wanted.max(1) as f32;
        let rate = RATE * left.max(LAST_RATE);
        let mut later: Option<(Player, f32)> = None;
        for one in records.iter().rev() {
            let target = match later {
                Some((player, value)) if one.followed => {
                    (1.0 - LAMBDA) * one.next + LAMBDA * mirrored(value, player == one.player)
                }
                _ => one.next,
            };
            self.network.learn(&one.inputs, &one.layers, target, rate);
            later = Some((one.player, target));
        }
    }
}

/// The best action, or with a probability of 3 % any of the choices.
pub fn explored(state: &State, best: Action, dice: &mut Dice<Xoshiro256PlusPlus>) -> Action {
    let choices = state.choices();
    if choices.len() > 1 && dice.0.random::<f32>() < EXPLORE {
        choices[dice.0.random_range(0..choices.len())]
    } else {
        best
    }
}

/// A probability to win if `same` is true, otherwise that of the other player.
fn mirrored(probability: f32, same: bool) -> f32 {
    if same { probability } else { 1.0 - probability }
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
