//! Games with known values, that prove the solvers right.
//!
//! They are OpenSpiel's, with its order of cards and actions and its counts of nodes and
//! information sets, so that figures compare directly. [`Yardstick`] is the list of them, by name.
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
//! Nodes are all histories: decisions, chance nodes, ends, and the empty one.

mod goofspiel;
mod kuhn;
mod leduc;
mod liars_dice;
mod list;

pub use goofspiel::{Goofspiel, GoofspielState, PointsOrder, ReturnsType};
pub use kuhn::{Kuhn, KuhnState};
pub use leduc::{Leduc, LeducState};
pub use liars_dice::{LiarsDice, LiarsDiceState};
pub use list::{BadYardstick, GameVisitor, Yardstick};

use thiserror::Error;

/// A member of a family of games that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadParameters {
    /// Kuhn poker for that many.
    #[error("kuhn_poker is for 2 to 10 players, not {0}")]
    KuhnPlayers(usize),
    /// Dice and sides that are too few or too many together.
    #[error(
        "liars_dice takes at least 1 die of at least 2 sides, and numdice times dice_sides at most \
         20; not {dice} of {sides}"
    )]
    LiarsDice {
        /// Dice of each player.
        dice: usize,
        /// Sides of a die.
        sides: usize,
    },
    /// Goofspiel with that many cards.
    #[error("goofspiel takes 2 to 8 cards (num_cards), not {0}")]
    GoofspielCards(usize),
}
