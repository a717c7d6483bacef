//! The flags of `serve` and `play` that only Tricky Eights has.

use std::time::Duration;

use clap::Args;

use cardsharp_commands::memory;
use cardsharp_commands::quantities::seconds;
use cardsharp_commands::serve::TournamentValue;
use cardsharp_tricky_eights_server::ServerOptions;

/// The flags of `serve` that only Tricky Eights has.
#[derive(Args)]
pub(crate) struct ServeFlags {
    /// Time that a contestant or player has for an answer [default: the contest's own]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) answer_time: Option<Duration>,
    /// Memory that a contestant may take once it has begun to read its input [default: 4MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory::amount)]
    pub(crate) memory: Option<u64>,
    /// Environment variable that contestants get besides PATH and LANG; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) pass_env: Vec<String>,
    /// Let contestants use files, the network, any memory and all of the environment
    #[arg(long, conflicts_with_all = ["memory", "pass_env"])]
    pub(crate) unconfined: bool,
    /// Run the contest's event: open play, then a tournament of this form, then the ranking
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) tournament: Option<TournamentValue>,
    /// Command lines of the contestants, one word each
    #[arg(last = true, value_name = "CONTESTANT")]
    pub(crate) contestants: Vec<String>,
}

impl From<ServeFlags> for ServerOptions {
    fn from(flags: ServeFlags) -> ServerOptions {
        ServerOptions {
            answer_time: flags.answer_time,
            memory: flags.memory,
            pass_env: flags.pass_env,
            unconfined: flags.unconfined,
            tournament: flags.tournament.map(Into::into),
            contestants: flags.contestants,
        }
    }
}
