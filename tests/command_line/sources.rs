//! The sources keep their order: crates depend on those below them, what serves all contests names none, imports within
//! a crate go down, and no files import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::{Imports, Sources, circle};

/// The module of each contest.
const CONTESTS: [&str; 4] = ["challenge", "dead_mans_draw", "skullwhist", "tricky_eights"];

/// Crates between a program and people, sockets or pictures. No rules of a game need them.
const ROOF: [&str; 7] = ["axum", "cardsharp-solvers", "clap", "comfy-table", "indicatif", "plotters", "tokio"];

/// The crates with a command line: the roof, and the launcher of a confined program.
const WITH_FLAGS: [&str; 3] = ["cardsharp", "cardsharp-commands", "cardsharp-sandbox"];

/// The modules of the program itself, each above those before it.
const MODULES: &[&str] = &["contests", "plan", "explicit", "cli"];

/// The modules of a contest, each above those before it. Those that only one contest has stand where their
/// imports let them.
const FLOORS: &[&str] = &[
    "rules",
    "text",
    "deals",
    "observation",
    "value",
    "infosets",
    "scores",
    "policy",
    "open_cards",
    "opponent",
    "ranges",
    "leaf_values",
    "solved_hand",
    "search",
    "resolve",
    "memory",
    "table",
    "agents",
    "agent_strategy",
    "measure",
    "explore",
    "advice",
    "luck",
    "training",
    "export",
    "wire",
    "replay",
    "client",
    "check",
    "commands",
];

fn root_of(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A crate of the workspace.
struct Crate {
    name: String,
    folder: PathBuf,
    dependencies: BTreeSet<String>,
}

impl Crate {
    fn read(folder: PathBuf) -> Crate {
        let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let (mut name, mut dependencies) = (None, BTreeSet::new());
        let mut section = "";
        for line in text.lines() {
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']');
                continue;
            }
            let Some((key, value)) = line.split_once('=') else {
                continue;
            };
            if section == "package" && key.trim() == "name" {
                name = Some(value.trim().trim_matches('"').to_owned());
            }
            if section == "dependencies" || section.ends_with("'.dependencies") {
                let key = key.split('.').next().unwrap_or_default();
                dependencies.insert(key.trim().to_owned());
            }
        }
        let name = name.unwrap();
        Crate { name, folder, dependencies }
    }

    /// The module of the contest that the crate is a part of.
    fn contest(&self) -> Option<&'static str> {
        let rest = self.folder.strip_prefix(root_of("contests")).ok()?;
        let name = rest.iter().next()?.to_str()?.replace('-', "_");
        CONTESTS.into_iter().find(|contest| *contest == name)
    }

    fn sources(&self) -> Sources {
        Sources::read(&self.folder.join("src"))
    }
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

/// The crates of the workspace, the program among them.
fn crates() -> Vec<Crate> {
    let contests = folders_in(&root_of("contests"));
    let folders = folders_in(&root_of("crates"))
        .into_iter()
        .chain(contests.iter().flat_map(|contest| folders_in(contest)))
        .chain([root_of("solvers"), root_of("")]);
    folders.map(Crate::read).collect()
}

/// The dependencies of the crate `name` and, within the workspace, those of its dependencies.
fn all_dependencies(crates: &[Crate], name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(next) = open.pop() {
        let Some(one) = crates.iter().find(|one| one.name == next) else {
            continue;
        };
        for dependency in &one.dependencies {
            if found.insert(dependency.clone()) {
                open.push(dependency.clone());
            }
        }
    }
    found
}

/// The first `depth` parts of a module path.
fn module(path: &str, depth: usize) -> String {
    path.split("::").take(depth).collect::<Vec<_>>().join("::")
}

/// The imports between modules of `depth` parts, from one to another.
fn between(imports: &Imports, depth: usize) -> Imports {
    let mut modules = Imports::new();
    for (file, targets) in imports {
        let from = module(file, depth);
        let to = modules.entry(from.clone()).or_default();
        to.extend(targets.iter().map(|target| module(target, depth)));
        to.remove(&from);
    }
    modules
}

