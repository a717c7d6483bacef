//! The texts of `serve` and `play` for Challenge.

use crate::contest::CommandHelp;

/// The help of `serve`.
pub const SERVE: CommandHelp = CommandHelp {
    text: "\
Teams are told apart by the address they come from. Without a table of teams every loopback address
(127.0.0.1, 127.0.0.2, ...) is a team of its own (cardsharp play challenge --from chooses one) and
everybody else is refused. A team that comes back within 5 seconds is refused, too. The pair that has met
least often plays first. With --data round numbers, meetings and standings go on after a restart, and so
does a round that was interrupted, at its score.

The table of teams is a JSON file:
  {\"teams\": [{\"id\": 7, \"name\": \"us\", \"hosts\": [\"10.2.88.12\", \"10.2.88.13\"]}]}",
    examples: &[
        "cardsharp serve challenge --data games",
        "cardsharp serve challenge --open --port 0 --test-port 0 --games 100",
        "cardsharp serve challenge --config teams.json --data games --rounds 91",
    ],
};

/// The help of `play`.
pub const PLAY: CommandHelp = CommandHelp {
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
