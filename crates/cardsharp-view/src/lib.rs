//! Journals of matches and tournaments in a browser: standings, lists of games, and games move by move; and policies,
//! node by node.
//!
//! Pages are made by the server. A little JavaScript replays a game and keeps a page up to date; nothing comes from
//! elsewhere.
//!
//! | item | file |
//! |---|---|
//! | the server | `server` |
//! | the addresses and their answers | `routes` |
//! | the journals that are shown | `library` |
//! | a journal, and where each of its games is | `journal_index` |
//! | a journal's file as it is | `journal_file` |
//! | a copy of a journal that another server shows | `mirror` |
//! | the pages | `pages` |
//! | the ratings over time | `rating_curve` |
//! | what all pages have in common, also those of a contest server | `shell` |
//! | the list of games: filters and page numbers | `game_list` |
//! | what the decisions of games lose, and its page | `analysis`, `analysis_page` |
//! | the results of games without luck | `without_luck` |
//! | policies: the tree of a game, with the range at every node | `explorer` |

pub mod analysis;
mod analysis_page;
mod explorer;
mod game_list;
mod journal_file;
mod journal_index;
mod library;
mod mirror;
mod named_advisor;
mod pages;
mod rating_curve;
mod routes;
mod server;
pub(crate) mod shown_advice;
mod without_luck;

pub use explorer::{NamedExplorer, tree_picture};
pub use journal_index::{GameLine, IndexError, JournalIndex, RatedResult};
pub use library::{Library, LibraryError};
pub use mirror::{MAX_JOURNAL, Mirror, MirrorError};
pub use named_advisor::NamedAdvisor;
pub use server::{RunningView, ViewError};
pub use without_luck::{FinderOf, WithoutLuck, without_luck};
