//! Games with known values, to test the solvers.
//!
//! They are those of OpenSpiel, with the same order of cards and actions and the same counts of
//! nodes and information sets. So figures compare directly. [`KnownGame`] lists them by name.
//!
//! | game | nodes | information sets | value to the first player |
//! |---|---|---|---|
//! | [`Kuhn`], 2 players | 58 | 12 | -1/18 |
//! | [`Kuhn`], 3 players | 617 | 48 | |
//! | [`Leduc`] | 9,457 | 936 | -0.0856064240780 |
//! | [`Leduc::ISOMORPHIC`] | 1,939 | 288 | -0.0856064240780 |
//! | [`LiarsDice`], a die each, 4 sides | 8,181 | 1,024 | 0.0625 |
//! | 5 sides | 51,181 | 5,120 | |
//! | 6 sides | 294,883 | 24,576 | -0.0271317829457 |
//! | [`Goofspiel`], 4 cards | 1,077 | 162 | 0 |
//! | 5 cards | 26,931 | 2,124 | 0 |
//!
//! Nodes are all histories: decisions, chance nodes, terminal histories, and the empty one.

mod goofspiel;
mod kuhn;
mod leduc;
mod liars_dice;
mod list;

pub use goofspiel::{Goofspiel, GoofspielState, PointsOrder, ReturnsType};
pub use kuhn::{Kuhn, KuhnState};
pub use leduc::{Leduc, LeducState};
pub use liars_dice::{LiarsDice, LiarsDiceState};
pub use list::{BadGameName, GameVisitor, KnownGame};

use thiserror::Error;

/// The reason that a family of games has no such member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadParameters {
    /// Kuhn poker has no game for this number of players.
    #[error("kuhn_poker is for 2 to 10 players, not {0}")]
    KuhnPlayers(usize),
    /// The dice or their sides are too few, or too many together.
    #[error(
        "liars_dice takes at least 1 die of at least 2 sides, and numdice times dice_sides at most \
         20; not {dice} of {sides}"
    )]
    LiarsDice {
        /// The number of dice of each player.
        dice: usize,
        /// The number of sides of a die.
        sides: usize,
    },
    /// Goofspiel has no game with this number of cards.
    #[error("goofspiel takes 2 to 8 cards (num_cards), not {0}")]
    GoofspielCards(usize),
}
