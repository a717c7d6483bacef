//! The flags of `serve` that only Dead Man's Draw has.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use cardsharp_commands::quantities::{duration, seconds};
use cardsharp_commands::serve::{ServeOptions, TournamentValue};
use cardsharp_dead_mans_draw_server::{Accounts, MOVE_TIME, PORT, ServerConfig, TournamentConfig};
use cardsharp_game::BadUsage;

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

impl ServeFlags {
    /// The configuration of the server. Reads the table of players, without which everybody knows the passwords.
    pub(crate) fn config(self, options: &ServeOptions) -> anyhow::Result<ServerConfig> {
        let accounts = match &self.config {
            Some(path) => Accounts::from_file(path)?,
            None if !options.bind.is_loopback() => bail!(
                "without a table of players everybody knows the passwords, and {} can be reached by others: give \
                 --config, or leave out --bind",
                options.bind
            ),
            None => Accounts::practice(),
        };
        let on_free_port = ServerConfig::on_free_port();
        Ok(ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(PORT),
            accounts,
            data: options.data.clone(),
            sync: options.sync.unwrap_or(on_free_port.sync),
            matches: options.games,
            tournament: self.tournament_config(options)?,
            throttle: !self.no_throttle,
            watchdog: self.watchdog,
            seed: options.seed,
            ..on_free_port
        })
    }

    fn tournament_config(&self, options: &ServeOptions) -> Result<Option<TournamentConfig>, BadUsage> {
        let Some(format) = self.tournament else {
            return match self.answer_time {
                Some(_) => Err(BadUsage::new(
                    "--answer-time is for the moves of a tournament: give --tournament, or leave it out",
                )),
                None => Ok(None),
            };
        };
        if options.games.is_some() {
            return Err(BadUsage::new("a tournament decides by itself how many matches are played: leave out --games"));
        }
        Ok(Some(TournamentConfig {
            format: format.into(),
            open_play: self.open_play.unwrap_or_default(),
            move_time: self.answer_time.unwrap_or(MOVE_TIME),
        }))
    }
}
