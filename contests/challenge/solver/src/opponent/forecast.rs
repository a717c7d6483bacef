//! The actions that a model expects at a decision.

use cardsharp_solvers::strategy::Strategy;
use rand::Rng;

use super::beliefs::Beliefs;
use super::card_rule::CardRule;
use super::context::{Context, STAGES, ScoreSituation, Turn};
use super::contextual::Contextual;
use super::families::families;
use super::reference::Reference;
use super::sight::Sight;
use super::stake_rule::{About, StakeRule};
use crate::infosets::{HandGame, HandState, Stake};
use cardsharp_challenge_game::rules::{Move, Rank};

/// The rules of a model that matter, with their weights.
pub struct Forecast {
    offers: Vec<ByTurn<Weighted<StakeRule>>>,
    answers: Vec<ByTurn<Weighted<StakeRule>>>,
    leads: Weighted<CardRule>,
    follows: Weighted<CardRule>,
}

/// One for each turn of a hand, in the order of [`Turn::all`].
type ByTurn<T> = [T; Turn::COUNT];

/// A player who may be the opponent in one situation of the score: one rule of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    offers: ByTurn<StakeRule>,
    answers: ByTurn<StakeRule>,
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

/// The mean of the players who may be the opponent at a score, as one player.
pub struct ForecastPlayer<'a> {
    /// The reference of the model.
    pub reference: &'a Reference,
    /// The expectations of the model.
    pub forecast: &'a Forecast,
    /// The score for the opponent.
    pub score: ScoreSituation,
    /// Actions of less probability are left out.
    pub least: f64,
}

impl Strategy<HandGame> for ForecastPlayer<'_> {
    fn probabilities(&self, _: &HandGame, state: &HandState, out: &mut [f64]) {
        self.forecast.write_row(self.score, &Sight::new(self.reference, state), out);
        let kept = |share: f64| if share >= self.least { share } else { 0.0 };
        let sum: f64 = out.iter().map(|&share| kept(share)).sum();
        if sum > 0.0 {
            out.iter_mut().for_each(|share| *share = kept(*share) / sum);
        }
    }
}

/// Rules of less weight are left out.
const LEAST_WEIGHT: f64 = 1e-4;
/// The number of rules of a decision whose mean is [`ForecastPlayer`].
const LIKELIEST: usize = 32;

impl Forecast {
    /// What is expected after these beliefs.
    pub fn new(beliefs: &Beliefs) -> Forecast {
        let families = families();
        Forecast {
            offers: by_situation(&beliefs.offers),
            answers: by_situation(&beliefs.answers),
            leads: Weighted::new(&families.leads.rules, &beliefs.leads.confident()),
            follows: Weighted::new(&families.follows.rules, &beliefs.follows.confident()),
        }
    }

    /// The probability of an action at a score.
    pub fn probability(&self, score: ScoreSituation, sight: &Sight<'_>, action: Move) -> f64 {
        let expected = self.probabilities(score, sight, action);
        expected.stake * expected.card
    }

    /// Writes the probabilities of all actions at a score, in the order of [`HandGame::act`]. Cards that look random are
    /// those of the reference policy, as in [`Style`].
    fn write_row(&self, score: ScoreSituation, sight: &Sight<'_>, out: &mut [f64]) {
        let turn = sight.turn().index();
        let mean = |rules: &[ByTurn<Weighted<StakeRule>>], about| {
            rules[score as usize][turn].mean_of_likeliest(|rule| rule.probability(about, sight))
        };
        let stake = sight.state().stake;
        if let Stake::Offered(_) = stake {
            let accepts = mean(&self.answers, About::Answer);
            return out.copy_from_slice(&[accepts, 1.0 - accepts]);
        }
        let offers = if stake == Stake::Open { mean(&self.offers, About::Offer) } else { 0.0 };
        let rules = if sight.led().is_some() { &self.follows } else { &self.leads };
        let cards = sight.cards().distinct().map(|card| rules.mean(|rule| rule.played_out().probability(sight, card)));
        let row = cards.map(|share| (1.0 - offers) * share).chain([offers]);
        out.iter_mut().zip(row).for_each(|(out, share)| *out = share);
    }

    pub(super) fn probabilities(&self, score: ScoreSituation, sight: &Sight<'_>, action: Move) -> Expected {
        let turn = sight.turn().index();
        let [offers, answers] = [&self.offers, &self.answers].map(|rules| &rules[score as usize][turn]);
        let may_offer = sight.state().stake == Stake::Open;
        let mean = |rules: &Weighted<StakeRule>, about| rules.mean(|rule| rule.probability(about, sight));
        let stake = match action {
            Move::Accept => mean(answers, About::Answer),
            Move::Reject => 1.0 - mean(answers, About::Answer),
            Move::Offer => mean(offers, About::Offer),
            Move::Play(_) if may_offer => 1.0 - mean(offers, About::Offer),
            Move::Play(_) => 1.0,
        };
        let card = match action {
            Move::Play(card) => {
                let rules = if sight.led().is_some() { &self.follows } else { &self.leads };
                rules.mean(|rule| rule.probability(sight, card))
            }
            _ => 1.0,
        };
        Expected { may_offer, stake, card }
    }

    /// Draws a player from the posterior, at a score.
    pub fn draw(&self, score: ScoreSituation, rng: &mut impl Rng) -> Style {
        let mut draw =
            |rules: &[ByTurn<Weighted<StakeRule>>]| rules[score as usize].each_ref().map(|rules| rules.draw(rng));
        Style {
            offers: draw(&self.offers),
            answers: draw(&self.answers),
            lead: self.leads.draw(rng).played_out(),
            follow: self.follows.draw(rng).played_out(),
        }
    }
}

/// The rules of every situation of the score.
fn by_situation(beliefs: &Contextual) -> Vec<ByTurn<Weighted<StakeRule>>> {
    let stakes = &families().stakes.rules;
    let rules: [Vec<StakeRule>; STAGES] = std::array::from_fn(|stage| beliefs.rules(stakes, stage));
    let turns: Vec<Turn> = Turn::all().collect();
    let situation = |score| {
        std::array::from_fn(|index| {
            let turn = turns[index];
            Weighted::new(&rules[turn.stage], &beliefs.confident(Context { turn, score }))
        })
    };
    ScoreSituation::ALL.map(situation).into()
}

impl Style {
    /// Draws the action of the player.
    pub fn act(&self, sight: &Sight<'_>, rng: &mut impl Rng) -> Move {
        let turn = sight.turn().index();
        let state = sight.state();
        if let Stake::Offered(_) = state.stake {
            let accepts = self.answers[turn].probability(About::Answer, sight);
            return if rng.random::<f64>() < accepts { Move::Accept } else { Move::Reject };
        }
        if state.stake == Stake::Open && rng.random::<f64>() < self.offers[turn].probability(About::Offer, sight) {
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

    /// The mean over the likeliest rules alone.
    fn mean_of_likeliest(&self, value: impl Fn(&R) -> f64) -> f64 {
        let rules = self.rules.iter().take(LIKELIEST);
        let (sum, all) =
            rules.fold((0.0, 0.0), |(sum, all), (rule, weight)| (sum + weight * value(rule), all + weight));
        sum / all
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
