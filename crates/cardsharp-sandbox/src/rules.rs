//! The files that a confined program may open.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::program::{find, interpreter};

/// The folders and files of the system that runtimes read: libraries, time zones, the description of the machine.
const SYSTEM: &[&str] = &[
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/bin",
    "/sbin",
    "/opt",
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

/// The devices that may be opened for writing, because nothing is kept there.
pub(super) const SINKS: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// The terminal, which shells try to open at their start. It is no breach, and the system refuses it.
pub(super) const TERMINAL: &str = "/dev/tty";

/// The parts of an installation outside the system's folders, such as a virtual environment: those that stand beside
/// the folder `bin` or `shims` of a program.
const INSTALLATION: &[&str] = &[
    "bin",
    "lib",
    "lib64",
    "libexec",
    "plugins",
    "pyvenv.cfg",
    "shims",
    "version",
    "versions",
];

/// The environment variable with the folders in which the loader looks for libraries first.
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// The endings of files with code, which a program may load from the folder of its script.
const CODE: &[&str] = &[
    "class", "cjs", "jar", "js", "lua", "mjs", "php", "pl", "pm", "py", "pyc", "rb", "sh", "so",
];

/// The files and folders that a program may open for reading, and run programs from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// Files, and folders with all that is beneath them. Links are resolved.
    readable: BTreeSet<PathBuf>,
    /// Folders whose names may be listed.
    listed: BTreeSet<PathBuf>,
}

impl Rules {
    /// The rules of the program that is the first of these words. A file that a word names may be read, too: it was
    /// the judge's user who wrote the command line.
    pub(super) fn of(words: &[String]) -> Rules {
        let mut rules = Rules::default();
        for path in SYSTEM {
            rules.add(Path::new(path));
        }
        let libraries = std::env::var_os(LIBRARIES).unwrap_or_default();
        for folder in std::env::split_paths(&libraries).filter(|path| path.is_absolute()) {
            rules.add(&folder);
            // The loader looks even where there is no such folder.
            rules.readable.insert(folder);
        }
        for word in words {
            rules.add_word(word);
            for part in shlex::split(word).unwrap_or_default() {
                rules.add_word(&part);
            }
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

    fn add(&mut self, path: &Path) {
        self.readable.extend(path.canonicalize().ok());
    }

    fn add_word(&mut self, word: &str) {
        if let Ok(program) = find(word) {
            self.add_program(&program);
        }
        let value = word.split_once('=').map_or(word, |(_, value)| value);
        for path in [word, value].map(Path::new) {
            if path.is_file() {
                self.add(path);
                self.add_neighbours(path);
            }
        }
    }

    /// A program with its interpreter and its installation.
    fn add_program(&mut self, program: &Path) {
        self.add(program);
        self.add_installation(program);
        if let Ok(resolved) = program.canonicalize() {
            self.add_installation(&resolved);
        }
        // The interpreter of a script may itself be a script.
        let first = interpreter(program);
        let second = first.as_deref().and_then(interpreter);
        for interpreter in [first, second].into_iter().flatten() {
            self.add(&interpreter);
            self.add_installation(&interpreter);
        }
    }

    fn add_installation(&mut self, program: &Path) {
        let Some(folder) = program.parent() else {
            return;
        };
        let is_bin = folder.ends_with("bin") || folder.ends_with("shims");
        if let Some(root) = folder.parent().filter(|_| is_bin) {
            for part in INSTALLATION {
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
mod tests {
    use super::*;

    #[test]
    fn a_script_may_load_code_beside_it_and_no_data() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        for name in ["bot.py", "cards.py", "book.dat"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let script = folder.join("bot.py").display().to_string();
        let rules = Rules::of(&["sh".to_owned(), "-c".to_owned(), format!("exec x {script}")]);
        assert!(rules.may_read(&folder.join("bot.py")));
        assert!(rules.may_read(&folder.join("cards.py")));
        assert!(rules.may_read(&folder.join("__pycache__/cards.pyc")));
        assert!(!rules.may_read(&folder.join("book.dat")));
        assert!(!rules.may_read(&folder));
        assert_eq!(rules.listed().collect::<Vec<_>>(), [&folder]);
        assert!(rules.may_read(Path::new("/usr/lib/anything")));
        assert!(!rules.may_read(Path::new("/etc/shadow")));
        assert!(!rules.may_read(Path::new("/usrlocal")));
    }

    #[test]
    fn dots_are_left_out() {
        assert_eq!(without_dots(Path::new("/a/./b/../../c")), Path::new("/c"));
    }
}
