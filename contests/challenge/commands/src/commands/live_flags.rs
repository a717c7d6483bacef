//! The flags of `serve` and `play` that only Challenge has.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::client::ClientOptions;
use cardsharp_challenge_server::ServerOptions;
use cardsharp_commands::quantities::duration;
use cardsharp_commands::serve::TournamentValue;

/// The flags of `serve` that only Challenge has.
#[derive(Args)]
pub(crate) struct ServeFlags {
    /// Table of teams and their addresses, or of players and their hashed passwords
    #[arg(long, value_name = "FILE", conflicts_with = "open")]
    pub(crate) config: Option<PathBuf>,
    /// Port of the practice opponent, 0 for any that is free [default: 19999]
    #[arg(long, value_name = "PORT")]
    pub(crate) test_port: Option<u16>,
    /// Stop after this many rounds
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<NonZeroUsize>,
    /// Let --games stop a round that is under way; without it such a round is played to its end
    ///
    #[arg(long, requires = "games")]
    pub(crate) cut_rounds: bool,
    /// Make every connection a team of its own and lift the 5-second rule, to play on one machine. Who
    /// loses the connection comes back as another team, since nothing tells them from a newcomer; give
    /// each team an address of its own where that matters
    #[arg(long)]
    pub(crate) open: bool,
    /// Refuse a team that tries to connect again within this time, as the contest does against
    /// hammering; 0 refuses nobody [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    pub(crate) reconnect_interval: Option<Duration>,
    /// Penalise a team without a connection once in this interval, while its move is due. Its clock runs
    /// down to the last half second before the first penalty. With a short interval a team that comes back
    /// after 10 to 15 seconds, as the contest's own clients do, has lost the game; with a long one its
    /// opponent waits. After 16 seconds nobody waits for the team any more. 0 penalises at once, which is
    /// one reading of the example in the contest's document [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    pub(crate) absence_interval: Option<Duration>,
    /// Cut every connection after this many messages, to see how clients live with it
    #[arg(long, value_name = "N")]
    pub(crate) cut_every: Option<NonZeroUsize>,
    /// Run the contest's event: open play, then a tournament of this form, then the ranking
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) tournament: Option<TournamentValue>,
    /// Time of open play before the tournament, for example 3h or 30m [default: the contest's own]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "tournament")]
    pub(crate) open_play: Option<Duration>,
    /// The last part of open play, in which teams that are absent must play and lose [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "tournament")]
    pub(crate) last_hour: Option<Duration>,
}

impl From<ServeFlags> for ServerOptions {
    fn from(flags: ServeFlags) -> ServerOptions {
        ServerOptions {
            config: flags.config,
            test_port: flags.test_port,
            rounds: flags.rounds,
            cut_rounds: flags.cut_rounds,
            open: flags.open,
            reconnect_interval: flags.reconnect_interval,
            absence_interval: flags.absence_interval,
            cut_every: flags.cut_every,
            tournament: flags.tournament.map(Into::into),
            open_play: flags.open_play,
            last_hour: flags.last_hour,
        }
    }
}

/// Parses a time in seconds, which may be 0.
fn interval(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| "write a number of seconds, 0 or more".to_owned())
}

/// The flags of `play` that only Challenge has.
#[derive(Args)]
pub(crate) struct PlayFlags {
    /// Connect from this address of the own machine, by which the server tells teams apart
    #[arg(long, value_name = "ADDRESS", requires = "host")]
    pub(crate) from: Option<IpAddr>,
    /// Keep what is learned of each opponent in this file, over games and runs
    #[arg(long, value_name = "FILE")]
    pub(crate) memory: Option<PathBuf>,
    /// Append each game to this journal, with the own cards and those that the opponent played, for
    /// `cardsharp view`
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

impl From<PlayFlags> for ClientOptions {
    fn from(flags: PlayFlags) -> ClientOptions {
        ClientOptions {
            from: flags.from,
            memory: flags.memory,
            journal: flags.journal,
            agent: String::new(),
        }
    }
}
