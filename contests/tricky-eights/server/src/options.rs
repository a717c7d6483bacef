//! The options that only this server has.

use std::time::Duration;

use cardsharp_arena::tournament::EventFormat;

/// The settings of the server that no other contest has.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Time limit of a contestant's answer.
    pub answer_time: Option<Duration>,
    /// Memory that a contestant may take once it plays, in bytes.
    pub memory: Option<u64>,
    /// Environment variables that contestants get besides `PATH` and `LANG`.
    pub pass_env: Vec<String>,
    /// Let contestants use files, the network and any memory.
    pub unconfined: bool,
    /// Run the contest's event, which ends with a tournament of this form.
    pub tournament: Option<EventFormat>,
    /// Command lines of the contestants, one per seat, or the entrants of a tournament.
    pub contestants: Vec<String>,
}
