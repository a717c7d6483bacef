//! `te.log`: all lines sent through the pipes, in order, with comments.
//!
//! | line | meaning |
//! |---|---|
//! | `> n play n` | to north |
//! | `> * result n d5 e d3 s dk w dj` | to all contestants |
//! | `< n d5` | from north |
//! | `# ...` | a comment |

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the log in the data folder.
pub const LOG_FILE: &str = "te.log";

/// The log, or none. Copies write to the same file.
#[derive(Clone, Debug, Default)]
pub struct Log(Option<Arc<Mutex<LogFile>>>);

#[derive(Debug)]
struct LogFile {
    writer: BufWriter<File>,
    /// True if writing has failed. The failure is reported once.
    failed: bool,
}

impl Log {
    /// A log that writes nothing.
    pub fn none() -> Log {
        Log(None)
    }

    /// Begins the log anew, as the contest's own server does.
    ///
    /// # Errors
    ///
    /// The file cannot be made.
    pub fn create(path: &Path) -> io::Result<Log> {
        let file = LogFile { writer: BufWriter::new(File::create(path)?), failed: false };
        Ok(Log(Some(Arc::new(Mutex::new(file)))))
    }

    /// Writes a comment.
    pub fn comment(&self, text: &str) {
        self.write("#", text);
    }

    /// Writes a line that is sent to a seat, or to all seats if `seat` is `*`.
    pub fn to(&self, seat: &str, text: &str) {
        self.write(">", &format!("{seat} {text}"));
    }

    /// Writes a line that a seat has sent.
    pub fn from(&self, seat: &str, text: &str) {
        self.write("<", &format!("{seat} {text}"));
    }

    /// Passes all lines to the system.
    pub fn flush(&self) {
        self.with(|file| file.flush());
    }

    fn write(&self, sign: &str, text: &str) {
        self.with(|file| writeln!(file, "{sign} {text}"));
    }

    fn with(&self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let Some(file) = &self.0 else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = write(&mut file.writer)
            && !file.failed
        {
            file.failed = true;
            tracing::error!(%error, "{LOG_FILE} cannot be written");
        }
    }
}
