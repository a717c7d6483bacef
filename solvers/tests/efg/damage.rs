//! Damaged, hostile and oversized files.

use std::fmt::Write as _;

use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::efg::{EfgError, EfgGame, MAX_DEPTH};
use cardsharp_solvers::game::Game;
use cardsharp_solvers::strategy::Uniform;

use super::written::written;
use super::{EXAMPLES, FORMS, parse};

/// A damaged file, and the place and cause that the message names.
const DAMAGED: [(&str, &str); 36] = [
    ("", "line 1, column 1: the file ends here, where 'EFG'"),
    ("EFX 2 R", "line 1, column 1: expected 'EFG'"),
    ("EFG 3 R", "line 1, column 5: expected 2, the version"),
    ("EFG 2 X", "line 1, column 7: expected 'R'"),
    ("EFG 2 R {", "line 1, column 9: expected the title"),
    ("EFG 2 R \"open", "line 1, column 9: this label is never closed"),
    ("EFG 2 R \"\" { }", "line 1, column 14: the game has no players"),
    ("EFG 2 R \"\" { 1 }", "line 1, column 14: expected the name of a player"),
    ("EFG 2 R \"\" { \"a\" ", "line 1, column 18: the file ends here"),
    ("EFG 2 R \"\" { \"a\" }\n\"\"", "line 2, column 3: the file ends here, where a node"),
    ("x \"\" 0", "line 2, column 1: expected a node, that is 'c', 'p' or 't', found 'x'"),
    ("t 0", "line 2, column 3: expected the name of the node in quotes"),
    ("t \"\"", "line 2, column 5: the file ends here, where the number of the outcome"),
    ("t \"\" -1", "line 2, column 6: expected a whole number"),
    ("t \"\" 1", "line 2, column 6: outcome 1 is not described"),
    ("t \"\" 0 { 0 0 }", "line 2, column 8: outcome 0 means none"),
    ("t \"\" 1 \"o\" 1", "line 2, column 12: expected '{' and the payoffs"),
    ("t \"\" 1 { 1 }", "line 2, column 12: 1 payoffs for 2 players"),
    ("t \"\" 1 { 1 2 3 }", "line 2, column 14: 3 payoffs for 2 players"),
    ("t \"\" 1 { 1 2x }", "line 2, column 12: \"2x\" is not a number"),
    ("t \"\" 1 { 1 1/0 }", "line 2, column 12: \"1/0\" is not a number"),
    ("t \"\" 1 { 1 1e99999999 }", "line 2, column 12: this number has more than"),
    ("t \"\" 1 { 1 1e400 }", "line 2, column 8: the payoffs up to here add up to more"),
    ("t \"\" 1 { 1,,2 }", "line 2, column 12: expected a payoff, or '}', found ','"),
    ("t \"\" 0 ;", "line 2, column 8: the game is complete, yet the character ';' follows"),
    ("p \"\" 3 1 \"\" { \"a\" } 0 t \"\" 0", "line 2, column 6: there is no player 3"),
    ("p \"\" 0 1 \"\" { \"a\" } 0 t \"\" 0", "line 2, column 6: there is no player 0"),
    ("p \"\" 1 1 0 t \"\" 0", "line 2, column 8: information set 1 of player 1 is not described"),
    ("c \"\" 4 0 t \"\" 0", "line 2, column 6: chance event 4 is not described"),
    ("p \"\" 1 1 \"\" { } 0", "line 2, column 15: a list of actions needs at least one"),
    (
        "c \"\" 1 \"\" { \"a\" 1/2 \"b\" 0.3333 } 0",
        "line 2, column 32: the probabilities of this chance node sum to 8333/10000",
    ),
    ("c \"\" 1 \"\" { \"a\" 3/2 \"b\" -1/2 } 0", "line 2, column 25: the probability -1/2 is negative"),
    (
        "p \"\" 1 1 \"n\" { \"a\" } 0\np \"\" 1 1 \"m\" { \"a\" } 0",
        "line 3, column 10: information set 1 of player 1 had another name",
    ),
    (
        "p \"\" 1 1 \"n\" { \"a\" } 0\np \"\" 1 1 \"n\" { \"b\" } 0",
        "line 3, column 10: information set 1 of player 1 had other actions",
    ),
    (
        "c \"\" 1 \"\" { \"a\" 1 \"b\" 0 } 0\nc \"\" 1 \"\" { \"a\" 0 \"b\" 1 } 0",
        "line 3, column 8: chance event 1 had other probabilities",
    ),
    (
        "p \"\" 1 1 \"\" { \"a\" \"b\" } 0 t \"\" 1 \"\" { 1 2 }\nt \"\" 1 \"\" { 1 3 }",
        "line 3, column 8: outcome 1 had other payoffs",
    ),
];

