//! What can be wrong with an extensive-form file, or with a game that is to become one.

use std::fmt;
use std::io;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, counted from 1.
    pub line: u64,
    /// The character in the line, counted from 1.
    pub column: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a file was not read, or a game not written.
#[derive(Debug, thiserror::Error)]
pub enum EfgError {
    /// The file ends inside a game.
    #[error("{at}: the file ends here, where {expected} should follow; it was cut off")]
    Truncated {
        /// The end of the file.
        at: Position,
        /// What should follow.
        expected: &'static str,
    },
    /// Something else stands where one thing is called for.
    #[error("{at}: expected {expected}, found {found}")]
    Unexpected {
        /// Where it stands.
        at: Position,
        /// What the format calls for.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// The file is not text in UTF-8.
    #[error("{at}: not a character in UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The first byte that is none.
        at: Position,
    },
    /// A label has no closing quote.
    #[error("{at}: this label is never closed; end it with a '\"'")]
    OpenLabel {
        /// Its opening quote.
        at: Position,
    },
    /// A number is none.
    #[error("{at}: {text:?} is not a number such as 3, -0.5, 2/3 or 1.5e-3")]
    BadNumber {
        /// Where it stands.
        at: Position,
        /// Its text, shortened.
        text: String,
    },
    /// A number has more digits than anybody means.
    #[error("{at}: this number has more than {limit} digits or decimal places")]
    NumberTooLong {
        /// Where it stands.
        at: Position,
        /// The most that are read.
        limit: usize,
    },
    /// Summing the numbers of one chance node or path takes fractions too large to handle.
    #[error(
        "{at}: the fractions up to here add up to one of more than {limit} bits; use a common denominator"
    )]
    FractionTooLong {
        /// The number that made it too long.
        at: Position,
        /// The most bits of a denominator.
        limit: u64,
    },
    /// The list of players is empty.
    #[error("{at}: the game has no players; name at least one")]
    NoPlayers {
        /// Where the list ends.
        at: Position,
    },
    /// There are more players than a game can have.
    #[error("{at}: more than {limit} players")]
    TooManyPlayers {
        /// The first one too many.
        at: Position,
        /// The most there can be.
        limit: usize,
    },
    /// A node belongs to a player that the header does not list.
    #[error("{at}: there is no player {number}; the header lists players 1 to {players}")]
    UnknownPlayer {
        /// Where the number stands.
        at: Position,
        /// The number.
        number: u64,
        /// How many players there are.
        players: usize,
    },
    /// A list of actions or chance outcomes is empty.
    #[error("{at}: a list of actions needs at least one")]
    NoActions {
        /// Where the list ends.
        at: Position,
    },
    /// An information set or chance event is used before it is described.
    #[error("{at}: {set} is not described yet; give its name and actions where it first appears")]
    UndefinedMove {
        /// Where its number stands.
        at: Position,
        /// Which one.
        set: String,
    },
    /// An information set or chance event is described differently a second time.
    #[error("{at}: {set} had {what} before; the second description must be the same, or left out")]
    InconsistentMove {
        /// Where the difference stands.
        at: Position,
        /// Which one.
        set: String,
        /// What differs.
        what: &'static str,
    },
    /// A probability is below zero.
    #[error("{at}: the probability {value} is negative")]
    NegativeProbability {
        /// Where it stands.
        at: Position,
        /// The probability.
        value: String,
    },
    /// The probabilities of a chance node do not sum to one.
    #[error(
        "{at}: the probabilities of this chance node sum to {sum}, not exactly 1; write thirds as 1/3"
    )]
    ProbabilitySum {
        /// Where their list ends.
        at: Position,
        /// Their exact sum.
        sum: String,
    },
    /// An outcome is used before it is described.
    #[error("{at}: outcome {number} is not described yet; give its payoffs where it first appears")]
    UndefinedOutcome {
        /// Where its number stands.
        at: Position,
        /// Its number.
        number: u64,
    },
    /// An outcome is described differently a second time.
    #[error(
        "{at}: outcome {number} had {what} before; the second description must be the same, or left out"
    )]
    InconsistentOutcome {
        /// Where the difference stands.
        at: Position,
        /// Its number.
        number: u64,
        /// What differs.
        what: &'static str,
    },
    /// Outcome 0, which means that there is none, is described.
    #[error("{at}: outcome 0 means none, it has no name and no payoffs; number it from 1")]
    NullOutcome {
        /// Where its description starts.
        at: Position,
    },
    /// An outcome has a payoff too few or too many.
    #[error("{at}: {found} payoffs for {players} players; give one for each")]
    PayoffCount {
        /// Where the list ends, or the first payoff too many.
        at: Position,
        /// How many there are up to here.
        found: usize,
        /// How many there must be.
        players: usize,
    },
    /// A payoff, or the sum of those along a path, is too large for an `f64`.
    #[error("{at}: the payoffs up to here add up to more than a floating-point number can hold")]
    PayoffTooLarge {
        /// The outcome that did it.
        at: Position,
    },
    /// Nodes are nested deeper than the solvers walk.
    #[error("{at}: the tree is more than {limit} nodes deep")]
    TooDeep {
        /// The first node too deep.
        at: Position,
        /// The greatest depth.
        limit: usize,
    },
    /// There are more nodes than can be numbered.
    #[error("{at}: more than {limit} nodes")]
    TooManyNodes {
        /// The first one too many.
        at: Position,
        /// The most there can be.
        limit: u32,
    },
    /// Something follows a complete game.
    #[error(
        "{at}: the game is complete, yet {found} follows; remove it, or add the node it belongs to"
    )]
    Trailing {
        /// Where it starts.
        at: Position,
        /// What it is.
        found: String,
    },
    /// A player forgets what he knew or did.
    #[error(
        "at information set {infoset:?} its player has forgotten an own move or information set; split it"
    )]
    ImperfectRecall {
        /// The name of the information set.
        infoset: String,
    },
    /// A game to be written has a payoff that is no number.
    #[error("node {node}: the payoff {payoff} of player {player} cannot be written")]
    UnwritablePayoff {
        /// The way from the root.
        node: String,
        /// Who gets it, counted from 1.
        player: usize,
        /// What it is.
        payoff: f64,
    },
    /// A game to be written has chance probabilities that are none.
    #[error("node {node}: the chance probabilities are not positive numbers that sum to 1")]
    UnwritableChance {
        /// The way from the root.
        node: String,
    },
    /// A game to be written uses one information set for different players or numbers of actions.
    #[error("node {node}: its information set has another player or number of actions elsewhere")]
    UnwritableInfoset {
        /// The way from the root.
        node: String,
    },
    /// The file could not be written.
    #[error("the game could not be written: {0}")]
    Io(#[from] io::Error),
}
