//! The texts of `serve` and `play` for Dead Man's Draw.

use crate::contest::CommandHelp;

/// The help of `serve`.
pub(crate) const SERVE: CommandHelp = CommandHelp {
    text: "\
Players log in. Without a table of players there are, on loopback addresses only,
636438380ee778617e6e5be8 and 636438380ee778617e6e5be9 with the password \"playerpass\", and admin with
\"adminpass\"; 000000000000000000000000 with \"dummypass\" is always there. Addresses and bodies are
described at /docs. With --data matches survive a restart. After --games the server stays some seconds, so
that the players see how the last match ended.

The table of players (see cardsharp credentials) is a JSON file:
  {\"players\": [{\"id\": \"64a1f0c2\", \"name\": \"us\", \"password\": \"$argon2id$...\"}]}",
    examples: &[
        "cardsharp serve dead-mans-draw --data matches",
        "cardsharp serve dead-mans-draw --bind 0.0.0.0 --config players.json --data matches --watchdog",
    ],
};

/// The help of `play`.
pub(crate) const PLAY: CommandHelp = CommandHelp {
    text: "\
A web service by --url, where one logs in. Plays the match of --match; or waits for a match with the tag of
--tag, or for any match one has a seat in, and plays that. Then it is done, unless --games or --loop tells
it to wait for more. The password itself is sent only where the server takes no Digest login.",
    examples: &[
        "cardsharp play dead-mans-draw --url http://127.0.0.1:8080 --user 64a1f0c2 --password-file us.txt --tag final --loop",
    ],
};
