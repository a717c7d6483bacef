//! One hand of Challenge as a solver sees it, and what a player is made to remember of it.
//!
//! What is kept of the tricks that are over is a [`Recipe`]: `tricks` keeps nothing, `seen` the cards
//! that the opponent has played, and others say it in words joined by `+`, trick by trick if wanted.
//! All of them keep one's own hand, the card on the table, the trick counts and the challenge, and give
//! every row its place ([`Kept`]). `recall` keeps everything and stores the rows that are met.
//!
//! In the contest's game `tricks` has 486,109 information sets and `seen` 14,484,987, those with one
//! action and those of a decided hand not counted; `recall` has too many to count.
//!
//! | noun | file |
//! |---|---|
//! | what is kept, in words | `recipe` |
//! | the pasts that it tells apart, numbered | `past` |
//! | what is known without them | `situations` |
//! | a place for every row | `kept` |
//! | everything, as it is met | `recall` |

mod hand_game;
mod hand_space;
mod kept;
mod past;
mod recall;
mod recipe;
mod situations;
mod slots;
mod tricks;
mod written_hand;

pub use hand_game::{ACCEPT, Ending, HandGame, HandState, OFFER, Payoffs, Stake};
pub use hand_space::{HandId, HandSpace};
pub use kept::Kept;
pub use past::WrittenLevel;
pub use recall::Recall;
pub use recipe::{Recipe, RecipeError};
pub use tricks::Tricks;
pub use written_hand::{TooManyDeals, WrittenHand, action_name, infoset_name};

use cardsharp_solvers::sampled::{Abstraction, Numbering, RowKey};
use thiserror::Error;

/// The names of the information sets that are one word, poorest first.
pub const NAMES: [&str; 3] = ["tricks", "seen", "recall"];

/// What a player is made to remember of a hand.
pub trait HandInfosets: Send + Sync {
    /// What the command line and files call it.
    fn name(&self) -> &str;

    /// What it keeps, in a few words.
    fn summary(&self) -> String;

    /// How its rows are numbered.
    fn numbering(&self) -> Numbering;

    /// The row of the player to move, who has at least two actions.
    fn row(&self, state: &HandState) -> RowKey;

    /// What the row of the player to move depends on besides the hand and its size: equal numbers,
    /// same hand, same row. None if that is everything that has happened, which is then not worth
    /// a number.
    fn public_part(&self, state: &HandState) -> Option<u64>;

    /// The numbering by public states, where that is what numbers the rows.
    fn as_kept(&self) -> Option<&Kept> {
        None
    }

    /// For rows that are stored as they are met, how to take their keys apart; none where every row
    /// has its place, or where it cannot be done.
    fn key_parts(&self) -> Option<KeyParts> {
        None
    }

    /// Calls `each` with every row that has a place and the number of its actions; with none if
    /// rows are stored as they are met.
    fn for_each_row(&self, game: &HandGame, each: &mut dyn FnMut(RowKey, usize));

    /// How many rows have a place, those with one action and those beyond reach not counted.
    fn count(&self, game: &HandGame) -> u64 {
        let mut rows = 0;
        self.for_each_row(game, &mut |_, actions| rows += u64::from(actions > 1));
        rows
    }
}

/// The two parts of a key.
#[derive(Clone, Copy, Debug)]
pub struct KeyParts {
    /// What everybody has seen: the same for all hands of the player to move.
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

/// Why information sets cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfosetsError {
    /// There are none of that name.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// A recipe tells too much apart.
    #[error(
        "{name} tells more than a million pasts of {tricks} tricks apart: keep less of so many"
    )]
    TooManyPasts {
        /// The name asked for.
        name: String,
        /// Tricks over.
        tricks: usize,
    },
    /// They do not go with so many classes of payoffs.
    #[error(
        "{name} can be trained for at most {most} classes of scores at a time: choose one score with --score A,B"
    )]
    TooManyClasses {
        /// The name asked for.
        name: &'static str,
        /// Most classes.
        most: usize,
    },
}

/// `name`, if there are information sets of that name.
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
        name => Ok(Box::new(Kept::new(game, name.parse()?)?)),
    }
}
