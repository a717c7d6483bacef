//! Standard output and standard error of every command.
//!
//! The macros below replace those of the standard library, which panic if the reader has gone. A reader that
//! closes the pipe (`cardsharp games | head -1`) is no error: the command continues silently and still writes
//! its files. With any other failure, such as a full disk, the command fails at its end.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use crate::sanitize::printable;

/// The first failure of standard output. Nothing is written after it.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes a line to standard output.
#[macro_export]
macro_rules! println {
    () => { $crate::output::line(format_args!("")) };
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}

/// Writes a line to standard error. A failure is ignored.
#[macro_export]
macro_rules! eprintln {
    () => { $crate::output::error_line(format_args!("")) };
    ($($text:tt)*) => { $crate::output::error_line(format_args!($($text)*)) };
}

/// Writes a line to standard output. What a terminal would obey in it is [escaped](crate::sanitize::escaped), for it
/// may come from a file or a peer.
pub fn line(text: fmt::Arguments<'_>) {
    let text = text.to_string();
    write(|output| writeln!(output, "{}", printable(&text)));
}

/// Writes a line to standard error, like [`line()`]. A failure is ignored.
pub fn error_line(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(&text.to_string()));
}

/// Writes to standard output by `put`, unless an earlier write failed.
pub fn write(put: impl FnOnce(&mut io::StdoutLock<'static>) -> io::Result<()>) {
    let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    if failure.is_none() {
        let mut output = io::stdout().lock();
        *failure = put(&mut output).and_then(|()| output.flush()).err();
    }
}

/// The exit code of a command after its last output: `code`, or a failure if standard output could not be written.
pub fn finish(code: ExitCode) -> ExitCode {
    write(|output| output.flush());
    let failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    match &*failure {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("cardsharp: standard output cannot be written: {error}");
            ExitCode::FAILURE
        }
        _ => code,
    }
}
