//! Matches between agents in this process. The arena knows contests only through the traits
//! [`Contest`](crate::contest::Contest) and [`Table`](crate::contest::Table).
//!
//! | item | file |
//! |---|---|
//! | a match: many rounds or games from duplicate deals, over all cores | `matches` |
//! | the journal of a match, from which every count is derived | `journal` |
//! | the counts, and the win rates estimated from them | `tally` |

mod journal;
mod matches;
mod tally;

pub use journal::{Entry, Journal, JournalContents, JournalError, read_journal};
pub use matches::{MatchError, MatchOptions, play_match};
pub use tally::{Estimate, Standing, Tally, Unit};