#[test]
fn damage_is_refused_with_line_and_column() {
    for (text, expected) in DAMAGED {
        let text = if text.starts_with("EF") || text.is_empty() {
            text.to_owned()
        } else {
            format!("EFG 2 R \"\" {{ \"a\" \"b\" }}\n{text}")
        };
        let message = EfgGame::parse(&text).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text}\n{message}\n{expected}");
    }
    let error = EfgGame::parse_bytes(b"EFG 2 R\n\"\xc3\xa4\xff\"").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 3: not a character in UTF-8; save the file as UTF-8");
}

#[test]
fn a_file_cut_anywhere_is_refused_or_is_a_game() {
    for text in EXAMPLES.map(|(_, text)| text).into_iter().chain([FORMS]) {
        let bytes = text.trim_end().as_bytes();
        // A second description of an outcome may be cut off.
        let last = text.rfind("t \"\" ").unwrap() + 5;
        for cut in 0..bytes.len() {
            let read = EfgGame::parse_bytes(&bytes[..cut]);
            assert!(cut > last || read.is_err(), "{}", String::from_utf8_lossy(&bytes[..cut]));
        }
    }
}

#[test]
fn a_changed_byte_is_refused_or_makes_another_game() {
    for text in EXAMPLES.map(|(_, text)| text).into_iter().chain([FORMS]) {
        let mut bytes = text.as_bytes().to_vec();
        for index in 0..bytes.len() {
            let kept = bytes[index];
            let flips = (0..8).map(|bit| kept ^ 1 << bit);
            for changed in flips.chain(*b"\"{},\\9-/.e \n") {
                bytes[index] = changed;
                if let Ok(game) = EfgGame::parse_bytes(&bytes) {
                    assert!(game.nodes() > 0);
                }
            }
            bytes[index] = kept;
        }
    }
}

fn chain(depth: usize) -> String {
    let nodes = (1..depth).map(|number| format!("p \"\" 1 {number} \"\" {{ \"on\" }} 0\n"));
    let nodes: String = nodes.collect();
    format!("EFG 2 R \"\" {{ \"a\" }}\n{nodes}t \"\" 1 \"\" {{ 7 }}")
}

#[test]
fn a_deep_tree_is_read_walked_and_written_and_a_deeper_one_refused() {
    let game = parse(&chain(MAX_DEPTH));
    assert_eq!(game.nodes(), MAX_DEPTH);
    assert_eq!(exploitability(&game, &Uniform).values, [7.0]);
    game.check_perfect_recall().unwrap();
    assert_eq!(written(&parse(&written(&game))), written(&game));

    let error = EfgGame::parse(&chain(MAX_DEPTH + 1)).unwrap_err();
    assert!(matches!(error, EfgError::TooDeep { at, .. } if at.line == MAX_DEPTH as u64 + 2));
    let error = EfgGame::parse(&chain(1_000_000)).unwrap_err();
    assert!(matches!(error, EfgError::TooDeep { .. }));
}

#[test]
fn sums_of_unrelated_fractions_are_refused_before_they_fill_the_memory() {
    let mut list = String::new();
    for number in 0..10_000_u64 {
        write!(list, "\"\" 1/{} ", 1_000_003 + 2 * number).unwrap();
    }
    let text = format!("EFG 2 R \"\" {{ \"a\" }} c \"\" 1 \"\" {{ {list} }} 0");
    let error = EfgGame::parse(&text).unwrap_err();
    assert!(matches!(error, EfgError::FractionTooLong { .. }), "{error}");
}

#[test]
fn a_name_repeated_a_hundred_thousand_times_is_told_apart_at_once() {
    let nodes = (0..100_000).map(|number| format!("p \"\" 1 {number} \"x\" {{ \"on\" }} 0 t \"\" 0\n"));
    let actions = "\"x\" ".repeat(100_000);
    let nodes: String = nodes.collect();
    let text = format!("EFG 2 R \"\" {{ \"a\" }} p \"\" 1 100000 \"x\" {{ {actions} }} 0\n{nodes}");
    let game = parse(&text);
    let last = game.child(&game.root(), 99_999);
    assert_eq!(game.infoset_name(&last), "x_100001");
    assert_eq!(game.action_name(&game.root(), 99_999), "x_100000");
}
