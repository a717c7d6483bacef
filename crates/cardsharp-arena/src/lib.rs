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
//! | results without luck, by AIVAT | `aivat` |
//! | a table whose games' luck is found, and the luck of a journal's games | `luck_table`, `recorded_luck` |
//! | a game that the caller advances action by action | `stepwise` |
//! | tournaments of many matches, and ratings | `tournament` |

mod aivat;
pub mod columns;
mod entry;
mod journal;
mod luck_table;
mod matches;
mod moments;
mod numbered;
mod recorded_luck;
mod tally;
pub mod tournament;
mod unit;

pub use aivat::{GamePlace, Interval, LuckAccount, LuckRemoved, LuckSums, SeatWithoutLuck, WithoutLuck};
pub use entry::{Beginning, Entry};
pub use journal::{Journal, JournalContents, JournalError, read_journal};
pub use luck_table::LuckTable;
pub use matches::{MatchError, MatchOptions, play_match};
pub use moments::Moments;
pub use numbered::numbered;
pub use recorded_luck::RecordedLuck;
pub use tally::{Estimate, Standing, Tally};
pub use unit::Unit;
