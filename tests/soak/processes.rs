//! The two programs under test, with functions to start, watch and stop them.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cardsharp::contests::challenge::server::{JOURNAL_FILE, JournalContents, read_journal};
use serde_json::Value;

/// The time limit of an operation that should take no time.
const PATIENCE: Duration = Duration::from_secs(20);
/// The number of log lines that are kept. Further ones are only counted.
const LINES_KEPT: usize = 200_000;

/// The standard error of a process.
#[derive(Clone, Debug, Default)]
pub struct Log {
    pub lines: Vec<String>,
    pub bytes: usize,
}

impl Log {
    /// The number of lines that contain `words`.
    pub fn count(&self, words: &str) -> usize {
        self.lines.iter().filter(|l| l.contains(words)).count()
    }

    /// The last lines, for a test that fails.
    pub fn tail(&self) -> String {
        let from = self.lines.len().saturating_sub(15);
        self.lines[from..].join("\n")
    }
}

/// A running `cardsharp`. Dropping it ends it.
pub struct Process {
    child: Child,
    log: Arc<Mutex<Log>>,
    lines: Receiver<String>,
}

impl Process {
    pub fn start(line: &str) -> Process {
        let binary =
            std::env::var_os("CARDSHARP_BIN").map_or_else(|| env!("CARGO_BIN_EXE_cardsharp").into(), PathBuf::from);
        let mut child = Command::new(binary)
            .args(line.split_whitespace())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(Log::default()));
        let (sender, lines) = channel();
        let (stderr, kept) = (child.stderr.take().unwrap(), log.clone());
        // The output is read to its end, or the process would block on a full pipe.
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let mut log = kept.lock().unwrap();
                log.bytes += line.len() + 1;
                if log.lines.len() < LINES_KEPT {
                    log.lines.push(line.clone());
                }
                drop(log);
                let _ = sender.send(line);
            }
        });
        Process { child, log, lines }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn log(&self) -> Log {
        self.log.lock().unwrap().clone()
    }

    /// Waits for a line that contains `words`.
    pub fn line_with(&self, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(words) => return line,
                Ok(_) => {}
                Err(_) => panic!("no line with `{words}`:\n{}", self.log().tail()),
            }
        }
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for the end of the process. Returns `None` if it does not end in time.
    pub fn end_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + wait;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends a client by Ctrl-C and returns its exit code. A second Ctrl-C follows if the client stays to finish a game.
    pub fn leave(&mut self) -> Option<i32> {
        self.press_ctrl_c();
        match self.end_within(Duration::from_secs(1)) {
            Some(status) => status.code(),
            None => self.interrupt(),
        }
    }

    fn press_ctrl_c(&self) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(sent.success(), "it has ended by itself");
    }

    /// Sends Ctrl-C, and returns the exit code.
    pub fn interrupt(&mut self) -> Option<i32> {
        self.press_ctrl_c();
        let end = self.end_within(PATIENCE);
        end.unwrap_or_else(|| panic!("it does not stop:\n{}", self.log().tail())).code()
    }

    fn output(&mut self) -> String {
        let mut text = String::new();
        let mut stdout = self.child.stdout.take().unwrap();
        stdout.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `cardsharp serve challenge`, with a journal.
pub struct Server {
    pub process: Process,
    pub contest_port: u16,
    pub practice_port: u16,
    folder: tempfile::TempDir,
}

impl Server {
    /// Starts a server. It chooses its ports unless `options` names them.
    pub fn start(options: &str) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().display();
        let process = Process::start(&format!("serve challenge --data {data} {options}"));
        let line = process.line_with("practice on");
        let port = |before: &str| {
            let (_, rest) = line.split_once(before).unwrap();
            let address = rest.split(',').next().unwrap().trim();
            address.rsplit(':').next().unwrap().parse().unwrap()
        };
        Server { contest_port: port("contest on "), practice_port: port("practice on "), process, folder }
    }

    /// The games finished so far.
    pub fn journal(&self) -> JournalContents {
        let path: &Path = self.folder.path();
        read_journal(&path.join(JOURNAL_FILE)).unwrap()
    }

    /// Stops the server as Ctrl-C does, and returns its journal.
    pub fn stop(&mut self) -> JournalContents {
        let code = self.process.interrupt();
        let tail = self.process.log().tail();
        assert_eq!(code, Some(0), "{tail}");
        let journal = self.journal();
        assert_eq!(journal.damaged, []);
        journal
    }
}

/// `cardsharp play challenge`, which reports in JSON.
pub struct Client {
    pub process: Process,
}

/// The client's report of its games at its end.
#[derive(Clone, Debug)]
pub struct Report(Value);

impl Report {
    pub fn number(&self, key: &str) -> u64 {
        self.0[key].as_u64().unwrap_or_else(|| panic!("{key}"))
    }

    pub fn slowest_ms(&self) -> f64 {
        self.0["slowest_answer_ms"].as_f64().unwrap()
    }
}

impl Client {
    pub fn start(port: u16, options: &str) -> Client {
        let server = format!("--host 127.0.0.1 --port {port}");
        let process = Process::start(&format!("play challenge --json {server} {options}"));
        Client { process }
    }

    /// The numbers of the teams that the client played as, in order.
    pub fn teams(&self) -> Vec<i32> {
        let log = self.process.log();
        let teams = log.lines.iter().filter_map(|line| {
            let (_, team) = line.split_once("connected as team ")?;
            team.trim().parse().ok()
        });
        teams.collect()
    }

    /// The report of a client that ends by itself. Returns `None` if it does not end in time.
    pub fn report_within(&mut self, wait: Duration) -> Option<Report> {
        let status = self.process.end_within(wait)?;
        assert_eq!(status.code(), Some(0), "{}", self.process.log().tail());
        Some(self.report())
    }

    /// Ends the client by Ctrl-C, or a second one if it stays to finish a game. Returns its report.
    pub fn interrupt(&mut self) -> Report {
        let code = self.process.leave();
        assert_eq!(code, Some(130), "{}", self.process.log().tail());
        self.report()
    }

    fn report(&mut self) -> Report {
        let text = self.process.output();
        Report(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }
}
