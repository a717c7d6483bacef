//! The values of the own actions against a model, by playing the hand out.

use std::time::Instant;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use cardsharp_challenge_game::rules::{Cards, Move};
use cardsharp_challenge_solver::infosets::{HandState, Payoffs, Stake};
use cardsharp_challenge_solver::opponent::{
    Feature, Forecast, Reference, Replayed, Sight, Style, other_hand, systematic_counts, unseen_hands,
};

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

/// The way in which the player goes on after the action that is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Continuation {
    /// By the policy.
    Policy,
    /// By the policy, but challenges exactly where it is nearly certain to win the tricks.
    Patient,
}

/// The chance to win the tricks from which a patient player challenges.
const PATIENCE: f64 = 0.9;

impl Continuation {
    const ALL: [Continuation; 2] = [Continuation::Policy, Continuation::Patient];

    fn action(self, sight: &Sight<'_>, actions: usize, rng: &mut impl Rng) -> usize {
        let may_offer = sight.state().stake == Stake::Open;
        let mut open = actions;
        if self == Continuation::Patient && may_offer {
            open -= 1;
            if sight.feature(Feature::Equity) >= PATIENCE {
                return open;
            }
        }
        let row = sight.policy().map(|row| &row[..open]);
        let drawn = row.and_then(|row| {
            let sum: f64 = row.iter().sum();
            let shares = row.iter().map(|share| share / sum);
            (sum > 0.0).then(|| sample_index(shares, rng.random()))?
        });
        drawn.unwrap_or_else(|| rng.random_range(0..open))
    }
}

/// The value of each action in each hand that was played out: the own probability of winning the
/// game.
pub struct Values {
    actions: usize,
    /// If the policy is played from then on.
    of_policy: Vec<f64>,
    /// With the continuation that is best after the action.
    best: Vec<f64>,
}

impl PlayOut<'_> {
    /// The values of the `actions` actions. All actions meet the same hands and the same players.
    /// `None` if the hand cannot be replayed.
    pub fn values(&self, actions: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Values> {
        let particles = self.particles(rng)?;
        let mut values = Continuation::ALL.map(|_| Vec::with_capacity(particles.len() * actions));
        for (number, state) in particles.iter().enumerate() {
            if number > 0 && self.is_late() {
                break;
            }
            let style = self.forecast.draw(rng);
            let begin = Xoshiro256PlusPlus::from_rng(rng);
            for (values, continuation) in values.iter_mut().zip(Continuation::ALL) {
                for action in 0..actions {
                    // The same random numbers for every action make the differences less noisy.
                    let mut dice = begin.clone();
                    let next = self.hand.game.act(state, action);
                    values.push(self.play(next, continuation, &style, &mut dice));
                }
            }
        }
        Some(Values::new(actions, values))
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
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
        (sum > 0.0).then(|| {
            let weights = weighted.iter().map(|(_, weight)| *weight);
            let counts = systematic_counts(weights, sum, self.draws, rng);
            let drawn = weighted.iter().zip(counts);
            drawn
                .flat_map(|((state, _), count)| std::iter::repeat_n(*state, count as usize))
                .collect()
        })
    }

    fn play(
        &self,
        mut state: HandState,
        continuation: Continuation,
        style: &Style,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let me = self.hand.me();
        loop {
            if let Some(ending) = state.ending {
                let value = self.payoffs.of_leader(state.stake, ending);
                return if me == Player::ZERO { value } else { 1.0 - value };
            }
            if state.to_move() == me {
                let sight = Sight::new(self.reference, &state);
                let action = continuation.action(&sight, self.hand.game.actions(&state), rng);
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
}

impl Values {
    /// The values of each continuation. The best of several base policies is a better base (Chang,
    /// Givan and Chong 2004, "Parallel Rollout").
    fn new(actions: usize, values: [Vec<f64>; Continuation::ALL.len()]) -> Values {
        let mut best = values[0].clone();
        for action in 0..actions {
            let mean = |values: &[f64]| mean_of(values, actions, action);
            let chosen = values.iter().max_by(|one, two| mean(one).total_cmp(&mean(two)));
            let Some(chosen) = chosen else { continue };
            for index in (action..best.len()).step_by(actions) {
                best[index] = chosen[index];
            }
        }
        let [of_policy, _] = values;
        Values {
            actions,
            of_policy,
            best,
        }
    }

    /// The mean value of an action.
    pub fn mean(&self, action: usize) -> f64 {
        mean_of(&self.best, self.actions, action)
    }

    /// The mean advantage of `action` over drawing the action by `shares`, and its standard error.
    pub fn advantage(&self, action: usize, shares: &[f64]) -> (f64, f64) {
        let policy = self.of_policy.chunks_exact(self.actions);
        let gains = self.best.chunks_exact(self.actions).zip(policy);
        let count = gains.len().max(1) as f64;
        let gains = gains.map(|(best, policy)| {
            let pairs = policy.iter().zip(shares);
            best[action] - pairs.map(|(value, share)| value * share).sum::<f64>()
        });
        let (sum, squares) = gains.fold((0.0, 0.0), |(sum, squares), gain| (sum + gain, squares + gain * gain));
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        (mean, (variance / count).sqrt())
    }
}

fn mean_of(values: &[f64], actions: usize, action: usize) -> f64 {
    let count = (values.len() / actions).max(1) as f64;
    let values = values.iter().skip(action).step_by(actions);
    values.sum::<f64>() / count
}
