//! The rules of Challenge, as pure functions: no I/O, no clock, and no randomness but what is passed in.
//!
//! Source: the contest's own document (its text and its HTML describe the same contest). The tests
//! replay its five worked hands event for event. If the document is silent, the code makes a choice
//! and its comment states it. Example: the lead after a tied hand ([`Game`]).
//!
//! | noun | file |
//! |---|---|
//! | the family's parameters | `params` |
//! | [`Rank`], [`Cards`] | `cards` |
//! | one hand of tricks and its challenge | `hand` |
//! | the pack of two decks | `shoe` |
//! | a game of hands to ten points | `game` |
//! | a round of games | `round` |
//! | the thinking time of one player in one game | `clock` |
//! | the record of a game | `event` |

mod cards;
mod clock;
mod event;
mod game;
mod hand;
mod params;
mod round;
mod shoe;

pub use cards::{Cards, Rank};
pub use clock::{BONUS_MOVES, Clock, INITIAL_BANK, MOVE_BONUS};
pub use event::{Event, MoveRecord};
pub use game::{Game, GameStep, POINTS_TO_WIN};
pub use hand::{ChallengeState, Due, Hand, HandEnd, IllegalMove, Move, Penalty, PenaltyStep, Step, TrickOver};
pub use params::{BadParameters, Params};
pub use round::{GAMES_AHEAD, GAMES_TO_WIN, Round};
pub use shoe::{BadStack, Shoe};
