//! The confinement of a stranger's program: it may read what it needs to start, and nothing else.
//!
//! A confined program opens no other file, changes none, opens no network socket, and takes no more memory of its
//! own than it is allowed. A program that tries is ended at once, and the [`Breach`] says why.
//!
//! The program is started by a launcher, which is this program again, as `cardsharp confine`:
//!
//! | step | file |
//! |---|---|
//! | the launcher starts itself once more, as the inner launcher, and traces it | `launcher` |
//! | the inner launcher gives itself the [`rules`](Confinement), Landlock, a seccomp filter and resource limits, and becomes the program | `enclosure`, `syscalls` |
//! | the launcher is told of the system calls that the filter names, and judges them | `tracer`, `calls` |
//! | it reports a breach in one line of standard error, and by its exit code | `breach` |
//!
//! Landlock, the filter and the limits enforce the rules. Tracing notices an attempt, and gives its reason. Only
//! Linux has these means.

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
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use bytesize::ByteSize;
use thiserror::Error;

use self::command::COMMAND;

/// The limits of a confined program, and the launcher that holds it to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// The program that is the launcher: `cardsharp`, or a program that begins with
    /// `cardsharp::cli::main`.
    pub launcher: PathBuf,
    /// The memory that the program may take after it has begun to read its input, in bytes.
    pub memory: ByteSize,
}

/// The means of confinement that this system has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// True if the system refuses to open files by itself (Landlock). Without it a file that is opened outside the
    /// rules is noticed and the program is ended, but a program with several threads may hide the name.
    pub landlock: bool,
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

    /// A confinement with this program as the launcher. The program must begin with
    /// `cardsharp::cli::main`.
    ///
    /// # Errors
    ///
    /// The system does not say where the program is.
    pub fn by_this_program(memory: ByteSize) -> io::Result<Confinement> {
        let launcher = std::env::current_exe()?;
        Ok(Confinement { launcher, memory })
    }

    /// The arguments of the launcher that runs the program that is the first of these words.
    pub fn arguments(&self, words: &[String]) -> Vec<OsString> {
        let options = [COMMAND.into(), "--memory".into(), self.memory_words()];
        let words = words.iter().map(OsString::from);
        options
            .into_iter()
            .chain([OsString::from("--")])
            .chain(words)
            .collect()
    }

    fn memory_words(&self) -> OsString {
        self.memory.as_u64().to_string().into()
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
            Ok(Support {
                landlock: String::from_utf8_lossy(&output.stdout).contains("landlock"),
            })
        } else {
            Err(ConfinementError::Refused(said))
        }
    }
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
