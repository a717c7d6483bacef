//! The files that a confined program may open.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::program::{find, interpreter};

/// The folders and files of the system that runtimes read: libraries, time zones, the description of the machine.
const SYSTEM: &[&str] = &[
    "/usr/bin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/libx32",
    "/usr/sbin",
    "/usr/share",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/bin",
    "/sbin",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/ssl/openssl.cnf",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/version",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
];

/// The folder of libraries that the machine's users install, such as Python's packages. Contestants may lie there.
const INSTALLED: &str = "/usr/local/lib";

/// The devices that may be opened for writing, because nothing is kept there. A shared mapping of `/dev/zero` would be
/// memory.
pub(super) const SINKS: &[&str] = &["/dev/null", "/dev/full"];

/// The terminal, which shells try to open at their start. It is no breach, and the system refuses it.
pub(super) const TERMINAL: &str = "/dev/tty";

/// The file that Java tries to write at its start. It is no breach, and the system refuses it.
pub(super) const CORE_FILTER: &str = "coredump_filter";

/// The parts of an installation outside the system's folders, such as a virtual environment: those that stand beside
/// the folder `bin` or `shims` of a program.
const INSTALLATION: &[&str] = &["conf", "lib", "lib64", "libexec", "plugins", "pyvenv.cfg", "version", "versions"];

/// The folders of programs, which are parts of an installation if one of these names stands beside them: that of a
/// virtual environment or of a manager of versions.
const PROGRAMS: &[&str] = &["bin", "shims"];
const MANAGED: &[&str] = &["pyvenv.cfg", "shims"];

/// The environment variable with the folders in which the loader looks for libraries first.
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// The endings of files with code, which a program may load from the folder of its script.
const CODE: &[&str] = &["class", "cjs", "jar", "js", "lua", "mjs", "php", "pl", "pm", "py", "pyc", "rb", "sh", "so"];

/// The files and folders that a program may open for reading, and run programs from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// Files, and folders with all that is beneath them. Links are resolved.
    readable: BTreeSet<PathBuf>,
    /// Folders whose names may be listed.
    listed: BTreeSet<PathBuf>,
    /// The files that the command line names, with their interpreters.
    named: BTreeSet<PathBuf>,
}

/// The words of a command line, and the words of those that are command lines themselves.
fn parts_of(words: &[String]) -> impl Iterator<Item = String> {
    let parts = words.iter().flat_map(|word| {
        let split = shlex::split(word).unwrap_or_default();
        std::iter::once(word.clone()).chain(split)
    });
    parts.collect::<BTreeSet<_>>().into_iter()
}

/// The files that a word names: itself, or the value behind `=`.
fn files_of(word: &str) -> impl Iterator<Item = &Path> {
    let value = word.split_once('=').map_or(word, |(_, value)| value);
    [word, value].into_iter().map(Path::new).filter(|path| path.is_file())
}

/// The files that belong to a contestant with this command line: what it names, but for a program in a folder of
/// programs that interprets another file.
pub(super) fn files_named(words: &[String]) -> Vec<PathBuf> {
    let of = |words: &[String]| {
        let parts: Vec<String> = parts_of(words).collect();
        let files = parts.iter().flat_map(|word| files_of(word));
        let files = files.filter_map(|path| path.canonicalize().ok());
        files.collect::<Vec<_>>()
    };
    let arguments = of(words.get(1..).unwrap_or_default());
    let folder = words.first().and_then(|word| Path::new(word).parent());
    let installed = folder.is_some_and(|folder| PROGRAMS.iter().any(|name| folder.ends_with(name)));
    if installed && !arguments.is_empty() { arguments } else { of(words) }
}

fn is_system(file: &Path) -> bool {
    SYSTEM.iter().any(|system| file.starts_with(system))
}

