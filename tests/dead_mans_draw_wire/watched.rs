//! A server process whose threads and memory are watched, and bursts of logins.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

/// A server in a process of its own, which ends with this.
pub struct Watched {
    child: Child,
    pub address: String,
}

/// The resources of a process, as the system reports them.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub threads: u64,
    pub memory_kib: u64,
    pub peak_kib: u64,
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watched {
    /// Starts `cardsharp serve` with these arguments, and waits until it has printed its address.
    pub fn serve(words: &[&str]) -> Watched {
        let mut command = Command::cargo_bin("cardsharp").unwrap();
        command.arg("serve").args(words).args(["--port", "0"]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = log.find_map(|line| {
            let line = line.unwrap();
            line.contains(" on http://").then_some(line)
        });
        let line = line.unwrap();
        let address = line.split("on http://").nth(1).unwrap();
        let address = address.split(',').next().unwrap().to_owned();
        thread::spawn(move || log.for_each(drop));
        Watched { child, address }
    }

    /// The resources of the process; none where the system does not report them.
    pub fn usage(&self) -> Option<Usage> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let number = |key: &str| {
            let line = status.lines().find(|line| line.starts_with(key))?;
            line.split_whitespace().nth(1)?.parse().ok()
        };
        Some(Usage { threads: number("Threads:")?, memory_kib: number("VmRSS:")?, peak_kib: number("VmHWM:")? })
    }

    /// Sends a request, and leaves the connection open.
    pub fn ask(&self, request: &str) -> TcpStream {
        self.ask_from([127, 0, 0, 1], request)
    }

    /// The same from a loopback address of choice.
    pub fn ask_from(&self, host: [u8; 4], request: &str) -> TcpStream {
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from((host, 0)).into()).unwrap();
        let to: SocketAddr = self.address.parse().unwrap();
        socket.connect(&to.into()).unwrap();
        let mut stream = TcpStream::from(socket);
        stream.write_all(request.as_bytes()).unwrap();
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).unwrap();
        stream
    }

    /// The processor time that the server takes for some answers to a request that closes its connection. Other work on
    /// the machine does not count. None where the system does not report it. The resolution is a hundredth of a second.
    fn work(&self, request: &str) -> Option<Duration> {
        let before = self.processor_time()?;
        for _ in 0..16 {
            assert!(!answer(self.ask(request)).is_empty());
        }
        Some(self.processor_time()? - before)
    }

    fn processor_time(&self) -> Option<Duration> {
        let path = format!("/proc/{}/stat", self.child.id());
        let line = std::fs::read_to_string(path).ok()?;
        let mut numbers = line.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut next = || numbers.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (next()? + next()?)))
    }
}

/// All that comes, until the server closes the connection.
pub fn answer(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8(text).unwrap()
}

/// Logins whose clients do not wait take few threads and little memory, all of which is released.
/// The server answers `usual` as long as it works.
pub fn hang_up_while_hashing(server: &Watched, login: &str, usual: &str) {
    answer(server.ask(login));
    let Some(before) = server.usage() else {
        return;
    };
    let mut most = before;
    for _ in 0..21 {
        let waiting: Vec<_> = (0..6).map(|_| server.ask(login)).collect();
        thread::sleep(Duration::from_millis(30));
        drop(waiting);
        let now = server.usage().unwrap();
        most.threads = most.threads.max(now.threads);
    }
    most.peak_kib = server.usage().unwrap().peak_kib;
    // Two hashes at a time of 19 MiB each, and some MiB for the rest.
    assert!(most.threads <= before.threads + 6, "{before:?} {most:?}");
    let grown = most.peak_kib.saturating_sub(before.memory_kib);
    assert!(grown <= 64 * 1024, "{before:?} {most:?}");
    let began = Instant::now();
    while server.usage().unwrap().memory_kib > before.memory_kib + 12 * 1024 {
        let now = server.usage();
        assert!(began.elapsed() < Duration::from_secs(10), "{before:?} {now:?}");
        thread::sleep(Duration::from_millis(50));
    }
    println!("before {before:?}, at most {most:?}, after {:?}", server.usage());
    assert!(answer(server.ask(usual)).starts_with("HTTP/1.1 200"));
}

/// More logins at once than the queue takes: some are refused with the advice to come later. A
/// client that closes its connection frees its place.
pub fn fill_the_queue(server: &Watched, login: &str, usual: &str) {
    // On a machine that delays the client, the queue empties meanwhile: then more logins come.
    let refused = (1..=5).find_map(|burst| refused_of(server, login, 300 * burst));
    let refused = refused.unwrap_or_else(|| panic!("no login of any burst is refused"));
    assert!(refused.contains("\r\nretry-after: "), "{refused}");
    let began = Instant::now();
    loop {
        let answer = answer(server.ask(usual));
        if answer.starts_with("HTTP/1.1 200") {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(15), "{answer}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The first refusal among so many logins at once, a second after the last was sent. All connections are closed then.
fn refused_of(server: &Watched, login: &str, logins: usize) -> Option<String> {
    let waiting: Vec<_> = (0..logins).map(|_| server.ask(login)).collect();
    thread::sleep(Duration::from_secs(1));
    let is_refused = |stream: &TcpStream| {
        let mut line = [0; 12];
        stream.set_nonblocking(true).unwrap();
        let came = stream.peek(&mut line);
        stream.set_nonblocking(false).unwrap();
        came.is_ok_and(|_| &line == b"HTTP/1.1 503")
    };
    waiting.into_iter().find(is_refused).map(answer)
}

/// The work on the responses, and so their time, does not reveal which of the two exists.
pub fn assert_alike(server: &Watched, there: &str, nobody: &str) {
    let (Some(there), Some(nobody)) = (server.work(there), server.work(nobody)) else {
        return;
    };
    let ratio = nobody.as_secs_f64() / there.as_secs_f64();
    assert!((0.6..1.7).contains(&ratio), "{there:?} {nobody:?}");
}
