//! The page of one match: its state and all its moves.

use axum::response::IntoResponse;
use cardsharp_player::Player;
use maud::{Markup, html};

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
use cardsharp_net::shell::{self, table};

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
    let inside = html! {
        div #state data-live { (state_of(&game, accounts)) }
        (section)
        (facts(&game))
    };
    // A match that is over does not change any more.
    let version = (!game.is_over()).then(|| game.moves.len().to_string());
    let title = format!("Match {id}");
    let page = shell::page(&title, top("", viewer), version.as_deref(), inside);
    Ok(page.into_response())
}

/// The match frame by frame.
fn replay_of(game: &Game) -> Result<Replay, Refusal> {
    let mut start: Option<State> = None;
    let mut events: Vec<EventMessage> = Vec::new();
    game.replay(|again: &Game, texts: EventTexts<'_>, _: Option<&Move>| {
        start.get_or_insert(again.state);
        let texts = EventTexts { seed: None, ..texts };
        let message = |recorded| EventMessage::of(recorded, texts);
        events.extend(again.last.iter().map(message));
    })?;
    Ok(start.map_or_else(Replay::default, |start| replay_from(&start, &events)))
}

/// The state of a match: the banks, the table, and whose turn it is.
fn state_of(game: &Game, accounts: &Accounts) -> Markup {
    let state = &game.state;
    let names = game.creation.seats.each_ref().map(|id| name(accounts, id));
    let rows = html! {
        @for player in Player::BOTH {
            @let bank = state.bank(player);
            tr {
                td { @if state.to_move() == Some(player) { "▶ " } (names[player.index()]) }
                td.number { (bank.score()) }
                td { (cards(bank.in_order())) }
            }
        }
    };
    html! {
        p #now {
            @match (state.end(), state.to_move()) {
                (Some(end), _) => {
                    @match end.verdict.winner() {
                        Some(winner) => { "Over: " (names[winner.index()]) " has won, " }
                        None => { "Over without a winner, " }
                    }
                    (end.scores[0]) " : " (end.scores[1]) "."
                }
                (None, Some(player)) => {
                    "Turn " (state.counters().turn) ": " (names[player.index()]) " is to move."
                }
                (None, None) => {}
            }
            @if let Some(pending) = state.pending() { " The effect of the " (pending.effect()) " waits." }
        }
        (table(Some("banks"), html! { th { "Player" } th.number { "Points" } th { "Bank" } }, rows))
        p {
            "Play area: " (cards(state.area().iter().copied())) ". Draw pile: " (state.draw_pile().len())
            " cards. Discard pile: " (state.discards().len()) " cards."
        }
    }
}

fn cards(cards: impl Iterator<Item = Card>) -> String {
    let cards: Vec<String> = cards.map(|card| card.to_string()).collect();
    if cards.is_empty() { "–".to_owned() } else { cards.join(", ") }
}

/// What does not change during a match.
fn facts(game: &Game) -> Markup {
    let creation = &game.creation;
    html! {
        p.note {
            "Begun " (view::time(creation.at)) "."
            @if let Some(limit) = creation.params.time_limit() { " " (limit.as_secs_f64()) " s for every move." }
            " " (tags(creation.params.tags.as_deref().unwrap_or_default()))
        }
    }
}
