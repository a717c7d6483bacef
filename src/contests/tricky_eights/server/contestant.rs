//! A contestant as the judge sees it: a process that receives commands and answers with cards.

use std::io::ErrorKind;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use super::fault::Fault;
use super::log::Log;
use super::process::{Pipes, Process};
use crate::contests::tricky_eights::rules::Card;
use crate::contests::tricky_eights::wire::parse_answer;
use crate::live::sanitize::escaped;

/// The longest answer, in bytes. A card has two bytes.
const MAX_ANSWER: usize = 256;
/// The most bytes of standard error that are passed on as one line.
const MAX_ERROR_LINE: usize = 1000;
/// The most lines of standard error that are passed on. The rest is read and dropped.
const MAX_ERROR_LINES: usize = 10_000;

/// A process that plays in a seat.
#[derive(Debug)]
pub struct Contestant {
    process: Process,
    input: ChildStdin,
    output: ChildStdout,
    /// The bytes that it has written and the judge has not read as an answer yet.
    buffer: Vec<u8>,
    answer_time: Duration,
    errors: JoinHandle<()>,
}

impl Contestant {
    /// Starts the program that is the first of these words. Its standard error is written to this
    /// process's log and to `log`, under the seat's `name`.
    ///
    /// # Errors
    ///
    /// [`Fault::NotStarted`].
    pub fn start(
        words: &[String],
        name: &'static str,
        answer_time: Duration,
        log: Log,
    ) -> Result<Contestant, Fault> {
        let (process, pipes) =
            Process::start(words).map_err(|error| Fault::NotStarted(error.to_string()))?;
        let Pipes {
            input,
            output,
            errors,
        } = pipes;
        Ok(Contestant {
            process,
            input,
            output,
            buffer: Vec::new(),
            answer_time,
            errors: tokio::spawn(pass_errors(errors, name, log)),
        })
    }

    /// Sends a command that needs no answer.
    ///
    /// # Errors
    ///
    /// The process does not read its input, or has ended.
    pub async fn notify(&mut self, line: &str) -> Result<(), Fault> {
        let deadline = Instant::now() + self.answer_time;
        self.write(line, deadline).await
    }

    /// Sends a command and waits for the card that answers it.
    ///
    /// # Errors
    ///
    /// The process does not read its input, has ended, or does not answer with a card in time.
    pub async fn request(&mut self, line: &str) -> Result<Card, Fault> {
        let deadline = Instant::now() + self.answer_time;
        self.write(line, deadline).await?;
        // A contestant that writes without pause never makes the judge wait. Only the clock stops
        // it.
        while Instant::now() < deadline {
            let answer = match timeout_at(deadline, self.read_line()).await {
                Ok(answer) => answer?,
                Err(_) => break,
            };
            let text = String::from_utf8_lossy(&answer);
            if !text.trim().is_empty() {
                let no_card = |_| Fault::NotACard(text.trim().escape_debug().to_string());
                return parse_answer(&text).map_err(no_card);
            }
        }
        Err(Fault::Silent(self.answer_time))
    }

    /// Ends the process. If it `may` end by itself, it gets some time to do so. Otherwise it is
    /// ended at once.
    pub async fn end(self, may_by_itself: bool) {
        let Contestant {
            process,
            input,
            output,
            errors,
            ..
        } = self;
        drop(input);
        process.end(may_by_itself).await;
        drop(output);
        // A process that the contestant has started may still hold the pipe.
        let _ = tokio::time::timeout(Duration::from_millis(50), errors).await;
    }

    async fn write(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        let bytes = format!("{line}\n");
        match timeout_at(deadline, self.input.write_all(bytes.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if error.kind() == ErrorKind::BrokenPipe => {
                Err(self.exit_fault().await.unwrap_or(Fault::ClosedInput))
            }
            Ok(Err(error)) => Err(Fault::Pipe(error.to_string())),
            Err(_) => Err(Fault::NotReading(self.answer_time)),
        }
    }

    /// The next line that the process writes, without its line break.
    async fn read_line(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let rest = self.buffer.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                line.pop();
                return Ok(line);
            }
            if self.buffer.len() > MAX_ANSWER {
                return Err(Fault::EndlessLine(MAX_ANSWER));
            }
            let mut more = [0; MAX_ANSWER];
            match self.output.read(&mut more).await {
                Ok(0) => return Err(self.exit_fault().await.unwrap_or(Fault::ClosedOutput)),
                Ok(read) => self.buffer.extend_from_slice(&more[..read]),
                Err(error) => return Err(Fault::Pipe(error.to_string())),
            }
        }
    }

    /// The fault with the exit status, if the process has ended.
    async fn exit_fault(&mut self) -> Option<Fault> {
        let status = self.process.ended().await?;
        Some(Fault::Ended(status.to_string()))
    }
}

/// Passes on the lines that a contestant writes on its standard error, under its name.
async fn pass_errors(mut errors: ChildStderr, name: &'static str, log: Log) {
    let mut buffer = Vec::new();
    let mut more = [0; MAX_ERROR_LINE];
    let mut passed = 0;
    loop {
        let read = errors.read(&mut more).await.unwrap_or(0);
        buffer.extend_from_slice(&more[..read]);
        while let Some(end) = line_end(&buffer, read == 0) {
            let rest = buffer.split_off(end);
            let line = std::mem::replace(&mut buffer, rest);
            passed += 1;
            if passed <= MAX_ERROR_LINES {
                let line = String::from_utf8_lossy(&line);
                let line = escaped(line.trim_end());
                tracing::info!("{name}: {line}");
                log.comment(&format!("{name}: {line}"));
            }
        }
        if read == 0 {
            return;
        }
    }
}

/// The end of the next line of `buffer`: a line break, the greatest length, or the end of the
/// output.
fn line_end(buffer: &[u8], at_end: bool) -> Option<usize> {
    match buffer.iter().position(|&byte| byte == b'\n') {
        Some(place) => Some(place + 1),
        None if buffer.len() >= MAX_ERROR_LINE => Some(MAX_ERROR_LINE),
        None => (at_end && !buffer.is_empty()).then_some(buffer.len()),
    }
}
