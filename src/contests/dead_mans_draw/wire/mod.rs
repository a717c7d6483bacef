//! The protocol of Dead Man's Draw, once: what travels between the arena and its players, as JSON
//! over HTTP. Both ends use these types, so that neither can drift from the other.
//!
//! Sources: the contest's document, and the arena as measured by playing it. What is written has
//! exactly the arena's keys; what is read may have keys and event types nobody here knows, and lack, or
//! have as null, every key that one can do without.
//!
//! | noun | file |
//! |---|---|
//! | cards, suits and effects as JSON | `card` |
//! | [`UserAction`]: what a player does | `action` |
//! | [`EventMessage`]: what happened | `event`, `event_keys` |
//! | [`DeltaObject`]: what a turn changed | `delta` |
//! | [`MatchObject`], [`StateObject`], [`MoveObject`] | `match_object` |
//! | [`CondensedMatch`] | `condensed` |
//! | [`CreationParams`], [`CreatedMatch`], [`Termination`] | `creation` |
//! | what stands behind the question mark | `query` |
//! | who is who, and [`ErrorBody`] | `account` |
//! | [`LoginOffer`]: how one may log in | `login_offer` |
//! | [`DigestLogin`] and what it is worked out from | `digest` |
//!
//! The conversions to and from the [rules](super::rules) stand beside each type.

mod account;
mod action;
mod card;
mod condensed;
mod creation;
mod delta;
mod digest;
mod event;
mod event_keys;
mod login_offer;
mod match_object;
mod nullable;
mod query;
#[cfg(test)]
mod tests;

pub use account::{ErrorBody, Hello, PlayerRecord, Role, SessionInfo, WhoAmI};
pub use action::{ActionBody, ActionFault, ActionType, EffectChoice, UserAction, Wish};
pub use card::{CardFault, read_card, suit_name};
pub use condensed::{BETWEEN_TURNS, CondensedMatch, CondensedPlayer, CondensedTable};
pub use creation::{CreatedMatch, CreationParams, NO_RANDOM, Termination};
pub use delta::{ChangeObject, DeltaObject};
pub use digest::{DigestLogin, Ha1, MalformedDigest};
pub use event::{ClosingEvents, EffectObject, Event, EventMessage, Words};
pub use event_keys::MissingKey;
pub use login_offer::{DigestOffer, LoginOffer};
pub use match_object::{BankObject, MatchObject, MoveObject, StateObject};
pub use query::{ActionQuery, Day, MatchQuery, MatchesQuery, QueryFault, WatchdogQuery};

pub use crate::contests::shown::shown;

/// The id of the dummy, who accepts every match (the contest's document).
pub const DUMMY_ID: &str = "000000000000000000000000";
/// The dummy's password, which everybody knows (the contest's document).
pub const DUMMY_PASSWORD: &str = "dummypass";
/// The realm of the login (measured on the arena).
pub const REALM: &str = "SLCEE-2023-PC";
/// The header of the answer to a creation that repeats the match's id (measured on the arena).
pub const RESULT_ID_HEADER: &str = "x-result-id";
/// How long the arena keeps a request that waits, in seconds (the contest's document).
pub const LONG_POLL_SECONDS: u64 = 30;
