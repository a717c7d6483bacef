//! The commands `serve` and `play` for Challenge: their texts and their work.

use clap::{ArgMatches, Args, FromArgMatches};

use super::live_flags::ServeFlags;
use crate::client::{self, BEST_AGENT, ClientOptions};
use cardsharp_challenge_bots::agents;
use cardsharp_challenge_server as server;
use cardsharp_commands::serve::ServeOptions;
use cardsharp_commands::{ContestClient, ContestServer};
use cardsharp_net::PlayReport;
use cardsharp_net::{CommandHelp, PlayOptions, Reach};

/// The help of `serve`.
const SERVE: CommandHelp = CommandHelp {
    text: "\
Teams are told apart by the address they come from. Without a table of teams every loopback address
(127.0.0.1, 127.0.0.2, ...) is a team of its own (cardsharp play challenge --from chooses one) and
everybody else is refused. A team that comes back within 5 seconds is refused, too. The pair that has met
least often plays first. With --data round numbers, meetings and standings go on after a restart, and so
does a round that was interrupted, at its score.

With --tournament the server runs the contest's event: open play, its last hour, in which a team that is
absent loses the rounds it is due, and a tournament of the connected teams, seeded by the standings. Then it
prints the ranking and stops. With --data a restart goes on in the same phase.

The table of teams is a JSON file:
  {\"teams\": [{\"id\": 7, \"name\": \"us\", \"hosts\": [\"10.2.88.12\", \"10.2.88.13\"]}]}",
    examples: &[
        "cardsharp serve challenge --data games",
        "cardsharp serve challenge --open --port 0 --test-port 0 --games 100",
        "cardsharp serve challenge --config teams.json --data games --rounds 91",
        "cardsharp serve challenge --config teams.json --data games --tournament single-elimination --open-play 4h",
    ],
};

/// The help of `play`.
const PLAY: CommandHelp = CommandHelp {
    text: "\
The server is named by --host and --port. Plays until interrupted, unless --games is given. The server
tells teams apart by the address they come from: two teams on one machine choose theirs by --from.",
    examples: &[
        "cardsharp play challenge --policy challenge.policy --host contest.example --port 9999",
        "cardsharp play challenge --agent resolve --policy bot.policy --host contest.example --port 9999",
        "cardsharp play challenge --agent greedy --host 127.0.0.1 --port 19999 --games 10 --json",
        "cardsharp play challenge --from 127.0.0.2 --host 127.0.0.1 --port 9999",
    ],
};

/// The server.
pub(crate) static SERVER: ContestServer =
    ContestServer { help: SERVE, describe: ServeFlags::augment_args, serve, credentials: None, administer: None };

/// The client.
pub(crate) static CLIENT: ContestClient =
    ContestClient { help: PLAY, reach: Reach::Socket, describe: ClientOptions::augment_args, play };

fn serve(options: &ServeOptions, flags: &ArgMatches) -> anyhow::Result<()> {
    let config = ServeFlags::from_arg_matches(flags)?.config(options)?;
    Ok(server::serve(config)?)
}

fn play(options: &PlayOptions, flags: &ArgMatches) -> anyhow::Result<PlayReport> {
    let own = ClientOptions::from_arg_matches(flags)?;
    let agent = agents::Factory::load(&options.agent_or(BEST_AGENT))?.agent(options.seed);
    Ok(client::play(options, &own, agent)?)
}
