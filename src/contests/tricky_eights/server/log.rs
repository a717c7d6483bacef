//! `te.log`: everything that went over the pipes, as it went, with comments.
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

/// Its name in the data folder.
pub const LOG_FILE: &str = "te.log";

/// The log, or none; copies write to the same.
#[derive(Clone, Debug, Default)]
pub struct Log(Option<Arc<Mutex<Kept>>>);

#[derive(Debug)]
struct Kept {
    file: BufWriter<File>,
    /// It could not be written; said once.
    failed: bool,
}

impl Log {
    /// No log is kept.
    pub fn none() -> Log {
        Log(None)
    }

    /// Begins the log anew, as the contest's own server does.
    ///
    /// # Errors
    ///
    /// The file cannot be made.
    pub fn create(path: &Path) -> io::Result<Log> {
        let kept = Kept {
            file: BufWriter::new(File::create(path)?),
            failed: false,
        };
        Ok(Log(Some(Arc::new(Mutex::new(kept)))))
    }

    /// A comment.
    pub fn comment(&self, text: &str) {
        self.write("#", text);
    }

    /// What is said to a seat, or `*` for all.
    pub fn to(&self, seat: &str, text: &str) {
        self.write(">", &format!("{seat} {text}"));
    }

    /// What a seat says.
    pub fn from(&self, seat: &str, text: &str) {
        self.write("<", &format!("{seat} {text}"));
    }

    /// Hands everything to the system.
    pub fn flush(&self) {
        self.with(|file| file.flush());
    }

    fn write(&self, sign: &str, text: &str) {
        self.with(|file| writeln!(file, "{sign} {text}"));
    }

    fn with(&self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let Some(kept) = &self.0 else { return };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = write(&mut kept.file)
            && !kept.failed
        {
            kept.failed = true;
            tracing::error!(%error, "{LOG_FILE} cannot be written");
        }
    }
}
