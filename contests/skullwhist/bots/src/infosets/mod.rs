//! The game in the form that a solver needs, and its information sets, exact or with imperfect recall.
//!
//! | noun | file |
//! |---|---|
//! | the game | `whole_game` |
//! | the explicit game, for members small enough | `explicit_game` |
//! | hands by their numbers | `dealing` |
//! | information sets by name | this file |
//! | `recall`: perfect recall | `recall` |
//! | `counts`: the counts of an expert | `counts` |
//! | rows that are numbered in advance | `dense_rows` |
//! | the digits of `counts` by name | `counts_layout` |
//! | the numbers of their values | `counts_sizes` |

mod counts;
mod counts_layout;
mod counts_sizes;
mod dealing;
mod dense_rows;
mod explicit_game;
mod recall;
mod whole_game;

pub use counts::Counts;
pub use explicit_game::{ExplicitGame, ExplicitGameError};
pub use recall::Recall;
pub use whole_game::{Decision, History, WholeGame};

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::RowKey;
use thiserror::Error;

use cardsharp_policy::TableInfosets;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Move, Params, SkullWhist};

/// The names of the information sets.
pub const NAMES: &[&str] = &[Recall::NAME, Counts::NAME];

/// The largest number of choices: bids, or cards.
pub const MAX_CANDIDATES: usize = 13;

/// The information that a player keeps, and the choices that are separate.
pub trait Infosets: TableInfosets {
    /// Calls `each` with the first cell of every row and its number of cells, if rows are numbered in advance.
    fn for_each_row(&self, each: &mut dyn FnMut(u64, usize));

    /// The information of a row that is stored by its key. None if the key is none, or if rows are numbered.
    fn observation_of(&self, _row: RowKey) -> Option<Observation> {
        None
    }

    /// The row of a player who has to bid or to play.
    fn row_of(&self, observation: &Observation) -> InfosetRow;
}

/// A row of the information sets, and its choices: at least one, some or all of the legal ones. With one of them
/// only `recall` uses the row.
pub type InfosetRow = cardsharp_policy::InfosetRow<Move, MAX_CANDIDATES>;

/// All legal choices, in order.
fn all_choices(observation: &Observation) -> ArrayVec<Move, MAX_CANDIDATES> {
    match observation.bids[0] {
        None => (1..=observation.game.hand_size()).map(Move::Bid).collect(),
        Some(_) => observation.playable().into_iter().map(Move::Play).collect(),
    }
}

/// A reason why information sets do not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfosetsError {
    /// No information sets have that name.
    #[error("there are no information sets \"{0}\" for skullwhist: choose {names}", names = NAMES.join(" or "))]
    Unknown(String),
    /// The game is too large for these information sets.
    #[error("what `recall` remembers of {0} does not fit a key: choose a smaller game, or counts")]
    TooLarge(SkullWhist),
}

/// The information sets with that name.
///
/// # Errors
///
/// [`InfosetsError`] names the existing ones.
pub fn by_name(name: &str, params: Params) -> Result<Box<dyn Infosets>, InfosetsError> {
    match name {
        Recall::NAME => Ok(Box::new(Recall::new(params.rules)?)),
        Counts::NAME => Ok(Box::new(Counts::new(params))),
        _ => Err(InfosetsError::Unknown(name.to_owned())),
    }
}
