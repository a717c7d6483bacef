//! The list of contests, and their parts under one name.
//!
//! The arena and the command line know a contest only through [`ContestCommands`]. [`ALL`] is the one list of
//! them; [`add`] adds those of another crate.

use std::sync::OnceLock;

use cardsharp_commands::ContestCommands;
use cardsharp_contest::Contest;
use cardsharp_options::game_name;

/// Challenge.
pub mod challenge {
    pub use cardsharp_challenge_bots::*;
    pub use cardsharp_challenge_commands::*;
    pub use cardsharp_challenge_game::*;
    #[cfg(feature = "live")]
    pub use cardsharp_challenge_server as server;
    pub use cardsharp_challenge_solver::*;
}

/// Dead Man's Draw.
pub mod dead_mans_draw {
    pub use cardsharp_dead_mans_draw_bots::*;
    pub use cardsharp_dead_mans_draw_commands::*;
    pub use cardsharp_dead_mans_draw_game::*;
    #[cfg(feature = "live")]
    pub use cardsharp_dead_mans_draw_server as server;
}

/// SkullWhist.
pub mod skullwhist {
    pub use cardsharp_skullwhist_bots::*;
    pub use cardsharp_skullwhist_commands::*;
    pub use cardsharp_skullwhist_game::*;
    #[cfg(feature = "live")]
    pub use cardsharp_skullwhist_server as server;
}

/// Tricky Eights.
pub mod tricky_eights {
    pub use cardsharp_tricky_eights_bots::*;
    pub use cardsharp_tricky_eights_commands::*;
    pub use cardsharp_tricky_eights_game::*;
    #[cfg(feature = "live")]
    pub use cardsharp_tricky_eights_server as server;
}

/// The contests of this program.
pub const ALL: &[&dyn ContestCommands] =
    &[&challenge::Contest, &dead_mans_draw::Contest, &tricky_eights::Contest, &skullwhist::Contest];

/// The contests that another crate has added.
static ADDED: OnceLock<&[&dyn ContestCommands]> = OnceLock::new();

/// Adds contests to those of this program, for the rest of the process. Only the first call counts.
pub fn add(contests: &'static [&'static dyn ContestCommands]) {
    // A second list would change what the commands have already read.
    let _ = ADDED.set(contests);
}

/// All contests: those of this program, and those added.
pub fn all() -> impl Iterator<Item = &'static dyn ContestCommands> {
    let added = ADDED.get().copied().unwrap_or_default();
    ALL.iter().chain(added).copied()
}

/// The contest with this name, as the command line takes it.
pub fn by_name(name: &str) -> Option<&'static dyn ContestCommands> {
    all().find(|contest| contest.name() == name)
}

/// The contest whose family `text` means to name a member of, whatever the parameters are like:
/// `skullwhist` and `skullwhist(suits=2)` mean SkullWhist's.
pub fn family_of(text: &str) -> Option<&'static dyn ContestCommands> {
    all().find(|contest| game_name::is_meant(text, contest.name()))
}

/// All contests without their commands, as the pages for a browser know them.
pub fn without_commands() -> Vec<&'static dyn Contest> {
    all().map(|contest| contest as &dyn Contest).collect()
}
