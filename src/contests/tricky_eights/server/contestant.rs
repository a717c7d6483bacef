//! A contestant as the judge sees it: a process that is told commands and answers with cards.

use std::io::ErrorKind;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use super::fault::Fault;
use super::log::Log;
use super::process::{Pipes, Process};
use crate::contests::shown::escaped;
use crate::contests::tricky_eights::rules::Card;
use crate::contests::tricky_eights::wire::parse_answer;

/// The longest answer; a card has two bytes.
const LONGEST_ANSWER: usize = 256;
/// The longest piece of standard error that is passed on as one line.
const LONGEST_ERROR_LINE: usize = 1000;
/// Lines of standard error that are passed on; the rest is read and dropped.
const ERROR_LINES: usize = 10_000;

/// A process that plays.
#[derive(Debug)]
pub struct Contestant {
    process: Process,
    input: ChildStdin,
    output: ChildStdout,
    /// What it has said and nobody has asked for yet.
    said: Vec<u8>,
    answer_time: Duration,
    errors: JoinHandle<()>,
}

impl Contestant {
    /// Starts the program that is the first of these words. Its standard error goes to this process's
    /// log and to `log`, under the seat's `name`.
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
            said: Vec::new(),
            answer_time,
            errors: tokio::spawn(pass_errors(errors, name, log)),
        })
    }

    /// Tells it a command that asks for nothing.
    ///
    /// # Errors
    ///
    /// It does not listen.
    pub async fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let deadline = Instant::now() + self.answer_time;
        self.write(line, deadline).await
    }

    /// Tells it a command and waits for the card that it answers with.
    ///
    /// # Errors
    ///
    /// It does not listen, or does not answer with a card in time.
    pub async fn ask(&mut self, line: &str) -> Result<Card, Fault> {
        let deadline = Instant::now() + self.answer_time;
        self.write(line, deadline).await?;
        // The clock alone stops who is never waited for, for there is always something to read.
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

    /// Ends it: lets it go by itself, if it `may`, and otherwise at once.
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
        // Something it has started may still hold the pipe.
        let _ = tokio::time::timeout(Duration::from_millis(50), errors).await;
    }

    async fn write(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        let bytes = format!("{line}\n");
        match timeout_at(deadline, self.input.write_all(bytes.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if error.kind() == ErrorKind::BrokenPipe => {
                Err(self.how_it_ended().await.unwrap_or(Fault::ClosedInput))
            }
            Ok(Err(error)) => Err(Fault::Pipe(error.to_string())),
            Err(_) => Err(Fault::NotReading(self.answer_time)),
        }
    }

    /// The next line that it says, without its end.
    async fn read_line(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            if let Some(end) = self.said.iter().position(|&byte| byte == b'\n') {
                let rest = self.said.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.said, rest);
                line.pop();
                return Ok(line);
            }
            if self.said.len() > LONGEST_ANSWER {
                return Err(Fault::EndlessLine(LONGEST_ANSWER));
            }
            let mut more = [0; LONGEST_ANSWER];
            match self.output.read(&mut more).await {
                Ok(0) => return Err(self.how_it_ended().await.unwrap_or(Fault::ClosedOutput)),
                Ok(read) => self.said.extend_from_slice(&more[..read]),
                Err(error) => return Err(Fault::Pipe(error.to_string())),
            }
        }
    }

    /// How its process has ended, if it has.
    async fn how_it_ended(&mut self) -> Option<Fault> {
        let status = self.process.ended().await?;
        Some(Fault::Ended(status.to_string()))
    }
}

/// Passes on what a contestant says on its standard error, line by line, under its name.
async fn pass_errors(mut errors: ChildStderr, name: &'static str, log: Log) {
    let mut said = Vec::new();
    let mut more = [0; LONGEST_ERROR_LINE];
    let mut passed = 0;
    loop {
        let read = errors.read(&mut more).await.unwrap_or(0);
        said.extend_from_slice(&more[..read]);
        while let Some(end) = line_end(&said, read == 0) {
            let rest = said.split_off(end);
            let line = std::mem::replace(&mut said, rest);
            passed += 1;
            if passed <= ERROR_LINES {
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

/// Where the next line of `said` ends: at a line break, at the longest length, or at the end of all.
fn line_end(said: &[u8], all_said: bool) -> Option<usize> {
    match said.iter().position(|&byte| byte == b'\n') {
        Some(place) => Some(place + 1),
        None if said.len() >= LONGEST_ERROR_LINE => Some(LONGEST_ERROR_LINE),
        None => (all_said && !said.is_empty()).then_some(said.len()),
    }
}
