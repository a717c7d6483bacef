//! Standard output and standard error, as every command writes them.
//!
//! The macros below take the place of the standard library's in this crate, which panic
//! where nobody reads any more. A reader that has closed the pipe (`cardsharp games | head -1`) is no
//! fault: the command goes on in silence, so that what it saves is saved. Anything else that keeps the
//! result from its reader, such as a full disk, makes the command fail at its end.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// The first failure of standard output. Nothing is written after it.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes a line to standard output.
macro_rules! println {
    () => { $crate::output::line(format_args!("")) };
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}

/// Writes a line to standard error, if anybody reads it.
macro_rules! eprintln {
    () => { $crate::output::error_line(format_args!("")) };
    ($($text:tt)*) => { $crate::output::error_line(format_args!($($text)*)) };
}

/// Writes a line to standard output.
pub fn line(text: fmt::Arguments<'_>) {
    write(|output| writeln!(output, "{text}"));
}

/// Writes a line to standard error, if anybody reads it.
pub fn error_line(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes to standard output with `put`, unless that has failed before.
pub fn write(put: impl FnOnce(&mut io::StdoutLock<'static>) -> io::Result<()>) {
    let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    if failure.is_none() {
        let mut output = io::stdout().lock();
        *failure = put(&mut output).and_then(|()| output.flush()).err();
    }
}

/// The exit code of a command that would end with `code`, now that all is written: a failure if
/// standard output could not take the result.
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
