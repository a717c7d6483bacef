//! The model of an opponent.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::beliefs::Beliefs;
use super::context::{Context, ScoreSituation, Turn};
use super::families::families;
use super::forecast::Forecast;
use super::reference::Reference;
use super::replayed::{Replayed, other_hand};
use super::sight::Sight;
use super::stake_rule::{About, LEARNED, StakeRule};
use super::unseen::unseen_hands;
use crate::infosets::HandState;
use crate::scores::Score;
use cardsharp_challenge_game::observation::HandSeen;
use cardsharp_challenge_game::rules::{Move, Params};

/// A posterior over the rules that an opponent plays by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpponentModel {
    /// The game that the rules were seen in.
    pub game: Params,
    /// The number of hands observed.
    pub hands: u64,
    pub(super) beliefs: Beliefs,
}

/// The number of hidden hands that are drawn when an observed hand ended early.
const HIDDEN_DRAWS: usize = 48;
/// The probability, at each hand, that the opponent has become another player. An opponent who changes is recognised
/// some tens of hands later; one who does not loses a small share of the evidence.
const HAZARD: f64 = 1.0 / 400.0;

/// The kinds of rules, as indices of their likelihoods: offers by turn, answers by turn, leads and follows.
const KINDS: usize = STAKES + 2;
const STAKES: usize = 2 * Turn::COUNT;
const LEADS: usize = STAKES;
const FOLLOWS: usize = STAKES + 1;

impl OpponentModel {
    /// The prior.
    pub fn new(reference: &Reference) -> OpponentModel {
        OpponentModel { game: reference.game().rules(), hands: 0, beliefs: Beliefs::default() }
    }

    /// True if the model is of this game, and has a weight for every rule.
    pub fn fits(&self, reference: &Reference) -> bool {
        self.game == reference.game().rules() && self.beliefs.fit()
    }

    /// What is believed of the opponent.
    pub fn beliefs(&self) -> &Beliefs {
        &self.beliefs
    }

    /// Updates the model by a hand that is over.
    pub fn observe(&mut self, reference: &Reference, hand: &HandSeen) {
        self.beliefs.forget(HAZARD);
        self.hands += 1;
        let policy = reference.policy();
        let points = [hand.own_points, hand.their_points].map(|points| points.min(9));
        let score = Score { leader: points[usize::from(!hand.led)], follower: points[usize::from(hand.led)] };
        let replayed = Replayed {
            game: reference.game(),
            class: policy.classes.class(score),
            led: hand.led,
            dealt: hand.dealt,
            actions: &hand.actions,
        };
        let situation = ScoreSituation::of(points[1], points[0]);
        let mut evidence = Evidence::new(&self.beliefs, situation);
        let forecast = Forecast::new(&self.beliefs);
        let shown = replayed.shown();
        let hidden = usize::from(reference.game().rules().hand_size()) - shown.len();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.hands);
        let others = unseen_hands(hidden, replayed.left(hand.gone), HIDDEN_DRAWS, &mut rng);
        for (others, weight) in others {
            let Some(theirs) = other_hand(reference.game(), shown, others) else {
                continue;
            };
            evidence.begin();
            let mut likelihood = weight;
            let walked = replayed.walk(theirs, |state, action| {
                likelihood *= evidence.take(reference, &forecast, state, action);
            });
            if walked.is_some() {
                evidence.add(likelihood);
            }
        }
        self.update(&evidence);
    }

    fn update(&mut self, evidence: &Evidence) {
        let sum: f64 = evidence.all_seen.iter().map(|(weight, _)| weight).sum();
        for (weight, seen) in evidence.all_seen.iter().filter(|_| sum > 0.0) {
            for &(kind, values, done) in seen {
                let (about, turn) = stake_of(kind);
                let curves = match about {
                    About::Offer => self.beliefs.offers.curves(turn.stage),
                    About::Answer => self.beliefs.answers.curves(turn.stage),
                };
                for (curve, value) in curves.iter_mut().zip(values) {
                    curve.count(value, done, weight / sum);
                }
            }
        }
        for (kind, likelihoods) in evidence.sums.iter().enumerate() {
            if !evidence.met[kind] {
                continue;
            }
            match kind {
                LEADS => _ = self.beliefs.leads.update(likelihoods, 1.0),
                FOLLOWS => _ = self.beliefs.follows.update(likelihoods, 1.0),
                _ => {
                    let (about, turn) = stake_of(kind);
                    let score = evidence.score;
                    let context = Context { turn, score };
                    match about {
                        About::Offer => {
                            let observations = evidence.offers_seen(kind);
                            self.beliefs.offers.update(context, likelihoods, observations);
                        }
                        About::Answer => self.beliefs.answers.update(context, likelihoods, 1.0),
                    }
                }
            }
        }
    }
}

/// The index of a kind of rules about challenges.
fn kind_of(about: About, turn: Turn) -> usize {
    match about {
        About::Offer => turn.index(),
        About::Answer => Turn::COUNT + turn.index(),
    }
}

