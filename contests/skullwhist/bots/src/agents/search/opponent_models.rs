//! The strategies that the other player may have.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::sample_index;
use rand::Rng;
use rand::seq::IteratorRandom;
use serde::Deserialize;

use crate::agents::{BidAndPlay, Expert, HighCards, bid_probabilities};
use cardsharp_skullwhist_game::observation::{Observation, expected_tricks};
use cardsharp_skullwhist_game::rules::Card;

/// A strategy of bids and plays that the other player may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentModel {
    /// The strategy of [`Expert`].
    Expert,
    /// The strategy of [`HighCards`].
    HighCards,
    /// Random play.
    Random,
    /// A player who guesses the hands well. The bid is unknown. From the next card on, they lose only what they would
    /// lose if they saw both hands. Their cards are those of `expert` more often than by chance.
    Skilled,
}

/// Strategies, each with a probability.
pub(super) type ByModel = ArrayVec<(OpponentModel, f64), { OpponentModel::ALL.len() }>;

impl OpponentModel {
    /// All strategies.
    pub const ALL: [OpponentModel; 4] =
        [OpponentModel::Expert, OpponentModel::HighCards, OpponentModel::Random, OpponentModel::Skilled];

    /// The name of the strategy.
    pub const fn name(self) -> &'static str {
        match self {
            OpponentModel::Expert => "expert",
            OpponentModel::HighCards => "high-cards",
            OpponentModel::Random => "random",
            OpponentModel::Skilled => "skilled",
        }
    }

    /// The prior probabilities, in the order of [`OpponentModel::ALL`]. The weak strategies are included since their
    /// players give away more than caution would take.
    pub const PRIOR: [f64; 4] = [0.3, 0.15, 0.15, 0.4];

    /// The probability of a random action instead. Without noise, a player of another strategy who
    /// did the same for a while would be judged wrongly with certainty.
    const fn noise(self) -> f64 {
        match self {
            OpponentModel::Expert | OpponentModel::HighCards => 0.03,
            OpponentModel::Skilled => 0.5,
            OpponentModel::Random => 1.0,
        }
    }

    /// The probability that the player bids `bid`.
    pub(super) fn bid_probability(self, observation: &Observation, expert: Expert, bid: u8) -> f64 {
        match self {
            OpponentModel::Skilled => skilled_bids(observation).get(usize::from(bid)).copied().unwrap_or(0.0),
            _ => self.of(observation.game.hand_size(), self.meant_bid(observation, expert) == Some(bid)),
        }
    }

    /// The probability that the player plays `card`. `experts` is the expert's card there, which
    /// several strategies need.
    pub(super) fn card_probability(
        self,
        observation: &Observation,
        experts: impl FnOnce() -> Option<Card>,
        card: Card,
    ) -> f64 {
        let meant = self.meant_card(observation, experts) == Some(card);
        self.of(observation.playable().len(), meant)
    }

    /// A bid by the strategy.
    pub(super) fn bid(self, observation: &Observation, expert: Expert, rng: &mut impl Rng) -> u8 {
        if self == OpponentModel::Skilled {
            let bid = sample_index(skilled_bids(observation).into_iter(), rng.random());
            return bid.map_or(1, |bid| bid as u8);
        }
        let meant = self.meant_bid(observation, expert).filter(|_| !rng.random_bool(self.noise()));
        meant.unwrap_or_else(|| rng.random_range(1..=observation.game.hand_size()))
    }

    /// A card by the strategy.
    pub(super) fn card(self, observation: &Observation, mut expert: Expert, rng: &mut impl Rng) -> Option<Card> {
        let meant =
            self.meant_card(observation, || expert.play(observation)).filter(|_| !rng.random_bool(self.noise()));
        meant.or_else(|| observation.playable().into_iter().choose(rng))
    }

    /// The probability of one of `count` choices, if the strategy means it or not.
    fn of(self, count: u8, meant: bool) -> f64 {
        let anything = self.noise() / f64::from(count.max(1));
        anything + if meant { 1.0 - self.noise() } else { 0.0 }
    }

    fn meant_bid(self, observation: &Observation, mut expert: Expert) -> Option<u8> {
        match self {
            OpponentModel::Expert => Some(expert.bid(observation)),
            OpponentModel::HighCards => Some(HighCards.bid(observation)),
            OpponentModel::Random | OpponentModel::Skilled => None,
        }
    }

    fn meant_card(self, observation: &Observation, experts: impl FnOnce() -> Option<Card>) -> Option<Card> {
        match self {
            OpponentModel::Expert | OpponentModel::Skilled => experts(),
            OpponentModel::HighCards => HighCards.play(observation),
            OpponentModel::Random => None,
        }
    }
}

fn skilled_bids(observation: &Observation) -> [f64; 14] {
    let leads = observation.seat == Player::ZERO;
    let expected = expected_tricks(observation.game, observation.hand, leads);
    bid_probabilities(observation.game, expected, 0.0)
}
