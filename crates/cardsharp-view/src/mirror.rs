//! A copy of a journal that another server shows, which is kept up to date.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use thiserror::Error;

use cardsharp_net::http::client::{Ask, BadUrl, HttpClient, HttpFault, Reply, service_address};
use cardsharp_system::interrupt;
use cardsharp_system::stop_flag::{STOP_CHECK, wait_since};

/// The time between two looks at the journal.
const LOOK: Duration = Duration::from_secs(2);
/// The time that an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The bytes that a request asks for.
const PART: u64 = 1 << 20;
/// The most bytes of a journal that is copied: more than the longest event has.
pub const MAX_JOURNAL: u64 = 1 << 30;

/// The reason why a journal cannot be copied.
#[derive(Debug, Error)]
pub enum MirrorError {
    /// The address is not understood.
    #[error("{url}: {source}")]
    Url {
        /// The address.
        url: String,
        /// The fault.
        source: BadUrl,
    },
    /// The server cannot be reached.
    #[error("{url}: {source}; is the server running, with --pages?")]
    Http {
        /// The address.
        url: String,
        /// The fault.
        source: HttpFault,
    },
    /// The server has no journal at this address.
    #[error(
        "{url}: the server answers {status}: give the address of its pages (http://HOST:PORT/), of one of its \
         journals (http://HOST:PORT/journals/0/), or of a .jsonl file"
    )]
    Status {
        /// The address.
        url: String,
        /// The status.
        status: u16,
    },
    /// The server sends more than a journal.
    #[error(
        "{url}: the server sends more than {} MiB: copy the journal yourself (curl --output FILE.jsonl), and give the file",
        .limit >> 20
    )]
    TooLarge {
        /// The address.
        url: String,
        /// The most bytes that are copied.
        limit: u64,
    },
    /// A signal came before the journal was there.
    #[error("{0}: interrupted while its journal was copied")]
    Interrupted(String),
    /// The copy cannot be written.
    #[error("the copy of the journal cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// A journal at an address, and how much of it is there.
struct Source {
    http: HttpClient,
    url: String,
    path: String,
    copy: PathBuf,
    /// The bytes of the copy.
    size: u64,
    /// The bytes that have come since the last look, and those that were there then.
    taken: u64,
    /// The most of these.
    limit: u64,
}

/// A copy of another server's journal in a temporary folder. A thread reads on every two seconds. Dropping the mirror
/// stops the thread and removes the copy.
pub struct Mirror {
    copy: PathBuf,
    stop: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    _folder: TempDir,
}

impl Mirror {
    /// Copies the journal at an address: that of a server's pages, of one of its journals, or of a file. It has at
    /// most `limit` bytes. A signal ends the wait for it.
    ///
    /// # Errors
    ///
    /// [`MirrorError`] if there is no journal, no room for its copy, or no end of it.
    pub fn start(url: &str, limit: u64) -> Result<Mirror, MirrorError> {
        let (base, path) = parts_of(url)?;
        let bad = |source| MirrorError::Url { url: url.to_owned(), source };
        let folder = tempfile::tempdir()?;
        let mut source = Source {
            http: HttpClient::new(&base).map_err(bad)?,
            url: url.to_owned(),
            path,
            copy: folder.path().to_owned(),
            size: 0,
            taken: 0,
            limit,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, (tell, told)) = (stop.clone(), channel());
        let reading = std::thread::Builder::new().name("mirror".to_owned());
        let reader = reading.spawn(move || {
            let copied = source.copy_all();
            let follows = copied.is_ok();
            // Whoever waited may have been interrupted.
            if tell.send(copied).is_ok() && follows {
                source.follow(&stopped);
            }
        })?;
        let copy = loop {
            match told.recv_timeout(STOP_CHECK) {
                Ok(copied) => break copied?,
                Err(RecvTimeoutError::Timeout) if !interrupt::is_set() => {}
                Err(_) => return Err(MirrorError::Interrupted(url.to_owned())),
            }
        };
        Ok(Mirror { copy, stop, reader: Some(reader), _folder: folder })
    }

    /// The file of the copy.
    pub fn path(&self) -> &Path {
        &self.copy
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A server that does not answer holds up nobody's end.
        let ended = self.reader.take().filter(JoinHandle::is_finished);
        if let Some(Err(_)) = ended.map(JoinHandle::join) {
            tracing::error!("the thread that copies a journal had crashed");
        }
    }
}

