//! The flags of `serve` and `play` that only Dead Man's Draw has.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::client::ClientOptions;
use cardsharp_commands::quantities::{duration, seconds};
use cardsharp_commands::serve::TournamentValue;
use cardsharp_dead_mans_draw_server::ServerOptions;

/// The flags of `serve` that only Dead Man's Draw has.
#[derive(Args)]
pub(crate) struct ServeFlags {
    /// Table of teams and their addresses, or of players and their hashed passwords
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Let nobody wait who asks more than 100 times a minute
    #[arg(long)]
    pub(crate) no_throttle: bool,
    /// End the turns of late players once a second, without being asked by an admin
    #[arg(long)]
    pub(crate) watchdog: bool,
    /// Time that a contestant or player has for an answer [default: the contest's own]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) answer_time: Option<Duration>,
    /// Run the contest's event: open play, then a tournament of this form, then the ranking
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) tournament: Option<TournamentValue>,
    /// Time of open play before the tournament, for example 3h or 30m [default: the contest's own]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "tournament")]
    pub(crate) open_play: Option<Duration>,
}

impl From<ServeFlags> for ServerOptions {
    fn from(flags: ServeFlags) -> ServerOptions {
        ServerOptions {
            config: flags.config,
            no_throttle: flags.no_throttle,
            watchdog: flags.watchdog,
            answer_time: flags.answer_time,
            tournament: flags.tournament.map(Into::into),
            open_play: flags.open_play,
        }
    }
}

/// The flags of `play` that only Dead Man's Draw has.
#[derive(Args)]
pub(crate) struct PlayFlags {
    /// Play this match and no other
    #[arg(
        long = "match",
        value_name = "ID",
        conflicts_with_all = ["tag", "repeat", "games"]
    )]
    pub(crate) match_id: Option<String>,
    /// Play matches with this tag only
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Option<String>,
    /// After a match wait for the next
    #[arg(long = "loop")]
    pub(crate) repeat: bool,
}

impl From<PlayFlags> for ClientOptions {
    fn from(flags: PlayFlags) -> ClientOptions {
        ClientOptions {
            match_id: flags.match_id,
            tag: flags.tag,
            repeat: flags.repeat,
        }
    }
}
