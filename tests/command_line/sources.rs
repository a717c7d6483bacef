//! The sources keep their order: what serves all contests names none, imports go down, and no files import
//! each other in a circle.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::imports::{Imports, Sources, circle};

/// The module of each contest.
const CONTESTS: [&str; 4] = ["challenge", "dead_mans_draw", "skullwhist", "tricky_eights"];

/// The modules of this crate, each above those before it.
const MODULES: &[&str] = &[
    "counted",
    "output",
    "system",
    "interrupt",
    "interval",
    "json_lines",
    "measurement",
    "shard",
    "temporary_file",
    "policy",
    "report",
    "plan",
    "training",
    "live",
    "commands",
    "contest",
    "arena",
    "view",
    "contests",
    "explicit",
    "cli",
];

/// The modules of a contest, each above those before it. Those that only one contest has stand where their
/// imports let them.
const FLOORS: &[&str] = &[
    "rules",
    "text",
    "observation",
    "value",
    "infosets",
    "scores",
    "policy",
    "open_cards",
    "opponent",
    "ranges",
    "leaf_values",
    "search",
    "resolve",
    "agents",
    "measure",
    "explore",
    "advice",
    "training",
    "export",
    "wire",
    "replay",
    "table",
    "client",
    "server",
    "commands",
];

fn root_of(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The sources of this crate.
fn own() -> Sources {
    Sources::read(&root_of("src"))
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
            assert!(
                floor(to) < floor(from),
                "{from} imports {to}, which is above it"
            );
        }
    }
}

#[test]
fn imports_go_down_between_the_modules_of_the_crate() {
    assert_goes_down(&between(&own().imports(), 1), MODULES);
}

#[test]
fn imports_go_down_in_every_contest_and_contests_do_not_import_each_other() {
    let imports = own().imports();
    for contest in CONTESTS {
        let base = format!("contests::{contest}::");
        let mut within = Imports::new();
        for (file, targets) in &imports {
            let Some(rest) = file.strip_prefix(&base) else {
                continue;
            };
            let to = within.entry(rest.to_owned()).or_default();
            for target in targets
                .iter()
                .filter(|target| target.starts_with("contests"))
            {
                match target.strip_prefix(&base) {
                    Some(target) => drop(to.insert(target.to_owned())),
                    // The list of contests, the contest's root and other contests are above.
                    None => panic!("{file} imports {target}"),
                }
            }
        }
        assert!(!within.is_empty());
        assert_goes_down(&between(&within, 1), FLOORS);
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for crate_root in ["src", "solvers/src"] {
        let imports = Sources::read(&root_of(crate_root)).imports();
        assert_eq!(circle(&imports), None, "in {crate_root}");
        assert_eq!(circle(&between(&imports, 1)), None, "in {crate_root}");
    }
}

#[test]
fn the_modules_for_all_contests_name_none() {
    let sources = own();
    for (file, text) in sources.texts() {
        if file.starts_with("contests") {
            continue;
        }
        for contest in CONTESTS {
            let path = format!("{contest}::");
            let name = format!("\"{}\"", contest.replace('_', "-"));
            assert!(
                !text.contains(&path) && !text.contains(&name),
                "{file} names {contest}"
            );
        }
    }
}

/// Another system is reached by one module, and the confinement of programs by another.
#[test]
fn two_modules_alone_tell_systems_apart() {
    let sources = own();
    for (file, text) in sources.texts() {
        if file.starts_with("system") || file.starts_with("live::confinement") {
            continue;
        }
        let conditions = [
            "cfg(unix)",
            "cfg(windows)",
            "cfg(not(unix))",
            "target_os",
            "std::os::",
        ];
        let mut lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
        let found = lines.find(|line| conditions.iter().any(|condition| line.contains(condition)));
        assert_eq!(found, None, "in {file}");
    }
}

/// The reader finds the imports that it must find: a few that are known.
#[test]
fn imports_are_resolved_to_the_files_that_define_the_names() {
    let imports = Sources::read(&root_of("solvers/src")).imports();
    assert!(
        imports["cfr::engine"].contains("cfr::preset"),
        "through mod.rs"
    );
    assert!(
        imports["cfr::engine"].contains("tree::plan"),
        "through mod.rs"
    );
    assert!(imports["cfr::update"].contains("fork_join"));
    let both_ways =
        [("a", "b"), ("b", "a")].map(|(from, to)| (from.to_owned(), [to.to_owned()].into()));
    assert_eq!(circle(&both_ways.into()).unwrap(), ["a", "b"]);
}