impl Source {
    /// Copies all that there is. Returns the file.
    fn copy_all(&mut self) -> Result<PathBuf, MirrorError> {
        let reply = self.ask()?;
        // The name tells which contest's server keeps the journal.
        self.copy.push(name_of(&reply, &self.path));
        File::create(&self.copy)?;
        let mut more = self.take(&reply)?;
        while more {
            more = self.read_on()?;
        }
        Ok(self.copy.clone())
    }

    fn follow(mut self, stop: &AtomicBool) {
        let mut failing = false;
        let mut pause = LOOK;
        while !wait_since(Instant::now(), pause, stop) {
            if !pause.is_zero() {
                self.taken = self.size;
            }
            let read = self.read_on();
            // A server that is away for an hour is named once.
            if let (Err(error), false) = (&read, failing) {
                tracing::warn!("{error}; the pages show the journal as it was");
            }
            failing = read.is_err();
            pause = match read {
                Ok(true) => Duration::ZERO,
                _ => LOOK,
            };
        }
    }

    fn ask(&self) -> Result<Reply, MirrorError> {
        let ask = Ask {
            method: "GET",
            path: &self.path,
            authorization: None,
            range: Some((self.size, self.size + PART - 1)),
            body: None,
            patience: PATIENCE,
        };
        self.http.ask(ask).map_err(|source| MirrorError::Http { url: self.url.clone(), source })
    }

    /// Reads the next part. Returns true if there may be more.
    fn read_on(&mut self) -> Result<bool, MirrorError> {
        let reply = self.ask()?;
        self.take(&reply)
    }

    fn take(&mut self, reply: &Reply) -> Result<bool, MirrorError> {
        let bytes = reply.body.len() as u64;
        self.taken += bytes;
        if self.taken > self.limit {
            return Err(MirrorError::TooLarge { url: self.url.clone(), limit: self.limit });
        }
        match reply.status {
            206 => {
                let mut copy = OpenOptions::new().append(true).open(&self.copy)?;
                copy.write_all(&reply.body)?;
                self.size += bytes;
                Ok(bytes == PART)
            }
            // A server that knows no ranges sends all of the file.
            200 if bytes == self.size => Ok(false),
            200 => self.begin_anew(&reply.body).map(|()| false),
            // A file that is shorter than its copy is another one.
            416 if whole_size(reply).is_some_and(|size| size < self.size) => self.begin_anew(&[]).map(|()| true),
            416 => Ok(false),
            status => Err(MirrorError::Status { url: self.url.clone(), status }),
        }
    }

    fn begin_anew(&mut self, content: &[u8]) -> Result<(), MirrorError> {
        std::fs::write(&self.copy, content)?;
        self.size = content.len() as u64;
        Ok(())
    }
}

/// The base address and the path of the journal that an address names.
fn parts_of(url: &str) -> Result<(String, String), MirrorError> {
    let uri = service_address(url).map_err(|source| MirrorError::Url { url: url.to_owned(), source })?;
    let (scheme, host) = (uri.scheme_str(), uri.authority());
    let base = format!("{}://{}", scheme.unwrap_or("http"), host.map_or("", |host| host.as_str()));
    let path = uri.path();
    let path = match path.split('/').collect::<Vec<_>>()[..] {
        ["", ""] => "/journals/0/file".to_owned(),
        ["", "journals", number, ..] if !path.ends_with(".jsonl") => {
            format!("/journals/{number}/file")
        }
        _ => path.to_owned(),
    };
    Ok((base, path))
}

/// The name of the journal's file: as the server says, or the end of the path. It cannot leave its folder.
fn name_of(reply: &Reply, path: &str) -> String {
    let said = reply.texts("content-disposition").next();
    let said = said.and_then(|text| text.split_once("filename=\""));
    let said = said.and_then(|(_, name)| name.split_once('"'));
    let name = said.map_or_else(|| path.rsplit('/').next().unwrap_or_default(), |(name, _)| name);
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || "._-".contains(*letter);
    let name: String = name.chars().filter(plain).take(100).collect();
    let name = name.trim_start_matches('.');
    if name.ends_with(".jsonl") { name.to_owned() } else { format!("{name}.jsonl") }
}

/// The size of the whole file, from the answer to a request for what lies beyond its end.
fn whole_size(reply: &Reply) -> Option<u64> {
    let range = reply.texts("content-range").next()?;
    range.rsplit_once('/')?.1.parse().ok()
}

#[cfg(test)]
#[path = "../tests/unit/mirror.rs"]
mod tests;
