//! The HTTP server: it accepts connections within limits of number, size and time.

use cardsharp_system::processes::allow_open_files;
use std::net::{IpAddr, TcpListener as StdListener};
use std::pin::pin;
use std::sync::Arc;
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
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::awaited_body::{AwaitedBody, BegunRequest};
use super::connections::{Connection, Connections, MAX_CONNECTIONS};
use super::origin;

/// Time limit of receiving the head of a request. The idle time before the request counts.
const HEAD_WAIT: Duration = Duration::from_secs(30);
/// Limit of a head in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// Limit of the number of header fields.
const MAX_HEADERS: usize = 64;
/// Time limit of a client that accepts none of the bytes sent to it.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time for requests under way to be answered after the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(2);
/// Pause after a connection could not be accepted, for example because the process has too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Number of open files besides the connections: journals, databases, and those of the event loop.
const OTHER_FILES: u64 = 128;

/// The origin and the target of a request. The target is kept as it was sent, because a Digest login is
/// computed from it; the routes see it with doubled slashes folded.
#[derive(Clone, Debug)]
pub struct Peer {
    /// IP address of the client.
    pub address: IpAddr,
    /// Path and query as sent.
    pub target: String,
}

/// Waits until the stop flag is set.
pub async fn stopped(stop: &watch::Sender<bool>) {
    // An error means that the sender has gone, which also ends the wait.
    let _ = stop.subscribe().wait_for(|&stop| stop).await;
}

/// Serves the port until the stop flag is set; `tasks` run until then, too. Doubled slashes in paths are
/// folded. A request that a page of another site has sent is refused. The extensions of every request hold a [`Peer`] and an [`Arc`] of its [`Connection`].
pub async fn keep(listener: StdListener, router: Router, stop: watch::Sender<bool>, mut tasks: JoinSet<()>) {
    let listener = match TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!(%error, "the port cannot be used");
            return;
        }
    };
    if let Err(error) = allow_open_files(MAX_CONNECTIONS as u64 + OTHER_FILES) {
        tracing::warn!(%error, "there may be too few open files for all connections");
    }
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
                    // The process may have too many open files.
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

async fn serve(stream: TcpStream, connection: Connection, router: Router, stop: watch::Sender<bool>) {
    let _ = stream.set_nodelay(true);
    let address = connection.address;
    let local = stream.local_addr().map(|local| local.ip().to_canonical());
    let to_loopback = local.is_ok_and(|local| local.is_loopback());
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
        let begun = Arc::new(BegunRequest::on(held.clone()));
        let refusal = origin::refusal(&request, to_loopback).map(IntoResponse::into_response);
        let (head, body) = request.into_parts();
        let body = AwaitedBody::of(body, begun.clone());
        let answer = match (refusal, body) {
            (Some(refusal), _) => Err(refusal),
            (None, Some(body)) => Ok(inner.call(hyper::Request::from_parts(head, body))),
            // The connection was evicted, and the request was not processed.
            (None, None) => Err(gone()),
        };
        async move {
            let answer = match answer {
                Ok(answer) => answer.await,
                Err(refusal) => Ok(refusal),
            };
            drop(begun);
            answer
        }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(PATIENCE));
    let io = TokioIo::new(Box::pin(stream));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WAIT)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(io, service);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        // The connection is idle, so no request is lost.
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

/// Folds doubled slashes in the path. The contest's example clients send them: they join a base address that
/// ends in a slash to a path that begins with one.
fn fold(uri: &Uri) -> Option<Uri> {
    if !uri.path().contains("//") {
        return None;
    }
    let mut folded = String::with_capacity(uri.path().len());
    for character in uri.path().chars() {
        if character != '/' || !folded.ends_with('/') {
            folded.push(character);
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
#[path = "../../tests/unit/http/server.rs"]
mod tests;
