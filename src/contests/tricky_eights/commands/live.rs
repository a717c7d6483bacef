//! The texts of `serve` and `play` for Tricky Eights.

use crate::contest::CommandHelp;

/// The help of `serve`.
pub(crate) const SERVE: CommandHelp = CommandHelp {
    text: "\
The server is the judge. It starts four contestants, whose command lines stand behind --, as north, east,
south and west, and plays one game to 300, or --games. With --data it keeps te.log and a journal there.",
    examples: &[
        "cardsharp serve tricky-eights --seed 13 -- ./ours 'cardsharp play tricky-eights' ./ours ./ours",
    ],
};

/// The help of `play`.
pub(crate) const PLAY: CommandHelp = CommandHelp {
    text: "\
Played on standard input and output, without a server's name: commands come in, cards go out, until the
input ends. How it went is said on standard error. Ctrl-C leaves at once.",
    examples: &[
        "cardsharp play tricky-eights --agent card-counter --quiet",
    ],
};
