//! Hands that are played out against the model from the deal, to see how they end.

use cardsharp_solvers::game::Player;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::continuation::{Continuation, Players};
use super::score_values::{Distribution, Prospect, ScoreValues, Standing};
use cardsharp_challenge_game::rules::POINTS_TO_WIN;
use cardsharp_challenge_solver::infosets::HandState;
use cardsharp_challenge_solver::opponent::{Forecast, Reference, ScoreSituation};

/// The least chances to win the tricks for an offer that are tried beside the policy's offers.
const OFFERS: [f64; 4] = [0.0, 0.6, 0.8, 0.95];
/// The least chances for an acceptance, likewise. More than 1 accepts nothing.
const ACCEPTS: [f64; 5] = [0.0, 0.3, 0.5, 0.7, 0.9];
/// The ways that are played out: the policy, then each of the others.
const WAYS: usize = 1 + OFFERS.len() + ACCEPTS.len();
/// The situations of the score, each for who leads and who follows.
const SITUATIONS: usize = 2 * ScoreSituation::ALL.len();
/// The hands of one situation that count. Older ones fade, since the model has moved.
const COUNTED: f64 = 600.0;

/// The endings of hands against the model, by situation and way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rehearsal {
    /// None before the first hand.
    counts: Vec<Distribution>,
}

impl Rehearsal {
    /// Plays out `deals` hands in each situation, and each of them in every way with the same cards and dice.
    pub fn play(&mut self, reference: &Reference, forecast: &Forecast, deals: usize, rng: &mut Xoshiro256PlusPlus) {
        self.counts.resize(SITUATIONS * WAYS, Distribution::default());
        let fading = 1.0 - deals as f64 / COUNTED;
        for count in self.counts.iter_mut().flatten() {
            *count *= fading.max(0.0);
        }
        for number in 0..SITUATIONS {
            for _ in 0..deals {
                let standing = any_of(number, rng);
                let state = deal(reference, standing, rng);
                let style = forecast.draw(standing.of_opponent(), rng);
                let players =
                    Players { reference, me: if standing.leads { Player::ZERO } else { Player::ONE }, style: &style };
                let dice = Xoshiro256PlusPlus::from_rng(rng);
                for (way, continuation) in ways().enumerate() {
                    let outcome = players.finish(state, continuation, &mut dice.clone());
                    self.counts[number * WAYS + way][outcome as usize] += 1.0;
                }
            }
        }
    }

    /// The values of the scores for a player who chooses the best way at each.
    pub fn values(&self) -> ScoreValues {
        let prospects: Vec<Vec<Prospect>> = self.counts.chunks_exact(WAYS).map(prospects).collect();
        ScoreValues::solve(|standing| prospects.get(situation(standing)).map_or(&[], Vec::as_slice))
    }

    /// True if no hand was played out.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// True if the counts are those of this version, and numbers.
    pub fn is_sound(&self) -> bool {
        let sound = |count: &f64| count.is_finite() && *count >= 0.0;
        (self.is_empty() || self.counts.len() == SITUATIONS * WAYS) && self.counts.iter().flatten().all(sound)
    }
}

fn ways() -> impl Iterator<Item = Continuation> {
    let offers = OFFERS.map(|least| Continuation { offers: Some(least), accepts: None });
    let accepts = ACCEPTS.map(|least| Continuation { offers: None, accepts: Some(least) });
    std::iter::once(Continuation::default()).chain(offers).chain(accepts)
}

/// All pairs of a way to offer and a way to accept. One hand has one challenge, so that what both change is nearly the sum
/// of what each changes.
fn prospects(counts: &[Distribution]) -> Vec<Prospect> {
    let shares: Vec<Distribution> = counts.iter().map(shares_of).collect();
    let tried: Vec<Continuation> = ways().collect();
    let offering = 0..=OFFERS.len();
    let pairs =
        offering.flat_map(|offer| std::iter::once(0).chain(1 + OFFERS.len()..WAYS).map(move |accept| (offer, accept)));
    let prospect = |(offer, accept): (usize, usize)| {
        let sum = |index: usize| (shares[offer][index] + shares[accept][index] - shares[0][index]).max(0.0);
        Prospect {
            continuation: Continuation { offers: tried[offer].offers, accepts: tried[accept].accepts },
            outcomes: shares_of(&std::array::from_fn(sum)),
        }
    };
    pairs.map(prospect).collect()
}

fn shares_of(counts: &Distribution) -> Distribution {
    let sum: f64 = counts.iter().sum();
    counts.map(|count| if sum > 0.0 { count / sum } else { 0.0 })
}

/// The number of the situation of a standing.
fn situation(standing: Standing) -> usize {
    let score = ScoreSituation::of(standing.own, standing.theirs);
    2 * score as usize + usize::from(standing.leads)
}

/// A standing of a situation, all alike.
fn any_of(number: usize, rng: &mut impl Rng) -> Standing {
    let last = POINTS_TO_WIN - 1;
    loop {
        let mut points = || rng.random_range(0..POINTS_TO_WIN);
        let (one, other) = (points(), points());
        let (own, theirs) = match ScoreSituation::ALL[number / 2] {
            ScoreSituation::BothLast => (last, last),
            ScoreSituation::OwnLast => (last, one),
            ScoreSituation::OtherLast => (one, last),
            ScoreSituation::Level => (one, one),
            _ => (one, other),
        };
        let standing = Standing { own, theirs, leads: number % 2 == 1 };
        if situation(standing) == number {
            return standing;
        }
    }
}

fn deal(reference: &Reference, standing: Standing, rng: &mut impl Rng) -> HandState {
    let policy = reference.policy();
    HandState::dealt(reference.game().sample_deal(rng), policy.classes.class(standing.score()))
}
