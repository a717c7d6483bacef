//! The objects that `--json` prints. Their keys are stable, and documented in docs/src/formats/json.md.

use serde_json::Value;

use crate::binary::{TINY, object, train};
use crate::contests::keys_of;

/// Every command that prints an object, with all its keys in the order of the document.
pub const DOCUMENTED: &[(&str, &[&str])] = &[
    ("report", &["game", "steps", "player", "by", "unit", "classes", "all"]),
    ("analyse", &["contest", "policy", "games", "without_record", "play_outs", "players", "worst", "aivat"]),
    (
        "train",
        &[
            "iterations",
            "seconds",
            "nodes",
            "stop_reason",
            "quantity",
            "value",
            "nash_conv",
            "half_width",
            "unit",
            "policy",
            "curve",
            "checkpoint",
            "memory",
        ],
    ),
    ("exploit", &["nash_conv", "exploitability", "unit", "half_width", "hands", "seats", "seconds"]),
    (
        "match",
        &[
            "contest",
            "unit",
            "seed",
            "complete",
            "rounds",
            "games",
            "wins",
            "draws",
            "win_rate",
            "half_width",
            "low",
            "high",
            "confidence",
            "game_wins",
            "game_win_rate",
            "game_half_width",
            "penalties",
            "agents",
            "seconds",
        ],
    ),
    (
        "tournament",
        &[
            "contest",
            "format",
            "unit",
            "seed",
            "complete",
            "rounds",
            "games",
            "agents",
            "head_to_head",
            "matches",
            "decision",
            "empirical_game",
            "seconds",
        ],
    ),
    (
        "play",
        &[
            "games",
            "won",
            "drawn",
            "unseen",
            "moves",
            "illegal_moves",
            "fallbacks",
            "connections",
            "failures",
            "slowest_answer_ms",
            "odd_messages",
        ],
    ),
    (
        "demo",
        &[
            "game",
            "infosets",
            "solver",
            "score",
            "iterations",
            "seconds",
            "nash_conv_before",
            "half_width_before",
            "nash_conv",
            "half_width",
            "unit",
            "hands",
            "opponents",
            "slowest_answer_ms",
            "penalties",
            "files",
            "next",
            "total_seconds",
        ],
    ),
    (
        "solve",
        &[
            "game",
            "solver",
            "players",
            "nodes",
            "infosets",
            "values",
            "nash_conv",
            "exploitability",
            "unit",
            "iterations",
            "seconds",
            "stop_reason",
            "target",
            "unreached",
            "strategy",
        ],
    ),
    ("import", &["policy", "bytes", "kept", "left_out", "leader_wins", "nash_conv", "unit"]),
    ("compare", &["game", "players", "infosets", "unit", "runs"]),
    ("bench", &["iterations", "runs"]),
    ("check", &["step", "name", "passed", "seconds", "found", "rule", "mend", "output"]),
    ("values", &["values", "residual", "unit", "game", "method"]),
    ("games", &["contests", "games"]),
    ("inspect", &["header", "infosets", "rows", "classes", "bytes", "sections"]),
    (
        "export",
        &[
            "out",
            "source",
            "drop_below",
            "rows",
            "unknown_rows",
            "dropped_actions",
            "pure_rows",
            "bytes_before",
            "bytes_after",
            "source_bytes",
            "moves",
            "nash_conv_before",
            "nash_conv_after",
            "loss",
            "half_width",
            "hands",
            "unit",
        ],
    ),
];

/// Keys of the objects inside those objects.
const INNER: &[(&str, &str, &[&str])] = &[
    ("report", "classes", &["class", "hands", "reach", "known", "value", "weak_raises", "actions"]),
    ("analyse", "players", &["agent", "games", "kind", "decisions", "seldom", "lost", "half_width", "kinds"]),
    ("analyse", "worst", &["game", "agent", "position", "action", "probability", "best", "lost", "half_width"]),
    ("analyse", "aivat", &["games", "corrected", "agents"]),
    ("games", "contests", &["name", "summary", "seats", "agents", "game", "parameters", "infosets"]),
    ("games", "games", &["name", "players", "nodes", "infosets", "compiled_bytes", "solving_bytes"]),
    ("compare", "runs", &["solver", "iterations", "seconds", "cpu_seconds", "nash_conv", "stop_reason", "points"]),
    ("bench", "runs", &["game", "solver", "signature", "iterations_per_second", "nodes_per_second"]),
    ("exploit", "seats", &["seat", "gain", "half_width", "by_first_decision"]),
    ("match", "agents", &["agent", "wins", "win_rate", "game_wins", "game_win_rate", "moves", "penalties"]),
    (
        "tournament",
        "agents",
        &[
            "place",
            "agent",
            "points",
            "opponents_points",
            "matches",
            "rounds",
            "round_wins",
            "round_share",
            "games",
            "game_wins",
            "game_share",
            "game_draws",
            "elo",
            "glicko",
            "penalties",
        ],
    ),
    ("tournament", "empirical_game", &["agents", "regret"]),
    ("tournament", "matches", &["stage", "agents", "played", "wins", "draws"]),
    ("demo", "opponents", &["agent", "rounds", "rounds_won", "games", "games_won", "slowest_answer_ms", "penalties"]),
    ("demo", "files", &["policy", "contest_policy", "picture", "curve", "manifest", "checkpoint", "journal"]),
];

