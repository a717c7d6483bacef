//! A request that has been read: its sender, its target and its login.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequestParts, Path, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::accounts::Account;
use super::login::{LoginFault, LoginRequest};
use super::refusal::Refusal;
use super::state::ServerState;
use cardsharp_net::http::connections::Connection;
use cardsharp_net::http::server::Peer;

/// The largest body, in bytes.
pub const MAX_BODY: usize = 64 * 1024;
/// The longest time in which a body must arrive.
const BODY_WAIT: Duration = Duration::from_secs(10);

/// The id in an address. An id that is not valid text is treated like any other invalid id, so that
/// the checks keep their order.
pub(super) struct Id(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Infallible> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        Ok(Id(path.map_or_else(|_| "?".to_owned(), |Path(id)| id)))
    }
}

/// A request that has been read.
#[derive(Debug)]
pub(super) struct ReceivedRequest {
    pub(super) peer: Peer,
    method: String,
    pub(super) query: String,
    authorization: Option<String>,
    pub(super) body: Bytes,
    connection: Option<Arc<Connection>>,
}

impl ReceivedRequest {
    pub(super) async fn read(request: Request) -> Result<ReceivedRequest, Refusal> {
        let (head, body) = request.into_parts();
        let nowhere = || Peer { address: IpAddr::from([0, 0, 0, 0]), target: String::new() };
        let authorization = head.headers.get(AUTHORIZATION);
        let body = timeout(BODY_WAIT, to_bytes(body, MAX_BODY)).await;
        let body = body.map_err(|_| Refusal::TooSlow)?;
        Ok(ReceivedRequest {
            peer: head.extensions.get().cloned().unwrap_or_else(nowhere),
            connection: head.extensions.get().cloned(),
            method: head.method.to_string(),
            query: head.uri.query().unwrap_or_default().to_owned(),
            authorization: authorization.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()),
            body: body.map_err(|_| Refusal::TooLarge(MAX_BODY))?,
        })
    }

    /// The body as JSON. An empty body is read as an empty object.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let body = match self.body.trim_ascii() {
            [] => b"{}",
            body => body,
        };
        let read = serde_json::from_slice(body);
        read.map_err(|error| Refusal::Body(error.to_string()))
    }

    /// Logs in the sender. A sender of too many requests waits here. Requests with a login are counted by player, and
    /// the others by their address, so that nobody delays the players behind the same proxy.
    pub(super) async fn log_in(&self, server: &ServerState) -> Result<Arc<Account>, Refusal> {
        let address = self.peer.address;
        let now = Instant::now();
        let account = self.authenticate(server, now).await?;
        if let Some(connection) = &self.connection {
            connection.count_for(&account.id)?;
        }
        server.slow_down(|throttle| throttle.player(&account.id, address, now)).await?;
        Ok(account)
    }

    /// The account of a reader of the pages; none if they sent no login. Readers do not use up the requests of
    /// players. A wrong login is counted as everywhere.
    pub(super) async fn viewer(&self, server: &ServerState) -> Result<Option<Arc<Account>>, Refusal> {
        match self.authorization {
            None => Ok(None),
            Some(_) => self.authenticate(server, Instant::now()).await.map(Some),
        }
    }

    /// The account of the login. Requests without a valid one are counted by address.
    pub(super) async fn authenticate(&self, server: &ServerState, now: Instant) -> Result<Arc<Account>, Refusal> {
        let address = self.peer.address;
        let request = LoginRequest {
            authorization: self.authorization.as_deref(),
            method: &self.method,
            target: &self.peer.target,
            address,
        };
        let who = server.logins.authenticate(&server.config.accounts, request).await;
        match who {
            Ok(account) => Ok(account),
            Err(fault) => {
                server.slow_down(|throttle| throttle.address(address, now)).await?;
                let challenges = server.logins.challenges(fault == LoginFault::Stale);
                Err(Refusal::Login { fault, challenges })
            }
        }
    }
}
