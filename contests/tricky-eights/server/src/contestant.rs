//! A contestant as the judge sees it: a process that receives commands and answers with cards.

use std::io::ErrorKind;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use super::fault::Fault;
use super::log::Log;
use super::process::{GRACE, Pipes, Process};
use cardsharp_sandbox::{BREACH_EXIT, Confinement, NOT_STARTED_EXIT, Report};
use cardsharp_terminal::sanitize::escaped;
use cardsharp_tricky_eights_game::rules::Card;
use cardsharp_tricky_eights_game::wire::parse_answer;

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
    /// The last report of the launcher; none if the contestant is not confined.
    report: Option<SharedReport>,
}

/// The last report on standard error.
type SharedReport = Arc<Mutex<Option<Report>>>;

impl Contestant {
    /// Starts the program that is the first of these words. Its standard error is written to this
    /// process's log and to `log`, under the seat's `name`. Who breaks a rule of the confinement is ended.
    /// It cannot read the files that the command lines of `others` name.
    ///
    /// # Errors
    ///
    /// [`Fault::NotStarted`].
    pub fn start(
        words: &[String],
        name: &'static str,
        answer_time: Duration,
        confinement: Option<&Confinement>,
        others: &[&[String]],
        log: Log,
    ) -> Result<Contestant, Fault> {
        let (process, pipes) =
            Process::start(words, confinement, others).map_err(|error| Fault::NotStarted(error.to_string()))?;
        let Pipes { input, output, errors } = pipes;
        let report = confinement.map(|_| SharedReport::default());
        let errors = ErrorLines { name, log, passed: 0, report: report.clone() }.pass(errors);
        Ok(Contestant { process, input, output, buffer: Vec::new(), answer_time, errors: tokio::spawn(errors), report })
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
        // A contestant that writes without pause never makes the judge wait. Only the clock stops it.
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

    /// Ends the process. If it `may` end by itself, it gets some time to do so. Otherwise it is ended at once.
    pub async fn end(self, may_by_itself: bool) {
        let Contestant { process, input, output, errors, .. } = self;
        drop(input);
        process.end(may_by_itself).await;
        drop(output);
        // The lines may have been awaited before.
        if errors.is_finished() {
            return;
        }
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
        let fault = self.reported(status).await;
        Some(fault.unwrap_or_else(|| Fault::Ended(status.to_string())))
    }

    /// The fault that the launcher has reported before it ended with this status.
    async fn reported(&mut self, status: ExitStatus) -> Option<Fault> {
        let report = self.report.clone()?;
        let code = u8::try_from(status.code()?).ok()?;
        if code != BREACH_EXIT && code != NOT_STARTED_EXIT {
            return None;
        }
        if !self.errors.is_finished() {
            let _ = tokio::time::timeout(GRACE, &mut self.errors).await;
        }
        let report = report.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (report?, code) {
            (Report::Breach { rule, reason }, BREACH_EXIT) => Some(Fault::Breach { rule, reason }),
            (Report::NotStarted(reason), NOT_STARTED_EXIT) => Some(Fault::NotStarted(reason)),
            _ => None,
        }
    }
}

/// The lines that a contestant writes on its standard error.
struct ErrorLines {
    /// The name of the contestant's seat.
    name: &'static str,
    log: Log,
    /// The number of lines passed on.
    passed: usize,
    report: Option<SharedReport>,
}

impl ErrorLines {
    /// Passes on all lines, under the contestant's name.
    async fn pass(mut self, mut errors: ChildStderr) {
        let mut buffer = Vec::new();
        let mut more = [0; MAX_ERROR_LINE];
        loop {
            let read = errors.read(&mut more).await.unwrap_or(0);
            buffer.extend_from_slice(&more[..read]);
            while let Some(end) = line_end(&buffer, read == 0) {
                let rest = buffer.split_off(end);
                let line = std::mem::replace(&mut buffer, rest);
                self.pass_line(&line);
            }
            if read == 0 {
                return;
            }
        }
    }

    fn pass_line(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        let line = escaped(line.trim_end());
        if let Some(shared) = &self.report
            && let Some(report) = Report::parse(&line)
        {
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
            return;
        }
        self.passed += 1;
        if self.passed <= MAX_ERROR_LINES {
            let name = self.name;
            tracing::info!("{name}: {line}");
            self.log.comment(&format!("{name}: {line}"));
        }
    }
}

/// The end of the next line of `buffer`: a line break, the greatest length, or the end of the output.
fn line_end(buffer: &[u8], at_end: bool) -> Option<usize> {
    match buffer.iter().position(|&byte| byte == b'\n') {
        Some(index) => Some(index + 1),
        None if buffer.len() >= MAX_ERROR_LINE => Some(MAX_ERROR_LINE),
        None => (at_end && !buffer.is_empty()).then_some(buffer.len()),
    }
}
