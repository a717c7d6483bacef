//! The values of the own actions against a model: exact near the end of the hand, by playing it out before.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::memory::{Continuation, Outcome, Players};
use cardsharp_challenge_game::rules::Cards;
use cardsharp_challenge_solver::infosets::{Ending, HandState, Payoffs};
use cardsharp_challenge_solver::opponent::{
    Forecast, ForecastPlayer, HandResponse, Possible, Reference, Replayed, ScoreSituation, Sight, Valuation,
    list_hands, other_hand, systematic_counts, unseen_hands,
};

/// A decision against an opponent of whom there is a model.
pub struct PlayOut<'a> {
    /// The reference of the model.
    pub reference: &'a Reference,
    /// What the model expects.
    pub forecast: &'a Forecast,
    /// The hand up to the decision.
    pub hand: Replayed<'a>,
    /// The score for the opponent.
    pub score: ScoreSituation,
    /// The cards that left the shoe in earlier hands.
    pub gone: Cards,
    /// The payoffs of the hand, for this player.
    pub payoffs: Payoffs,
    /// The way to go on that leads to them.
    pub intended: Continuation,
    /// The number of hands that are played out.
    pub draws: usize,
    /// The number of hands that the model has seen.
    pub evidence: u64,
    /// The time at which no further hand is played out.
    pub deadline: Option<Instant>,
}

/// The ways to go on that are played out.
const CONTINUATIONS: usize = 3;
/// With at most so many cards hidden in the opponent's hand, all hands are listed, and the response is exact.
const SEARCHED: usize = 3;
/// The time that an exact response may take. With less, one with a card fewer is the largest.
const SEARCH_TIME: Duration = Duration::from_millis(30);
/// Actions of the opponent of less probability are left out of an exact response.
const LEAST_SHARE: f64 = 0.05;
/// The standard error of an exact value by a model of one hand; it falls with the root of the number of hands. One observation
/// leaves a probability known to within a half, and about a third of the game is at stake.
const ERROR_OF_A_HAND: f64 = 0.15;
/// Hands of less probability than this share of the likeliest are left out of an exact response.
const LEAST_HAND: f64 = 0.01;

/// The value of each action in each hand that was played out, or over all hands: the own probability of winning the game.
pub struct Values {
    actions: usize,
    /// If the policy is played from then on.
    of_policy: Vec<f64>,
    /// With the continuation that is best after the action.
    best: Vec<f64>,
    /// The standard error that the model leaves, beside that of the draws.
    error: f64,
}

