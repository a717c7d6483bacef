//! One hand of Challenge as a game for solvers, and its information sets, exact or with imperfect recall.
//!
//! A [`Recipe`] is the part of the tricks over that is kept: `tricks` keeps nothing, and `seen` the cards that the
//! opponent has played. Other recipes are words joined by `+`, trick by trick if wanted. All of them keep one's own
//! hand, the card on the table, the trick counts and the challenge, and number every row in advance ([`DenseRows`]).
//! `recall` keeps everything and stores the rows that are met.
//!
//! In the contest's game `tricks` has 486,109 information sets and `seen` 14,484,987, without those
//! of one action and those of a decided hand. `recall` has too many to count.
//!
//! | noun | file |
//! |---|---|
//! | the recipe, in words | `recipe` |
//! | the memory classes that a recipe separates, numbered | `memory_classes` |
//! | the names of the memory classes | `memory_names` |
//! | the public classes of each memory class | `public_classes` |
//! | a public state by its plays | `public_plays` |
//! | the situations of `tricks`, which has no memory | `situations` |
//! | the number of every row | `dense_rows` |
//! | the information set of a row, part by part | `row_parts` |
//! | perfect recall, stored by key | `recall` |

mod dense_rows;
mod hand_game;
mod hand_space;
mod memory_classes;
mod memory_names;
mod public_classes;
mod public_plays;
mod recall;
mod recipe;
mod row_parts;
mod situations;
mod tricks;
mod written_hand;

pub use dense_rows::DenseRows;
pub use hand_game::{ACCEPT, Ending, HandGame, HandState, OFFER, Payoffs, Stake};
pub use hand_space::{HandId, HandSpace};
pub use memory_classes::WrittenLevel;
pub use public_plays::PublicPlays;
pub use recall::Recall;
pub use recipe::{Recipe, RecipeError};
pub use row_parts::{ChallengeState, PublicParts, RowParts};
pub use tricks::Tricks;
pub use written_hand::{TooManyDeals, WrittenHand, action_name, infoset_name};

use cardsharp_solvers::sampled::{Abstraction, Numbering, RowKey};
use thiserror::Error;

/// The one-word names of information sets, with the least memory first.
pub const NAMES: [&str; 3] = ["tricks", "seen", "recall"];

/// The information sets of a hand: a function from states to rows.
pub trait HandInfosets: Send + Sync {
    /// Their name on the command line and in files.
    fn name(&self) -> &str;

    /// The information that they keep, in a few words.
    fn summary(&self) -> String;

    /// The numbering of the rows.
    fn numbering(&self) -> Numbering;

    /// The row of the player to move, who has at least two actions.
    fn row(&self, state: &HandState) -> RowKey;

    /// A number for the part of the row that does not depend on the hand. Equal numbers, with the
    /// same hand, give the same row. None if that part is the whole history, which needs no number.
    fn public_part(&self, state: &HandState) -> Option<u64>;

    /// The numbering by public states, if the rows have it.
    fn as_dense_rows(&self) -> Option<&DenseRows> {
        None
    }

    /// The two parts of a key, for rows that are stored as they are met. None if every row is
    /// numbered in advance, or if the key cannot be split.
    fn key_parts(&self) -> Option<KeyParts> {
        None
    }

    /// The number of segments of the numbered rows. None if rows are stored as they are met.
    fn segments(&self, game: &HandGame) -> usize;

    /// Calls `each` with every row of a segment and the parts of its information set. The segments follow each
    /// other in the order of the classes of payoffs.
    fn for_each_parts(&self, game: &HandGame, segment: usize, each: &mut dyn FnMut(RowKey, &RowParts));

    /// Calls `each` with every numbered row and its number of actions. Makes no call if rows are
    /// stored as they are met.
    fn for_each_row(&self, game: &HandGame, each: &mut dyn FnMut(RowKey, usize)) {
        for segment in 0..self.segments(game) {
            self.for_each_parts(game, segment, &mut |row, parts| each(row, parts.actions(game.space())));
        }
    }

    /// The state of a row that is stored by its key, with the hand of the player to move alone. None if the key
    /// is none, or if rows are numbered.
    fn state_of(&self, _game: &HandGame, _row: RowKey) -> Option<HandState> {
        None
    }

    /// The names of the memory classes, by tricks over. Empty if there are none.
    fn memory_names(&self, _game: &HandGame) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// The number of numbered rows, without those of one action and those that cannot be reached.
    fn count(&self, game: &HandGame) -> u64 {
        let mut rows = 0;
        self.for_each_row(game, &mut |_, actions| rows += u64::from(actions > 1));
        rows
    }
}

/// The two parts of a key.
#[derive(Clone, Copy, Debug)]
pub struct KeyParts {
    /// The public part: the same for all hands of the player to move.
    pub public: fn(RowKey) -> u64,
    /// The hand of the player to move.
    pub hand: fn(RowKey) -> HandId,
}

impl Abstraction<HandGame> for dyn HandInfosets {
    fn numbering(&self) -> Numbering {
        HandInfosets::numbering(self)
    }

    #[inline(always)]
    fn row(&self, _game: &HandGame, state: &HandState) -> RowKey {
        HandInfosets::row(self, state)
    }
}

/// A reason why information sets cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfosetsError {
    /// There are none with that name.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// A recipe separates too many memory classes.
    #[error("{name} tells more than a million pasts of {tricks} tricks apart: keep less of so many")]
    TooManyMemoryClasses {
        /// The given name.
        name: String,
        /// The number of tricks over.
        tricks: usize,
    },
    /// They do not allow that many classes of payoffs.
    #[error("{name} can be trained for at most {most} classes of scores at a time: choose one score with --score A,B")]
    TooManyClasses {
        /// The given name.
        name: &'static str,
        /// The largest number of classes.
        most: usize,
    },
}

/// Returns `name`, if there are information sets with that name.
///
/// # Errors
///
/// [`RecipeError`].
pub fn checked_name(name: &str) -> Result<String, RecipeError> {
    match name {
        "recall" => Ok(name.to_owned()),
        name => name.parse().map(|recipe: Recipe| recipe.to_string()),
    }
}

/// The information sets of `name` for `game`.
///
/// # Errors
///
/// [`InfosetsError`].
pub fn by_name(name: &str, game: &HandGame) -> Result<Box<dyn HandInfosets>, InfosetsError> {
    match name {
        "recall" => Ok(Box::new(Recall::new(game)?)),
        "tricks" => Ok(Box::new(Tricks::new(game))),
        name => Ok(Box::new(DenseRows::new(game, name.parse()?)?)),
    }
}
