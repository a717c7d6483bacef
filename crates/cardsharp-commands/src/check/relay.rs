//! A relay between a bot and the web server of its contest, which passes on requests and treats the answers badly.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde_json::{Value, json};

use super::Bench;
use super::bench::lock;

/// The longest request, in bytes.
const LONGEST: usize = 1 << 20;
/// The pause between two pieces.
const PIECE_PAUSE: Duration = Duration::from_millis(5);
/// The longest wait for the rest of a request. A bot that takes longer has not sent all of it.
const REQUEST_PATIENCE: Duration = Duration::from_secs(10);

/// The treatment of a request and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// The answer is passed on as it is.
    Whole,
    /// The answer comes in pieces.
    Pieces,
    /// Objects of the answer have one more key.
    Unknown,
    /// The answer comes late.
    Late(Duration),
    /// The server gets the request late.
    HeldBack(Duration),
    /// The server gets the request, and the connection is cut before the answer.
    Lost,
    /// The connection is cut within the answer.
    Cut,
}

/// A request and its answer, as they came.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The arrival of the request.
    pub began: Instant,
    /// The method, a blank, and the path.
    pub line: String,
    /// The request had an `Authorization`.
    pub has_login: bool,
    /// The body of the request; null if it is no JSON.
    pub request: Value,
    /// The status of the answer; 0 if there is none.
    pub status: u16,
    /// The body of the answer; null if it is no JSON.
    pub answer: Value,
}

/// A running relay. Dropping it closes its port.
pub struct Relay {
    /// True for an exchange that a bot must not begin.
    pub is_fault: fn(&Exchange) -> bool,
    address: SocketAddr,
    shared: Arc<Shared>,
}

type Treat = dyn Fn(usize, &str) -> Treatment + Send + Sync;

struct Shared {
    server: SocketAddr,
    treat: Box<Treat>,
    requests: AtomicUsize,
    exchanges: Mutex<Vec<Exchange>>,
    over: AtomicBool,
}

impl Relay {
    /// Starts a relay to `server`. `treat` chooses the treatment of a request by its number, from 0, and its first line.
    ///
    /// # Errors
    ///
    /// The system gives no thread.
    pub fn start(
        listener: TcpListener,
        server: SocketAddr,
        is_fault: fn(&Exchange) -> bool,
        treat: impl Fn(usize, &str) -> Treatment + Send + Sync + 'static,
    ) -> io::Result<Relay> {
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            server,
            treat: Box::new(treat),
            requests: AtomicUsize::new(0),
            exchanges: Mutex::default(),
            over: AtomicBool::new(false),
        });
        let all = Arc::clone(&shared);
        thread::Builder::new().name("relay".to_owned()).spawn(move || {
            while let Ok((client, _)) = listener.accept()
                && !all.over.load(Ordering::Relaxed)
            {
                let one = Arc::clone(&all);
                // A connection that breaks is the bot's own, or was cut.
                thread::spawn(move || one.pass_on(client).ok());
            }
        })?;
        Ok(Relay { is_fault, address, shared })
    }

    /// The exchanges so far whose answers have been sent, or lost.
    pub fn exchanges(&self) -> Vec<Exchange> {
        lock(&self.shared.exchanges).clone()
    }

    /// Waits until the exchanges are as the bot should make them, at most for these seconds. `what` says it in words.
    ///
    /// # Errors
    ///
    /// The time is over, the bot has ended, or an exchange is a fault.
    pub fn wait_until(
        &self,
        bench: &Bench,
        seconds: u64,
        what: &str,
        done: impl Fn(&[Exchange]) -> bool,
    ) -> anyhow::Result<()> {
        let mut fault = None;
        let waited = bench.wait_until(seconds, what, || {
            let exchanges = self.exchanges();
            fault = exchanges.iter().find(|one| (self.is_fault)(one)).cloned();
            fault.is_some() || done(&exchanges)
        });
        if let Some(Exchange { line, request, status, answer, .. }) = fault {
            anyhow::bail!("{line} {request} was answered {status} {answer}");
        }
        waited.map_err(|error| match self.exchanges().last() {
            Some(Exchange { line, status, .. }) => anyhow!("{error}; its last request was {line}, of status {status}"),
            None => anyhow!("{error}; it has sent no request"),
        })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        // The listener waits for a connection.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn pass_on(&self, mut client: TcpStream) -> io::Result<()> {
        client.set_nodelay(true)?;
        client.set_read_timeout(Some(REQUEST_PATIENCE))?;
        let (head, body) = read_request(&mut client)?;
        let first = head.lines().next().unwrap_or_default();
        let line = first.rsplit_once(' ').map_or(first, |(line, _)| line).to_owned();
        let treatment = (self.treat)(self.requests.fetch_add(1, Ordering::Relaxed), &line);
        let began = Instant::now();
        if let Treatment::HeldBack(wait) = treatment {
            thread::sleep(wait);
        }
        let mut server = TcpStream::connect(self.server)?;
        server.write_all(&message(&head, &body))?;
        let mut bytes = Vec::new();
        server.read_to_end(&mut bytes)?;
        let (answer_head, answer_body) = split(&bytes);
        let mut answer: Value = serde_json::from_slice(answer_body).unwrap_or_default();
        lock(&self.exchanges).push(Exchange {
            began,
            line,
            has_login: field(&head, "authorization").is_some(),
            request: serde_json::from_slice(&body).unwrap_or_default(),
            status: answer_head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0),
            answer: answer.clone(),
        });
        let mut sent = message(&answer_head, answer_body);
        match treatment {
            Treatment::Late(wait) => thread::sleep(wait),
            Treatment::Lost => sent.clear(),
            Treatment::Cut => sent.truncate(sent.len() - answer_body.len() / 2),
            Treatment::Unknown if !answer.is_null() => {
                add_unknown_keys(&mut answer);
                sent = message(&answer_head, answer.to_string().as_bytes());
            }
            _ => {}
        }
        match treatment {
            Treatment::Pieces => write_pieces(&mut client, &sent)?,
            _ => client.write_all(&sent)?,
        }
        client.shutdown(Shutdown::Write)?;
        // Bytes that were not read would take the answer away from the bot.
        client.read_to_end(&mut Vec::new()).map(drop)
    }
}

