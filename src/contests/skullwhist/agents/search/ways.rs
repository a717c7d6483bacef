//! The strategies that the other player may have.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::sample_index;
use rand::Rng;
use rand::seq::IteratorRandom;

use crate::contests::skullwhist::agents::{
    Agent, Expert, HighCards, Sight, bid_probabilities, expected_tricks,
};
use crate::contests::skullwhist::rules::Card;

/// A strategy of bids and plays that the other player may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The strategy of [`Expert`].
    Expert,
    /// The strategy of [`HighCards`].
    HighCards,
    /// Random play.
    Random,
    /// A player who guesses the hands well. The bid is unknown. From the next card on, they lose
    /// only what they would lose if they saw both hands. Their cards are those of `expert` more
    /// often than by chance.
    Skilled,
}

impl Way {
    /// All strategies.
    pub const ALL: [Way; 4] = [Way::Expert, Way::HighCards, Way::Random, Way::Skilled];

    /// The name of the strategy.
    pub const fn name(self) -> &'static str {
        match self {
            Way::Expert => "expert",
            Way::HighCards => "high-cards",
            Way::Random => "random",
            Way::Skilled => "skilled",
        }
    }

    /// The prior probability. The weak strategies are included since their players give away more
    /// than caution would take.
    pub(super) const fn prior(self) -> f64 {
        match self {
            Way::Expert => 0.3,
            Way::HighCards | Way::Random => 0.15,
            Way::Skilled => 0.4,
        }
    }

    /// The probability of a random action instead. Without noise, a player of another strategy who
    /// did the same for a while would be judged wrongly with certainty.
    const fn noise(self) -> f64 {
        match self {
            Way::Expert | Way::HighCards => 0.03,
            Way::Skilled => 0.5,
            Way::Random => 1.0,
        }
    }

    /// The probability that the player bids `bid`.
    pub(super) fn bid_probability(self, sight: &Sight, expert: Expert, bid: u8) -> f64 {
        match self {
            Way::Skilled => skilled_bids(sight)
                .get(usize::from(bid))
                .copied()
                .unwrap_or(0.0),
            _ => self.of(
                sight.game.hand_size(),
                self.meant_bid(sight, expert) == Some(bid),
            ),
        }
    }

    /// The probability that the player plays `card`. `experts` is the expert's card there, which
    /// several strategies need.
    pub(super) fn card_probability(
        self,
        sight: &Sight,
        experts: impl FnOnce() -> Option<Card>,
        card: Card,
    ) -> f64 {
        let meant = self.meant_card(sight, experts) == Some(card);
        self.of(sight.playable().len(), meant)
    }

    /// A bid by the strategy.
    pub(super) fn bid(self, sight: &Sight, expert: Expert, rng: &mut impl Rng) -> u8 {
        if self == Way::Skilled {
            let bid = sample_index(skilled_bids(sight).into_iter(), rng.random());
            return bid.map_or(1, |bid| bid as u8);
        }
        let meant = self
            .meant_bid(sight, expert)
            .filter(|_| !rng.random_bool(self.noise()));
        meant.unwrap_or_else(|| rng.random_range(1..=sight.game.hand_size()))
    }

    /// A card by the strategy.
    pub(super) fn card(
        self,
        sight: &Sight,
        mut expert: Expert,
        rng: &mut impl Rng,
    ) -> Option<Card> {
        let meant = self
            .meant_card(sight, || expert.play(sight))
            .filter(|_| !rng.random_bool(self.noise()));
        meant.or_else(|| sight.playable().into_iter().choose(rng))
    }

    /// The probability of one of `count` choices, if the strategy means it or not.
    fn of(self, count: u8, meant: bool) -> f64 {
        let anything = self.noise() / f64::from(count.max(1));
        anything + if meant { 1.0 - self.noise() } else { 0.0 }
    }

    fn meant_bid(self, sight: &Sight, mut expert: Expert) -> Option<u8> {
        match self {
            Way::Expert => Some(expert.bid(sight)),
            Way::HighCards => Some(HighCards.bid(sight)),
            Way::Random | Way::Skilled => None,
        }
    }

    fn meant_card(self, sight: &Sight, experts: impl FnOnce() -> Option<Card>) -> Option<Card> {
        match self {
            Way::Expert | Way::Skilled => experts(),
            Way::HighCards => HighCards.play(sight),
            Way::Random => None,
        }
    }
}

fn skilled_bids(sight: &Sight) -> [f64; 14] {
    let leads = sight.seat == Player::ZERO;
    let expected = expected_tricks(sight.game, sight.hand, leads);
    bid_probabilities(sight.game, expected, 0.0)
}
