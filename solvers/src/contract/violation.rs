//! The violations of the game contract.

use std::fmt;

use thiserror::Error;

use crate::game::{Fraction, Game, Player};

/// A history, by the names of its outcomes and actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History(pub Vec<String>);

impl History {
    /// The history that the child indices `path` lead to.
    pub(super) fn named<G: Game>(game: &G, path: &[usize]) -> History {
        let mut state = game.root();
        let mut names = Vec::with_capacity(path.len());
        for &index in path {
            names.push(game.action_name(&state, index));
            state = game.child(&state, index);
        }
        History(names)
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return write!(f, "at the root");
        }
        write!(f, "after {}", self.0.join(", "))
    }
}

/// A broken clause of the game contract, and the history at which it shows.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Violation {
    /// A chance state without outcomes, or a decision without actions.
    #[error("{history}: nothing can happen, yet the state is not terminal")]
    NothingToDo {
        /// The history.
        history: History,
    },
    /// A history that has not ended after the steps allowed.
    #[error("{history}: no end after {depth} steps; if the game is that long, allow it `deepest`")]
    TooDeep {
        /// The first steps of the history.
        history: History,
        /// The number of steps taken.
        depth: usize,
    },
    /// A probability that is not positive, or not a number.
    #[error("{history}: outcome {outcome} has probability {probability}; leave it out or mend it")]
    ChanceNotPositive {
        /// The history.
        history: History,
        /// The index of the outcome.
        outcome: usize,
        /// Its probability.
        probability: f64,
    },
    /// Probabilities that do not sum to 1.
    #[error("{history}: the chance probabilities sum to {sum}, not 1")]
    ChanceSum {
        /// The history.
        history: History,
        /// The sum of the probabilities.
        sum: f64,
    },
    /// Some outcomes of a state have a fraction and others have none.
    #[error("{history}: outcome {outcome} has no fraction, others have; give all or none")]
    FractionMissing {
        /// The history.
        history: History,
        /// The index of the outcome without a fraction.
        outcome: usize,
    },
    /// A fraction that differs from the probability, or has a denominator of 0.
    #[error(
        "{history}: outcome {outcome} has probability {probability} and fraction {}/{}",
        .fraction.numerator, .fraction.denominator
    )]
    FractionDiffers {
        /// The history.
        history: History,
        /// The index of the outcome.
        outcome: usize,
        /// Its fraction.
        fraction: Fraction,
        /// Its probability.
        probability: f64,
    },
    /// Fractions that do not sum to exactly 1.
    #[error("{history}: the chance fractions sum to {numerator}/{denominator}, not 1")]
    FractionSum {
        /// The history.
        history: History,
        /// The numerator of the sum.
        numerator: u128,
        /// The denominator of the sum.
        denominator: u128,
    },
    /// Fractions without a common denominator of 128 bits.
    #[error("{history}: the chance fractions have no common denominator of 128 bits; reduce them")]
    FractionsTooFine {
        /// The history.
        history: History,
    },
    /// The player to move is not in the game.
    #[error("{history}: player {player} moves, but there are only {players}, counted from 0")]
    NoSuchPlayer {
        /// The history.
        history: History,
        /// The player to move.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// Two players with the same key.
    #[error("{history}: player {player} moves with the key {key:#x} of player {other}")]
    SharedKey {
        /// The history.
        history: History,
        /// The player to move here.
        player: Player,
        /// The player to move elsewhere with that key.
        other: Player,
        /// The key.
        key: u64,
    },
    /// Two states of one information set with different numbers of actions.
    #[error("{history}: {actions} actions, but {others} elsewhere in information set `{infoset}`")]
    ActionCount {
        /// The history.
        history: History,
        /// The number of actions here.
        actions: usize,
        /// The number of actions in another state.
        others: usize,
        /// The name of the information set.
        infoset: String,
    },
    /// Two actions or outcomes of one state with the same name.
    #[error("{history}: two children are called `{name}`")]
    SharedActionName {
        /// The history.
        history: History,
        /// The name.
        name: String,
    },
    /// Actions whose names, or their order, differ within an information set.
    #[error("{history}: actions have other names or another order than elsewhere in information set `{infoset}`")]
    ActionOrder {
        /// The history.
        history: History,
        /// The name of the information set.
        infoset: String,
    },
    /// A player with imperfect recall, who forgets an observation or an own action.
    #[error(
        "{history}: information set `{infoset}` was also reached by other own actions; put what \
         the player did and knew before into the key"
    )]
    PerfectRecall {
        /// The history.
        history: History,
        /// The name of the information set.
        infoset: String,
    },
    /// Two information sets with the same name.
    #[error("{history}: the key {key:#x} has the name `{name}` of another key")]
    SharedName {
        /// The history.
        history: History,
        /// The key here.
        key: u64,
        /// The name.
        name: String,
    },
    /// One information set with two names.
    #[error("{history}: information set `{name}` has another name in another state")]
    SecondName {
        /// The history.
        history: History,
        /// The name here.
        name: String,
    },
    /// Bounds that are not two finite numbers in rising order.
    #[error("the utility bounds {least} and {most} are not finite numbers in rising order")]
    Bounds {
        /// The lower bound.
        least: f64,
        /// The upper bound.
        most: f64,
    },
    /// A utility that is infinite or not a number.
    #[error("{history}: player {player} gets {utility}, not a finite number")]
    UtilityNotFinite {
        /// The history.
        history: History,
        /// The player with this utility.
        player: Player,
        /// The utility.
        utility: f64,
    },
    /// A utility outside the bounds.
    #[error("{history}: player {player} gets {utility}, outside the bounds {least} to {most}")]
    UtilityOutside {
        /// The history.
        history: History,
        /// The player with this utility.
        player: Player,
        /// The utility.
        utility: f64,
        /// The lower bound.
        least: f64,
        /// The upper bound.
        most: f64,
    },
    /// A bound that no utility reaches.
    #[error("utility bound {bound} is never reached, only {reached}; tighten it")]
    BoundNotTight {
        /// The bound.
        bound: f64,
        /// The nearest utility of any player in any terminal state.
        reached: f64,
    },
    /// A drawn state that is not a child.
    #[error("{history}: sample_chance drew a state that is none of the children")]
    NotAChild {
        /// The history.
        history: History,
    },
    /// Children drawn with frequencies that differ from their probabilities.
    #[error(
        "{history}: sample_chance drew outcome {outcome} and its likes {drawn} times of {draws}, \
         against a probability of {probability}"
    )]
    DrawFrequency {
        /// The history.
        history: History,
        /// The index of the first of the outcomes that look alike.
        outcome: usize,
        /// The number of times they were drawn.
        drawn: u64,
        /// The number of draws in all.
        draws: u64,
        /// The sum of their probabilities.
        probability: f64,
    },
}
