//! What README and the help texts show can be typed.

use cardsharp::cli;

/// The commands of the plan. README may show one before it is there.
const PLANNED: [&str; 14] = [
    "demo", "games", "train", "solve", "exploit", "values", "plot", "inspect", "export", "match",
    "serve", "play", "bench", "merge",
];

pub fn page(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The lines of a Markdown page's code blocks, continued lines joined.
fn code_lines(page: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in page.replace("\\\n", " ").lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if inside {
            lines.push(line.trim().to_owned());
        }
    }
    lines
}

/// A line as a shell splits it: quotes, and comments from a lone `#` on.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for letter in line.chars() {
        match (letter, quote) {
            (_, Some(mark)) if letter == mark => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(letter),
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => break,
            ('>' | '|' | '&', None) => break,
            (' ', None) => words.extend(word.take()),
            (_, None) => word.get_or_insert_default().push(letter),
        }
    }
    assert!(quote.is_none(), "{line}: a quote is not closed");
    words.extend(word);
    words
}

/// The command lines of a page: `cardsharp ...` and `cargo run --release -- ...`.
pub fn command_lines(page: &str) -> Vec<Vec<String>> {
    let prefix = "cargo run --release -- ";
    code_lines(page)
        .iter()
        .filter_map(|line| {
            let line = line.strip_prefix("$ ").unwrap_or(line);
            match line.strip_prefix(prefix) {
                Some(rest) => Some(words(&format!("cardsharp {rest}"))),
                None => line.starts_with("cardsharp ").then(|| words(line)),
            }
        })
        .collect()
}

fn check_page(name: &str) -> usize {
    let lines = command_lines(&page(name));
    let known = cli::commands();
    for words in &lines {
        let command = words.get(1).map_or("", String::as_str);
        if !known.iter().any(|name| name == command) && PLANNED.contains(&command) {
            continue;
        }
        if let Err(error) = cli::check(words) {
            panic!("{name}: {}\n{error}", words.join(" "));
        }
    }
    lines.len()
}

#[test]
fn every_command_line_in_the_documents_can_be_run() {
    assert!(check_page("README.md") > 15);
    for name in ["docs/src/formats/json.md", "docs/src/formats/files.md"] {
        check_page(name);
    }
}

#[test]
fn readme_begins_with_the_two_commands() {
    let lines = code_lines(&page("README.md"));
    assert!(
        lines[0].starts_with("cargo run --release -- demo"),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("cargo test --workspace"), "{lines:?}");
}

#[test]
fn blocks_with_a_server_name_both_players_and_end() {
    for contest in ["dead-mans-draw", "skullwhist"] {
        let lines = command_lines(&page("README.md"));
        let of = |line: &&Vec<String>| {
            let begin: Vec<&str> = line.iter().skip(1).take(2).map(String::as_str).collect();
            begin == ["play", contest]
        };
        let players: Vec<_> = lines.iter().filter(of).collect();
        assert_eq!(players.len(), 2, "{players:?}");
        for line in players {
            assert!(!line.contains(&"--loop".to_owned()), "{line:?}");
            // The client of this contest goes on until it is told otherwise.
            assert!(contest != "skullwhist" || line.contains(&"--games".to_owned()));
        }
    }
}

#[test]
fn examples_in_help_texts_can_be_run() {
    let folder = tempfile::tempdir().unwrap();
    for command in cli::commands() {
        let output = crate::binary::run(folder.path(), &[&command, "--help"]);
        let help = String::from_utf8(output.stdout).unwrap();
        let example = format!("  cardsharp {command}");
        let examples: Vec<_> = help
            .lines()
            .filter(|line| line.starts_with(&example))
            .collect();
        assert!(!examples.is_empty(), "{help}");
        for line in examples {
            if let Err(error) = cli::check(words(line.trim())) {
                panic!("{line}\n{error}");
            }
        }
    }
}

#[test]
fn words_are_split_as_a_shell_does() {
    let split = words("cardsharp train 'challenge(ranks=3)' --out a.policy  # a comment");
    assert_eq!(
        split,
        [
            "cardsharp",
            "train",
            "challenge(ranks=3)",
            "--out",
            "a.policy"
        ]
    );
}
