//! The commands `serve` and `play` for SkullWhist: their texts and their work.

use clap::{Args, FromArgMatches};

use super::live_flags::ServeFlags;
use crate::client::{self, BEST_AGENT};
use cardsharp_commands::{ContestClient, ContestServer};
use cardsharp_net::{CommandHelp, Reach};
use cardsharp_skullwhist_bots::agents::Factory;
use cardsharp_skullwhist_server as server;

/// The help of `serve`.
const SERVE: CommandHelp = CommandHelp {
    text: "\
Bots register and log in by themselves. The rules and the methods are described at /api/; standings, games
and who is online are at /stats/. With --data accounts and games survive a restart, and
`cardsharp admin skullwhist` removes bots, sets passwords and exports games. After --games the server stays
some seconds, so that the bots hear how their last game ended.",
    examples: &["cardsharp serve skullwhist --data bots --strict"],
};

/// The help of `play`.
const PLAY: CommandHelp = CommandHelp {
    text: "\
A web service by --url. Logs in by --name and --password-file, and registers if the server does not know the
name. Plays until interrupted, unless --games is given. The password is sent as it is, as the contest wants
it: over plain HTTP unless the address begins with https. The session and the running game are kept in a
file beside the password file, FILE.NAME@HOST_PORT.session: a client that is started again within five
minutes goes on with them instead of forfeiting the game.",
    examples: &["cardsharp play skullwhist --url http://127.0.0.1:8013 --name us --password-file us.txt --games 10"],
};

/// The server.
pub(crate) static SERVER: ContestServer = ContestServer {
    help: SERVE,
    describe: ServeFlags::augment_args,
    serve: |options, flags| {
        let config = ServeFlags::from_arg_matches(flags)?.config(options);
        Ok(server::serve(config)?)
    },
    credentials: None,
    administer: Some(|data, task, output| Ok(server::administer(data, task, output)?)),
};

/// The client.
pub(crate) static CLIENT: ContestClient = ContestClient {
    help: PLAY,
    reach: Reach::Web,
    describe: |command| command,
    play: |options, _| {
        let factory = Factory::load(&options.agent_or(BEST_AGENT))?;
        Ok(client::play(options, factory)?)
    },
};