/// The rules about challenges of this index.
fn stake_of(kind: usize) -> (About, Turn) {
    let index = kind % Turn::COUNT;
    let turn = Turn { stage: index / 2, leads: index % 2 == 1 };
    let about = if kind < Turn::COUNT { About::Offer } else { About::Answer };
    (about, turn)
}

/// A decision about a challenge: its kind, the values of the learned features, and whether it was done.
type Seen = (usize, [f64; LEARNED.len()], bool);

/// The likelihood of what was observed under each rule, summed over the hands that the opponent may have held.
struct Evidence {
    /// The score for the opponent.
    score: ScoreSituation,
    /// The rules about challenges, by kind.
    stakes: [Vec<StakeRule>; STAKES],
    /// The decisions about challenges in the hand under way.
    seen: Vec<Seen>,
    /// The same in all hands, with their likelihoods.
    all_seen: Vec<(f64, Vec<Seen>)>,
    sums: [Vec<f64>; KINDS],
    met: [bool; KINDS],
    /// For the hand under way: the likelihood under each rule, over that under the model.
    ratios: [Vec<f64>; KINDS],
    touched: [bool; KINDS],
}

impl Evidence {
    fn new(beliefs: &Beliefs, score: ScoreSituation) -> Evidence {
        let family = &families().stakes.rules;
        let stakes = |kind: usize| match stake_of(kind) {
            (About::Offer, turn) => beliefs.offers.rules(family, turn.stage),
            (About::Answer, turn) => beliefs.answers.rules(family, turn.stage),
        };
        let zeros = |kind: usize| match kind {
            LEADS => vec![0.0; families().leads.rules.len()],
            FOLLOWS => vec![0.0; families().follows.rules.len()],
            _ => vec![0.0; families().stakes.rules.len()],
        };
        Evidence {
            score,
            stakes: std::array::from_fn(stakes),
            seen: Vec::new(),
            all_seen: Vec::new(),
            sums: std::array::from_fn(zeros),
            met: [false; KINDS],
            ratios: std::array::from_fn(zeros),
            touched: [false; KINDS],
        }
    }

    fn begin(&mut self) {
        for ratios in &mut self.ratios {
            ratios.fill(1.0);
        }
        self.touched = [false; KINDS];
        self.seen.clear();
    }

    /// The number of observations that the hand is of offers of a kind. An offer whose hand was
    /// shown counts in full. Without the hand it says little about bluffs, and no offer says less.
    fn offers_seen(&self, offers: usize) -> f64 {
        let offered = |seen: &[Seen]| seen.iter().any(|&(kind, _, done)| kind == offers && done);
        match self.all_seen.first() {
            Some((_, seen)) if !offered(seen) => 0.02,
            Some(_) if self.all_seen.len() > 1 => 0.1,
            _ => 1.0,
        }
    }

    /// Takes in an action. Returns its probability under the model.
    fn take(&mut self, reference: &Reference, forecast: &Forecast, state: &HandState, action: Move) -> f64 {
        let sight = Sight::new(reference, state);
        let expected = forecast.probabilities(self.score, &sight, action);
        match action {
            Move::Accept | Move::Reject => {
                let accepts = action == Move::Accept;
                self.stake(&sight, About::Answer, accepts, expected.stake);
            }
            Move::Offer => {
                self.stake(&sight, About::Offer, true, expected.stake);
            }
            Move::Play(card) => {
                if expected.may_offer {
                    self.stake(&sight, About::Offer, false, expected.stake);
                }
                if sight.cards().distinct().nth(1).is_some() {
                    let (kind, family) = match sight.led() {
                        None => (LEADS, &families().leads),
                        Some(_) => (FOLLOWS, &families().follows),
                    };
                    let rules = family.rules.iter();
                    let shares = rules.map(|rule| rule.probability(&sight, card));
                    self.multiply(kind, shares, expected.card);
                }
            }
        }
        expected.stake * expected.card
    }

    fn stake(&mut self, sight: &Sight<'_>, about: About, done: bool, expected: f64) {
        let kind = kind_of(about, sight.turn());
        let rules = std::mem::take(&mut self.stakes[kind]);
        let shares = rules.iter().map(|rule| {
            let share = rule.probability(about, sight);
            if done { share } else { 1.0 - share }
        });
        self.multiply(kind, shares, expected);
        self.stakes[kind] = rules;
        let values = LEARNED.map(|feature| sight.feature(feature));
        self.seen.push((kind, values, done));
    }

    fn multiply(&mut self, kind: usize, shares: impl Iterator<Item = f64>, expected: f64) {
        self.touched[kind] = true;
        for (ratio, share) in self.ratios[kind].iter_mut().zip(shares) {
            *ratio *= share / expected.max(1e-12);
        }
    }

    /// Adds the hand under way, whose likelihood under the model is given.
    fn add(&mut self, likelihood: f64) {
        self.all_seen.push((likelihood, self.seen.clone()));
        for kind in 0..KINDS {
            self.met[kind] |= self.touched[kind];
            for (sum, ratio) in self.sums[kind].iter_mut().zip(&self.ratios[kind]) {
                *sum += likelihood * ratio;
            }
        }
    }
}
