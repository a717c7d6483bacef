//! The contests, one folder each, with the same rooms in every folder:
//!
//! | room | what it holds |
//! |---|---|
//! | `rules` | the game, pure |
//! | `text` | positions and moves as a person types and reads them |
//! | `observation` | the information that a player has been shown |
//! | `infosets` | the game as a solver sees it, and the recipes of what a player remembers |
//! | `policy` | a loaded policy file, and its probabilities of actions |
//! | `agents` | the ladder of hand-written agents, and the agent that plays a policy |
//! | `measure` | the measurement of a policy, exact if possible |
//! | `training` | resumable training runs, from information sets to a policy file |
//! | `wire` | the message types of the protocol, once |
//! | `client` | the adapter that plays an agent on a contest server |
//! | `server` | the contest server |
//! | `commands` | the contest's own flags, and its part of each command |
//!
//! Beside them stand what not every contest has: `ranges` (Challenge), `resolve` and `scores` (Challenge), `value`
//! (Dead Man's Draw), `search` (SkullWhist), and `export`, which writes a policy as one source file (Challenge, Tricky Eights).
//!
//! The arena and the command line know a contest only through [`Contest`]. [`ALL`] is the one list of
//! them; [`add`] adds those of another crate.

pub mod challenge;
pub mod dead_mans_draw;
pub mod skullwhist;
pub mod tricky_eights;

use std::sync::OnceLock;

use crate::contest::{Contest, game_name};

/// The contests of this crate.
pub const ALL: &[&dyn Contest] = &[
    &challenge::Contest,
    &dead_mans_draw::Contest,
    &tricky_eights::Contest,
    &skullwhist::Contest,
];

/// The contests that another crate has added.
static ADDED: OnceLock<&[&dyn Contest]> = OnceLock::new();

/// Adds contests to those of this crate, for the rest of the process. Only the first call counts.
pub fn add(contests: &'static [&'static dyn Contest]) {
    // A second list would change what the commands have already read.
    let _ = ADDED.set(contests);
}

/// All contests: those of this crate, and those added.
pub fn all() -> impl Iterator<Item = &'static dyn Contest> {
    let added = ADDED.get().copied().unwrap_or_default();
    ALL.iter().chain(added).copied()
}

/// The contest with this name, as the command line takes it.
pub fn by_name(name: &str) -> Option<&'static dyn Contest> {
    all().find(|contest| contest.name() == name)
}

/// The contest whose family `text` means to name a member of, whatever the parameters are like:
/// `skullwhist` and `skullwhist(suits=2)` mean SkullWhist's.
pub fn family_of(text: &str) -> Option<&'static dyn Contest> {
    all().find(|contest| game_name::is_meant(text, contest.name()))
}