impl PlayOut<'_> {
    /// The values of the `actions` actions. All actions meet the same hands and the same players.
    /// `None` if the hand cannot be replayed.
    pub fn values(&self, actions: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Values> {
        if self.hidden()? <= self.searched() { self.exact() } else { self.played_out(actions, rng) }
    }

    /// The most hidden cards with which the response is exact.
    fn searched(&self) -> usize {
        SEARCHED - usize::from(self.deadline.is_some_and(|deadline| Instant::now() + SEARCH_TIME > deadline))
    }

    /// The number of cards in the opponent's hand.
    pub(super) fn hidden(&self) -> Option<usize> {
        usize::from(self.hand.game.rules().hand_size()).checked_sub(self.hand.shown().len())
    }

    /// The values of a best response to the mean of the model, and of the policy, over all hands.
    pub(super) fn exact(&self) -> Option<Values> {
        let hands = list_hands(self.hidden()?, self.hand.left(self.gone));
        let mut hands = self.weighted(hands)?;
        let most = hands.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
        hands.retain(|(_, weight)| *weight > LEAST_HAND * most);
        let sum: f64 = hands.iter().map(|(_, weight)| weight).sum();
        hands.iter_mut().for_each(|(_, weight)| *weight /= sum);
        let opponent = ForecastPlayer {
            reference: self.reference,
            forecast: self.forecast,
            score: self.score,
            least: LEAST_SHARE,
        };
        let response = HandResponse { game: self.hand.game, me: self.hand.me(), opponent: &opponent, valuation: self };
        let actions = response.actions(&hands);
        let error = ERROR_OF_A_HAND / (self.evidence.max(1) as f64).sqrt();
        let [best, of_policy] = [0, 1].map(|way| actions.iter().map(|values| values[way]).collect());
        (!hands.is_empty()).then_some(Values { actions: actions.len(), of_policy, best, error })
    }

    /// The values by playing hands out.
    pub(super) fn played_out(&self, actions: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Values> {
        let particles = self.particles(rng)?;
        let ways: [_; CONTINUATIONS] = [Continuation::default(), Continuation::PATIENT, self.intended];
        let mut values = ways.map(|_| Vec::with_capacity(particles.len() * actions));
        for (number, state) in particles.iter().enumerate() {
            if number > 0 && self.is_late() {
                break;
            }
            let style = self.forecast.draw(self.score, rng);
            let players = Players { reference: self.reference, me: self.hand.me(), style: &style };
            let begin = Xoshiro256PlusPlus::from_rng(rng);
            for (values, continuation) in values.iter_mut().zip(ways) {
                for action in 0..actions {
                    // The same random numbers for every action make the differences less noisy.
                    let mut dice = begin.clone();
                    let next = self.hand.game.act(state, action);
                    values.push(players.finish(next, continuation, &mut dice).value(self.payoffs));
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
        let hands = unseen_hands(self.hidden()?, self.hand.left(self.gone), self.draws, rng);
        let weighted = self.weighted(hands)?;
        let sum: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        (sum > 0.0).then(|| {
            let weights = weighted.iter().map(|(_, weight)| *weight);
            let counts = systematic_counts(weights, sum, self.draws, rng);
            let drawn = weighted.iter().zip(counts);
            drawn.flat_map(|((state, _), count)| std::iter::repeat_n(*state, count as usize)).collect()
        })
    }

    /// The positions for hidden cards of the opponent, with their weights times the likelihood of what the opponent did.
    /// `None` if time is over.
    fn weighted(&self, hidden: Vec<(Cards, f64)>) -> Option<Vec<Possible>> {
        let mut weighted = Vec::new();
        for (others, mut weight) in hidden {
            let Some(theirs) = other_hand(self.hand.game, self.hand.shown(), others) else {
                continue;
            };
            if !weighted.is_empty() && self.is_late() {
                return None;
            }
            let state = self.hand.walk(theirs, |state, action| {
                let sight = Sight::new(self.reference, state);
                weight *= self.forecast.probability(self.score, &sight, action);
            });
            if let Some(state) = state.filter(|state| state.ending.is_none()) {
                weighted.push((state, weight));
            }
        }
        Some(weighted)
    }
}

/// The values of the best response and of the policy.
impl Valuation for PlayOut<'_> {
    type Value = [f64; 2];

    fn end(&self, ending: Ending, hands: &[Possible]) -> [f64; 2] {
        let outcome = |state: &HandState| Outcome::of(ending, state.stake, self.hand.me()).value(self.payoffs);
        [hands.iter().map(|(state, weight)| weight * outcome(state)).sum(); 2]
    }

    fn decision(&self, state: &HandState, actions: Vec<[f64; 2]>) -> [f64; 2] {
        let best = actions.iter().map(|[best, _]| *best).fold(0.0, f64::max);
        let sight = Sight::new(self.reference, state);
        let row = sight.policy();
        let share = |action: usize| row.map_or(1.0 / actions.len() as f64, |row| row[action]);
        let of_policy = actions.iter().enumerate().map(|(action, [_, value])| share(action) * value).sum();
        [best, of_policy]
    }

    fn sum(&self, parts: Vec<[f64; 2]>) -> [f64; 2] {
        parts.into_iter().fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]])
    }
}

impl Values {
    /// The values of each continuation. The best of several base policies is a better base (Chang,
    /// Givan and Chong 2004, "Parallel Rollout").
    fn new(actions: usize, values: [Vec<f64>; CONTINUATIONS]) -> Values {
        let mut best = values[0].clone();
        for action in 0..actions {
            let mean = |values: &[f64]| mean_of(values, actions, action);
            let chosen = values.iter().max_by(|one, two| mean(one).total_cmp(&mean(two)));
            let Some(chosen) = chosen else { continue };
            for index in (action..best.len()).step_by(actions) {
                best[index] = chosen[index];
            }
        }
        let [of_policy, ..] = values;
        Values { actions, of_policy, best, error: 0.0 }
    }

    /// The value of drawing one of the actions that are `kept` by `shares`, and of the best of them if none has a share,
    /// if the policy is played from then on. None if no action is kept.
    pub fn otherwise(&self, shares: &[f64], kept: impl Fn(usize) -> bool) -> Option<f64> {
        let value = |action: usize| mean_of(&self.of_policy, self.actions, action);
        let kept: Vec<usize> = (0..self.actions).filter(|&action| kept(action)).collect();
        let all: f64 = kept.iter().map(|&action| shares[action]).sum();
        if all > 0.0 {
            return Some(kept.iter().map(|&action| shares[action] * value(action)).sum::<f64>() / all);
        }
        kept.into_iter().map(value).max_by(f64::total_cmp)
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
        (mean, (variance / count + self.error * self.error).sqrt())
    }
}

fn mean_of(values: &[f64], actions: usize, action: usize) -> f64 {
    let count = (values.len() / actions).max(1) as f64;
    let values = values.iter().skip(action).step_by(actions);
    values.sum::<f64>() / count
}
