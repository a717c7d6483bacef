//! The routes of one match: showing it, acting in it, ending it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::account_routes::Answer;
use super::accounts::Account;
use super::arena::Arena;
use super::asked::{Asked, Id};
use super::game::{Deed, Game};
use super::ids::{MatchId, PlayerId};
use super::lobby::Table;
use super::refusal::Refusal;
use super::view;
use crate::contests::dead_mans_draw::wire::{
    ActionBody, ActionQuery, ClosingEvents, DUMMY_ID, MatchQuery, Termination,
};

/// The most characters of a comment.
const MAX_COMMENT: usize = 1000;

fn find(arena: &Arena, id: &str) -> Result<Arc<Table>, Refusal> {
    let id: MatchId = id.parse()?;
    let table = arena.lobby.find(id);
    table.ok_or_else(|| Refusal::NoSuchMatch(id.to_string()))
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
async fn wait_for_turn(arena: &Arena, table: &Table, account: &Account) {
    let look = || match turn(&table.game(), account) {
        Turn::Others => None,
        Turn::Yours | Turn::Over => Some(()),
    };
    arena.wait(table.changed.subscribe(), look).await;
}

/// `GET /api/matches/{id}`
pub(super) async fn show(State(arena): State<Arc<Arena>>, Id(id): Id, request: Request) -> Answer {
    let asked = Asked::read(request).await?;
    let account = asked.log_in(&arena).await?;
    let query = MatchQuery::read(&asked.query)?;
    let table = find(&arena, &id)?;
    if !table.is_open_to(&account) {
        return Err(Refusal::NotAllowed(NOT_YOURS));
    }
    if query.wait_active {
        wait_for_turn(&arena, &table, &account).await;
    }
    // The response is computed from a copy, so that a long match does not delay its players.
    let game = table.game().clone();
    let status = match turn(&game, &account) {
        // A request that does not wait gets the match as usual, even if it is over. Clients send
        // such a request after a 410, and would otherwise repeat it without end.
        Turn::Over if query.wait_active => StatusCode::GONE,
        Turn::Others if query.wait_active => return Err(Refusal::NotYourTurn),
        Turn::Yours | Turn::Others | Turn::Over => StatusCode::OK,
    };
    if game.is_over() {
        arena.heard(game.creation.id, &account.id);
    }
    let accounts = &arena.config.accounts;
    if query.condensed {
        return Ok((status, Json(view::condensed(&game, accounts))).into_response());
    }
    let may_debug = account.is_admin() || game.creation.by == account.id;
    let debug = query.show_debug && may_debug;
    let object = view::alone(&game, accounts, query, debug)?;
    Ok((status, Json(object)).into_response())
}

const NOT_YOURS: &str = "you do not play in this match";

/// `POST /api/matches/{id}`
pub(super) async fn act(State(arena): State<Arc<Arena>>, Id(id): Id, request: Request) -> Answer {
    let asked = Asked::read(request).await?;
    let body = ActionBody::parse(&asked.body)?;
    let account = asked.log_in(&arena).await?;
    let query = ActionQuery::read(&asked.query)?;
    body.card()?;
    let table = find(&arena, &id)?;
    if !table.creation.has_seat(&account.id) {
        return Err(Refusal::NotAllowed(NOT_YOURS));
    }
    if query.wait {
        wait_for_turn(&arena, &table, &account).await;
    }
    let mut game = table.game();
    match turn(&game, &account) {
        Turn::Over => {
            arena.heard(game.creation.id, &account.id);
            let events = view::answer(game.closing(), game.words());
            return Ok((StatusCode::GONE, Json(ClosingEvents { events })).into_response());
        }
        Turn::Others => return Err(Refusal::NotYourTurn),
        Turn::Yours => {}
    }
    let deed = match game.is_late() {
        true => Deed::Late,
        false => Deed::Action(body.action()?),
    };
    let from = Some(asked.peer.address);
    let events = arena.act(&table, &mut game, deed, from)?;
    Ok(Json(events).into_response())
}

/// `DELETE /api/matches/{id}/terminate`
pub(super) async fn terminate(
    State(arena): State<Arc<Arena>>,
    Id(id): Id,
    request: Request,
) -> Answer {
    let asked = Asked::read(request).await?;
    let body: Termination = asked.json()?;
    let account = asked.log_in(&arena).await?;
    let table = find(&arena, &id)?;
    let creation = &table.creation;
    let own = |seat: &PlayerId| *seat == account.id || &**seat == DUMMY_ID;
    if !account.is_admin() && (account.is_dummy() || !creation.seats.iter().all(own)) {
        return Err(Refusal::NotAllowed(
            "players terminate only matches against themselves or the dummy",
        ));
    }
    let comment = body.comment.filter(|comment| !comment.is_empty());
    if comment
        .as_ref()
        .is_some_and(|comment| comment.chars().count() > MAX_COMMENT)
    {
        return Err(Refusal::Creation(
            "comment: at most 1000 letters".to_owned(),
        ));
    }
    let winner = body.winner_id.and_then(|id| creation.seat_of(&id));
    let mut game = table.game();
    if game.is_over() {
        return Err(Refusal::OverAlready);
    }
    let deed = Deed::Terminated { winner, comment };
    let from = Some(asked.peer.address);
    arena.act(&table, &mut game, deed, from)?;
    Ok(Json(view::listed(&game, &arena.config.accounts)).into_response())
}
