//! How the other may bid and play.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::drawn;
use rand::Rng;
use rand::seq::IteratorRandom;

use crate::contests::skullwhist::agents::{
    Agent, Expert, HighCards, Sight, bid_probabilities, expected_tricks,
};
use crate::contests::skullwhist::rules::Card;

/// A way of bidding and playing that the other may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As [`Expert`] does.
    Expert,
    /// As [`HighCards`] does.
    HighCards,
    /// Anything.
    Random,
    /// As one who guesses the hands well: what he bids is unknown, and from the next card on nothing
    /// can be won from him but what could be if he saw both hands. His cards are the expert's more often
    /// than chance has it.
    Skilled,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 4] = [Way::Expert, Way::HighCards, Way::Random, Way::Skilled];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Way::Expert => "expert",
            Way::HighCards => "high-cards",
            Way::Random => "random",
            Way::Skilled => "skilled",
        }
    }

    /// How likely it is before anything was seen of him. The weak ones are there since whoever plays so
    /// gives away more than caution would take.
    pub(super) const fn prior(self) -> f64 {
        match self {
            Way::Expert => 0.3,
            Way::HighCards | Way::Random => 0.15,
            Way::Skilled => 0.4,
        }
    }

    /// How often he does anything instead. Never to be wrong would be to believe what is not so, once a
    /// player of another way has done the same for a while.
    const fn noise(self) -> f64 {
        match self {
            Way::Expert | Way::HighCards => 0.03,
            Way::Skilled => 0.5,
            Way::Random => 1.0,
        }
    }

    /// How likely he bids `bid`.
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

    /// How likely he plays `card`; `experts` is the expert's there, which several ways ask for.
    pub(super) fn card_probability(
        self,
        sight: &Sight,
        experts: impl FnOnce() -> Option<Card>,
        card: Card,
    ) -> f64 {
        let meant = self.meant_card(sight, experts) == Some(card);
        self.of(sight.playable().len(), meant)
    }

    /// What he bids.
    pub(super) fn bid(self, sight: &Sight, expert: Expert, rng: &mut impl Rng) -> u8 {
        if self == Way::Skilled {
            let bid = drawn(skilled_bids(sight).into_iter(), rng.random());
            return bid.map_or(1, |bid| bid as u8);
        }
        let meant = self
            .meant_bid(sight, expert)
            .filter(|_| !rng.random_bool(self.noise()));
        meant.unwrap_or_else(|| rng.random_range(1..=sight.game.hand_size()))
    }

    /// What he plays.
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

    /// The chance of one of `count` choices, which is what he means to do or is not.
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
