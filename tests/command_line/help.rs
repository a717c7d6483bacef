//! Help texts, manual pages and completion.

use std::path::Path;

use cardsharp::cli;
use cardsharp::contest::{AgentError, AgentSpec};
use cardsharp::contests::ALL;
use cardsharp_options::OptionError;

use crate::binary::{cardsharp, run};

fn help(command: &str, columns: usize) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = cardsharp(folder, &[command, "--help"]);
    let output = command.env("COLUMNS", columns.to_string()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// True if `line` was broken too early before `next`. This happens to a text that has line breaks of its own
/// and is wrapped again.
fn orphaned(line: &str, next: &str, columns: usize) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let (before, first) = (line.trim_end(), next.split(' ').find(|word| !word.is_empty()));
    let Some(first) = first.filter(|_| !before.is_empty() && indent(line) == 0 && indent(next) == 0) else {
        return false;
    };
    let goes_on = first.starts_with(|letter: char| letter.is_lowercase() || letter == '`');
    goes_on && !before.ends_with(':') && before.chars().count() + 1 + first.chars().count() < columns
}

#[test]
fn no_line_of_a_paragraph_is_left_short() {
    for command in cli::commands() {
        for columns in [80, 100] {
            let help = help(&command, columns);
            let lines: Vec<&str> = help.lines().collect();
            for pair in lines.windows(2) {
                assert!(!orphaned(pair[0], pair[1], columns), "{command} at {columns} columns: {pair:?}");
            }
        }
    }
}

#[test]
fn every_agent_is_listed_with_all_its_options() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = String::from_utf8(run(folder, &["games"]).stdout).unwrap();
    let all = help("match", 100);
    for contest in ALL {
        let listed = String::from_utf8(run(folder, &["match", contest.name(), "--help"]).stdout).unwrap();
        for agent in contest.agents().all() {
            assert!(all.contains(agent.name), "{}", agent.name);
            assert!(listed.contains(&format!("\n  {}\n", agent.name)), "{}", agent.name);
            assert!(games.contains(agent.name), "{}", agent.name);
            let spec: AgentSpec = format!("{}:no-such-option=1", agent.name).parse().unwrap();
            let Err(AgentError::Option { error: OptionError::Unknown { known, .. }, .. }) =
                contest.table(&vec![spec; contest.seats()]).map(drop)
            else {
                panic!("{} takes any option", agent.name);
            };
            for option in known {
                assert!(
                    agent.summary.contains(option),
                    "{} of {}: {option} is not in its summary",
                    agent.name,
                    contest.name()
                );
                assert!(listed.contains(&format!("\n  {option}\n      ")), "{option} is not explained");
            }
        }
        let others = ALL.iter().filter(|other| other.name() != contest.name());
        for other in others.flat_map(|other| other.agents().hand_written) {
            let is_own = contest.agents().all().any(|own| own.name == other.name);
            assert!(is_own || !listed.contains(&format!("\n  {}\n", other.name)), "{}", other.name);
        }
    }
    assert!(games.lines().all(|line| line.chars().count() <= 100), "{games}");
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["man", "--out", "man1"]).status.success());
    for command in cli::commands() {
        let page = folder.path().join(format!("man1/cardsharp-{command}.1"));
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains("Example"), "{command}");
    }
    assert!(folder.path().join("man1/cardsharp.1").is_file());
}

