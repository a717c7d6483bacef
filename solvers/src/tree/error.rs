//! The error of compiling a game.

use thiserror::Error;

/// The reason that a game cannot be compiled.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompileError {
    /// The game has too many players, or none.
    #[error("the game has {players} players, and a compiled one 1 to 10")]
    Players {
        /// The number of players.
        players: usize,
    },
    /// Information sets of two players have the same key.
    #[error("information set {infoset} has the key of one of another player")]
    SharedKey {
        /// The name of the information set.
        infoset: String,
    },
    /// States of one information set differ in their number of actions.
    #[error("the states of information set {infoset} differ in their number of actions")]
    Actions {
        /// The name of the information set.
        infoset: String,
    },
    /// A player has imperfect recall.
    #[error(
        "information set {infoset} is reached by different choices of its own player: a compiled game needs perfect recall"
    )]
    ImperfectRecall {
        /// The name of the information set.
        infoset: String,
    },
    /// A utility is infinite or not a number.
    #[error("player {player} gets {utility} at some terminal history: utilities are finite numbers")]
    NotFinite {
        /// The player, counted from 0.
        player: usize,
        /// The utility.
        utility: f64,
    },
    /// The utilities of a player differ by too much or too little to be added up.
    #[error(
        "two utilities of player {player} differ by {spread:e}, and a compiled game has differences from \
         1e-100 to 1e100: multiply all utilities of the player by one number, which changes no strategy"
    )]
    Spread {
        /// The player, counted from 0.
        player: usize,
        /// The largest difference.
        spread: f64,
    },
}
