//! The routes of several matches: lists, creation, and the watchdog for late players.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::HeaderValue;
use axum::response::{IntoResponse, Response};

use super::accounts::Account;
use super::game::Timestamp;
use super::ids::PlayerId;
use super::lobby::{LobbyMatch, Slice};
use super::received_request::ReceivedRequest;
use super::refusal::{Refusal, RouteResult};
use super::state::{ServerState, now};
use super::view;
use cardsharp_dead_mans_draw_game::wire::{
    CreatedMatch, CreationParams, DUMMY_ID, Day, MatchesQuery, RESULT_ID_HEADER, WatchdogQuery, sanitize,
};

/// The most tags of a match.
const MAX_TAGS: usize = 16;
/// The most characters of a tag, and of a seed.
const MAX_LETTERS: usize = 256;
/// The longest time for a move, in seconds: one day.
const MAX_TIMEOUT: f64 = 86_400.0;

/// `GET /api/matches`
pub(super) async fn list(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    let query = MatchesQuery::read(&request.query)?;
    let slice = slice(&server, &account, &query)?;
    let look = || listed(&server, &account, &query, slice);
    let matches = if query.wait {
        let some = || Some(look()).filter(|matches| !matches.is_empty());
        let found = server.wait(account.updates.subscribe(), some).await;
        found.unwrap_or_default()
    } else {
        look()
    };
    let accounts = &server.config.accounts;
    Ok(if query.condensed {
        let condensed = |entry: &Arc<LobbyMatch>| view::condensed(&entry.game(), accounts);
        Json(matches.iter().map(condensed).collect::<Vec<_>>()).into_response()
    } else {
        let listed = |entry: &Arc<LobbyMatch>| view::listed(&entry.game(), accounts);
        Json(matches.iter().map(listed).collect::<Vec<_>>()).into_response()
    })
}

/// The slice of the list that the query asks for. It begins after a match that the account may see.
fn slice(server: &ServerState, account: &Account, query: &MatchesQuery) -> Result<Slice, Refusal> {
    let after = match &query.offset {
        None => None,
        Some(id) => {
            let entry = server.lobby.find(id.parse()?);
            let entry = entry.filter(|entry| entry.is_open_to(account));
            let entry = entry.ok_or_else(|| Refusal::NoSuchMatch(sanitize(id)))?;
            Some(entry.number)
        }
    };
    Ok(Slice {
        oldest_first: query.sort_ascending,
        after,
        // The arena returns one match more than it is asked for.
        most: query.limit.map(|limit| limit.saturating_add(1)),
    })
}

fn listed(server: &ServerState, account: &Account, query: &MatchesQuery, slice: Slice) -> Vec<Arc<LobbyMatch>> {
    let at = query.at.as_ref().map(|at| match at {
        Day::Today => day_of(now()),
        Day::Date(date) => date.clone(),
    });
    let wanted = |entry: &LobbyMatch| {
        let creation = &entry.creation;
        let id = || creation.id.to_string();
        creation.has_tag(&query.tags)
            && (query.ids.is_empty() || query.ids.contains(&id()))
            && at.as_ref().is_none_or(|day| *day == day_of(creation.at))
    };
    server.lobby.list(account, query.active, slice, wanted)
}

/// The day of a time, in UTC.
fn day_of(moment: Timestamp) -> String {
    view::time(moment).chars().take(10).collect()
}

/// `GET /api/matches/busydays`
pub(super) async fn busy_days(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    let all = Slice { oldest_first: true, after: None, most: None };
    let matches = server.lobby.list(&account, false, all, |_| true);
    let days: BTreeSet<String> = matches.iter().map(|entry| day_of(entry.creation.at)).collect();
    Ok(Json(days).into_response())
}

/// `POST /api/matches`
pub(super) async fn create(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let mut params: CreationParams = request.json()?;
    let account = request.log_in(&server).await?;
    check(&params)?;
    let seats = seats(&server, &account, params.player_ids.take())?;
    server.lobby.has_room(&account)?;
    let entry = server.create(account.id.clone(), seats, params, None)?;
    let created = {
        let game = entry.game();
        CreatedMatch { id: entry.creation.id.to_string(), random_seed: game.seed().map(str::to_owned) }
    };
    let id = HeaderValue::from_str(&created.id).ok();
    let mut response: Response = Json(created).into_response();
    if let Some(id) = id {
        response.headers_mut().insert(RESULT_ID_HEADER, id);
    }
    Ok(response)
}

/// Checks the parameters that the rules do not check.
fn check(params: &CreationParams) -> Result<(), Refusal> {
    let fault = |words: &str| Err(Refusal::Creation(words.to_owned()));
    let tags = params.tags.as_deref().unwrap_or_default();
    let long = |text: &String| text.chars().count() > MAX_LETTERS;
    if tags.len() > MAX_TAGS || tags.iter().any(long) {
        return fault("tags: at most 16 of at most 256 letters");
    }
    if params.random_seed.as_ref().is_some_and(long) {
        return fault("randomSeed: at most 256 letters");
    }
    if params.setup().is_none() {
        return fault("banks: write two, one for each seat");
    }
    let seconds = params.timeout.as_ref().and_then(serde_json::Number::as_f64);
    if seconds.is_some_and(|seconds| !(0.0..=MAX_TIMEOUT).contains(&seconds)) {
        return fault("timeout: 0 to 86400 seconds");
    }
    Ok(())
}

/// The players, if `account` may choose them. An admin may choose any players. A player may play
/// against themselves or the dummy.
fn seats(server: &ServerState, account: &Account, given: Option<Vec<String>>) -> Result<[PlayerId; 2], Refusal> {
    let refused = |words: &str| Err(Refusal::Creation(words.to_owned()));
    if account.is_dummy() {
        return refused("the dummy creates no matches");
    }
    let own = || account.id.to_string();
    let ids = given.unwrap_or_else(|| vec![own(), own()]);
    let find = |id: &String| match server.config.accounts.find(id) {
        Some(player) => Ok(player.id.clone()),
        None => Err(Refusal::Creation(format!("playerids: there is no player `{}`", sanitize(id)))),
    };
    let [zero, one] = &ids[..] else {
        return Err(Refusal::Creation("playerids: write two".to_owned()));
    };
    let seats = [find(zero)?, find(one)?];
    let practice = seats.contains(&account.id) && seats.iter().all(|seat| *seat == account.id || &**seat == DUMMY_ID);
    if practice || account.is_admin() {
        Ok(seats)
    } else {
        refused("players create matches against themselves and the dummy only")
    }
}

/// `POST /api/matches/watchdog`
pub(super) async fn watchdog(State(server): State<Arc<ServerState>>, request: Request) -> RouteResult {
    let request = ReceivedRequest::read(request).await?;
    let account = request.log_in(&server).await?;
    if !account.is_admin() {
        return Err(Refusal::AdminsOnly("the watchdog obeys admins"));
    }
    let query = WatchdogQuery::read(&request.query)?;
    let mut found = BTreeSet::new();
    for time in 0..query.repeat.unwrap_or(1) {
        if time > 0 {
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
                () = server.stopped() => break,
            }
        }
        found.extend(server.end_late_turns(&query.tags).iter().map(ToString::to_string));
    }
    Ok(Json(found).into_response())
}
