//! Games in the files of Gambit.

use cardsharp_solvers::efg::EfgGame;

use crate::guard::same;
use crate::{Outcome, Target};

/// Games in extensive form.
pub const EFG: Target = Target {
    name: "efg",
    run: gambit,
    words: &[
        "EFG 2 R ",
        "EFG 2 D ",
        "{ \"1\" \"2\" }",
        "\nc ",
        "\np ",
        "\nt ",
        "\"\"",
        "\"a\"",
        " 0",
        " 1 ",
        "1/2",
        "0.5",
        "{ 1, -1 }",
        "{ \"l\" 1/3 \"r\" 2/3 }",
        "\\\"",
        "1e-3",
        "-1/0",
        "{",
        "}",
        ",",
    ],
    examples: &[
        "data/efg/absent_minded_driver.efg",
        "data/efg/bargaining.efg",
        "data/efg/bayesian.efg",
        "data/efg/entry_deterrence.efg",
        "data/efg/prisoners_dilemma.efg",
        "data/efg/signalling.efg",
    ],
};

/// Games in strategic form.
pub const NFG: Target = Target {
    name: "nfg",
    run: gambit,
    words: &[
        "NFG 1 R ",
        "NFG 1 D ",
        "{ \"1\" \"2\" }",
        "{ 2 2 }",
        "{ { \"a\" \"b\" } { \"c\" } }",
        "\n{\n",
        "}\n",
        "1/2",
        "0.5",
        " 0",
        " 1 ",
        "\"\"",
        "{ \"\" 1, 1 }",
        "\\\"",
        "1e-3",
        "-1/0",
        "4294967295",
        "{",
        "}",
        ",",
    ],
    examples: &[],
};

/// The most memory of a game. It is a part of that of an input, which has room for the text of the game, too.
const MEMORY: u64 = 16 << 20;

fn gambit(input: &[u8], outcome: &mut Outcome) {
    let Some(game) = outcome.of("game", EfgGame::parse_within(input, MEMORY)) else {
        return;
    };
    outcome.of("recall", game.check_perfect_recall());
    let Some(text) = written(&game, outcome) else {
        return;
    };
    let again = match EfgGame::parse_bytes(&text) {
        Ok(again) => again,
        Err(error) => panic!("what is written is not read: {error}\n{}", String::from_utf8_lossy(&text)),
    };
    let texts = written(&again, outcome).map(|again| String::from_utf8_lossy(&again).into_owned());
    same(&texts, &Some(String::from_utf8_lossy(&text).into_owned()), "the second writing");
}

fn written(game: &EfgGame, outcome: &mut Outcome) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    outcome.of("written", game.write(&mut text))?;
    Some(text)
}
