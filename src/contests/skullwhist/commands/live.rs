//! The texts of `serve` and `play` for SkullWhist.

use crate::contest::CommandHelp;

/// The help of `serve`.
pub(crate) const SERVE: CommandHelp = CommandHelp {
    text: "\
Bots register and log in by themselves. The rules and the methods are described at /api/; standings, games
and who is online are at /stats/. With --data accounts and games survive a restart, and
`cardsharp admin skullwhist` removes bots, sets passwords and exports games. After --games the server stays
some seconds, so that the bots hear how their last game ended.",
    examples: &[
        "cardsharp serve skullwhist --data bots --strict",
    ],
};

/// The help of `play`.
pub(crate) const PLAY: CommandHelp = CommandHelp {
    text: "\
A web service by --url. Logs in by --name and --password-file, and registers if the server does not know the
name. Plays until interrupted, unless --games is given. The password is sent as it is, as the contest wants
it: over plain HTTP unless the address begins with https. The session and the running game are kept in a
file beside the password file, FILE.NAME@HOST_PORT.session: a client that is started again within five
minutes goes on with them instead of forfeiting the game.",
    examples: &[
        "cardsharp play skullwhist --url http://127.0.0.1:8013 --name us --password-file us.txt --games 10",
    ],
};