/// Writes bytes in pieces that arrive one by one.
///
/// # Errors
///
/// The connection is lost.
pub fn write_pieces(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    // The first ends within a length of four bytes.
    let (first, rest) = bytes.split_at(bytes.len().min(3));
    for piece in [first].into_iter().chain(rest.chunks((rest.len() / 3).max(1))) {
        stream.write_all(piece)?;
        thread::sleep(PIECE_PAUSE);
    }
    Ok(())
}

/// Adds a key to an object, or to each object of a list. Bots must pass over it.
pub fn add_unknown_keys(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.insert("addedLater".to_owned(), json!({"by": [1, null, "cardsharp check"]}));
        }
        Value::Array(items) => items.iter_mut().for_each(add_unknown_keys),
        _ => {}
    }
}

/// The head of a request and its body.
fn read_request(client: &mut TcpStream) -> io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut more = [0; 4096];
    loop {
        let (head, body) = split(&bytes);
        let length = field(&head, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let is_chunked = field(&head, "transfer-encoding").is_some();
        match is_chunked.then(|| from_chunks(body)) {
            Some(Some(body)) => return Ok((head, body)),
            None if !head.is_empty() && body.len() >= length => return Ok((head, body.to_vec())),
            _ => {}
        }
        let count = client.read(&mut more)?;
        if count == 0 || bytes.len() > LONGEST {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&more[..count]);
    }
}

/// The body in these chunks, each a line with its length in hexadecimal digits and its bytes; none until the last.
fn from_chunks(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|window| window == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).ok()?, 16).ok()?;
        if length == 0 {
            return Some(body);
        }
        let (chunk, rest) = bytes[end + 2..].split_at_checked(length)?;
        body.extend_from_slice(chunk);
        bytes = rest.get(2..)?;
    }
}

/// The head, with its empty line, and the body; an empty head if it is not whole.
fn split(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let (head, body) = bytes.split_at(end.map_or(0, |end| end + 4));
    (String::from_utf8_lossy(head).into_owned(), body)
}

/// The value of a field of the head.
fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = head.lines().filter_map(|line| line.split_once(':'));
    fields.find_map(|(field, value)| field.eq_ignore_ascii_case(name).then(|| value.trim()))
}

/// A message with this body, after which the connection ends.
fn message(head: &str, body: &[u8]) -> Vec<u8> {
    let framing = ["connection", "keep-alive", "expect", "content-length", "transfer-encoding"];
    let is_kept =
        |line: &&str| !line.split_once(':').is_some_and(|(field, _)| framing.contains(&&*field.to_lowercase()));
    let lines: Vec<&str> = head.trim_end().split("\r\n").filter(is_kept).collect();
    let length = body.len();
    let head = format!("{}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n", lines.join("\r\n"));
    [head.as_bytes(), body].concat()
}

#[cfg(test)]
#[path = "../../tests/unit/check/relay.rs"]
mod tests;
