//! A program as an agent: a child process that is asked on its standard input and answers on its standard output.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use thiserror::Error;

use super::{OutsideAgent, OutsideError, OutsidePlayer, Request};
use cardsharp_system::processes::{end_group, lead_group};

/// The time that a program has for an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time that a process has for its first answer, in which it starts: interpreters and their libraries take long.
const START: Duration = Duration::from_secs(60);
/// The longest answer, in bytes.
const MAX_ANSWER: u64 = 4096;

/// The reason why a program gave no action.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// It cannot be started.
    #[error("`{command}` cannot be started: {source}")]
    Start {
        /// The command line.
        command: String,
        /// The system's error.
        source: io::Error,
    },
    /// It ended, or closed its standard output.
    #[error("`{command}` answers no more{}: it must read requests until its standard input ends", ended(*status))]
    Gone {
        /// The command line.
        command: String,
        /// Its exit status, if it has ended.
        status: Option<ExitStatus>,
    },
    /// It did not answer in time.
    #[error("`{command}` has not answered within {} s: does it flush its standard output?", patience.as_secs_f64())]
    Slow {
        /// The command line.
        command: String,
        /// The time that it had.
        patience: Duration,
    },
    /// It wrote a line without a request.
    #[error(
        "`{command}` wrote `{line}` without a request: write one line for each request, and logs to standard error"
    )]
    Unasked {
        /// The command line.
        command: String,
        /// The line, shortened.
        line: String,
    },
    /// Its answer names no legal action.
    #[error(
        "`{command}` answered `{answer}`, which is no legal action: answer the number or the name of one of {legal}"
    )]
    Answer {
        /// The command line.
        command: String,
        /// The answer, shortened.
        answer: String,
        /// The names of the legal actions.
        legal: String,
    },
}

fn ended(status: Option<ExitStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" ({status})"))
}

/// A program that plays. Every request is a line of JSON on its standard input, and its answer a line on its standard
/// output; `docs/src/formats/observations.md` has the fields. As many processes run as games are played side by side,
/// and each plays one game after another.
#[derive(Clone)]
pub struct Program(Arc<Shared>);

struct Shared {
    words: Vec<String>,
    patience: Duration,
    /// The time for the first answer of a process.
    start: Duration,
    /// The processes that play no game now.
    idle: Mutex<Vec<Running>>,
}

/// A process.
struct Running {
    child: Child,
    input: ChildStdin,
    answers: Receiver<io::Result<String>>,
    has_answered: bool,
}

impl Program {
    /// The program with this name and these arguments. It has `patience` for an answer, 10 s without one, and `start`
    /// for the first answer of a process, 60 s without one, but never less than for any other.
    pub fn new(words: Vec<String>, patience: Option<Duration>, start: Option<Duration>) -> Program {
        let patience = patience.unwrap_or(PATIENCE);
        Program(Arc::new(Shared {
            words,
            patience,
            start: start.unwrap_or(START).max(patience),
            idle: Mutex::default(),
        }))
    }
}

impl OutsideAgent for Program {
    fn player(&self, seed: u64) -> Box<dyn OutsidePlayer> {
        Box::new(ProgramPlayer { program: self.0.clone(), running: None, seed, is_new: true })
    }
}

/// A player of one game after another, by one process at a time.
struct ProgramPlayer {
    program: Arc<Shared>,
    running: Option<Running>,
    seed: u64,
    /// True if the process has not heard of the present game.
    is_new: bool,
}

impl OutsidePlayer for ProgramPlayer {
    fn start_game(&mut self) {
        self.is_new = true;
    }

    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.program.process()?,
        };
        if self.is_new {
            self.program.send(&mut running, &json!({"type": "game", "seed": self.seed}))?;
            self.is_new = false;
        }
        self.program.check_silent(&running)?;
        self.program.send(&mut running, &line_of(request))?;
        let answer = self.program.answer(&mut running)?;
        let action = self.program.action(&answer, request)?;
        // A process that has failed is ended instead, as it goes out of scope.
        self.running = Some(running);
        Ok(action)
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        self.program.idle().extend(self.running.take());
    }
}

