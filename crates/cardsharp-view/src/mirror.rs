//! A copy of a journal that another server shows, which is kept up to date.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use thiserror::Error;

use cardsharp_net::http::client::{Ask, BadUrl, HttpClient, HttpFault, Reply, service_address};
use cardsharp_system::stop_flag::wait_since;

/// The time between two looks at the journal.
const LOOK: Duration = Duration::from_secs(2);
/// The time that an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The bytes that a request asks for.
const PART: u64 = 1 << 20;

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
    /// Copies the journal at an address: that of a server's pages, of one of its journals, or of a file.
    ///
    /// # Errors
    ///
    /// [`MirrorError`] if there is no journal, or no room for its copy.
    pub fn start(url: &str) -> Result<Mirror, MirrorError> {
        let (base, path) = parts_of(url)?;
        let bad = |source| MirrorError::Url {
            url: url.to_owned(),
            source,
        };
        let folder = tempfile::tempdir()?;
        let mut source = Source {
            http: HttpClient::new(&base).map_err(bad)?,
            url: url.to_owned(),
            path,
            copy: folder.path().to_owned(),
            size: 0,
        };
        let reply = source.ask()?;
        // The name tells which contest's server keeps the journal.
        source.copy.push(name_of(&reply, &source.path));
        File::create(&source.copy)?;
        let mut more = source.take(&reply)?;
        while more {
            more = source.read_on()?;
        }
        let (copy, stop) = (source.copy.clone(), Arc::new(AtomicBool::new(false)));
        let stopped = stop.clone();
        let reading = std::thread::Builder::new().name("mirror".to_owned());
        let reader = reading.spawn(move || source.follow(&stopped))?;
        Ok(Mirror {
            copy,
            stop,
            reader: Some(reader),
            _folder: folder,
        })
    }

    /// The file of the copy.
    pub fn path(&self) -> &Path {
        &self.copy
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(Err(_)) = self.reader.take().map(JoinHandle::join) {
            tracing::error!("the thread that copies a journal had crashed");
        }
    }
}

impl Source {
    fn follow(mut self, stop: &AtomicBool) {
        let mut failing = false;
        let mut pause = LOOK;
        while !wait_since(Instant::now(), pause, stop) {
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
        self.http.ask(ask).map_err(|source| MirrorError::Http {
            url: self.url.clone(),
            source,
        })
    }

    /// Reads the next part. Returns true if there may be more.
    fn read_on(&mut self) -> Result<bool, MirrorError> {
        let reply = self.ask()?;
        self.take(&reply)
    }

    fn take(&mut self, reply: &Reply) -> Result<bool, MirrorError> {
        let bytes = reply.body.len() as u64;
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
            416 if whole_size(reply).is_some_and(|size| size < self.size) => {
                self.begin_anew(&[]).map(|()| true)
            }
            416 => Ok(false),
            status => Err(MirrorError::Status {
                url: self.url.clone(),
                status,
            }),
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
    let uri = service_address(url).map_err(|source| MirrorError::Url {
        url: url.to_owned(),
        source,
    })?;
    let (scheme, host) = (uri.scheme_str(), uri.authority());
    let base = format!(
        "{}://{}",
        scheme.unwrap_or("http"),
        host.map_or("", |host| host.as_str())
    );
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
    let name = said.map_or_else(
        || path.rsplit('/').next().unwrap_or_default(),
        |(name, _)| name,
    );
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || "._-".contains(*letter);
    let name: String = name.chars().filter(plain).take(100).collect();
    let name = name.trim_start_matches('.');
    if name.ends_with(".jsonl") {
        name.to_owned()
    } else {
        format!("{name}.jsonl")
    }
}

/// The size of the whole file, from the answer to a request for what lies beyond its end.
fn whole_size(reply: &Reply) -> Option<u64> {
    let range = reply.texts("content-range").next()?;
    range.rsplit_once('/')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_a_journal() {
        let path = |url| parts_of(url).unwrap();
        for url in ["http://127.0.0.1:8091", "http://127.0.0.1:8091/"] {
            let expected = (
                "http://127.0.0.1:8091".to_owned(),
                "/journals/0/file".to_owned(),
            );
            assert_eq!(path(url), expected);
        }
        assert_eq!(path("http://host/journals/2/games/7").1, "/journals/2/file");
        assert_eq!(path("https://host/a/b.jsonl").1, "/a/b.jsonl");
        assert!(parts_of("ftp://host/").is_err());
        let login = parts_of("http://me:secret@host/").map(|_| ()).unwrap_err();
        assert!(matches!(
            login,
            MirrorError::Url {
                source: BadUrl::Login,
                ..
            }
        ));
    }

    #[test]
    fn a_name_from_elsewhere_stays_in_its_folder() {
        let reply = |said: &str| Reply {
            status: 200,
            headers: [(
                ureq::http::header::CONTENT_DISPOSITION,
                said.parse().unwrap(),
            )]
            .into_iter()
            .collect(),
            body: Vec::new(),
            arrived: Instant::now(),
        };
        let name = |said: &str| name_of(&reply(said), "/journals/0/file");
        assert_eq!(name("attachment; filename=\"a-b.jsonl\""), "a-b.jsonl");
        assert_eq!(name("attachment; filename=\"../../x\""), "x.jsonl");
        assert_eq!(name("attachment"), "file.jsonl");
    }
}
