//! The command lines of the documents and help texts must be valid, and the links of the documents must work.

use std::path::Path;

use cardsharp::cli;
use cardsharp::policy::container::{self, Measured};
use cardsharp_policy::measurement::Quantity;

/// The documents outside the book.
const DOCUMENTS: [&str; 5] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md", "solvers/README.md"];
/// The folder of the book's pages.
const BOOK: &str = "docs/src";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// The paths, relative to the root, of the files below a folder that end in `.md`.
fn markdown_below(folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            names.extend(markdown_below(&name));
        } else if name.ends_with(".md") {
            names.push(name);
        }
    }
    names.sort();
    names
}

/// The paths of all documents, those of the book included.
pub fn documents() -> Vec<String> {
    let mut names = markdown_below(BOOK);
    names.extend(DOCUMENTS.map(str::to_owned));
    names
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

/// The words of a line, split as a shell does: quotes are removed, and a lone `#` begins a comment.
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

/// The command lines of a page for a shell: `cardsharp ...` and `cargo run --release -- ...`.
pub fn shell_lines(page: &str) -> Vec<String> {
    let prefix = "cargo run --release -- ";
    code_lines(page)
        .iter()
        .filter_map(|line| {
            let line = line.strip_prefix("$ ").unwrap_or(line);
            match line.strip_prefix(prefix) {
                Some(rest) => Some(format!("cardsharp {rest}")),
                None => line.starts_with("cardsharp ").then(|| line.to_owned()),
            }
        })
        .collect()
}

/// The same, in words.
pub fn command_lines(page: &str) -> Vec<Vec<String>> {
    shell_lines(page).iter().map(|line| words(line)).collect()
}

fn check_page(name: &str) -> usize {
    let lines = command_lines(&page(name));
    for words in &lines {
        if let Err(error) = cli::check(words) {
            panic!("{name}: {}\n{error}", words.join(" "));
        }
    }
    lines.len()
}

#[test]
fn every_command_line_in_the_documents_can_be_run() {
    assert!(check_page("README.md") > 10);
    let found: usize = documents().iter().map(|name| check_page(name)).sum();
    assert!(found > 120, "{found}");
}

#[test]
fn readme_begins_with_the_two_commands() {
    let lines = code_lines(&page("README.md"));
    assert!(lines[0].starts_with("cargo run --release -- demo"), "{lines:?}");
    assert!(lines[1].starts_with("cargo test --workspace"), "{lines:?}");
}

/// The command lines of a page that begin with these two words after the program's name.
fn lines_of(page: &str, command: &str, contest: &str) -> Vec<Vec<String>> {
    let mut lines = command_lines(page);
    lines.retain(|line| line.len() > 2 && line[1] == command && line[2] == contest);
    lines
}

/// A figure that a file does not have cannot stand beside its name.
#[test]
fn readme_has_a_row_for_each_policy_as_its_header_says() {
    let readme = page("README.md");
    let mut found = 0;
    for folder in std::fs::read_dir(root().join("data")).unwrap() {
        let folder = folder.unwrap();
        let Ok(files) = std::fs::read_dir(folder.path()) else {
            continue;
        };
        for file in files.map(|file| file.unwrap().path()) {
            if file.extension().is_none_or(|extension| extension != "policy") {
                continue;
            }
            let reader = container::Reader::open(&file).unwrap();
            let measured = reader.header().measured.as_ref().map(|measured| {
                let Measured { value, half_width, .. } = measured;
                match measured.quantity {
                    Quantity::NashConvLowerBound => format!("at least {value:.2} ± {half_width:.2}"),
                    // Its best responses are exact.
                    Quantity::TrunkNashConv => format!("trunk alone: {value:.4}"),
                    _ => format!("{value:.2} ± {half_width:.2}"),
                }
            });
            let measured = measured.unwrap_or_else(|| "not measured".to_owned());
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            let row = readme.lines().find(|line| line.starts_with(&format!("| `{name}`")));
            let cells: Vec<&str> = row.unwrap_or_else(|| panic!("{name}")).split('|').map(str::trim).collect();
            assert_eq!(cells[2], measured, "{name}");
            found += 1;
        }
    }
    assert_eq!(found, 5);
}

#[test]
fn blocks_with_a_server_name_both_players_and_end() {
    let guide = page("docs/src/guide/play.md");
    let has = |line: &[String], flag: &str| line.iter().any(|word| word == flag);
    for contest in ["dead-mans-draw", "skullwhist"] {
        let servers = lines_of(&guide, "serve", contest);
        assert_eq!(servers.len(), 1, "{servers:?}");
        let players = lines_of(&guide, "play", contest);
        assert_eq!(players.len(), 2, "{players:?}");
        for line in players {
            assert!(!has(&line, "--loop"), "{line:?}");
            // The client of this contest needs this option to end by itself.
            assert!(contest != "skullwhist" || has(&line, "--games"));
        }
    }
    for name in ["README.md", "docs/src/guide/play.md"] {
        for contest in ["challenge", "dead-mans-draw", "skullwhist"] {
            for line in lines_of(&page(name), "serve", contest) {
                assert!(has(&line, "--games"), "{name}: {line:?}");
            }
        }
        for line in lines_of(&page(name), "play", "challenge") {
            assert!(has(&line, "--games"), "{name}: {line:?}");
        }
        // The judge ends by itself, and starts all four contestants.
        for line in lines_of(&page(name), "serve", "tricky-eights") {
            let index = line.iter().position(|word| word == "--").unwrap();
            assert_eq!(line.len() - index - 1, 4, "{name}: {line:?}");
        }
    }
}

/// The paragraphs and the items of lists, without code, tables, headings and pictures.
fn paragraphs(page: &str) -> Vec<String> {
    let mut inside = false;
    let (mut paragraphs, mut open) = (Vec::new(), String::new());
    for line in page.lines() {
        let text = line.trim();
        let fence = text.starts_with("```");
        inside ^= fence;
        let item = ["- ", "* ", "1. "].iter().find_map(|mark| text.strip_prefix(*mark));
        let no_prose = fence || inside || text.is_empty() || text.starts_with(['#', '|', '!', '<']);
        if no_prose || item.is_some() {
            paragraphs.push(std::mem::take(&mut open));
        }
        if !no_prose {
            open += item.unwrap_or(text);
            open.push(' ');
        }
    }
    paragraphs.push(open);
    paragraphs
}

/// The sentences of a page, in words.
fn sentences(page: &str) -> Vec<Vec<String>> {
    let mut sentences = Vec::new();
    for paragraph in paragraphs(page) {
        let mut sentence = Vec::new();
        for word in paragraph.split_whitespace() {
            sentence.push(word.to_owned());
            let end = word.trim_end_matches([')', '*', '_', '`', '"']);
            if end.ends_with(['.', '!', '?']) {
                sentences.push(std::mem::take(&mut sentence));
            }
        }
        sentences.push(sentence);
    }
    sentences
}

#[test]
fn readme_is_short_and_so_are_its_sentences() {
    let readme = page("README.md");
    assert!(readme.lines().count() <= 150);
    assert!(readme.split_whitespace().count() < 1500);
    let sentences = sentences(&readme);
    assert!(sentences.iter().filter(|words| words.len() > 5).count() > 20);
    for sentence in sentences {
        assert!(sentence.len() <= 30, "{}", sentence.join(" "));
    }
}

#[test]
fn sentences_end_at_full_stops_and_at_blank_lines() {
    let page = "# No. 1\n\nOne two.\nThree `a.md`\nfour (five.) Six\n\n- seven\n- eight\n\n```\nNine.\n```\n";
    let found: Vec<String> =
        sentences(page).iter().filter(|words| !words.is_empty()).map(|words| words.join(" ")).collect();
    assert_eq!(found, ["One two.", "Three `a.md` four (five.)", "Six", "seven", "eight"]);
}

/// The targets of a page's links and pictures.
fn targets(page: &str) -> Vec<String> {
    let mut inside = false;
    let mut targets = Vec::new();
    for line in page.lines() {
        inside ^= line.trim_start().starts_with("```");
        if !inside {
            let links = line.split("](").skip(1);
            let links = links.filter_map(|rest| rest.split_once(')'));
            targets.extend(links.map(|(target, _)| target.to_owned()));
        }
    }
    targets
}

/// The anchors of a page's headings.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let name = line.trim_start_matches('#').trim().to_lowercase();
            let kept = name.chars().filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
            kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
        })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for name in documents() {
        let folder = root().join(&name);
        let folder = folder.parent().unwrap();
        for target in targets(&page(&name)) {
            if target.contains("://") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target.as_str(), ""));
            let file = match path {
                "" => root().join(&name),
                path => folder.join(path),
            };
            assert!(file.exists(), "{name} links to {target}");
            if !anchor.is_empty() {
                let text = std::fs::read_to_string(&file).unwrap();
                let known = anchors(&text);
                assert!(known.iter().any(|one| one == anchor), "{name} links to {target}: there are {known:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn the_summary_names_every_page() {
    let summary = format!("{BOOK}/SUMMARY.md");
    let named = targets(&page(&summary));
    for name in markdown_below(BOOK) {
        let inside = name.strip_prefix(BOOK).unwrap().trim_start_matches('/');
        assert!(name == summary || named.iter().any(|target| target == inside), "{name}");
    }
}

#[test]
fn examples_in_help_texts_can_be_run() {
    let folder = tempfile::tempdir().unwrap();
    for command in cli::commands() {
        let output = crate::binary::run(folder.path(), &[&command, "--help"]);
        let help = String::from_utf8(output.stdout).unwrap();
        let in_examples = |line: &&str| line.starts_with("  cardsharp ") || line.ends_with('\\');
        let longest = help.lines().filter(in_examples).map(str::len).max();
        assert!(longest.is_some_and(|longest| longest <= 80), "{help}");
        let help = help.replace("\\\n", " ");
        let example = format!("  cardsharp {command}");
        let examples: Vec<_> = help.lines().filter(|line| line.starts_with(&example)).collect();
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
    assert_eq!(split, ["cardsharp", "train", "challenge(ranks=3)", "--out", "a.policy"]);
}
