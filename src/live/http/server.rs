//! The port: who is let in, and for how long.

use std::io;
use std::net::{IpAddr, TcpListener as StdListener};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::http::header::CONNECTION;
use axum::http::uri::PathAndQuery;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep, timeout};

use super::connections::{Connection, Connections, MAX_CONNECTIONS};

/// How long the head of a request may take to come, the wait for it included.
const HEAD_WAIT: Duration = Duration::from_secs(30);
/// Bytes of a head.
const MAX_HEAD: usize = 16 * 1024;
/// Lines of a head.
const MAX_HEADERS: usize = 64;
/// How long a client may take nothing of what is sent.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long requests get to be answered when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);
/// Pause after the system has refused us a connection, which it does when it is short of something.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Files that are open beside the connections: journals, databases, what the system takes for the event
/// loop.
const OTHER_FILES: u64 = 128;

/// Where a request comes from, and its address as it was sent: doubled slashes are folded for the
/// routes, but a Digest login is made for what was sent.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its IP address.
    pub address: IpAddr,
    /// Path and query.
    pub target: String,
}

/// Waits until the server is told to stop.
pub async fn stopped(stop: &watch::Sender<bool>) {
    // It cannot be told any more if nobody is there to tell it.
    let _ = stop.subscribe().wait_for(|&stop| stop).await;
}

/// Keeps the port until the server is told to stop, with `tasks` beside it. Doubled slashes of paths are
/// folded, and every request has a [`Peer`] and its [`Connection`] (in an [`Arc`]) among its extensions.
pub async fn keep(
    listener: StdListener,
    router: Router,
    stop: watch::Sender<bool>,
    mut tasks: JoinSet<()>,
) {
    let listener = match TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!(%error, "the port cannot be used");
            return;
        }
    };
    allow_open_files();
    let counted = Arc::new(Connections::default());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = stopped(&stop) => break,
            Some(ended) = tasks.join_next() => note_crash(ended),
            Some(ended) = connections.join_next() => note_crash(ended),
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    let address = from.ip().to_canonical();
                    match counted.clone().admit(address) {
                        Ok(connection) => {
                            let served = serve(stream, connection, router.clone(), stop.clone());
                            connections.spawn(served);
                        }
                        Err(error) => tracing::warn!(%address, "refused: {error}"),
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    // The system may be short of files.
                    counted.evict_one();
                    sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }
    drop(listener);
    let farewell = async { while connections.join_next().await.is_some() {} };
    let _ = timeout(FAREWELL, farewell).await;
    connections.shutdown().await;
    tasks.shutdown().await;
}

fn note_crash(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended
        && error.is_panic()
    {
        tracing::error!(%error, "a task of the server has crashed");
    }
}

/// Lets the process have as many files as the connections may need, if the system does.
fn allow_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let wanted = MAX_CONNECTIONS as u64 + OTHER_FILES;
        let now = getrlimit(Resource::Nofile);
        let most = now.maximum.map_or(wanted, |maximum| maximum.min(wanted));
        if now.current.is_some_and(|current| current < most) {
            let more = Rlimit {
                current: Some(most),
                ..now
            };
            if let Err(error) = setrlimit(Resource::Nofile, more) {
                tracing::warn!(%error, "no more than {:?} files can be open", now.current);
            }
        }
    }
}

async fn serve(
    stream: TcpStream,
    connection: Connection,
    router: Router,
    stop: watch::Sender<bool>,
) {
    let _ = stream.set_nodelay(true);
    let address = connection.address;
    let counted = Arc::new(connection);
    let held = counted.clone();
    let inner = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let uri = request.uri();
        let target = uri.path_and_query().map_or("", |target| target.as_str());
        let target = target.to_owned();
        if let Some(folded) = fold(uri) {
            *request.uri_mut() = folded;
        }
        request.extensions_mut().insert(Peer { address, target });
        request.extensions_mut().insert(held.clone());
        let underway = held.begin();
        let answer = underway.is_some().then(|| inner.call(request));
        async move {
            let answer = match answer {
                Some(answer) => answer.await,
                // The connection has to go, and nothing of the request was done.
                None => Ok(gone()),
            };
            drop(underway);
            answer
        }
    });
    let io = TokioIo::new(Patient::new(stream));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WAIT)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(io, service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        // It is idle: nothing is lost.
        () = counted.evicted() => {
            tracing::debug!(%address, "an idle connection was closed for another one");
            return;
        }
        () = stopped(&stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%address, %error, "a connection has ended badly");
    }
}

fn gone() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(CONNECTION, "close")]).into_response()
}

/// A stream that is given up when the other end takes nothing for too long.
struct Patient {
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream) -> Patient {
        Patient {
            stream,
            stalled: None,
        }
    }

    fn judge<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Folds doubled slashes of a path, which clients send that join a base ending in a slash to a path
/// beginning with one (measured on the arena's example clients).
fn fold(uri: &Uri) -> Option<Uri> {
    if !uri.path().contains("//") {
        return None;
    }
    let mut folded = String::with_capacity(uri.path().len());
    for sign in uri.path().chars() {
        if sign != '/' || !folded.ends_with('/') {
            folded.push(sign);
        }
    }
    if let Some(query) = uri.query() {
        folded.push('?');
        folded.push_str(query);
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(folded).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_are_folded_in_the_path_only() {
        let fold = |text: &str| fold(&text.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(
            fold("//api///matches?tags=a//b"),
            Some("/api/matches?tags=a//b".to_owned())
        );
        assert_eq!(fold("/api/matches?tags=a//b"), None);
    }
}
