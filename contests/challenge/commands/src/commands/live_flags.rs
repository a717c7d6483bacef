//! The flags of `serve` that only Challenge has.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use cardsharp_challenge_server::{CONTEST_PORT, EventSettings, PRACTICE_PORT, ServerConfig, Teams};
use cardsharp_commands::quantities::duration;
use cardsharp_commands::serve::{ServeOptions, TournamentValue};
use cardsharp_game::BadUsage;

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

impl ServeFlags {
    /// The configuration of the server. Reads the table of teams.
    pub(crate) fn config(self, options: &ServeOptions) -> anyhow::Result<ServerConfig> {
        let teams = match (&self.config, self.open) {
            (Some(_), true) => {
                bail!(BadUsage::new("a table of teams and an open server exclude each other: choose one"))
            }
            (Some(path), false) => Teams::from_file(path)?,
            (None, true) => Teams::Open,
            (None, false) => Teams::Loopback,
        };
        let event = self.tournament.map(|format| EventSettings::new(format.into(), self.open_play, self.last_hour));
        if event.is_some() {
            let limits =
                [("--open", self.open), ("--games", options.games.is_some()), ("--rounds", self.rounds.is_some())];
            if let Some((limit, _)) = limits.into_iter().find(|(_, given)| *given) {
                bail!(BadUsage::new(format!(
                    "an event (--tournament) ends by itself and must recognise its teams: leave out {limit}"
                )));
            }
        }
        let seed = options.seed.unwrap_or_else(rand::random);
        let on_free_ports = ServerConfig::on_free_ports(teams, seed);
        Ok(ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(CONTEST_PORT),
            test_port: self.test_port.unwrap_or(PRACTICE_PORT),
            data: options.data.clone(),
            sync: options.sync.unwrap_or(on_free_ports.sync),
            games: options.games,
            rounds: self.rounds,
            cut_rounds: self.cut_rounds,
            reconnect_interval: self.reconnect_interval.unwrap_or(on_free_ports.reconnect_interval),
            absence_interval: self.absence_interval.unwrap_or(on_free_ports.absence_interval),
            cut_every: self.cut_every,
            event,
            ..on_free_ports
        })
    }
}

/// Parses a time in seconds, which may be 0.
fn interval(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| "write a number of seconds, 0 or more".to_owned())
}
