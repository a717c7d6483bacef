//! A body that is awaited: its request is under way once it is there.

use std::error::Error;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use thiserror::Error as ThisError;

use super::connections::{Connection, Underway};

/// The connection was closed for another one before the request was complete.
#[derive(Clone, Copy, Debug, ThisError)]
#[error("the connection was closed for another one")]
struct Evicted;

/// A request whose body may still arrive. It is under way from the end of its body until this is dropped.
#[derive(Debug)]
pub(super) struct BegunRequest {
    connection: Arc<Connection>,
    underway: Mutex<Option<Underway>>,
}

/// The body of a request.
#[derive(Debug)]
pub(super) struct AwaitedBody {
    body: Incoming,
    request: Arc<BegunRequest>,
}

impl BegunRequest {
    pub(super) fn on(connection: Arc<Connection>) -> BegunRequest {
        BegunRequest { connection, underway: Mutex::new(None) }
    }

    /// Counts the request as under way. Returns false if its connection was evicted.
    fn complete(&self) -> bool {
        let mut underway = self.underway.lock().unwrap_or_else(PoisonError::into_inner);
        if underway.is_none() {
            *underway = self.connection.begin();
        }
        underway.is_some()
    }
}

impl AwaitedBody {
    /// The body of a request; none if the request is complete and its connection was evicted.
    pub(super) fn of(body: Incoming, request: Arc<BegunRequest>) -> Option<AwaitedBody> {
        let lost = body.is_end_stream() && !request.complete();
        (!lost).then_some(AwaitedBody { body, request })
    }
}

impl Body for AwaitedBody {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if (frame.is_none() || self.body.is_end_stream()) && !self.request.complete() {
            return Poll::Ready(Some(Err(Evicted.into())));
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
