//! The values of the own actions against a model, by playing the hand out.

use std::time::Instant;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::contests::challenge::infosets::{Ending, HandState, Payoffs, Stake};
use crate::contests::challenge::opponent::{
    Forecast, Reference, Replayed, Sight, Style, other_hand, unseen_hands,
};
use crate::contests::challenge::rules::{Cards, Move};

/// A decision against an opponent of whom there is a model.
pub struct PlayOut<'a> {
    /// The reference of the model.
    pub reference: &'a Reference,
    /// What the model expects.
    pub forecast: &'a Forecast,
    /// The hand up to the decision.
    pub hand: Replayed<'a>,
    /// The cards that left the shoe in earlier hands.
    pub gone: Cards,
    /// The payoffs of the hand, for the player who leads it.
    pub payoffs: Payoffs,
    /// The number of hands that are played out.
    pub draws: usize,
    /// The time at which no further hand is played out.
    pub deadline: Option<Instant>,
}

/// The value of each action in each hand that was played out: the own probability of winning the
/// game.
pub struct Values {
    actions: usize,
    values: Vec<f64>,
}

impl PlayOut<'_> {
    /// The values of the `actions` actions. All actions meet the same hands and the same players.
    /// `None` if the hand cannot be replayed.
    pub fn values(&self, actions: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Values> {
        let particles = self.particles(rng)?;
        let mut values = Vec::with_capacity(particles.len() * actions);
        for (number, state) in particles.iter().enumerate() {
            if number > 0 && self.is_late() {
                break;
            }
            let style = self.forecast.draw(rng);
            let begin = Xoshiro256PlusPlus::from_rng(rng);
            for action in 0..actions {
                // The same random numbers for every action make the differences less noisy.
                let mut dice = begin.clone();
                let next = self.hand.game.act(state, action);
                values.push(self.play(next, &style, &mut dice));
            }
        }
        Some(Values { actions, values })
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Positions that are as likely as the model says, with equal weights.
    fn particles(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<HandState>> {
        let shown = self.hand.shown();
        let hidden = usize::from(self.hand.game.rules().hand_size()).checked_sub(shown.len())?;
        let left = self.hand.left(self.gone);
        let mut weighted = Vec::new();
        for (others, weight) in unseen_hands(hidden, left, self.draws, rng) {
            let Some(theirs) = other_hand(self.hand.game, shown, others) else {
                continue;
            };
            if !weighted.is_empty() && self.is_late() {
                return None;
            }
            let mut weight = weight;
            let state = self.hand.walk(theirs, |state, action| {
                let sight = Sight::new(self.reference, state);
                weight *= self.forecast.probability(&sight, action);
            });
            if let Some(state) = state.filter(|state| state.ending.is_none()) {
                weighted.push((state, weight));
            }
        }
        let sum: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        (sum > 0.0).then(|| resample(&weighted, sum, self.draws, rng))
    }

    fn play(&self, mut state: HandState, style: &Style, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let me = self.hand.me();
        loop {
            if let Some(ending) = state.ending {
                let value = self.payoff(&state, ending);
                return if me == Player::ZERO {
                    value
                } else {
                    1.0 - value
                };
            }
            if state.to_move() == me {
                let sight = Sight::new(self.reference, &state);
                let actions = self.hand.game.actions(&state);
                let row = sight.policy();
                let drawn = row.and_then(|row| sample_index(row.iter().copied(), rng.random()));
                let action = drawn.unwrap_or_else(|| rng.random_range(0..actions));
                state = self.hand.game.act(&state, action);
            } else {
                let action = style.act(&Sight::new(self.reference, &state), rng);
                match action {
                    Move::Play(card) => {
                        let player = state.to_move();
                        self.hand.game.play(&mut state, player, card.value());
                    }
                    Move::Offer => state.offer(),
                    Move::Accept => state.answer(true),
                    Move::Reject => state.answer(false),
                }
            }
        }
    }

    fn payoff(&self, state: &HandState, ending: Ending) -> f64 {
        match (ending, state.stake) {
            (Ending::Tied, _) => self.payoffs.tie,
            (Ending::Won(Player::ZERO), Stake::Accepted) => 1.0,
            (Ending::Won(_), Stake::Accepted) => 0.0,
            (Ending::Won(Player::ZERO), _) => self.payoffs.win,
            (Ending::Won(_), _) => self.payoffs.lose,
        }
    }
}

/// Systematic sampling: equal steps through the summed weights from a random start.
fn resample(
    weighted: &[(HandState, f64)],
    sum: f64,
    draws: usize,
    rng: &mut impl Rng,
) -> Vec<HandState> {
    let step = sum / draws as f64;
    let mut next = rng.random::<f64>() * step;
    let mut passed = 0.0;
    let mut drawn = Vec::with_capacity(draws);
    for (state, weight) in weighted {
        passed += weight;
        while next < passed {
            drawn.push(*state);
            next += step;
        }
    }
    drawn
}

impl Values {
    /// The mean value of an action.
    pub fn mean(&self, action: usize) -> f64 {
        let values = self.values.chunks_exact(self.actions);
        let count = values.len().max(1) as f64;
        values.map(|values| values[action]).sum::<f64>() / count
    }

    /// The mean advantage of `action` over drawing the action by `shares`, and its standard error.
    pub fn advantage(&self, action: usize, shares: &[f64]) -> (f64, f64) {
        let gains = self.values.chunks_exact(self.actions).map(|values| {
            let mean: f64 = values
                .iter()
                .zip(shares)
                .map(|(value, share)| value * share)
                .sum();
            values[action] - mean
        });
        let count = (self.values.len() / self.actions).max(1) as f64;
        let (sum, squares) = gains.fold((0.0, 0.0), |(sum, squares), gain| {
            (sum + gain, squares + gain * gain)
        });
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        (mean, (variance / count).sqrt())
    }
}
