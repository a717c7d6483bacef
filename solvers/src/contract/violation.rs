//! What a game can do wrong.

use std::fmt;

use thiserror::Error;

use crate::game::{Fraction, Game, Player};

/// A history, by the names of its outcomes and actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History(pub Vec<String>);

impl History {
    /// The history that these indices lead to.
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

/// The clause of the game contract that is broken, and the history where it shows.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Violation {
    /// A chance state without outcomes, or a decision without actions.
    #[error("{history}: nothing can happen, yet the state is not terminal")]
    NothingToDo {
        /// Where.
        history: History,
    },
    /// A history without end, as far as was looked.
    #[error("{history}: no end after {depth} steps; if the game is that long, allow it `deepest`")]
    TooDeep {
        /// Where; only the first steps.
        history: History,
        /// Steps taken.
        depth: usize,
    },
    /// A probability that is not positive, or not a number.
    #[error("{history}: outcome {outcome} has probability {probability}; leave it out or mend it")]
    ChanceNotPositive {
        /// Where.
        history: History,
        /// Index of the outcome.
        outcome: usize,
        /// Its probability.
        probability: f64,
    },
    /// Probabilities that do not sum to 1.
    #[error("{history}: the chance probabilities sum to {sum}, not 1")]
    ChanceSum {
        /// Where.
        history: History,
        /// What they sum to.
        sum: f64,
    },
    /// Some outcomes of a state have a fraction and some have not.
    #[error("{history}: outcome {outcome} has no fraction, others have; give all or none")]
    FractionMissing {
        /// Where.
        history: History,
        /// Index of the outcome without one.
        outcome: usize,
    },
    /// A fraction that is another number than the probability, or none at all.
    #[error(
        "{history}: outcome {outcome} has probability {probability} and fraction {}/{}",
        .fraction.numerator, .fraction.denominator
    )]
    FractionDiffers {
        /// Where.
        history: History,
        /// Index of the outcome.
        outcome: usize,
        /// Its fraction.
        fraction: Fraction,
        /// Its probability.
        probability: f64,
    },
    /// Fractions that do not sum to exactly 1.
    #[error("{history}: the chance fractions sum to {numerator}/{denominator}, not 1")]
    FractionSum {
        /// Where.
        history: History,
        /// What they sum to, above the line.
        numerator: u128,
        /// And below.
        denominator: u128,
    },
    /// Fractions without a common denominator of 128 bits.
    #[error("{history}: the chance fractions have no common denominator of 128 bits; reduce them")]
    FractionsTooFine {
        /// Where.
        history: History,
    },
    /// A player to move that the game does not have.
    #[error("{history}: player {player} moves, but there are only {players}, counted from 0")]
    NoSuchPlayer {
        /// Where.
        history: History,
        /// Who moves.
        player: Player,
        /// Players there are.
        players: usize,
    },
    /// Two players with one key.
    #[error("{history}: player {player} moves with the key {key:#x} of player {other}")]
    SharedKey {
        /// Where.
        history: History,
        /// Who moves here.
        player: Player,
        /// Who moved with that key elsewhere.
        other: Player,
        /// The key.
        key: u64,
    },
    /// Two states of one information set with different numbers of actions.
    #[error("{history}: {actions} actions, but {others} elsewhere in information set `{infoset}`")]
    ActionCount {
        /// Where.
        history: History,
        /// Actions here.
        actions: usize,
        /// Actions in another state.
        others: usize,
        /// The information set.
        infoset: String,
    },
    /// Two actions or outcomes of one state with one name.
    #[error("{history}: two children are called `{name}`")]
    SharedActionName {
        /// Where.
        history: History,
        /// The name.
        name: String,
    },
    /// Actions whose names, or their order, differ within an information set.
    #[error(
        "{history}: actions have other names or another order than elsewhere in information set `{infoset}`"
    )]
    ActionOrder {
        /// Where.
        history: History,
        /// The information set.
        infoset: String,
    },
    /// A player who forgets what he has seen or done.
    #[error(
        "{history}: information set `{infoset}` was also reached by other own actions; put what \
         the player did and knew before into the key"
    )]
    PerfectRecall {
        /// Where.
        history: History,
        /// The information set.
        infoset: String,
    },
    /// Two information sets with one name.
    #[error("{history}: the key {key:#x} has the name `{name}` of another key")]
    SharedName {
        /// Where.
        history: History,
        /// The key here.
        key: u64,
        /// The name.
        name: String,
    },
    /// One information set with two names.
    #[error("{history}: information set `{name}` has another name in another state")]
    SecondName {
        /// Where.
        history: History,
        /// The name here.
        name: String,
    },
    /// Bounds that are not two numbers in order.
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
        /// Where.
        history: History,
        /// Who gets it.
        player: Player,
        /// What he gets.
        utility: f64,
    },
    /// A utility outside the bounds.
    #[error("{history}: player {player} gets {utility}, outside the bounds {least} to {most}")]
    UtilityOutside {
        /// Where.
        history: History,
        /// Who gets it.
        player: Player,
        /// What he gets.
        utility: f64,
        /// The lower bound.
        least: f64,
        /// The upper bound.
        most: f64,
    },
    /// A bound that nobody reaches.
    #[error("utility bound {bound} is never reached, only {reached}; tighten it")]
    BoundNotTight {
        /// The bound.
        bound: f64,
        /// The nearest utility of any player in any terminal state.
        reached: f64,
    },
    /// A drawn state that is no child.
    #[error("{history}: sample_chance drew a state that is none of the children")]
    NotAChild {
        /// Where.
        history: History,
    },
    /// Children drawn with other frequencies than their probabilities.
    #[error(
        "{history}: sample_chance drew outcome {outcome} and its likes {drawn} times of {draws}, \
         against a probability of {probability}"
    )]
    DrawFrequency {
        /// Where.
        history: History,
        /// Index of the first of the outcomes that look alike.
        outcome: usize,
        /// How often they were drawn.
        drawn: u64,
        /// Draws in all.
        draws: u64,
        /// Their probability together.
        probability: f64,
    },
}
