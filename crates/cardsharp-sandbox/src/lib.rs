//! The confinement of a stranger's program: it may read what it needs to start, and nothing else.
//!
//! A confined program opens no other file, changes none, opens no network socket, and takes no more memory of its
//! own than it is allowed. A program that tries is ended at once, and the [`Breach`] says why.
//!
//! The program is started by a launcher, which is this program again, as `cardsharp confine`:
//!
//! | step | file |
//! |---|---|
//! | the launcher makes namespaces, starts itself once more in them, as the inner launcher, and traces it | `launcher`, `namespaces` |
//! | the inner launcher gives itself the [`rules`](Confinement), Landlock, a list of the system calls that there are, and resource limits, and becomes the program | `enclosure`, `syscalls`, `allowed` |
//! | the launcher is told of the system calls that the filter names, and judges them | `tracer`, `calls` |
//! | it reports a breach in one line of standard error, and by its exit code | `breach` |
//!
//! Namespaces, Landlock, the list and the limits enforce the rules. Tracing notices an attempt, and gives its reason. Only
//! Linux has these means.

#[cfg(target_os = "linux")]
mod allowed;
mod breach;
#[cfg(target_os = "linux")]
mod calls;
mod command;
#[cfg(target_os = "linux")]
mod enclosure;
#[cfg(target_os = "linux")]
mod launcher;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod program;
#[cfg(target_os = "linux")]
mod rules;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(target_os = "linux")]
mod tracer;

pub use breach::{BREACH_EXIT, Breach, NOT_STARTED_EXIT, Report};

#[cfg(not(target_os = "linux"))]
use cardsharp_terminal::eprintln;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use bytesize::ByteSize;
use thiserror::Error;

#[cfg(target_os = "linux")]
use self::command::options_of;
use self::command::{COMMAND, LANDLOCK, NAMESPACES, SIGNAL_SCOPE};

/// The limits of a confined program, and the launcher that holds it to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// The program that is the launcher: `cardsharp`, or a program that begins with `cardsharp::cli::main`.
    pub launcher: PathBuf,
    /// The memory that the program may take after it has begun to read its input, in bytes.
    pub memory: ByteSize,
    /// The names of the environment variables that the program gets besides `PATH` and `LANG`.
    pub passed: Vec<String>,
}

/// The means of confinement that this system lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// For each, its name and what follows.
    pub missing: Vec<&'static str>,
}

/// The reason why programs cannot be confined.
#[derive(Debug, Error)]
pub enum ConfinementError {
    /// The launcher cannot be started.
    #[error("the launcher cannot be started: {0}")]
    Launcher(#[from] io::Error),
    /// A trial of the launcher has failed.
    #[error("{0}")]
    Refused(String),
}

impl Confinement {
    /// True if the system has a confinement.
    pub const AVAILABLE: bool = cfg!(target_os = "linux");

    /// A confinement with this program as the launcher. The program must begin with `cardsharp::cli::main`.
    ///
    /// # Errors
    ///
    /// The system does not say where the program is.
    pub fn by_this_program(memory: ByteSize) -> io::Result<Confinement> {
        let launcher = std::env::current_exe()?;
        let passed = Vec::new();
        Ok(Confinement { launcher, memory, passed })
    }

    /// The command of the launcher that runs the program that is the first of these words. Its environment has the
    /// variables that are `passed`, and of the judge's no others. It cannot read the files that the command lines of
    /// `others` name, unless its own does.
    pub fn command(&self, words: &[String], others: &[&[String]]) -> Command {
        let mut command = Command::new(&self.launcher);
        command.args([COMMAND, "--memory"]);
        command.arg(self.memory.as_u64().to_string());
        #[cfg(target_os = "linux")]
        for other in others {
            command.args(options_of("--foreign", &rules::files_named(other)));
        }
        #[cfg(not(target_os = "linux"))]
        let _ = others;
        command.arg("--").args(words).env_clear();
        let passed = self.passed.iter().map(String::as_str);
        for name in ["PATH", "LANG"].into_iter().chain(passed) {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
    }

    /// Confines a program that does nothing, and returns the means that the system has.
    ///
    /// # Errors
    ///
    /// [`ConfinementError`].
    pub fn support(&self) -> Result<Support, ConfinementError> {
        let mut trial = Command::new(&self.launcher);
        let output = trial.args([COMMAND, "--try"]).output()?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() {
            let has = String::from_utf8_lossy(&output.stdout).into_owned();
            let lacks = |name: &str| has.lines().all(|line| line != name);
            Ok(Support { missing: missing(lacks) })
        } else {
            Err(ConfinementError::Refused(said))
        }
    }
}

/// The sentences about the means that a system lacks.
fn missing(lacks: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut missing = Vec::new();
    if lacks(LANDLOCK) {
        missing.push(
            "no Landlock (Linux 5.13): a program with several threads may open a file unseen, and sees other processes",
        );
    }
    if lacks(NAMESPACES) {
        missing.push(if lacks(SIGNAL_SCOPE) {
            "no PID and IPC namespaces: a program may send signals only to its first process"
        } else {
            "no PID and IPC namespaces: Landlock alone keeps a program from signals to others"
        });
    }
    missing
}

/// Finds the program that a command line's first word names, as the system does.
///
/// # Errors
///
/// There is no such program, or it may not be run.
pub fn find_program(word: &str) -> io::Result<PathBuf> {
    #[cfg(target_os = "linux")]
    return program::find(word);
    #[cfg(not(target_os = "linux"))]
    return Ok(word.into());
}

/// Runs the launcher if the process was started as one. The exit code is that of the program.
pub fn launched() -> Option<ExitCode> {
    let mut words = std::env::args_os();
    if words.nth(1)? != COMMAND {
        return None;
    }
    #[cfg(target_os = "linux")]
    return Some(launcher::run(words));
    #[cfg(not(target_os = "linux"))]
    {
        eprintln!("cardsharp: this system has no means to confine a program");
        Some(ExitCode::FAILURE)
    }
}
