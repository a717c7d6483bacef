//! The port: who is let in, and for how long.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, TcpListener as StdListener};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
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

/// Connections kept open.
const MOST_CONNECTIONS: usize = 2048;
/// Connections kept open of one address.
const MOST_OF_ADDRESS: usize = 512;
/// How long the head of a request may take to come, the wait for it included.
const HEAD_WAIT: Duration = Duration::from_secs(30);
/// Bytes of a head.
const MOST_HEAD: usize = 16 * 1024;
/// Lines of a head.
const MOST_HEADERS: usize = 64;
/// How long a client may take nothing of what is sent.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long requests get to be answered when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);
/// Pause after the system has refused us a connection, which it does when it is short of something.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

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
/// folded, and every request has a [`Peer`] among its extensions.
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
    let guests = Arc::new(Guests::default());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = stopped(&stop) => break,
            Some(ended) = tasks.join_next() => note_crash(ended),
            Some(ended) = connections.join_next() => note_crash(ended),
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    let address = from.ip().to_canonical();
                    let guest = guests.clone().admit(address);
                    if connections.len() >= MOST_CONNECTIONS {
                        tracing::warn!(%address, "refused: {MOST_CONNECTIONS} connections are open");
                    } else if let Some(guest) = guest {
                        connections.spawn(serve(stream, guest, router.clone(), stop.clone()));
                    } else {
                        tracing::warn!(%address, "refused: it has {MOST_OF_ADDRESS} connections");
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
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

async fn serve(stream: TcpStream, guest: Guest, router: Router, stop: watch::Sender<bool>) {
    let _ = stream.set_nodelay(true);
    let address = guest.address;
    let inner = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let uri = request.uri();
        let target = uri.path_and_query().map_or("", |target| target.as_str());
        let target = target.to_owned();
        if let Some(folded) = fold(uri) {
            *request.uri_mut() = folded;
        }
        request.extensions_mut().insert(Peer { address, target });
        inner.call(request)
    });
    let io = TokioIo::new(Patient::new(stream));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WAIT)
        .max_buf_size(MOST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(io, service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%address, %error, "a connection has ended badly");
    }
}

/// How many connections each address has.
#[derive(Debug, Default)]
struct Guests(Mutex<HashMap<IpAddr, usize>>);

/// A connection that counts for its address as long as it is there.
struct Guest {
    address: IpAddr,
    guests: Arc<Guests>,
}

impl Guests {
    fn admit(self: Arc<Self>, address: IpAddr) -> Option<Guest> {
        {
            let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let count = counts.entry(address).or_insert(0);
            if *count >= MOST_OF_ADDRESS {
                return None;
            }
            *count += 1;
        }
        Some(Guest {
            address,
            guests: self,
        })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut counts = self.guests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
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