/// Fails unless `object` and the objects inside it have exactly the documented keys of `command`.
pub fn assert_keys(command: &str, object: &Value) {
    let (_, keys) = DOCUMENTED.iter().find(|(name, _)| *name == command).unwrap();
    assert_eq!(keys_of(object), keys.iter().copied().collect(), "{command}");
    for (_, key, inner) in INNER.iter().filter(|(name, ..)| *name == command) {
        let first = match &object[key] {
            Value::Array(items) => &items[0],
            other => other,
        };
        assert_eq!(keys_of(first), inner.iter().copied().collect(), "{key}");
    }
}

/// Slow: each command is run.
#[test]
fn objects_have_the_documented_keys() {
    let folder = tempfile::tempdir().unwrap();
    assert_keys("train", &train(folder.path(), "tiny.policy", 1000));
    let exploit = ["exploit", "tiny.policy", "--hands", "5", "--json"];
    assert_keys("exploit", &object(folder.path(), &exploit));
    let resolved = ["exploit", "four.policy", "--resolve", "iterations=2", "--json"];
    let rules = "challenge(ranks=3,copies=4,hand_size=4)";
    let training = ["train", rules, "--score", "0,0", "--iterations", "1000"];
    let files = ["--hands", "0", "--out", "four.policy", "--json"];
    object(folder.path(), &[&training[..], &files].concat());
    let found = object(folder.path(), &resolved);
    let keys = ["nash_conv", "exploitability", "unit", "iterations", "seconds"];
    assert_eq!(keys_of(&found), keys.into(), "{found}");
    let found = object(folder.path(), &[&resolved[..], &["--states", "3"]].concat());
    let keys = [
        "nash_conv_at_least",
        "half_width",
        "table_at_least",
        "table_half_width",
        "unit",
        "states",
        "iterations",
        "seconds",
    ];
    assert_eq!(keys_of(&found), keys.into(), "{found}");
    let games = ["match", "challenge", "random", "greedy", "--games", "2", "--json"];
    assert_keys("match", &object(folder.path(), &games));
    let tournament = ["tournament", "challenge", "random", "greedy", "--games", "4", "--json"];
    assert_keys("tournament", &object(folder.path(), &tournament));
    assert_keys("solve", &object(folder.path(), &["solve", "kuhn", "--json"]));
    let compare = ["compare", "kuhn_poker", "--solver", "cfr,lp", "--iterations", "5", "--json"];
    assert_keys("compare", &object(folder.path(), &compare));
    assert_keys("bench", &object(folder.path(), &["bench", "--json"]));
    assert_keys("values", &object(folder.path(), &["values", "--json"]));
    assert_keys("games", &object(folder.path(), &["games", "--json"]));
    assert_keys("inspect", &object(folder.path(), &["inspect", "tiny.policy", "--json"]));
    let export = ["export", "challenge", "--policy", "tiny.policy", "--out", "small.policy", "--json"];
    assert_keys("export", &object(folder.path(), &export));
}

/// A hand that is solved here, and imported.
#[test]
fn an_imported_hand_is_worth_what_its_solution_says() {
    const RULES: &str = "challenge(ranks=3,copies=4,hand_size=4)";
    let folder = tempfile::tempdir().unwrap();
    let said = |line: &[&str]| object(folder.path(), &[line, &["--json"]].concat());
    let hand = ["--ranks", "3", "--copies", "4", "--hand-size", "4"];
    let solved = said(&[&["solve", "challenge"], &hand[..], &["--iterations", "200", "--solution", "hand"]].concat());
    let trained = ["train", RULES, "--infosets", "all", "--score", "0,0", "--iterations", "10", "--hands", "0"];
    said(&[&trained[..], &["--out", "trained.policy"]].concat());
    said(&["export", "challenge", "--policy", "trained.policy", "--out", "base.policy"]);
    let imported = said(&["import", "hand", "--base", "base.policy", "--out", "hand.policy"]);
    assert_keys("import", &imported);
    let number = |value: &Value| value.as_f64().unwrap();
    let [low, high] = [0, 1].map(|index| number(&imported["leader_wins"][index]));
    let nash_conv = number(&imported["nash_conv"]);
    assert!((high - low - nash_conv).abs() < 1e-12 && nash_conv < 0.01, "{imported}");
    // The two bounds of the whole solution are as far from its value as NashConv.
    let leader = number(&solved["values"][0]);
    let apart = number(&solved["nash_conv"]);
    assert!(low - apart <= leader && leader <= high + apart, "{imported} {solved}");
    let file = std::fs::metadata(folder.path().join("hand.policy")).unwrap();
    assert_eq!(imported["bytes"], file.len());
}

#[test]
fn a_run_that_measures_nothing_says_null() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["train", TINY, "--score", "0,0", "--iterations", "100", "--hands", "0", "--json"];
    let said = object(folder.path(), &line);
    assert_keys("train", &said);
    assert!(said["nash_conv"].is_null() && said["half_width"].is_null());
    assert_eq!(said["stop_reason"], "iterations");
}

#[test]
fn every_key_is_documented_under_its_command() {
    let page = crate::documents::page("docs/src/formats/json.md");
    let section = |command: &str| {
        let heading = format!("\n## `{command}`\n");
        let begin = page.find(&heading).unwrap_or_else(|| panic!("no {heading}"));
        let rest = &page[begin + heading.len()..];
        rest[..rest.find("\n## ").unwrap_or(rest.len())].to_owned()
    };
    for (command, keys) in DOCUMENTED {
        let text = section(command);
        for key in *keys {
            assert!(text.contains(&format!("| `{key}` |")), "{command}: {key}");
        }
    }
    for (command, outer, keys) in INNER {
        let text = section(command);
        for key in *keys {
            assert!(
                text.contains(&format!("| `{outer}[].{key}` |")) || text.contains(&format!("| `{outer}.{key}` |")),
                "{command}: {outer} {key}"
            );
        }
    }
}
