//! A strategy for a hand, with the part of a state on which it depends.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::ExternalSampling;
use cardsharp_solvers::strategy::{Strategy, Uniform};

use super::leaf_network::LeafNetwork;
use super::response_values::ResponseValues;
use crate::infosets::{HandGame, HandId, HandInfosets, HandState, Stake};

/// A strategy that can name the part of a state on which it depends.
pub trait HandStrategy: Strategy<HandGame> {
    /// A number for the part of the state on which the strategy depends, besides the hand. Two states with equal
    /// numbers and hands of the same size have the same strategy for the same hand. None if all states would differ.
    /// The number contains nothing that is forgotten at the beginning of a trick: the same public moves from states
    /// with equal numbers lead to states with equal numbers, until the next trick begins.
    fn public_part(&self, state: &HandState) -> Option<u64>;

    /// The values of the leaves where the strategy ends, if it is a trunk.
    fn leaf_network(&self) -> Option<&LeafNetwork> {
        None
    }

    /// The values that a hand of `player` is promised at a leaf, by the public actions before, if the strategy
    /// is a trunk that has averaged them. They are counted as in a walk, against the other player's range.
    fn promised(&self, _history: u64, _player: Player) -> Option<&[f32]> {
        None
    }

    /// The value of every hand where the strategy ends, if it is known.
    fn responses(&self) -> Option<&ResponseValues> {
        None
    }

    /// A function that returns the probabilities of one hand after another in a public state, if
    /// that is faster than a query for each.
    fn by_hand(&self, _state: &HandState) -> Option<ByHand<'_>> {
        None
    }

    /// Calls `each` with every hand in which the player to move may play non-uniformly, and with a function for the
    /// probabilities (`false`: uniform after all). Returns `false` without any call if every hand must be queried.
    fn for_each_known(&self, _state: &HandState, _each: EachHand<'_>) -> bool {
        false
    }
}

/// See [`HandStrategy::by_hand`].
pub type ByHand<'a> = Box<dyn Fn(HandId, &mut [f64]) + 'a>;

/// See [`HandStrategy::for_each_known`].
pub type EachHand<'a> = &'a mut dyn FnMut(HandId, &dyn Fn(&mut [f64]) -> bool);

impl HandStrategy for ExternalSampling<'_, HandGame, dyn HandInfosets> {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        self.abstraction().public_part(state)
    }
}

impl HandStrategy for Uniform {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some(uniform_part(state))
    }
}

/// The part of the state on which uniform play depends, besides the hand: the number of actions
/// depends on the challenge.
pub(super) fn uniform_part(state: &HandState) -> u64 {
    match state.stake {
        Stake::Open => 0,
        Stake::Accepted => 1,
        Stake::Offered(_) => 2,
    }
}
