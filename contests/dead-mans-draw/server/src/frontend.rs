//! The pages for a browser: matches, a match, and the ranking (the document's web frontend).
//!
//! Everybody sees the matches that the organizers made, and the ranking. A practice match is shown to whom the API
//! shows it: its players, its creator and admins, who log in at `/login`. No page shows a seed, the order of the
//! draw pile, or the card that an oracle has shown.
//!
//! A page is made from copies, outside of the locks of matches, and one page at a time.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};

use super::page_parts::Viewer;
use super::received_request::{Id, ReceivedRequest};
use super::refusal::{Refusal, RouteResult};
use super::state::ServerState;
use super::{match_list, match_page, ranking_page};
use cardsharp_net::shell;

/// The addresses, each with its handler.
pub(super) fn routes() -> [(&'static str, MethodRouter<Arc<ServerState>>); 7] {
    [
        ("/matches", get(list)),
        ("/matches/{id}", get(show)),
        ("/ranking", get(ranking)),
        ("/login", get(log_in)),
        ("/style.css", get(file)),
        ("/view.js", get(file)),
        ("/icon.svg", get(file)),
    ]
}

/// `GET /matches`
async fn list(State(server): State<Arc<ServerState>>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    let page =
        move |server: &ServerState, viewer: &Viewer| Ok(match_list::page(server, viewer, &query).into_response());
    answer(server, request, page).await
}

/// `GET /matches/{id}`
async fn show(State(server): State<Arc<ServerState>>, Id(id): Id, request: Request) -> Response {
    let page = move |server: &ServerState, viewer: &Viewer| match_page::page(server, viewer, &id);
    answer(server, request, page).await
}

/// `GET /ranking`
async fn ranking(State(server): State<Arc<ServerState>>, request: Request) -> Response {
    let page = |server: &ServerState, viewer: &Viewer| Ok(ranking_page::page(server, viewer).into_response());
    answer(server, request, page).await
}

/// `GET /login`: a browser asks for the login, and sends it from then on.
async fn log_in(State(server): State<Arc<ServerState>>, request: Request) -> Response {
    let logged_in = async {
        let request = ReceivedRequest::read(request).await?;
        request.authenticate(&server, Instant::now()).await?;
        Ok::<_, Refusal>((StatusCode::SEE_OTHER, [(LOCATION, "/matches")]).into_response())
    };
    let answer = logged_in.await;
    shell::with_headers(answer.unwrap_or_else(IntoResponse::into_response))
}

/// A file that pages refer to.
async fn file(uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let none = || StatusCode::NOT_FOUND.into_response();
    shell::with_headers(shell::asset(name).unwrap_or_else(none))
}

/// Answers with a page.
async fn answer(
    server: Arc<ServerState>,
    request: Request,
    page: impl FnOnce(&ServerState, &Viewer) -> RouteResult + Send + 'static,
) -> Response {
    let answer = make(server, request, page).await;
    shell::with_headers(answer.unwrap_or_else(IntoResponse::into_response))
}

async fn make(
    server: Arc<ServerState>,
    request: Request,
    page: impl FnOnce(&ServerState, &Viewer) -> RouteResult + Send + 'static,
) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let viewer = Viewer(request.viewer(&server).await?);
    let turn = server.page_maker.clone().acquire_owned().await;
    let turn = turn.map_err(|_| Refusal::Stopping)?;
    let made = tokio::task::spawn_blocking(move || {
        let made = page(&server, &viewer);
        drop(turn);
        made
    });
    made.await.unwrap_or(Err(Refusal::Stopping))
}
