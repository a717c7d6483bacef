//! The game as a solver sees it, and what a player is made to remember.
//!
//! | noun | file |
//! |---|---|
//! | the game | `whole_game` |
//! | the game as a whole, for members small enough | `written_game` |
//! | hands by their numbers | `dealing` |
//! | what is remembered, by name | this file |
//! | `recall`: everything | `recall` |
//! | `counts`: what an expert counts | `counts` |
//! | rows with a place each | `places` |

mod counts;
mod dealing;
mod places;
mod recall;
mod whole_game;
mod written_game;

pub use counts::Counts;
pub use recall::Recall;
pub use whole_game::{Going, Moment, WholeGame};
pub use written_game::{WrittenGame, WrittenGameError};

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::{Numbering, RowKey};
use thiserror::Error;

use super::agents::Sight;
use super::rules::{Move, SkullWhist};
use super::text::Member;

/// The names of the information sets.
pub const NAMES: [&str; 2] = [Recall::NAME, Counts::NAME];

/// The most choices there are: so many bids, or cards.
pub const MOST_CANDIDATES: usize = 13;

/// What a player remembers of what was seen, and which of the choices are told apart.
pub trait Infosets: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What is remembered, in one line.
    fn summary(&self) -> &'static str;

    /// How its rows are numbered.
    fn numbering(&self) -> Numbering;

    /// Calls `each` with the first cell of every row and how many cells it has, where every row has its
    /// place.
    fn for_each_row(&self, each: &mut dyn FnMut(u64, usize));

    /// What is kept of what a player sees who has to bid or to play.
    fn seen(&self, sight: &Sight) -> Seen;
}

/// What a player keeps.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The choices that are weighed: at least one, some or all of those allowed, in an order that means
    /// the same, and as many, in every position of the row.
    pub candidates: ArrayVec<Move, MOST_CANDIDATES>,
    /// The row. It means nothing with one candidate, but to `recall`.
    pub row: RowKey,
}

/// All that the rules allow, in order.
fn all_choices(sight: &Sight) -> ArrayVec<Move, MOST_CANDIDATES> {
    match sight.bids[0] {
        None => (1..=sight.game.hand_size()).map(Move::Bid).collect(),
        Some(_) => sight.playable().into_iter().map(Move::Play).collect(),
    }
}

/// Why there are no such information sets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfosetsError {
    /// None has that name.
    #[error("there are no information sets \"{0}\" for skullwhist: choose {names}", names = NAMES.join(" or "))]
    Unknown(String),
    /// The game is too large for what is remembered.
    #[error("what `recall` remembers of {0} does not fit a key: choose a smaller game, or counts")]
    TooLarge(SkullWhist),
}

/// The information sets of that name.
///
/// # Errors
///
/// [`InfosetsError`] names those there are.
pub fn by_name(name: &str, member: Member) -> Result<Box<dyn Infosets>, InfosetsError> {
    match name {
        Recall::NAME => Ok(Box::new(Recall::new(member.rules)?)),
        Counts::NAME => Ok(Box::new(Counts::new(member))),
        _ => Err(InfosetsError::Unknown(name.to_owned())),
    }
}
