//! The protocol of Dead Man's Draw: the messages between the arena and its players, as JSON over
//! HTTP. Both sides use these types, so that they cannot differ.
//!
//! The sources are the contest's document, and the arena as measured by playing on it. Messages are
//! written with exactly the arena's keys. Messages that are read may have unknown keys and event
//! types. Every key that is not needed may be absent or null.
//!
//! | noun | file |
//! |---|---|
//! | cards, suits and effects as JSON | `card` |
//! | [`UserAction`]: the action of a player | `action` |
//! | [`EventMessage`]: an event of a match | `event`, `event_keys` |
//! | [`DeltaObject`]: the changes of a turn | `delta` |
//! | [`EffectObject`], [`BankObject`] | `effect`, `bank` |
//! | [`MatchObject`], [`StateObject`], [`MoveObject`] | `match_object` |
//! | [`CondensedMatch`] | `condensed` |
//! | [`CreationParams`], [`CreatedMatch`], [`Termination`] | `creation` |
//! | the query strings of addresses | `query` |
//! | accounts, and [`ErrorBody`] | `account` |
//! | [`LoginOffer`]: a way to log in | `login_offer` |
//! | [`DigestLogin`] and the hash that it is computed from | `digest` |
//!
//! The conversions to and from the [rules](super::rules) are beside each type.
//!
//! The records of matches consist of these messages, so that only `digest` and `query` are behind the feature `live`.

mod account;
mod action;
mod bank;
mod card;
mod condensed;
mod creation;
mod delta;
mod digest;
mod effect;
mod event;
mod event_keys;
mod login_offer;
mod match_object;
mod nullable;
mod query;
mod seat;

pub use account::{ErrorBody, Hello, PlayerRecord, Role, SessionInfo, WhoAmI};
pub use action::{ActionBody, ActionFault, EffectChoice, RequestedAction, UserAction};
pub use bank::BankObject;
pub use card::{CardFault, read_card, suit_name};
pub use condensed::{BETWEEN_TURNS, CondensedMatch, CondensedPlayer, CondensedTable};
pub use creation::{CreatedMatch, CreationParams, NO_RANDOM, Termination};
pub use delta::{ChangeObject, DeltaObject};
pub use digest::{DigestLogin, Ha1, MalformedDigest};
pub use effect::EffectObject;
pub use event::{ClosingEvents, Event, EventMessage, EventTexts};
pub use login_offer::{DigestOffer, LoginOffer};
pub use match_object::{MatchObject, MoveObject, StateObject};
pub use query::{ActionQuery, Day, MatchQuery, MatchesQuery, QueryFault, WatchdogQuery};

pub use cardsharp_terminal::sanitize::sanitize;

/// The id of the dummy, which accepts every match (the contest's document).
pub const DUMMY_ID: &str = "000000000000000000000000";
/// The password of the dummy, which is public (the contest's document).
pub const DUMMY_PASSWORD: &str = "dummypass";
/// The realm of the login (measured on the arena).
pub const REALM: &str = "SLCEE-2023-PC";
/// The header of the answer to a creation that repeats the match's id (measured on the arena).
pub const RESULT_ID_HEADER: &str = "x-result-id";
/// The longest time that the arena keeps a request waiting, in seconds (the contest's document).
pub const LONG_POLL_SECONDS: u64 = 30;