impl Shared {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Running>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn command(&self) -> String {
        self.words.join(" ")
    }

    /// A process that plays no game, or a new one.
    fn process(&self) -> Result<Running, ProgramError> {
        if let Some(running) = self.idle().pop() {
            return Ok(running);
        }
        self.start().map_err(|source| ProgramError::Start { command: self.command(), source })
    }

    fn start(&self) -> io::Result<Running> {
        let missing = || io::Error::new(io::ErrorKind::InvalidInput, "the command line is empty");
        let (name, arguments) = self.words.split_first().ok_or_else(missing)?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        lead_group(&mut command);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("its standard input or output is missing"));
        };
        let (sender, answers) = mpsc::channel();
        let reading = std::thread::Builder::new().name("program".to_owned());
        let reader = reading.spawn(move || read_answers(output, &sender));
        let running = Running { child, input, answers, has_answered: false };
        reader.map(|_| running)
    }

    fn send(&self, running: &mut Running, line: &Value) -> Result<(), ProgramError> {
        let sent = writeln!(running.input, "{line}").and_then(|()| running.input.flush());
        sent.map_err(|_| self.gone(running))
    }

    /// Refuses lines that no request has asked for: later answers would be taken for those of other requests.
    fn check_silent(&self, running: &Running) -> Result<(), ProgramError> {
        match running.answers.try_recv() {
            Ok(Ok(line)) => Err(ProgramError::Unasked { command: self.command(), line: shortened(&line) }),
            _ => Ok(()),
        }
    }

    fn answer(&self, running: &mut Running) -> Result<String, ProgramError> {
        let patience = if running.has_answered { self.patience } else { self.start };
        match running.answers.recv_timeout(patience) {
            Ok(Ok(answer)) => {
                running.has_answered = true;
                Ok(answer)
            }
            Err(RecvTimeoutError::Timeout) => Err(ProgramError::Slow { command: self.command(), patience }),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.gone(running)),
        }
    }

    fn gone(&self, running: &mut Running) -> ProgramError {
        // Its output ends a moment before the process does.
        std::thread::sleep(Duration::from_millis(20));
        ProgramError::Gone { command: self.command(), status: running.child.try_wait().ok().flatten() }
    }

    /// The legal action that an answer names or numbers.
    fn action(&self, answer: &str, request: &Request) -> Result<usize, ProgramError> {
        let answer = answer.trim();
        let number = answer.parse().ok().filter(|&action| request.allows(action));
        let action = request.number(answer).or(number);
        action.ok_or_else(|| ProgramError::Answer {
            command: self.command(),
            answer: shortened(answer),
            legal: request.actions().map(|(_, name)| name).collect::<Vec<_>>().join(", "),
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A shell leaves the programs that it has started behind, so that all of its group is ended. It may have ended by
        // itself already.
        end_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn shortened(line: &str) -> String {
    line.trim().chars().take(80).collect()
}

/// A request as a program reads it.
fn line_of(request: &Request) -> Value {
    let actions: Vec<Value> = request.actions().map(|(number, name)| json!({"action": number, "name": name})).collect();
    json!({"type": "request", "observation": request.json(), "actions": actions})
}

/// Reads the answers of a process until it closes its output.
fn read_answers(output: ChildStdout, answers: &mpsc::Sender<io::Result<String>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut answer = String::new();
        let read = (&mut output).take(MAX_ANSWER).read_line(&mut answer);
        let answer = match read {
            Ok(0) => return,
            Ok(_) if answer.ends_with('\n') => Ok(answer),
            Ok(_) => Err(io::Error::other("an answer without an end")),
            Err(error) => Err(error),
        };
        let failed = answer.is_err();
        if answers.send(answer).is_err() || failed {
            return;
        }
    }
}
