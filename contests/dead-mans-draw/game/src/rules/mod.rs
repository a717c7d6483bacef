//! The rules of Dead Man's Draw as pure code: no I/O, no clock, and no randomness except that of the parameter.
//!
//! The sources are the contest's own document and its arena, as measured by playing on it. If they differ, the default
//! follows the arena, and [`Variant::DOCUMENT`] follows the document. Two points of the document are read as the arena
//! plays them. The "topmost" cards are the highest ones. After a map over an empty discard pile, the turn simply
//! continues ("the next card must be drawn the standard way").
//!
//! One [`State`] serves fast play, solvers and servers. Chance is a parameter ([`Chance`]): a
//! random generator, "norandom", a script, or all outcomes in turn. The receiver of events is a
//! parameter too ([`EventSink`]), and costs nothing if it drops them.
//!
//! | noun | file |
//! |---|---|
//! | [`Suit`], [`Card`] | `cards` |
//! | [`CardSet`], [`SuitSet`] | `card_set` |
//! | [`Row`]: cards in order | `row` |
//! | [`Deck`], [`Variant`], [`Rules`] | `variant` |
//! | [`Params`] of a member of the family | `params` |
//! | [`Bank`] | `bank` |
//! | [`DrawPile`] | `draw_pile` |
//! | [`Effect`], and the effects that are [`Pending`] | `effect` |
//! | [`Action`], and the reasons why one is not allowed | `action` |
//! | [`Chance`] | `chance` |
//! | [`Event`] | `event` |
//! | [`Delta`]: the changes of a turn | `delta` |
//! | [`State`]: the state of a match, and the legal actions | `state` |
//! | the progress of a match by actions | `play` |
//! | automatic answers | `autopick` |
//! | [`Setup`], [`Position`] | `position` |
//! | every outcome of an action | `outcomes` |
//! | the end of a match and its result | `ending` |

mod action;
mod autopick;
mod bank;
mod card_set;
mod cards;
mod chance;
mod delta;
mod draw_pile;
mod effect;
mod ending;
mod event;
mod outcomes;
mod params;
mod play;
mod position;
mod row;
mod state;
mod variant;

pub use action::{Action, Actions, IllegalAction};
pub use autopick::Autopick;
pub use bank::Bank;
pub use card_set::{CardSet, Iter, SuitIter, SuitSet};
pub use cards::{Card, Suit};
pub use chance::{BadScript, Chance, ChanceEvent, Dice, NoRandom, Script, Selection};
pub use delta::{Change, Delta};
pub use draw_pile::DrawPile;
pub use effect::{Effect, KRAKEN_DRAWS, MAP_OFFER, Offer, Pending};
pub use ending::{Ending, MatchEnd, Verdict};
pub use event::{Comment, Event, EventSink, RecordedEvent};
pub use outcomes::AllOutcomes;
pub use params::Params;
pub use play::{Step, TIMEOUT_LIMIT, TurnEnd};
pub use position::{BadPosition, Position, Setup};
pub use row::{Area, Pile, Row};
pub use state::{Counters, State, StateKey};
pub use variant::{BadDeck, BonusRule, CannonRule, Deck, LatenessRule, OracleUnderKraken, Reach, Rules, Variant};
