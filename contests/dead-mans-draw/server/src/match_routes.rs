//! The routes of one match: showing it, acting in it, ending it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::accounts::Account;
use super::game::{Game, MoveKind};
use super::ids::{MatchId, PlayerId};
use super::lobby::LobbyMatch;
use super::received_request::{Id, ReceivedRequest};
use super::refusal::{Refusal, RouteResult};
use super::state::ServerState;
use super::view;
use cardsharp_dead_mans_draw_game::wire::{ActionBody, ActionQuery, ClosingEvents, DUMMY_ID, MatchQuery, Termination};

/// The most characters of a comment.
const MAX_COMMENT: usize = 1000;

fn find(server: &ServerState, id: &str) -> Result<Arc<LobbyMatch>, Refusal> {
    let id: MatchId = id.parse()?;
    let entry = server.lobby.find(id);
    entry.ok_or_else(|| Refusal::NoSuchMatch(id.to_string()))
}

/// The turn of a match, as seen by an account that wants to act.
enum Turn {
    Yours,
    Others,
    Over,
}

fn turn(game: &Game, account: &Account) -> Turn {
    match game.state.to_move() {
        None => Turn::Over,
        Some(player) if game.creation.seats[player.index()] == account.id => Turn::Yours,
        Some(_) => Turn::Others,
    }
}

/// Waits until it is no longer another player's turn, or for as long as a request is kept.
async fn wait_for_turn(server: &ServerState, entry: &LobbyMatch, account: &Account) {
    let look = || match turn(&entry.game(), account) {
        Turn::Others => None,
        Turn::Yours | Turn::Over => Some(()),
    };
    server.wait(entry.changed.subscribe(), look).await;
}

/// `GET /api/matches/{id}`
pub(super) async fn show(State(server): State<Arc<ServerState>>, Id(id): Id, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    let query = MatchQuery::read(&request.query)?;
    let entry = find(&server, &id)?;
    if !entry.is_open_to(&account) {
        return Err(Refusal::NotAllowed(NOT_YOURS));
    }
    if query.wait_active {
        wait_for_turn(&server, &entry, &account).await;
    }
    // The response is computed from a copy, so that a long match does not delay its players.
    let game = entry.game().clone();
    let status = match turn(&game, &account) {
        // A request that does not wait gets the match as usual, even if it is over. Clients send
        // such a request after a 410, and would otherwise repeat it without end.
        Turn::Over if query.wait_active => StatusCode::GONE,
        Turn::Others if query.wait_active => return Err(Refusal::NotYourTurn),
        Turn::Yours | Turn::Others | Turn::Over => StatusCode::OK,
    };
    if game.is_over() {
        server.mark_end_seen(game.creation.id, &account.id);
    }
    let accounts = &server.config.accounts;
    if query.condensed {
        return Ok((status, Json(view::condensed(&game, accounts))).into_response());
    }
    let may_debug = account.is_admin() || game.creation.by == account.id;
    let debug = query.show_debug && may_debug;
    let object = view::single(&game, accounts, query, debug)?;
    Ok((status, Json(object)).into_response())
}

const NOT_YOURS: &str = "you do not play in this match";

/// `POST /api/matches/{id}`
pub(super) async fn act(State(server): State<Arc<ServerState>>, Id(id): Id, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let body = ActionBody::parse(&request.body)?;
    let account = request.log_in(&server).await?;
    let query = ActionQuery::read(&request.query)?;
    body.card()?;
    let entry = find(&server, &id)?;
    if !entry.creation.has_seat(&account.id) {
        return Err(Refusal::NotAllowed(NOT_YOURS));
    }
    if query.wait {
        wait_for_turn(&server, &entry, &account).await;
    }
    let mut game = entry.game();
    match turn(&game, &account) {
        Turn::Over => {
            server.mark_end_seen(game.creation.id, &account.id);
            let events = view::response_events(game.closing(), game.texts());
            return Ok((StatusCode::GONE, Json(ClosingEvents { events })).into_response());
        }
        Turn::Others => return Err(Refusal::NotYourTurn),
        Turn::Yours => {}
    }
    let kind = if game.is_late() { MoveKind::Late } else { MoveKind::Action(body.action()?) };
    let from = Some(request.peer.address);
    let events = server.act(&entry, &mut game, kind, from)?;
    Ok(Json(events).into_response())
}

/// `DELETE /api/matches/{id}/terminate`
pub(super) async fn terminate(State(server): State<Arc<ServerState>>, Id(id): Id, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let body: Termination = request.json()?;
    let account = request.log_in(&server).await?;
    let entry = find(&server, &id)?;
    let creation = &entry.creation;
    let own = |seat: &PlayerId| *seat == account.id || &**seat == DUMMY_ID;
    if !account.is_admin() && (account.is_dummy() || !creation.seats.iter().all(own)) {
        return Err(Refusal::NotAllowed("players terminate only matches against themselves or the dummy"));
    }
    let comment = body.comment.filter(|comment| !comment.is_empty());
    if comment.as_ref().is_some_and(|comment| comment.chars().count() > MAX_COMMENT) {
        return Err(Refusal::Creation("comment: at most 1000 letters".to_owned()));
    }
    let winner = body.winner_id.and_then(|id| creation.seat_of(&id));
    let mut game = entry.game();
    if game.is_over() {
        return Err(Refusal::OverAlready);
    }
    let kind = MoveKind::Terminated { winner, comment };
    let from = Some(request.peer.address);
    server.act(&entry, &mut game, kind, from)?;
    Ok(Json(view::listed(&game, &server.config.accounts)).into_response())
}
