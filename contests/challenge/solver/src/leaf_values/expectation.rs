//! The expected values of hands where a strategy ends.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{LeafValues, Reaches};

use super::leaf::is_beginning;
use super::learned::{LearnedValues, WrongNetwork};
use super::responses::{GAME, same_worth, worth_against};
use crate::infosets::HandState;
use crate::policy::HandStrategy;
use crate::ranges::RangeHand;

/// The values that hands expect at the leaves of a trunk.
#[derive(Clone, Debug)]
pub enum LeafExpectation {
    /// As a network has learned them.
    Learned(LearnedValues),
    /// As the hands are worth in a solution, after so many tricks.
    Worths(u8),
}

impl From<LearnedValues> for LeafExpectation {
    fn from(learned: LearnedValues) -> LeafExpectation {
        LeafExpectation::Learned(learned)
    }
}

impl LeafExpectation {
    /// The expectations of `strategy` where it ends; none if it plays the whole hand.
    ///
    /// # Errors
    ///
    /// [`WrongNetwork`] if its network is of another hand.
    pub fn of(hand: &RangeHand, strategy: &dyn HandStrategy) -> Result<Option<LeafExpectation>, WrongNetwork> {
        if let Some(responses) = strategy.responses() {
            return Ok(Some(LeafExpectation::Worths(responses.over)));
        }
        let network = strategy.leaf_network();
        let learned = network.map(|network| LearnedValues::new(hand, network));
        Ok(learned.transpose()?.map(LeafExpectation::Learned))
    }

    /// The number of tricks before.
    pub fn over(&self) -> u8 {
        match self {
            LeafExpectation::Learned(learned) => learned.encoding.over(),
            LeafExpectation::Worths(over) => *over,
        }
    }

    /// True if the strategy ends in `public`.
    pub fn is_leaf(&self, public: &HandState) -> bool {
        is_beginning(public, self.over())
    }

    /// The values that the hands of `player` expect at a leaf to which both players come with `ranges`: those
    /// that `strategy`, whose expectations these are, promises there, or else the learned ones. None where
    /// a solution knows nothing.
    pub fn known(
        &self,
        strategy: &dyn HandStrategy,
        hand: &RangeHand,
        public: &HandState,
        (player, ranges): (Player, &[Vec<f32>; 2]),
    ) -> Option<Vec<f32>> {
        let reaches = Reaches::of(ranges, player);
        let learned = match self {
            LeafExpectation::Worths(_) => {
                return worth_against(hand, strategy.responses()?, (public, player), reaches.other, GAME);
            }
            LeafExpectation::Learned(learned) => learned,
        };
        if let Some(promised) = strategy.promised(public.history, player) {
            return Some(promised.to_vec());
        }
        let mut values = vec![0.0; reaches.own.len()];
        learned.write_values(hand, public, player, reaches, &mut values);
        Some(values)
    }

    /// The same, with the game for every hand of which nothing is known.
    pub fn expected(
        &self,
        strategy: &dyn HandStrategy,
        hand: &RangeHand,
        public: &HandState,
        (player, ranges): (Player, &[Vec<f32>; 2]),
    ) -> Vec<f32> {
        let known = self.known(strategy, hand, public, (player, ranges));
        let other = &ranges[player.opponent().index()];
        known.unwrap_or_else(|| same_worth(hand, (public, player), other, GAME))
    }
}
