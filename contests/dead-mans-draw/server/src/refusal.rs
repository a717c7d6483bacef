//! The reasons for refusing a request, and the statuses of the responses (measured on the arena).

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use thiserror::Error;

use super::game::{MoveError, ReplayError};
use super::ids::BadId;
use super::lobby::{LobbyFull, MAX_PER_PLAYER};
use super::login::LoginFault;
use cardsharp_dead_mans_draw_game::rules::BadPosition;
use cardsharp_dead_mans_draw_game::wire::{ActionFault, ErrorBody, QueryFault};
use cardsharp_net::http::connections::TooManyConnections;

/// The reason for refusing a request.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    #[error("{fault}")]
    Login { fault: LoginFault, challenges: [String; 2] },
    #[error(transparent)]
    Query(#[from] QueryFault),
    #[error(transparent)]
    Action(#[from] ActionFault),
    #[error(transparent)]
    Id(#[from] BadId),
    #[error(transparent)]
    Setup(#[from] BadPosition),
    #[error("the body cannot be read: {0}")]
    Body(String),
    #[error("{0}")]
    Creation(String),
    #[error(transparent)]
    MoveError(#[from] MoveError),
    #[error("the match is over: nothing is left to terminate")]
    OverAlready,
    #[error("you have {MAX_PER_PLAYER} matches that go on: finish or terminate some first")]
    TooManyOwn,
    #[error("{0}")]
    NotAllowed(&'static str),
    #[error("{0}")]
    AdminsOnly(&'static str),
    #[error(transparent)]
    TooManyConnections(#[from] TooManyConnections),
    #[error("another player's record is shown to admins only")]
    OthersRecord,
    #[error("there is no match {0}")]
    NoSuchMatch(String),
    #[error("there is no player with this id")]
    NoSuchPlayer,
    #[error("there is no such address: /docs has those there are")]
    NoSuchAddress,
    #[error("this address does not take this method: /docs has those it takes")]
    OtherMethod,
    #[error("Authenticated user is not the current player")]
    NotYourTurn,
    #[error("the body is larger than {0} bytes: send less")]
    TooLarge(usize),
    #[error("the body did not come in time")]
    TooSlow,
    #[error("the server has no room for another match: come back later")]
    NoRoom,
    #[error("the server cannot write its journal, and stops: when it is there again, see whether this was done")]
    Journal,
    #[error("the server stops: come back when it is there again")]
    Stopping,
    #[error(transparent)]
    ReplayError(#[from] ReplayError),
}

/// The response to a request, or the reason for refusing it.
pub(super) type RouteResult = Result<Response, Refusal>;

impl From<LobbyFull> for Refusal {
    fn from(full: LobbyFull) -> Refusal {
        match full {
            LobbyFull::OfPlayer => Refusal::TooManyOwn,
            LobbyFull::All => Refusal::NoRoom,
        }
    }
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::Login { fault: LoginFault::Busy, .. } | Refusal::NoRoom | Refusal::Journal | Refusal::Stopping => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Refusal::Login { .. } | Refusal::NotAllowed(_) | Refusal::AdminsOnly(_) => StatusCode::UNAUTHORIZED,
            Refusal::TooManyConnections(_) => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Query(_)
            | Refusal::Action(_)
            | Refusal::Id(_)
            | Refusal::Setup(_)
            | Refusal::Body(_)
            | Refusal::Creation(_)
            | Refusal::MoveError(_)
            | Refusal::OverAlready
            | Refusal::TooManyOwn => StatusCode::BAD_REQUEST,
            Refusal::OthersRecord => StatusCode::FORBIDDEN,
            Refusal::NoSuchMatch(_) | Refusal::NoSuchPlayer | Refusal::NoSuchAddress => StatusCode::NOT_FOUND,
            Refusal::OtherMethod => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::NotYourTurn => StatusCode::CONFLICT,
            Refusal::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::ReplayError(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status();
        let error = self.to_string();
        let mut response = match self {
            // The arena answers these errors in plain text.
            Refusal::NoSuchAddress | Refusal::AdminsOnly(_) => (status, error).into_response(),
            Refusal::Login { challenges, .. } if status == StatusCode::UNAUTHORIZED => {
                let mut response = (status, "Unauthorized").into_response();
                let headers = response.headers_mut();
                let plain = HeaderValue::from_static("text/plain; charset=utf-8");
                headers.insert(CONTENT_TYPE, plain);
                for challenge in challenges {
                    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
                        headers.append(WWW_AUTHENTICATE, challenge);
                    }
                }
                response
            }
            _ => (status, Json(ErrorBody { error })).into_response(),
        };
        if status == StatusCode::TOO_MANY_REQUESTS {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        let later = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS];
        if later.contains(&status) {
            let seconds = HeaderValue::from_static("5");
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}
