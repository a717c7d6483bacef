//! The bot under test: its process and its output.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use cardsharp_game::BadUsage;
use cardsharp_system::processes::{end_group, lead_group};
use cardsharp_terminal::sanitize::escaped;
use tempfile::TempDir;

use super::{ContestCheck, TICK};

/// The lines of the bot's output that a report shows.
const LINES_KEPT: usize = 8;
/// The longest time that the lines of a bot that has ended may take to arrive.
const LAST_LINES: Duration = Duration::from_millis(50);

/// The place where a bot is tested. It starts the bot and ends it.
pub struct Bench {
    words: Vec<String>,
    port: u16,
    account: [&'static str; 2],
    folder: TempDir,
    bot: Mutex<Option<Child>>,
    output: Arc<Mutex<VecDeque<String>>>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bench {
    /// A bench for the bot with these words of a command line, which may have placeholders. Without words, a person
    /// starts it. It is told this port, or with 0 a free one for every step.
    ///
    /// # Errors
    ///
    /// The file of the bot's password cannot be written.
    pub fn new(check: &ContestCheck, words: Vec<String>, port: u16) -> anyhow::Result<Bench> {
        let bench = Bench {
            words,
            port,
            account: check.account.unwrap_or_default(),
            folder: tempfile::tempdir().context("cannot make a folder for the bot's password")?,
            bot: Mutex::default(),
            output: Arc::default(),
        };
        std::fs::write(bench.password_file(), bench.account[1])?;
        Ok(bench)
    }

    /// The file with the password of the bot.
    pub fn password_file(&self) -> PathBuf {
        self.folder.path().join("password.txt")
    }

    /// The words of the bot's command line, for a server at this address.
    pub fn words(&self, address: SocketAddr) -> Vec<String> {
        let replaced = |word: &String| {
            word.replace("{host}", &address.ip().to_string())
                .replace("{port}", &address.port().to_string())
                .replace("{url}", &format!("http://{address}"))
                .replace("{user}", self.account[0])
                .replace("{password-file}", &self.password_file().display().to_string())
        };
        self.words.iter().map(replaced).collect()
    }

    /// Starts the bot, unless a person does, for a server on the port that is returned.
    ///
    /// # Errors
    ///
    /// The port is taken, or the bot cannot be started.
    pub fn start(&self) -> anyhow::Result<TcpListener> {
        let port = self.port;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.with_context(|| format!("cannot listen on port {port}"))?;
        if !self.words.is_empty() {
            let (_, output) = self.spawn(listener.local_addr()?, Stdio::null())?;
            self.keep(output);
        }
        Ok(listener)
    }

    /// Starts the bot with pipes for its input and output.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub fn start_piped(&self) -> anyhow::Result<(ChildStdin, ChildStdout)> {
        let (input, output) = self.spawn(([0; 4], 0).into(), Stdio::piped())?;
        input.zip(output).context("the bot has no pipes")
    }

    fn spawn(&self, address: SocketAddr, input: Stdio) -> anyhow::Result<(Option<ChildStdin>, Option<ChildStdout>)> {
        let words = self.words(address);
        let (program, arguments) = words.split_first().context("no program is named")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(input).stdout(Stdio::piped());
        lead_group(command.stderr(Stdio::piped()));
        let failed = |error| BadUsage::new(format!("`{}` cannot be started: {error}", words.join(" ")));
        let mut child = command.spawn().map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take());
        self.keep(child.stderr.take());
        *lock(&self.bot) = Some(child);
        Ok(pipes)
    }

    /// Keeps the last lines of a pipe for the report.
    fn keep(&self, pipe: Option<impl Read + Send + 'static>) {
        let Some(pipe) = pipe else { return };
        let output = Arc::clone(&self.output);
        thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let mut output = lock(&output);
                output.push_back(escaped(String::from_utf8_lossy(&line).trim_end()));
                if output.len() > LINES_KEPT {
                    output.pop_front();
                }
            }
        });
    }

    /// The exit status of the bot, if it has ended by itself.
    pub fn ended(&self) -> Option<ExitStatus> {
        lock(&self.bot).as_mut()?.try_wait().ok()?
    }

    /// Ends the bot with all that it has started. Returns the last lines of its output.
    pub(super) fn end(&self) -> Vec<String> {
        if let Some(mut bot) = lock(&self.bot).take() {
            thread::sleep(LAST_LINES);
            end_group(bot.id());
            let _ = bot.kill();
            let _ = bot.wait();
        }
        lock(&self.output).drain(..).collect()
    }

    /// Waits until `done`, at most for these seconds. `what` says what the bot should have done by then.
    ///
    /// # Errors
    ///
    /// The time is over, or the bot has ended.
    pub fn wait_until(&self, seconds: u64, what: &str, mut done: impl FnMut() -> bool) -> anyhow::Result<()> {
        let end = Instant::now() + Duration::from_secs(seconds);
        loop {
            // Before the look, so that nothing that it has done is missed.
            let ended = self.ended().is_some();
            if done() {
                return Ok(());
            }
            if ended || Instant::now() > end {
                bail!("the bot has not {what}{}", if ended { String::new() } else { format!(" within {seconds} s") });
            }
            thread::sleep(TICK);
        }
    }

    /// The next connection of the bot.
    ///
    /// # Errors
    ///
    /// None comes within these seconds.
    pub fn accept(&self, listener: &TcpListener, seconds: u64) -> anyhow::Result<TcpStream> {
        listener.set_nonblocking(true)?;
        let mut accepted = None;
        self.wait_until(seconds, "connected", || {
            let next = listener.accept();
            accepted = (!next.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock)).then_some(next);
            accepted.is_some()
        })?;
        let (stream, _) = accepted.context("no connection")??;
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.end();
    }
}
