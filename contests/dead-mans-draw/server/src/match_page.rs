//! The page of one match: its state and all its moves.

use std::fmt::Write;

use axum::response::{Html, IntoResponse};
use cardsharp_player::Player;

use super::accounts::Accounts;
use super::game::{Game, Move};
use super::ids::MatchId;
use super::match_list::tags;
use super::page_parts::{Viewer, name, short, top};
use super::refusal::{Refusal, RouteResult};
use super::state::ServerState;
use super::view;
use cardsharp_dead_mans_draw_game::replay::replay_from;
use cardsharp_dead_mans_draw_game::rules::{Card, State};
use cardsharp_dead_mans_draw_game::wire::{EventMessage, EventTexts};
use cardsharp_game::Replay;
use cardsharp_net::http::html::escape;
use cardsharp_net::shell;

/// The page of the match with this id, if the reader may see it. A match that they may not see is answered like one
/// that is not there.
pub(super) fn page(server: &ServerState, viewer: &Viewer, id: &str) -> RouteResult {
    let accounts = &server.config.accounts;
    let missing = || Refusal::NoSuchMatch(short(id));
    let id: MatchId = id.parse().map_err(|_| missing())?;
    let entry = server.lobby.find(id);
    let entry = entry.filter(|entry| viewer.sees(entry, accounts));
    let entry = entry.ok_or_else(missing)?;
    // The page is made from a copy, so that a reader does not delay the players.
    let game = entry.game().clone();
    let replay = replay_of(&game)?;
    let names = (game.creation.seats.each_ref()).map(|id| short(&accounts.name_of(id)));
    let names = names.each_ref().map(String::as_str);
    let section = shell::replay_section(&names, &replay, None::<(&str, Vec<()>)>);
    let section = section.map_err(|error| Refusal::Body(error.to_string()))?;
    let inside = format!(
        "<div id=\"state\" data-live>{}</div>{section}{}",
        state_of(&game, accounts),
        facts(&game)
    );
    // A match that is over does not change any more.
    let version = (!game.is_over()).then(|| game.moves.len().to_string());
    let title = format!("Match {id}");
    let page = shell::page(&title, &top("", viewer), version.as_deref(), &inside);
    Ok(Html(page).into_response())
}

/// The match frame by frame.
fn replay_of(game: &Game) -> Result<Replay, Refusal> {
    let mut start: Option<State> = None;
    let mut events: Vec<EventMessage> = Vec::new();
    game.replay(|again: &Game, texts: EventTexts<'_>, _: Option<&Move>| {
        start.get_or_insert(again.state);
        let texts = EventTexts {
            seed: None,
            ..texts
        };
        let message = |recorded| EventMessage::of(recorded, texts);
        events.extend(again.last.iter().map(message));
    })?;
    Ok(start.map_or_else(Replay::default, |start| replay_from(&start, &events)))
}

/// The state of a match: the banks, the table, and whose turn it is.
fn state_of(game: &Game, accounts: &Accounts) -> String {
    let state = &game.state;
    let names = game.creation.seats.each_ref().map(|id| name(accounts, id));
    let mut rows = String::new();
    for player in [Player::ZERO, Player::ONE] {
        let to_move = if state.to_move() == Some(player) {
            "▶ "
        } else {
            ""
        };
        let bank = state.bank(player);
        // Writing to a text cannot fail.
        let _ = write!(
            rows,
            "<tr><td>{to_move}{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            names[player.index()],
            bank.score(),
            cards(bank.in_order())
        );
    }
    let table = format!(
        "<div class=\"wide\"><table id=\"banks\"><thead><tr><th>Player</th><th class=\"number\">Points</th>\
         <th>Bank</th></tr></thead><tbody>{rows}</tbody></table></div>"
    );
    let now = match (state.end(), state.to_move()) {
        (Some(end), _) => {
            let [one, other] = end.scores;
            match end.verdict.winner() {
                Some(winner) => {
                    format!("Over: {} has won, {one} : {other}.", names[winner.index()])
                }
                None => format!("Over without a winner, {one} : {other}."),
            }
        }
        (None, Some(player)) => {
            let turn = state.counters().turn;
            format!("Turn {turn}: {} is to move.", names[player.index()])
        }
        (None, None) => String::new(),
    };
    let pending = match state.pending() {
        Some(pending) => format!(" The effect of the {} waits.", pending.effect()),
        None => String::new(),
    };
    format!(
        "<p id=\"now\">{now}{pending}</p>{table}<p>Play area: {}. Draw pile: {} cards. Discard pile: {} cards.</p>",
        cards(state.area().iter().copied()),
        state.draw_pile().len(),
        state.discards().len()
    )
}

fn cards(cards: impl Iterator<Item = Card>) -> String {
    let cards: Vec<String> = cards.map(|card| escape(&card.to_string())).collect();
    if cards.is_empty() {
        "–".to_owned()
    } else {
        cards.join(", ")
    }
}

/// What does not change during a match.
fn facts(game: &Game) -> String {
    let creation = &game.creation;
    let limit = match creation.params.time_limit() {
        Some(limit) => format!(" {} s for every move.", limit.as_secs_f64()),
        None => String::new(),
    };
    format!(
        "<p class=\"note\">Begun {}.{limit} {}</p>",
        view::time(creation.at),
        tags(creation.params.tags.as_deref().unwrap_or_default())
    )
}
