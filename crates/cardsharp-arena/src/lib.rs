//! Matches between agents in this process. The arena knows contests only through the traits
//! `Contest` and [`Table`](cardsharp_game::Table).
//!
//! | item | file |
//! |---|---|
//! | a match: many rounds or games from duplicate deals, over all cores | `matches` |
//! | the journal of a match, from which every count is derived | `journal` |
//! | the lines of the journal | `entry` |
//! | the unit of a match | `unit` |
//! | the counts, and the win rates estimated from them | `tally` |
//! | the names of equal agents | `numbered` |
//! | sums over sets of duplicates | `moments` |
//! | a game that the caller advances action by action | `stepwise` |
//! | tournaments of many matches, and ratings | `tournament` |

pub mod columns;
mod entry;
mod journal;
mod matches;
mod moments;
mod numbered;
mod tally;
pub mod tournament;
mod unit;

pub use entry::{Beginning, Entry};
pub use journal::{Journal, JournalContents, JournalError, read_journal};
pub use matches::{MatchError, MatchOptions, play_match};
pub use moments::Moments;
pub use numbered::numbered;
pub use tally::{Estimate, Standing, Tally};
pub use unit::Unit;
