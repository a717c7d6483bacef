//! The commands `serve` and `play` for Dead Man's Draw: their texts and their work.

use clap::{ArgMatches, Args, FromArgMatches};

use super::live_flags::ServeFlags;
use crate::client::{self, BEST_AGENT, ClientOptions};
use cardsharp_commands::serve::ServeOptions;
use cardsharp_commands::{ContestClient, ContestServer};
use cardsharp_dead_mans_draw_bots::agents::Factory;
use cardsharp_dead_mans_draw_server as server;
use cardsharp_net::PlayReport;
use cardsharp_net::{CommandHelp, PlayOptions, Reach};

/// The help of `serve`.
const SERVE: CommandHelp = CommandHelp {
    text: "\
Players log in. Without a table of players there are, on loopback addresses only,
636438380ee778617e6e5be8 and 636438380ee778617e6e5be9 with the password \"playerpass\", and admin with
\"adminpass\"; 000000000000000000000000 with \"dummypass\" is always there. Addresses and bodies are
described at /docs. With --data matches survive a restart. After --games the server stays some seconds, so
that the players see how the last match ended.

--tournament makes all matches of an event of the players of the table, and ends with the ranking. Two
players meet in five matches, and in further ones while it is level. For every move there are 10 seconds,
or --answer-time. The tag \"tournament\" finds these matches. A server that was stopped goes on with its
tournament, by --data. Without --open-play the first matches are made at once.

The table of players (see cardsharp credentials) is a JSON file:
  {\"players\": [{\"id\": \"64a1f0c2\", \"name\": \"us\", \"password\": \"$argon2id$...\"}]}",
    examples: &[
        "cardsharp serve dead-mans-draw --data matches",
        "cardsharp serve dead-mans-draw --bind 0.0.0.0 --config players.json --data matches --watchdog",
        "cardsharp serve dead-mans-draw --config players.json --data final --tournament double-elimination --open-play 10m",
    ],
};

/// The help of `play`.
const PLAY: CommandHelp = CommandHelp {
    text: "\
A web service by --url, where one logs in. Plays the match of --match; or waits for a match with the tag of
--tag, or for any match one has a seat in, and plays that. Then it is done, unless --games or --loop tells
it to wait for more. The password itself is sent only where the server takes no Digest login.",
    examples: &[
        "cardsharp play dead-mans-draw --url http://127.0.0.1:8080 --user 64a1f0c2 --password-file us.txt --tag final --loop",
    ],
};

/// The server.
pub(crate) static SERVER: ContestServer = ContestServer {
    help: SERVE,
    describe: ServeFlags::augment_args,
    serve,
    credentials: Some(|options| Ok(serde_json::to_value(server::credentials(options)?)?)),
    administer: None,
};

/// The client.
pub(crate) static CLIENT: ContestClient =
    ContestClient { help: PLAY, reach: Reach::Web, describe: ClientOptions::augment_args, play };

fn serve(options: &ServeOptions, flags: &ArgMatches) -> anyhow::Result<()> {
    let config = ServeFlags::from_arg_matches(flags)?.config(options)?;
    Ok(server::serve(config)?)
}

fn play(options: &PlayOptions, flags: &ArgMatches) -> anyhow::Result<PlayReport> {
    let own = ClientOptions::from_arg_matches(flags)?;
    let factory = Factory::load(&options.agent_or(BEST_AGENT))?;
    Ok(client::play(options, &own, factory)?)
}
