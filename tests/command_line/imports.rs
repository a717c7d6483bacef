//! The imports of a crate's sources: the files that every file names in its `use` lines and qualified paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The imports: from a place to the places that it names.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// The source files of a crate by module path, such as `cfr::rule`; the file `cfr/mod.rs` is `cfr`.
pub struct Sources {
    files: BTreeMap<String, String>,
}

impl Sources {
    /// Reads the sources below `root`, the folder of a crate's `lib.rs`.
    pub fn read(root: &Path) -> Sources {
        let mut sources = Sources { files: BTreeMap::new() };
        sources.add(root, &mut Vec::new());
        for root in ["lib", "main"] {
            sources.files.remove(root);
        }
        sources
    }

    fn add(&mut self, folder: &Path, path: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
            if entry.is_dir() {
                path.push(name);
                self.add(&entry, path);
                path.pop();
                continue;
            }
            if entry.extension().is_none_or(|end| end != "rs") {
                continue;
            }
            let mut module = path.clone();
            module.extend((name != "mod").then_some(name));
            let text = fs::read_to_string(&entry).unwrap();
            self.files.insert(module.join("::"), code(&text));
        }
    }

    /// The file that defines the last name of `path`, which begins at the crate's root. A name that
    /// a `mod.rs` only imports is defined where the import says.
    fn resolve(&self, path: &[String]) -> Option<String> {
        let known = (1..=path.len()).rev();
        let (length, module) = known
            .map(|length| (length, path[..length].join("::")))
            .find(|(_, module)| self.files.contains_key(module))?;
        let Some(name) = path.get(length) else {
            return Some(module);
        };
        let exported = uses(&self.files[&module])
            .into_iter()
            .flat_map(|used| used.paths)
            .find(|target| target.last() == Some(name));
        match exported {
            Some(target) => self.resolve(&absolute(&module, &target)),
            None => Some(module),
        }
    }

    /// The code of every file.
    pub fn texts(&self) -> impl Iterator<Item = (&String, &String)> {
        self.files.iter()
    }

    /// The imports of every file, to files of the crate.
    pub fn imports(&self) -> Imports {
        let imports = self.files.iter().map(|(file, text)| {
            let private = uses(text).into_iter().filter(|used| !used.is_public);
            let paths = private.flat_map(|used| used.paths).chain(qualified(text));
            let within = |path: &Vec<String>| {
                let child = format!("{file}::{}", path[0]);
                matches!(path[0].as_str(), "crate" | "super") || self.files.contains_key(&child)
            };
            let targets = paths
                .filter(within)
                .filter_map(|path| self.resolve(&absolute(file, &path)))
                .filter(|target| target != file);
            (file.clone(), targets.collect())
        });
        imports.collect()
    }
}

/// A `use` declaration.
struct Used {
    is_public: bool,
    paths: Vec<Vec<String>>,
}

/// The text without comments, without the tests at its end, and without the paths of `pub(in path)`, which
/// are no imports.
pub fn code(text: &str) -> String {
    // A module of tests in a file of its own is declared before other items, so that alone is no end.
    let text = text.split("\nmod tests {").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    let text = lines.collect::<Vec<&str>>().join("\n");
    let mut pieces = text.split("pub(in ");
    let first = pieces.next().unwrap().to_owned();
    let visible = pieces.map(|piece| piece.split_once(')').map_or("", |(_, rest)| rest));
    let text = visible.fold(first, |text, piece| text + "pub" + piece);
    // A raw identifier names the file without its prefix.
    text.replace("r#", "")
}

/// The place in a statement at which its `use` declaration begins, if it is one.
fn start_of_use(statement: &str) -> Option<usize> {
    let mut index = 0;
    for line in statement.split_inclusive('\n') {
        let words = line.trim_start();
        if words.starts_with("use ") || (words.starts_with("pub") && words.contains(" use ")) {
            return Some(index);
        }
        index += line.len();
    }
    None
}

/// The `use` declarations of a text.
fn uses(text: &str) -> Vec<Used> {
    let statements = text.split(';');
    let declared = statements.filter_map(|statement| {
        let declaration = statement[start_of_use(statement)?..].replace('\n', " ");
        let (visibility, tree) = declaration.split_once("use ")?;
        let mut paths = Vec::new();
        expand(&[], tree.trim(), &mut paths);
        Some(Used { is_public: !visibility.trim().is_empty(), paths })
    });
    declared.collect()
}

/// Adds every path of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(before: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let (head, group) = match tree.split_once('{') {
        Some((head, group)) => (head, group.rsplit_once('}').map(|(inside, _)| inside)),
        None => (tree, None),
    };
    let mut path = before.to_vec();
    let head = head.split(" as ").next().unwrap_or_default();
    let steps = head.split("::").map(str::trim);
    path.extend(steps.filter(|step| !step.is_empty() && *step != "self").map(str::to_owned));
    match group {
        None => paths.push(path),
        Some(group) => {
            for branch in branches(group) {
                expand(&path, branch, paths);
            }
        }
    }
}

/// The parts of a list between its outermost commas.
fn branches(list: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (index, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(list[begin..index].trim());
                begin = index + 1;
            }
            _ => {}
        }
    }
    found.push(list[begin..].trim());
    found.retain(|branch| !branch.is_empty());
    found
}

/// The paths outside of `use` declarations.
fn qualified(text: &str) -> Vec<Vec<String>> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let statements = text.split(';');
    let bodies = statements.map(|statement| {
        let end = start_of_use(statement).unwrap_or(statement.len());
        &statement[..end]
    });
    let words = bodies.flat_map(|body| body.split(|letter| !is_name(letter)));
    let paths = words.filter(|word| word.contains("::") && !word.starts_with(':'));
    let paths = paths.map(|word| word.trim_end_matches(':').split("::"));
    paths.map(|steps| steps.map(str::to_owned).collect()).collect()
}

/// A path in `file` as one from the root of the crate.
fn absolute(file: &str, path: &[String]) -> Vec<String> {
    let mut place: Vec<String> = match path[0].as_str() {
        "crate" => Vec::new(),
        _ => file.split("::").map(str::to_owned).collect(),
    };
    for step in path {
        match step.as_str() {
            "crate" => {}
            "super" => {
                place.pop();
            }
            name => place.push(name.to_owned()),
        }
    }
    place
}

/// The circle of imports that is found first, if any.
pub fn circle(imports: &Imports) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    imports.keys().find_map(|start| circle_from(start, imports, &mut Vec::new(), &mut done))
}

fn circle_from(
    place: &str,
    imports: &Imports,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(begin) = way.iter().position(|passed| passed == place) {
        return Some(way[begin..].to_vec());
    }
    if !done.insert(place.to_owned()) {
        return None;
    }
    way.push(place.to_owned());
    let found = imports.get(place).into_iter().flatten().find_map(|next| circle_from(next, imports, way, done));
    way.pop();
    found
}
