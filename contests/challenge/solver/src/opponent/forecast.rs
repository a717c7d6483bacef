//! The actions that a model expects at a decision.

use rand::Rng;

use super::beliefs::Beliefs;
use super::card_rule::CardRule;
use super::families::families;
use super::mixture::STAGES;

use super::sight::Sight;
use super::stake_rule::{About, StakeRule};
use crate::infosets::Stake;
use cardsharp_challenge_game::rules::{Move, Rank};

/// The rules of a model that matter, with their weights.
pub struct Forecast {
    offers: [Weighted<StakeRule>; STAGES],
    answers: [Weighted<StakeRule>; STAGES],
    leads: Weighted<CardRule>,
    follows: Weighted<CardRule>,
}

/// A player who may be the opponent: one rule of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    offers: [StakeRule; STAGES],
    answers: [StakeRule; STAGES],
    lead: CardRule,
    follow: CardRule,
}

/// The probabilities of an action.
pub(super) struct Expected {
    /// True if a challenge could be offered.
    pub(super) may_offer: bool,
    /// The probability of what was done about the challenge.
    pub(super) stake: f64,
    /// The probability of the card, given that a card is played.
    pub(super) card: f64,
}

/// Rules of less weight are left out.
const LEAST_WEIGHT: f64 = 1e-4;

impl Forecast {
    /// What is expected after these beliefs.
    pub fn new(beliefs: &Beliefs) -> Forecast {
        let families = families();
        let stakes = &families.stakes.rules;
        let stage =
            |stage: usize| Weighted::new(&beliefs.offers.rules(stakes, stage), &beliefs.offers.confident(stage));
        let answer =
            |stage: usize| Weighted::new(&beliefs.answers.rules(stakes, stage), &beliefs.answers.confident(stage));
        Forecast {
            offers: std::array::from_fn(stage),
            answers: std::array::from_fn(answer),
            leads: Weighted::new(&families.leads.rules, &beliefs.leads.confident()),
            follows: Weighted::new(&families.follows.rules, &beliefs.follows.confident()),
        }
    }

    /// The probability of an action.
    pub fn probability(&self, sight: &Sight<'_>, action: Move) -> f64 {
        let expected = self.probabilities(sight, action);
        expected.stake * expected.card
    }

    pub(super) fn probabilities(&self, sight: &Sight<'_>, action: Move) -> Expected {
        let stage = sight.stage();
        let may_offer = sight.state().stake == Stake::Open;
        let mean = |rules: &Weighted<StakeRule>, about| rules.mean(|rule| rule.probability(about, sight));
        let stake = match action {
            Move::Accept => mean(&self.answers[stage], About::Answer),
            Move::Reject => 1.0 - mean(&self.answers[stage], About::Answer),
            Move::Offer => mean(&self.offers[stage], About::Offer),
            Move::Play(_) if may_offer => 1.0 - mean(&self.offers[stage], About::Offer),
            Move::Play(_) => 1.0,
        };
        let card = match action {
            Move::Play(card) => {
                let rules = if sight.led().is_some() {
                    &self.follows
                } else {
                    &self.leads
                };
                rules.mean(|rule| rule.probability(sight, card))
            }
            _ => 1.0,
        };
        Expected { may_offer, stake, card }
    }

    /// Draws a player from the posterior.
    pub fn draw(&self, rng: &mut impl Rng) -> Style {
        Style {
            offers: [0, 1, 2].map(|stage| self.offers[stage].draw(rng)),
            answers: [0, 1, 2].map(|stage| self.answers[stage].draw(rng)),
            lead: self.leads.draw(rng).played_out(),
            follow: self.follows.draw(rng).played_out(),
        }
    }
}

impl Style {
    /// Draws the action of the player.
    pub fn act(&self, sight: &Sight<'_>, rng: &mut impl Rng) -> Move {
        let stage = sight.stage();
        let state = sight.state();
        if let Stake::Offered(_) = state.stake {
            let accepts = self.answers[stage].probability(About::Answer, sight);
            return if rng.random::<f64>() < accepts {
                Move::Accept
            } else {
                Move::Reject
            };
        }
        if state.stake == Stake::Open && rng.random::<f64>() < self.offers[stage].probability(About::Offer, sight) {
            return Move::Offer;
        }
        let rule = if sight.led().is_some() { self.follow } else { self.lead };
        Move::Play(self.card(rule, sight, rng))
    }

    fn card(&self, rule: CardRule, sight: &Sight<'_>, rng: &mut impl Rng) -> Rank {
        let mut chance = rng.random::<f64>();
        let mut last = None;
        for card in sight.cards().distinct() {
            last = Some(card);
            chance -= rule.probability(sight, card);
            if chance < 0.0 {
                break;
            }
        }
        last.unwrap_or(LOWEST)
    }
}

/// The card of an empty hand, which no decision has.
const LOWEST: Rank = match Rank::new(1) {
    Some(rank) => rank,
    None => unreachable!(),
};

/// Rules with weights that sum to 1.
struct Weighted<R> {
    rules: Vec<(R, f64)>,
}

impl<R: Copy> Weighted<R> {
    fn new(rules: &[R], weights: &[f64]) -> Weighted<R> {
        let kept = rules.iter().copied().zip(weights.iter().copied());
        let mut kept: Vec<(R, f64)> = kept.filter(|&(_, weight)| weight >= LEAST_WEIGHT).collect();
        kept.sort_by(|one, two| two.1.total_cmp(&one.1));
        let sum: f64 = kept.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut kept {
            *weight /= sum;
        }
        Weighted { rules: kept }
    }

    fn mean(&self, value: impl Fn(&R) -> f64) -> f64 {
        self.rules.iter().map(|(rule, weight)| weight * value(rule)).sum()
    }

    fn draw(&self, rng: &mut impl Rng) -> R {
        let mut chance = rng.random::<f64>();
        for &(rule, weight) in &self.rules {
            chance -= weight;
            if chance < 0.0 {
                return rule;
            }
        }
        self.rules[0].0
    }
}
