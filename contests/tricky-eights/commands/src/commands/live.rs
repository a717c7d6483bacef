//! The commands `serve` and `play` for Tricky Eights: their texts and their work.

use clap::{ArgMatches, Args, FromArgMatches};

use super::live_flags::ServeFlags;
use crate::client::{self, BEST_AGENT};
use cardsharp_commands::serve::ServeOptions;
use cardsharp_commands::{ContestClient, ContestServer};
use cardsharp_game::BadUsage;
use cardsharp_net::PlayReport;
use cardsharp_net::{CommandHelp, PlayOptions, Reach};
use cardsharp_tricky_eights_bots::agents::Factory;
use cardsharp_tricky_eights_server as server;

/// The help of `serve`.
const SERVE: CommandHelp = CommandHelp {
    text: "\
The server is the judge. It starts four contestants, whose command lines stand behind --, as north, east,
south and west, and plays one game to 300, or --games. With --data it keeps te.log and a journal there.

On Linux a contestant that opens a file, a network socket, or takes more than --memory is disqualified. It sees
no other process, no other contestant's code, and of the environment PATH, LANG and what --pass-env names.
--unconfined permits all of it.

With --tournament four or more contestants, the best first, meet in tables of four with --games games each. The
server prints the ranking. With --data the same command goes on with an event that was stopped.",
    examples: &[
        "cardsharp serve tricky-eights --tournament single-elimination --data event -- ./a ./b ./c ./d ./e",
        "cardsharp serve tricky-eights --seed 13 -- ./ours 'cardsharp play tricky-eights' ./ours ./ours",
    ],
};

/// The help of `play`.
const PLAY: CommandHelp = CommandHelp {
    text: "\
Played on standard input and output, without a server's name: commands come in, cards go out, until the
input ends. How it went is said on standard error. Ctrl-C leaves at once. --journal writes a file, which the
judge permits with `serve --unconfined` alone.",
    examples: &["cardsharp play tricky-eights --agent card-counter --quiet"],
};

/// The server.
pub(crate) static SERVER: ContestServer =
    ContestServer { help: SERVE, describe: ServeFlags::augment_args, serve, credentials: None, administer: None };

/// The client.
pub(crate) static CLIENT: ContestClient =
    ContestClient { help: PLAY, reach: Reach::Stdio, describe: |command| command, play };

fn serve(options: &ServeOptions, flags: &ArgMatches) -> anyhow::Result<()> {
    let config = ServeFlags::from_arg_matches(flags)?.config(options)?;
    server::serve(config).map_err(|error| BadUsage::or_failure(error, server::ServeError::is_usage))
}

fn play(options: &PlayOptions, _: &ArgMatches) -> anyhow::Result<PlayReport> {
    let agent = Factory::load(&options.agent_or(BEST_AGENT))?.agent(options.seed);
    Ok(client::play(options, agent)?)
}