/// Asserts that every import goes to a module before its own in `order`.
fn assert_goes_down(imports: &Imports, order: &[&str]) {
    let floors: BTreeMap<_, _> = order.iter().zip(0..).collect();
    let floor = |module: &str| match floors.get(&module) {
        Some(floor) => *floor,
        None => panic!("{module} has no place in the order"),
    };
    for (from, targets) in imports {
        for to in targets {
            assert!(floor(to) < floor(from), "{from} imports {to}, which is above it");
        }
    }
}

#[test]
fn the_rules_of_a_contest_need_no_solver_socket_picture_or_command_line() {
    let crates = crates();
    let rules = crates.iter().filter(|one| one.name.ends_with("-game"));
    let rules: Vec<&Crate> = rules.collect();
    assert_eq!(rules.len(), CONTESTS.len() + 1, "with cardsharp-game");
    for one in rules {
        let all = all_dependencies(&crates, &one.name);
        let found = ROOF.into_iter().find(|name| all.contains(*name));
        assert_eq!(found, None, "{} needs it", one.name);
    }
}

#[test]
fn the_server_of_a_contest_needs_no_solver_and_no_agent() {
    let crates = crates();
    let servers = crates.iter().filter(|one| one.name.ends_with("-server"));
    let servers: Vec<&Crate> = servers.collect();
    assert_eq!(servers.len(), CONTESTS.len());
    for one in servers {
        let all = all_dependencies(&crates, &one.name);
        let is_solver =
            |name: &&String| name.ends_with("-solvers") || name.ends_with("-solver") || name.ends_with("-bots");
        assert_eq!(all.iter().find(is_solver), None, "{} needs it", one.name);
    }
}

#[test]
fn flags_stand_in_the_roof_alone() {
    for one in crates() {
        let roof = WITH_FLAGS.contains(&one.name.as_str()) || one.name.ends_with("-commands");
        assert!(roof || !one.dependencies.contains("clap"), "{} has flags", one.name);
    }
}

#[test]
fn contests_do_not_depend_on_each_other_and_nothing_else_on_a_contest() {
    let crates = crates();
    for one in &crates {
        if one.name == "cardsharp" {
            continue;
        }
        let of_contest = |name: &String| {
            let found = crates.iter().find(|other| other.name == *name);
            found.and_then(Crate::contest)
        };
        for contest in one.dependencies.iter().filter_map(of_contest) {
            assert_eq!(one.contest(), Some(contest), "{}", one.name);
        }
    }
}

#[test]
fn imports_go_down_between_the_modules_of_the_program() {
    let imports = Sources::read(&root_of("src")).imports();
    assert_goes_down(&between(&imports, 1), MODULES);
}

#[test]
fn imports_go_down_in_the_crates_of_every_contest() {
    let mut checked = 0;
    for one in crates() {
        // The modules of a server are its own, and so are those of a solver on a card.
        let has_its_own = one.name.ends_with("-server") || one.name.ends_with("-gpu");
        if one.contest().is_some() && !has_its_own {
            assert_goes_down(&between(&one.sources().imports(), 1), FLOORS);
            checked += 1;
        }
    }
    assert!(checked >= 3 * CONTESTS.len());
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for one in crates() {
        let imports = one.sources().imports();
        assert_eq!(circle(&imports), None, "in {}", one.name);
        assert_eq!(circle(&between(&imports, 1)), None, "in {}", one.name);
    }
}

#[test]
fn the_crates_for_all_contests_name_none() {
    for one in crates().iter().filter(|one| one.contest().is_none()) {
        for (file, text) in one.sources().texts() {
            if one.name == "cardsharp" && file.starts_with("contests") {
                continue;
            }
            for contest in CONTESTS {
                let path = format!("{contest}::");
                let name = format!("\"{}\"", contest.replace('_', "-"));
                assert!(!text.contains(&path) && !text.contains(&name), "{file} of {} names {contest}", one.name);
            }
        }
    }
}

/// Words that are flags of a contest's server or client and mean other things elsewhere, too.
const WORDS: [&str; 8] = ["config", "contestants", "from", "memory", "open", "repeat", "rounds", "tag"];

/// The fields of the structs in `text`.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let field = line.strip_prefix("    pub(crate) ").or(line.strip_prefix("    pub "))?;
        field.split_once(':').map(|(name, _)| name)
    })
}

