//! The routes of greetings, logins and players.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};

use super::received_request::{Id, ReceivedRequest};
use super::refusal::{Refusal, RouteResult};
use super::state::ServerState;
use cardsharp_dead_mans_draw_game::wire::{Hello, SessionInfo, WhoAmI};

/// `GET /api/hello`
pub(super) async fn hello() -> Response {
    let message = "Hello! Log in and ask /api/whoami; /docs has the rest.".to_owned();
    Json(Hello { message }).into_response()
}

/// `GET /api/whoami`
pub(super) async fn who_am_i(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    Ok(Json(WhoAmI { username: account.id.to_string(), name: account.name.clone(), role: account.role })
        .into_response())
}

/// `GET /api/sessioninfo`
pub(super) async fn session_info(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    let dbname = if server.config.data.is_some() { "journal" } else { "memory" };
    Ok(Json(SessionInfo {
        ip: request.peer.address.to_string(),
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
pub(super) async fn players(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    if !account.is_admin() {
        return Err(Refusal::AdminsOnly("the list of players is for admins"));
    }
    Ok(Json(server.config.accounts.records()).into_response())
}

/// `GET /api/players/{id}`
pub(super) async fn player(State(server): State<Arc<ServerState>>, Id(id): Id, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    if !account.is_admin() && *account.id != id {
        return Err(Refusal::OthersRecord);
    }
    let player = server.config.accounts.find(&id);
    let player = player.ok_or(Refusal::NoSuchPlayer)?;
    Ok(Json(player.record()).into_response())
}
