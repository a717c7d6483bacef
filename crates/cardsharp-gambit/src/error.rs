//! The errors of reading and writing extensive-form files.

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

/// The reason that a file was not read, or a game not written.
#[derive(Debug, thiserror::Error)]
pub enum EfgError {
    /// The file ends inside a game.
    #[error("{at}: the file ends here, where {expected} should follow; it was cut off")]
    Truncated {
        /// The end of the file.
        at: Position,
        /// The expected word.
        expected: &'static str,
    },
    /// The file has another word than the format requires.
    #[error("{at}: expected {expected}, found {found}")]
    Unexpected {
        /// The place of the word.
        at: Position,
        /// The word that the format requires.
        expected: &'static str,
        /// The word in the file.
        found: String,
    },
    /// The file is not text in UTF-8.
    #[error("{at}: not a character in UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The first byte that is not UTF-8.
        at: Position,
    },
    /// A label has no closing quote.
    #[error("{at}: this label is never closed; end it with a '\"'")]
    OpenLabel {
        /// The opening quote of the label.
        at: Position,
    },
    /// A word is not a number.
    #[error("{at}: {text:?} is not a number such as 3, -0.5, 2/3 or 1.5e-3")]
    BadNumber {
        /// The place of the word.
        at: Position,
        /// The text of the word, shortened.
        text: String,
    },
    /// A number has too many digits.
    #[error("{at}: this number has more than {limit} digits or decimal places")]
    NumberTooLong {
        /// The place of the number.
        at: Position,
        /// The greatest number of digits.
        limit: usize,
    },
    /// The sum of the numbers of one chance node or path is a fraction too large to handle.
    #[error("{at}: the fractions up to here add up to one of more than {limit} bits; use a common denominator")]
    FractionTooLong {
        /// The number that made the sum too large.
        at: Position,
        /// The greatest number of bits of a denominator.
        limit: u64,
    },
    /// The list of players is empty.
    #[error("{at}: the game has no players; name at least one")]
    NoPlayers {
        /// The end of the list.
        at: Position,
    },
    /// There are more players than a game can have.
    #[error("{at}: more than {limit} players")]
    TooManyPlayers {
        /// The first player too many.
        at: Position,
        /// The greatest number of players.
        limit: usize,
    },
    /// A node belongs to a player that the header does not list.
    #[error("{at}: there is no player {number}; the header lists players 1 to {players}")]
    UnknownPlayer {
        /// The place of the number.
        at: Position,
        /// The number of the player.
        number: u64,
        /// The number of players in the header.
        players: usize,
    },
    /// A list of actions or chance outcomes is empty.
    #[error("{at}: a list of actions needs at least one")]
    NoActions {
        /// The end of the list.
        at: Position,
    },
    /// An information set or chance event is used before it is described.
    #[error("{at}: {set} is not described yet; give its name and actions where it first appears")]
    UndefinedMove {
        /// The place of the number.
        at: Position,
        /// The information set or chance event.
        set: String,
    },
    /// An information set or chance event is described differently a second time.
    #[error("{at}: {set} had {what} before; the second description must be the same, or left out")]
    InconsistentMove {
        /// The place of the second description.
        at: Position,
        /// The information set or chance event.
        set: String,
        /// The difference.
        what: &'static str,
    },
    /// A probability is below zero.
    #[error("{at}: the probability {value} is negative")]
    NegativeProbability {
        /// The place of the probability.
        at: Position,
        /// The probability.
        value: String,
    },
    /// The probabilities of a chance node do not sum to one.
    #[error("{at}: the probabilities of this chance node sum to {sum}, not 1 to within 1e-9; write thirds as 1/3")]
    ProbabilitySum {
        /// The end of the list.
        at: Position,
        /// The exact sum of the probabilities.
        sum: String,
    },
    /// An outcome is used before it is described.
    #[error("{at}: outcome {number} is not described yet; give its payoffs where it first appears")]
    UndefinedOutcome {
        /// The place of the number.
        at: Position,
        /// The number of the outcome.
        number: u64,
    },
    /// An outcome is described differently a second time.
    #[error("{at}: outcome {number} had {what} before; the second description must be the same, or left out")]
    InconsistentOutcome {
        /// The place of the second description.
        at: Position,
        /// The number of the outcome.
        number: u64,
        /// The difference.
        what: &'static str,
    },
    /// Outcome 0, which means "none", is described.
    #[error("{at}: outcome 0 means none, it has no name and no payoffs; number it from 1")]
    NullOutcome {
        /// The start of the description.
        at: Position,
    },
    /// An outcome has too few or too many payoffs.
    #[error("{at}: {found} payoffs for {players} players; give one for each")]
    PayoffCount {
        /// The end of the list, or the first payoff too many.
        at: Position,
        /// The number of payoffs up to here.
        found: usize,
        /// The number of payoffs required.
        players: usize,
    },
    /// A strategic game has lists of strategies for too few or too many players.
    #[error("{at}: strategies for {found} players, and the game has {players}; give one list for each")]
    StrategyLists {
        /// The end of the lists.
        at: Position,
        /// The number of lists.
        found: usize,
        /// The number of players.
        players: usize,
    },
    /// A strategic game has too few or too many outcomes.
    #[error("{at}: {found} outcomes for {cells} combinations of strategies; give one for each")]
    CellCount {
        /// The end of the file.
        at: Position,
        /// The number of outcomes.
        found: usize,
        /// The number of combinations.
        cells: u128,
    },
    /// A payoff, or the sum of those along a path, is too large for an `f64`.
    #[error("{at}: the payoffs up to here add up to more than a floating-point number can hold")]
    PayoffTooLarge {
        /// The outcome whose payoff exceeds the limit.
        at: Position,
    },
    /// Nodes are nested deeper than the solvers can walk.
    #[error("{at}: the tree is more than {limit} nodes deep")]
    TooDeep {
        /// The first node too deep.
        at: Position,
        /// The greatest depth allowed.
        limit: usize,
    },
    /// There are more nodes than can be numbered.
    #[error("{at}: more than {limit} nodes")]
    TooManyNodes {
        /// The first node too many.
        at: Position,
        /// The greatest number of nodes.
        limit: u32,
    },
    /// The game takes more memory than allowed.
    #[error("{at}: the game up to here takes more than the {allowed} bytes allowed")]
    TooLarge {
        /// The part that exceeds the limit.
        at: Position,
        /// The greatest number of bytes.
        allowed: u64,
    },
    /// Something follows a complete game.
    #[error("{at}: the game is complete, yet {found} follows; remove it, or add the node it belongs to")]
    Trailing {
        /// The start of the rest.
        at: Position,
        /// The first word of the rest.
        found: String,
    },
    /// A player has imperfect recall.
    #[error("at information set {infoset:?} its player has forgotten an own move or information set; split it")]
    ImperfectRecall {
        /// The name of the information set.
        infoset: String,
    },
    /// A game to be written has a payoff that is not finite.
    #[error("node {node}: the payoff {payoff} of player {player} cannot be written")]
    UnwritablePayoff {
        /// The path from the root.
        node: String,
        /// The player with the payoff, counted from 1.
        player: usize,
        /// The payoff.
        payoff: f64,
    },
    /// A game to be written has chance probabilities that are not positive or do not sum to 1.
    #[error("node {node}: the chance probabilities are not positive numbers that sum to 1")]
    UnwritableChance {
        /// The path from the root.
        node: String,
    },
    /// A game to be written uses one information set for different players or numbers of actions.
    #[error("node {node}: its information set has another player or number of actions elsewhere")]
    UnwritableInfoset {
        /// The path from the root.
        node: String,
    },
    /// The file could not be written.
    #[error("the game could not be written: {0}")]
    Io(#[from] io::Error),
}
