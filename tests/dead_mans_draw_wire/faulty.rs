//! A faulty proxy between a client and a server, or a faulty server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The treatment of a request.
#[derive(Clone, Debug)]
pub enum Deed {
    /// The request is passed on, and so is its response.
    Pass,
    /// The proxy responds: status, further lines of the head, body.
    Answer(u16, String, String),
    /// The connection is cut, and the server never sees the request.
    CutBefore,
    /// The server receives the request, and the connection is cut before the response.
    CutAfter,
    /// The server receives the request, and the connection is cut in the middle of the response's body.
    CutInside,
    /// The server receives the request, and the body of its response is replaced.
    Garbage(&'static str),
    /// The server receives the request, and the text of its response's body is changed.
    Rewrite(fn(&str) -> String),
    /// The request is passed on with other words in its head.
    Instead(&'static str, &'static str),
    /// The response comes in pieces of three bytes.
    Split,
    /// The request arrives late.
    Slow(Duration),
    /// The response is not HTTP.
    Junk,
    /// There is no response.
    Silence,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    pub path: String,
    pub authorization: Option<String>,
    pub body: Vec<u8>,
    head: String,
}

pub struct Faulty {
    pub address: SocketAddr,
    pub asked: Arc<Mutex<Vec<Asked>>>,
    pub connections: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
}

impl Faulty {
    /// Starts a proxy before a server, or a faulty server without one. `plan` returns the treatment
    /// of the n-th request.
    pub fn before(server: Option<SocketAddr>, plan: impl Fn(usize, &Asked) -> Deed + Send + Sync + 'static) -> Faulty {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let faulty = Faulty {
            address: listener.local_addr().unwrap(),
            asked: Arc::default(),
            connections: Arc::default(),
            over: Arc::default(),
        };
        let plan = Arc::new(plan);
        let (asked, over) = (faulty.asked.clone(), faulty.over.clone());
        let connections = faulty.connections.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map(Result::unwrap) {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                connections.fetch_add(1, Ordering::Relaxed);
                let (asked, plan) = (asked.clone(), plan.clone());
                // A peer that closes the connection ends the thread.
                thread::spawn(move || {
                    let _ = attend(&stream, server, &asked, &*plan);
                });
            }
        });
        faulty
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn count(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
    }
}

/// A head and its body, from either side.
fn read(stream: &mut BufReader<TcpStream>) -> std::io::Result<(String, Vec<u8>)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    let length = header(&head, "content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((head, body))
}

fn header(head: &str, name: &str) -> Option<String> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let line = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
    line.map(|(_, value)| value.trim().to_owned())
}

fn attend(
    stream: &TcpStream,
    server: Option<SocketAddr>,
    all: &Mutex<Vec<Asked>>,
    plan: &(dyn Fn(usize, &Asked) -> Deed + Sync),
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut out = stream.try_clone()?;
    let mut input = BufReader::new(stream.try_clone()?);
    let mut upstream: Option<BufReader<TcpStream>> = None;
    loop {
        let (head, body) = read(&mut input)?;
        let mut words = head.split(' ').map(str::to_owned);
        let asked = Asked {
            method: words.next().unwrap(),
            path: words.next().unwrap(),
            authorization: header(&head, "authorization"),
            head,
            body,
        };
        let number = {
            let mut all = all.lock().unwrap();
            all.push(asked.clone());
            all.len()
        };
        let deed = plan(number, &asked);
        match &deed {
            Deed::Answer(status, lines, text) => {
                let length = text.len();
                let answer = format!("HTTP/1.1 {status} X\r\n{lines}Content-Length: {length}\r\n\r\n{text}");
                out.write_all(answer.as_bytes())?;
                continue;
            }
            Deed::CutBefore => return Ok(()),
            Deed::Junk => {
                out.write_all(b"\x16\x03\x01 here is the weather\r\n\r\n")?;
                return Ok(());
            }
            Deed::Silence => {
                thread::sleep(Duration::from_secs(30));
                return Ok(());
            }
            Deed::Slow(pause) => thread::sleep(*pause),
            _ => {}
        }
        let up = match &mut upstream {
            Some(up) => up,
            None => {
                let up = TcpStream::connect(server.unwrap())?;
                up.set_nodelay(true)?;
                upstream.insert(BufReader::new(up))
            }
        };
        let head = match deed {
            Deed::Instead(from, to) => asked.head.replace(from, to),
            _ => asked.head,
        };
        let request = [head.as_bytes(), &asked.body].concat();
        up.get_mut().write_all(&request)?;
        let (mut head, mut body) = read(up)?;
        match deed {
            Deed::CutAfter => return Ok(()),
            Deed::CutInside => {
                out.write_all(head.as_bytes())?;
                out.write_all(&body[..body.len() / 2])?;
                return Ok(());
            }
            Deed::Garbage(_) | Deed::Rewrite(_) => {
                let text = match deed {
                    Deed::Rewrite(rewrite) => rewrite(&String::from_utf8_lossy(&body)),
                    Deed::Garbage(text) => text.to_owned(),
                    _ => String::new(),
                };
                let length = format!("content-length: {}", body.len());
                head = head.replace(&length, &format!("content-length: {}", text.len()));
                body = text.into_bytes();
            }
            _ => {}
        }
        let whole = [head.as_bytes(), &body].concat();
        match deed {
            Deed::Split => {
                for (index, piece) in whole.chunks(3).enumerate() {
                    out.write_all(piece)?;
                    if index.is_multiple_of(100) {
                        thread::sleep(Duration::from_millis(1));
                    }
                }
            }
            _ => out.write_all(&whole)?,
        }
    }
}
