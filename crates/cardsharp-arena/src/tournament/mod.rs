//! Tournaments: many matches between agents, and the ratings that follow from them.
//!
//! A tournament is its settings and its journal. Who meets whom next follows from the results so far, so that a
//! tournament whose process was killed goes on from its journal.
//!
//! | item | file |
//! |---|---|
//! | what a tournament is | `settings` |
//! | a match, and its result | `pairing` |
//! | who meets whom | `schedule` |
//! | the Swiss system, and points | `swiss` |
//! | elimination | `bracket` |
//! | a tournament with the results so far, read from its journal | `progress` |
//! | playing it | `play` |
//! | the journals of its shards together | `join` |
//! | when a comparison of two agents is decided | `sequential_test` |
//! | Elo and Glicko-2 | `ratings` |
//! | places, shares and ratings of all agents | `standings` |

mod bracket;
mod join;
mod pairing;
mod play;
mod progress;
mod ratings;
mod schedule;
mod sequential_test;
mod settings;
mod standings;
mod swiss;

pub use bracket::REPLAYS;
pub use join::{JoinError, WriteEntries, join};
pub use pairing::{Pairing, Played};
pub use play::{MakeTable, PlayPlan, TournamentError, play_tournament};
pub use progress::{MAX_MATCHES, MAX_UNITS, ProgressError, TournamentMatch, TournamentProgress};
pub use ratings::{Elo, Glicko, TableResults, elo, glicko};
pub use schedule::{first_matches, matches, next_stage, ranking};
pub use sequential_test::{Decision, SequentialTest, share_of_elo};
pub use settings::{Format, Settings};
pub use standings::{AgentStanding, HeadToHead, Standings};
pub use swiss::Points;
