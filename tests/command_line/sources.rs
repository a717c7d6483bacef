//! The order of the sources: the command line names no contest, and imports go from higher modules to lower
//! ones.

use std::fs;
use std::path::{Path, PathBuf};

const CONTESTS: [&str; 4] = ["challenge", "dead_mans_draw", "skullwhist", "tricky_eights"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every Rust file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

/// The code of a file, without comments and unit tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths of this crate that the code names, one for each item of a nested import.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in code.split("crate::").skip(1) {
        let end = part.find(|sign: char| !(sign.is_alphanumeric() || "_:".contains(sign)));
        let path = &part[..end.unwrap_or(part.len())];
        match part[path.len()..].strip_prefix('{') {
            Some(nested) if path.ends_with("::") => {
                let items = nested.split('}').next().unwrap().split(',');
                found.extend(items.map(|item| format!("{path}{}", item.trim())));
            }
            _ => found.push(path.to_owned()),
        }
    }
    found
}

#[test]
fn what_serves_all_contests_names_none() {
    let mut named = Vec::new();
    for room in [
        "cli", "commands", "contest", "live", "explicit", "arena", "report", "policy", "training",
    ] {
        for file in files(&source().join(room)) {
            let code = code(&file);
            for contest in CONTESTS {
                if code.contains(&format!("contests::{contest}"))
                    || code.contains(&format!("{contest}::"))
                {
                    named.push(format!("{} names {contest}", file.display()));
                }
            }
            let hyphenated = CONTESTS.map(|contest| format!("\"{}\"", contest.replace('_', "-")));
            if hyphenated.iter().any(|name| code.contains(name)) {
                named.push(format!("{} has a contest's name", file.display()));
            }
        }
    }
    assert!(named.is_empty(), "{named:#?}");
}

#[test]
fn imports_go_down() {
    /// The modules of the crate, lowest first. A module may import those before it.
    const ROOMS: [&str; 14] = [
        "output",
        "interrupt",
        "interval",
        "measurement",
        "policy",
        "report",
        "training",
        "live",
        "commands",
        "contest",
        "arena",
        "contests",
        "explicit",
        "cli",
    ];
    let floor = |room: &str| ROOMS.iter().position(|known| *known == room);
    let mut wrong = Vec::new();
    for (height, room) in ROOMS.iter().enumerate() {
        let folder = source().join(room);
        let in_room = match folder.is_dir() {
            true => files(&folder),
            false => vec![folder.with_extension("rs")],
        };
        for file in in_room {
            for import in imports(&code(&file)) {
                let to = import.split("::").next().unwrap();
                if floor(to).is_some_and(|to| to > height) {
                    wrong.push(format!("{} imports {import}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn contests_do_not_know_each_other() {
    let mut wrong = Vec::new();
    for contest in CONTESTS {
        for file in files(&source().join("contests").join(contest)) {
            for import in imports(&code(&file)) {
                let mut parts = import.split("::");
                let other = parts.next() == Some("contests");
                let other = parts.next().filter(|_| other).unwrap_or(contest);
                if CONTESTS.contains(&other) && other != contest || import.starts_with("cli::") {
                    wrong.push(format!("{} imports {import}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_import_is_found_in_every_form() {
    let code = "use crate::a::b;\nuse crate::c::{d, e};\nlet x = crate::f::g();";
    assert_eq!(imports(code), ["a::b", "c::d", "c::e", "f::g"]);
}
