//! The breaches of the rules by a confined program, and the line that reports one.

use thiserror::Error;

use cardsharp_terminal::sanitize::escaped;

/// The launcher's exit code after a breach.
pub const BREACH_EXIT: u8 = 96;
/// The launcher's exit code if the program cannot be started.
pub const NOT_STARTED_EXIT: u8 = 97;

/// The beginning of the line that reports a breach.
const MARK: &str = "cardsharp confine: breach: ";
/// The beginning of the line that reports a program that cannot be started.
const NOT_STARTED: &str = "cardsharp confine: not started: ";
/// The most characters of a path in a report.
const MAX_PATH: usize = 300;

/// The names of the rules.
const RULES: [&str; 4] = ["disk", "memory", "network", "processes"];

/// A breach of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Breach {
    /// A file outside the rules was opened for reading.
    #[error("disk: it opened the file `{0}` for reading")]
    Read(String),
    /// A file was opened for writing.
    #[error("disk: it opened the file `{0}` for writing")]
    Write(String),
    /// A file or folder was made, removed or renamed.
    #[error("disk: it called {call} on `{path}`")]
    Change {
        /// The name of the system call.
        call: &'static str,
        /// The path.
        path: String,
    },
    /// A network socket was opened.
    #[error("network: it opened {0}")]
    Socket(&'static str),
    /// More memory was taken than is allowed.
    #[error("memory: it took more than {0} beyond what it had when it began to read")]
    Memory(bytesize::ByteSize),
    /// Too many processes and threads were started.
    #[error("processes: it had more than {0} processes and threads")]
    Processes(usize),
}

/// What the launcher reports on standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A breach: the name of the rule (`disk`, `network`, `memory` or `processes`), and the reason.
    Breach {
        /// The name of the rule.
        rule: &'static str,
        /// The reason in words.
        reason: String,
    },
    /// The program cannot be started, for this reason.
    NotStarted(String),
}

impl Breach {
    /// The line that reports the breach.
    pub fn line(&self) -> String {
        let text: String = escaped(&self.to_string()).chars().take(MAX_PATH + 100).collect();
        format!("{MARK}{text}")
    }
}

impl Report {
    /// The line that reports a program that cannot be started.
    pub fn not_started(reason: &str) -> String {
        format!("{NOT_STARTED}{reason}")
    }

    /// The report that a line of standard error has; none if it is the program's own. A program can write such a
    /// line, but only the launcher's exit code says that it counts.
    pub fn parse(line: &str) -> Option<Report> {
        if let Some(reason) = line.strip_prefix(NOT_STARTED) {
            return Some(Report::NotStarted(reason.to_owned()));
        }
        let (rule, reason) = line.strip_prefix(MARK)?.split_once(": ")?;
        Some(Report::Breach { rule: RULES.into_iter().find(|&known| known == rule)?, reason: reason.to_owned() })
    }
}
