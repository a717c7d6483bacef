//! Values from hands that are played to their end.

use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::strategy::{Strategy, sample_index};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::infosets::{Ending, HandGame, HandState};
use cardsharp_game::interval::StandardError;

/// The number of hands that a thread plays at a time.
const CHUNK: u64 = 4096;

/// The results of hands for their leader if both players follow one strategy. Tied hands are
/// counted separately, so that the value of a tie can be set afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// Hands played.
    played: u64,
    /// Hands that nobody won.
    tied: u64,
    /// The sum of the leader's utilities in the other hands.
    sum: f64,
    /// The sum of their squares.
    squares: f64,
}

impl Outcomes {
    /// Plays `hands` hands, rounded up to a full chunk, on the threads of the current rayon pool.
    pub fn sample(game: &HandGame, strategy: &dyn Strategy<HandGame>, class: u8, hands: u64, seed: u64) -> Outcomes {
        let chunk = |chunk: u64| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ chunk.wrapping_mul(0x9E37_79B9));
            (0..CHUNK).fold(Outcomes::default(), |outcomes, _| {
                let dealt = HandState::dealt(game.sample_deal(&mut rng), class);
                outcomes.with(game, &play(game, strategy, dealt, &mut rng))
            })
        };
        (0..hands.div_ceil(CHUNK).max(1)).into_par_iter().map(chunk).reduce(Outcomes::default, Outcomes::and)
    }

    fn with(mut self, game: &HandGame, end: &HandState) -> Outcomes {
        self.played += 1;
        if end.ending == Some(Ending::Tied) {
            self.tied += 1;
        } else {
            let utility = game.utility(end, Player::ZERO);
            self.sum += utility;
            self.squares += utility * utility;
        }
        self
    }

    fn and(self, other: Outcomes) -> Outcomes {
        Outcomes {
            played: self.played + other.played,
            tied: self.tied + other.tied,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The share of hands that nobody won.
    pub fn tied_share(&self) -> f64 {
        self.tied as f64 / self.played as f64
    }

    /// The leader's probability of winning the game if a tie is worth `tie`: the mean, and half the
    /// width of its 95 % confidence interval.
    pub fn value(&self, tie: f64) -> (f64, f64) {
        let (count, tied) = (self.played as f64, self.tied as f64);
        let mean = (self.sum + tied * tie) / count;
        let squares = self.squares + tied * tie * tie;
        let error = StandardError::of_moments(count, mean * count, squares);
        (mean, error.half_width())
    }

    /// The same if a tie is worth as much as the hand itself, because the hand is played again. It is the fixed point V
    /// = E[utility of the other hands] + P(tie) V, with the half width of that ratio. None if every hand was tied.
    pub fn fixed_point(&self) -> Option<(f64, f64)> {
        let decided = (self.played - self.tied) as f64;
        if decided == 0.0 {
            return None;
        }
        let value = self.sum / decided;
        let error = StandardError::of_moments(decided, self.sum, self.squares);
        Some((value, error.half_width()))
    }
}

/// The leader's probability of winning the game if both follow `strategy`, from `hands` hands
/// played: the mean and half the width of its 95 % confidence interval.
pub fn leader_value(
    game: &HandGame,
    strategy: &dyn Strategy<HandGame>,
    class: u8,
    hands: u64,
    seed: u64,
) -> (f64, f64) {
    let tie = game.payoffs()[usize::from(class)].tie;
    Outcomes::sample(game, strategy, class, hands, seed).value(tie)
}

/// Plays a hand to its end, after the deal or after some moves. Both players follow `strategy`.
pub fn play(game: &HandGame, strategy: &dyn Strategy<HandGame>, mut state: HandState, rng: &mut impl Rng) -> HandState {
    while let Some(next) = step(game, strategy, &state, rng) {
        state = next;
    }
    state
}

/// The next state of a hand whose players follow `strategy`; none once it has ended.
pub fn step(
    game: &HandGame,
    strategy: &dyn Strategy<HandGame>,
    state: &HandState,
    rng: &mut impl Rng,
) -> Option<HandState> {
    let Turn::Decision { actions, .. } = game.turn(state) else {
        return None;
    };
    let mut shares = [1.0; 6];
    let shares = &mut shares[..actions];
    if actions > 1 {
        strategy.probabilities(game, state, shares);
    }
    let chosen = sample_index(shares.iter().copied(), rng.random())?;
    Some(game.act(state, chosen))
}