/// The completions that a shell offers for the last of these words.
fn offered(folder: &Path, words: &[&str]) -> Vec<String> {
    let index = words.len() - 1;
    let line = [&["--"], words].concat();
    let mut command = cardsharp(folder, &line);
    command.env("COMPLETE", "bash").env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", index.to_string());
    let output = command.env("_CLAP_COMPLETE_COMP_TYPE", "9").output().unwrap();
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn shells_are_offered_agents_games_and_policies() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["mine.policy", "mine.csv", "mine.txt"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let offered = |words: &[&str]| offered(folder.path(), words);
    let has = |offered: &[String], name: &str| offered.iter().any(|one| one == name);
    let agents = offered(&["cardsharp", "match", "challenge", ""]);
    for name in ["expert", "resolve", "human", "mine.policy"] {
        assert!(has(&agents, name), "{name} of {agents:?}");
    }
    assert!(!has(&agents, "look-ahead") && !has(&agents, "mine.txt"), "{agents:?}");
    let others = offered(&["cardsharp", "match", "dead-mans-draw", "look"]);
    assert_eq!(others, ["look-ahead"]);
    let contests = offered(&["cardsharp", "play", "sk"]);
    assert_eq!(contests, ["skullwhist"]);
    let flags = offered(&["cardsharp", "serve", "challenge", "--test"]);
    assert_eq!(flags, ["--test-port"]);
    let games = offered(&["cardsharp", "solve", "leduc"]);
    assert!(games.iter().any(|game| game.starts_with("leduc_poker")), "{games:?}");
    assert_eq!(offered(&["cardsharp", "exploit", "mi"]), ["mine.policy"]);
    assert_eq!(offered(&["cardsharp", "plot", "mi"]), ["mine.csv"]);
}

#[test]
fn the_flags_of_a_contest_do_not_change_the_summary_of_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let summary = |words: &[&str]| {
        let output = run(folder.path(), words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.split("\n\n").next().unwrap().to_owned()
    };
    for command in ["solve", "train", "serve", "play"] {
        let expected = summary(&[command, "--help"]);
        for contest in ALL {
            let found = summary(&[command, contest.name(), "--help"]);
            assert_eq!(found, expected, "{command} {}", contest.name());
        }
    }
}

#[test]
fn a_contest_shows_its_own_flags_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let help = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let output = crate::binary::run(folder.path(), &words);
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let own = [
        ("challenge", &["--score", "--classes", "--warm-start"][..]),
        ("dead-mans-draw", &["--matches", "--value"]),
        ("skullwhist", &[]),
        ("tricky-eights", &[]),
    ];
    for (contest, flags) in own {
        let text = help(&format!("train {contest} --help"));
        for (other, others) in own {
            for flag in others {
                let shown = text.contains(&format!("      {flag} "));
                assert_eq!(shown, other == contest, "{contest} and {flag}: {text}");
            }
        }
        for flag in own.iter().filter(|(other, _)| *other != contest) {
            for flag in flag.1 {
                let output = crate::binary::run(folder.path(), &["train", contest, flag, "1"]);
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{contest} {flag}: {said}");
                assert!(said.contains(flag), "{contest} {flag}: {said}");
            }
        }
        assert!(flags.iter().all(|flag| text.contains(flag)));
    }
    // A game that fits in memory has none of these flags.
    let text = help("train leduc_poker --help");
    assert!(!text.contains("      --score ") && !text.contains("      --matches "), "{text}");
    assert!(help("solve challenge --help").contains("--payoffs"));
    assert!(!help("solve leduc_poker --help").contains("--payoffs"));
}

/// The flags of `serve` and `play` that one contest has, or some. The last word of a line is a contest that lacks them.
const LIVE: [(&str, &str, &[&str], &str); 7] = [
    ("serve", "challenge", &["--test-port", "--open", "--cut-every", "--last-hour"], "skullwhist"),
    ("serve", "dead-mans-draw", &["--no-throttle", "--watchdog", "--answer-time"], "challenge"),
    ("serve", "skullwhist", &["--strict"], "tricky-eights"),
    ("serve", "tricky-eights", &["--memory", "--unconfined", "[-- <CONTESTANT>...]"], "challenge"),
    ("play", "challenge", &["--from", "--memory"], "skullwhist"),
    ("play", "dead-mans-draw", &["--match", "--tag", "--loop", "--user"], "challenge"),
    ("play", "skullwhist", &["--user"], "tricky-eights"),
];

#[test]
fn servers_and_clients_show_their_own_flags_and_refuse_others() {
    let folder = tempfile::tempdir().unwrap();
    let help = |words: &[&str]| {
        let output = run(folder.path(), words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        // The examples below the flags have flags, too.
        text.split("Examples:").next().unwrap().to_owned()
    };
    for (command, contest, flags, other) in LIVE {
        let own = help(&[command, contest, "--help"]);
        let others = help(&[command, other, "--help"]);
        let common = help(&[command, "--help"]);
        assert!(common.contains(&format!("cardsharp {command} CONTEST --help")));
        for flag in flags {
            assert!(own.contains(flag), "{command} {contest} {flag}: {own}");
            for text in [&others, &common] {
                assert!(!text.contains(flag), "{command} {flag}: {text}");
            }
            if flag.starts_with("--") {
                let output = run(folder.path(), &[command, other, flag]);
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{said}");
                assert!(said.contains(&format!("unexpected argument '{flag}'")), "{said}");
            }
        }
    }
    // The folder has the name of another contest.
    let words = ["serve", "--data", "challenge", "skullwhist", "--open"];
    let said = String::from_utf8(run(folder.path(), &words).stderr).unwrap();
    assert!(said.contains("unexpected argument '--open'"), "{said}");
}

#[test]
fn the_version_says_what_the_program_was_built_from() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for words in [["--version", "--json"], ["--json", "-V"]] {
        let output = run(folder, &words);
        let build: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(build["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(build["target"]["os"], std::env::consts::OS);
        let features = build["features"].as_array().unwrap();
        assert!(features.iter().any(|feature| feature == "live"), "{build}");
    }
}