#[test]
fn a_flag_of_a_server_or_client_is_named_in_its_contest_alone() {
    let mut flags = BTreeSet::new();
    for folder in folders_in(&root_of("contests")) {
        let of_server = fs::read_to_string(folder.join("commands/src/commands/live_flags.rs")).unwrap();
        // Not every client has flags of its own.
        let of_client = fs::read_to_string(folder.join("commands/src/client/options.rs")).unwrap_or_default();
        for text in [of_server, of_client] {
            flags.extend(fields(&text).map(str::to_owned));
        }
    }
    for known in ["unconfined", "match_id", "strict", "test_port", "watchdog"] {
        assert!(flags.contains(known), "{known} is not among {flags:?}");
    }
    // A tournament is a command of the program, too.
    flags.retain(|flag| flag != "tournament" && !WORDS.contains(&flag.as_str()));
    for one in crates().iter().filter(|one| one.contest().is_none()) {
        for (file, text) in one.sources().texts() {
            let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let named = words.find(|word| flags.contains(*word));
            assert_eq!(named, None, "in {file} of {}", one.name);
            for flag in &flags {
                let long = format!("\"--{}", flag.replace('_', "-"));
                assert!(!text.contains(&long), "{file} of {}: {long}", one.name);
            }
        }
    }
}

/// Another system is reached by one crate, and the confinement of programs by another. The solvers stand alone, and
/// protect the one file that they write.
#[test]
fn two_crates_alone_tell_systems_apart() {
    for one in crates() {
        let may = ["cardsharp-system", "cardsharp-sandbox", "cardsharp-solvers"];
        if may.contains(&one.name.as_str()) {
            continue;
        }
        for (file, text) in one.sources().texts() {
            let conditions = ["cfg(unix)", "cfg(windows)", "cfg(not(unix))", "target_os", "std::os::"];
            let mut lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
            let found = lines.find(|line| conditions.iter().any(|condition| line.contains(condition)));
            assert_eq!(found, None, "in {file} of {}", one.name);
        }
    }
}

/// The seconds of `Duration::from_…(…)` after `<`, if a line bounds a time by them.
fn bound_on_time(line: &str) -> Option<f64> {
    let (_, bound) = line.split_once("< Duration::from_").or(line.split_once("< std::time::Duration::from_"))?;
    let (unit, rest) = bound.split_once('(')?;
    let count: f64 = rest.split(')').next()?.parse().ok()?;
    Some(if unit == "millis" { count / 1e3 } else { count })
}

/// A machine may be busy for seconds. What must be fast is compared with what it would take otherwise, or is the
/// fastest of several tries.
#[test]
fn no_test_asks_a_busy_machine_to_be_fast() {
    assert_eq!(bound_on_time("assert!(began.elapsed() < Duration::from_millis(500));"), Some(0.5));
    let tests = crates().into_iter().map(|one| one.folder.join("tests"));
    let mut bounds = 0;
    for folder in tests.filter(|folder| folder.is_dir()) {
        for (file, text) in Sources::read(&folder).texts() {
            for line in text.lines().filter(|line| !line.contains("bound_on_time")) {
                let Some(seconds) = bound_on_time(line) else {
                    continue;
                };
                bounds += 1;
                let is_fastest = line.contains("fastest <") || line.contains("p99 <");
                assert!(seconds >= 10.0 || is_fastest, "{file} in {}: {line}", folder.display());
            }
        }
    }
    assert!(bounds > 10, "{bounds}");
}

/// The reader finds the imports that it must find: a few that are known.
#[test]
fn imports_are_resolved_to_the_files_that_define_the_names() {
    let imports = Sources::read(&root_of("solvers/src")).imports();
    assert!(imports["cfr::engine"].contains("cfr::preset"), "through mod.rs");
    assert!(imports["cfr::engine"].contains("tree::plan"), "through mod.rs");
    assert!(imports["cfr::update"].contains("fork_join"));
    let both_ways = [("a", "b"), ("b", "a")].map(|(from, to)| (from.to_owned(), [to.to_owned()].into()));
    assert_eq!(circle(&both_ways.into()).unwrap(), ["a", "b"]);
}
