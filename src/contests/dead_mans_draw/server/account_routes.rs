//! The routes of greetings, logins and players.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};

use super::arena::Arena;
use super::asked::{Asked, Id};
use super::refusal::Refusal;
use crate::contests::dead_mans_draw::wire::{Hello, SessionInfo, WhoAmI};

/// A request's answer.
pub(super) type Answer = Result<Response, Refusal>;

/// `GET /api/hello`
pub(super) async fn hello() -> Response {
    let message = "Hello! Log in and ask /api/whoami; /docs has the rest.".to_owned();
    Json(Hello { message }).into_response()
}

/// `GET /api/whoami`
pub(super) async fn who_am_i(State(arena): State<Arc<Arena>>, request: Request) -> Answer {
    let asked = Asked::read(request).await?;
    let account = asked.log_in(&arena).await?;
    Ok(Json(WhoAmI {
        username: account.id.to_string(),
        name: account.name.clone(),
        role: account.role,
    })
    .into_response())
}

/// `GET /api/sessioninfo`
pub(super) async fn session_info(State(arena): State<Arc<Arena>>, request: Request) -> Answer {
    let asked = Asked::read(request).await?;
    let account = asked.log_in(&arena).await?;
    let dbname = if arena.has_journal() {
        "journal"
    } else {
        "memory"
    };
    Ok(Json(SessionInfo {
        ip: asked.peer.address.to_string(),
        dbname: dbname.to_owned(),
        role: account.role,
        name: account.name.clone(),
        username: account.id.to_string(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        country: None,
    })
    .into_response())
}

/// `GET /api/players`
pub(super) async fn players(State(arena): State<Arc<Arena>>, request: Request) -> Answer {
    let asked = Asked::read(request).await?;
    let account = asked.log_in(&arena).await?;
    if !account.is_admin() {
        return Err(Refusal::AdminsOnly("the list of players is for admins"));
    }
    Ok(Json(arena.config.accounts.records()).into_response())
}

/// `GET /api/players/{id}`
pub(super) async fn player(
    State(arena): State<Arc<Arena>>,
    Id(id): Id,
    request: Request,
) -> Answer {
    let asked = Asked::read(request).await?;
    let account = asked.log_in(&arena).await?;
    if !account.is_admin() && *account.id != id {
        return Err(Refusal::OthersRecord);
    }
    let player = arena.config.accounts.find(&id);
    let player = player.ok_or(Refusal::NoSuchPlayer)?;
    Ok(Json(player.record()).into_response())
}