impl Rules {
    /// The rules of the program that is the first of these words. A file that a word names may be read, too: it was
    /// the judge's user who wrote the command line. The program may not read the `foreign` files, which belong to
    /// others, nor what lies beside them in another folder.
    pub(super) fn of(words: &[String], foreign: &[PathBuf]) -> Rules {
        let mut rules = Rules::default();
        let libraries = std::env::var_os(LIBRARIES).unwrap_or_default();
        for folder in std::env::split_paths(&libraries).filter(|path| path.is_absolute()) {
            rules.add(&folder);
            // The loader looks even where there is no such folder.
            rules.readable.insert(folder);
        }
        for word in parts_of(words) {
            rules.add_word(&word);
        }
        let own = rules.clone();
        for path in SYSTEM.iter().chain([&INSTALLED]) {
            rules.add(Path::new(path));
        }
        // Debian keeps the settings of each version of Java there.
        for entry in std::fs::read_dir("/etc").into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("java-") {
                rules.add(&entry.path());
            }
        }
        for file in foreign.iter().filter(|file| !is_system(file)) {
            rules.exclude(file, &own);
        }
        rules
    }

    /// The files and folders that may be read.
    pub(super) fn readable(&self) -> impl Iterator<Item = &Path> {
        self.readable.iter().map(PathBuf::as_path)
    }

    /// The folders whose names may be listed.
    pub(super) fn listed(&self) -> impl Iterator<Item = &Path> {
        self.listed.iter().map(PathBuf::as_path)
    }

    /// True if this file may be opened for reading. Links in `path` are resolved, and it is absolute.
    pub(super) fn may_read(&self, path: &Path) -> bool {
        path.ancestors().any(|path| self.readable.contains(path))
    }

    /// Takes away the right to read a file of somebody else, with its folder if the program has nothing there.
    fn exclude(&mut self, file: &Path, own: &Rules) {
        if own.named.contains(file) {
            return;
        }
        let shared = |folder: &&Path| {
            let programs = PROGRAMS.iter().any(|name| folder.ends_with(name));
            programs || own.named.iter().any(|own| own.starts_with(folder))
        };
        let folder = file.parent().filter(|folder| !shared(folder));
        let excluded = folder.unwrap_or(file);
        self.readable.remove(excluded);
        // Rights cannot be taken from a part of a folder, so the folder gives way to its other parts.
        while let Some(folder) = excluded.ancestors().find(|path| self.readable.contains(*path)) {
            self.readable.remove(folder);
            let entries = folder.read_dir().into_iter().flatten().flatten();
            let others = entries.map(|entry| entry.path());
            self.readable.extend(others.filter(|path| path != excluded));
        }
    }

    fn add(&mut self, path: &Path) {
        self.readable.extend(path.canonicalize().ok());
    }

    fn add_word(&mut self, word: &str) {
        if let Ok(program) = find(word) {
            self.add_program(&program);
        }
        for path in files_of(word) {
            self.add_named(path);
            self.add_neighbours(path);
        }
    }

    fn add_named(&mut self, path: &Path) {
        self.add(path);
        self.named.extend(path.canonicalize().ok());
    }

    /// A program with its interpreter and its installation.
    fn add_program(&mut self, program: &Path) {
        self.add_named(program);
        self.add_installation(program);
        if let Ok(resolved) = program.canonicalize() {
            self.add_installation(&resolved);
        }
        // The interpreter of a script may itself be a script.
        let first = interpreter(program);
        let second = first.as_deref().and_then(interpreter);
        for interpreter in [first, second].into_iter().flatten() {
            self.add_named(&interpreter);
            self.add_installation(&interpreter);
        }
    }

    fn add_installation(&mut self, program: &Path) {
        let Some(folder) = program.parent() else {
            return;
        };
        let is_bin = folder.ends_with("bin") || folder.ends_with("shims");
        if let Some(root) = folder.parent().filter(|_| is_bin) {
            let managed = MANAGED.iter().any(|name| root.join(name).exists());
            let programs = PROGRAMS.iter().filter(|_| managed);
            for part in INSTALLATION.iter().chain(programs) {
                self.add(&root.join(part));
            }
        }
    }

    /// The other files with code in the folder of a script.
    fn add_neighbours(&mut self, script: &Path) {
        let is_code = |path: &Path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| CODE.contains(&ending))
        };
        let Some(folder) = script.canonicalize().ok().and_then(parent) else {
            return;
        };
        if !is_code(script) {
            return;
        }
        let entries = folder.read_dir().into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_file() && is_code(&path) {
                self.add(&path);
            }
        }
        // Python looks for bytecode even if there is no such folder.
        self.readable.insert(folder.join("__pycache__"));
        self.listed.insert(folder);
    }
}

fn parent(path: PathBuf) -> Option<PathBuf> {
    path.parent().map(Path::to_owned)
}

/// The path without `.` and `..`, for a file that does not exist and whose links can therefore not be resolved.
pub(super) fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
#[path = "../tests/unit/rules.rs"]
mod tests;
