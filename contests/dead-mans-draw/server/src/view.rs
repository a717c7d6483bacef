//! The objects that show a match to clients.

use std::time::{Duration, UNIX_EPOCH};

use super::accounts::Accounts;
use super::game::{Game, Move, MoveKind, MoveNumbers, ReplayError, Timestamp};
use cardsharp_dead_mans_draw_game::rules::RecordedEvent;
use cardsharp_dead_mans_draw_game::wire::{
    CondensedMatch, CondensedPlayer, CondensedTable, EventMessage, EventTexts, MatchObject, MatchQuery, MoveObject,
    StateObject,
};

/// A time in the format of RFC 3339, in UTC and milliseconds.
pub(super) fn time(moment: Timestamp) -> String {
    let time = UNIX_EPOCH + Duration::from_millis(moment);
    humantime::format_rfc3339_millis(time).to_string()
}

/// The events of a move, for the response to it.
pub(super) fn response_events<'a>(
    events: impl IntoIterator<Item = &'a RecordedEvent>,
    texts: EventTexts<'_>,
) -> Vec<EventMessage> {
    let message = |recorded| EventMessage::of(recorded, texts).anonymous();
    events.into_iter().map(message).collect()
}

/// A match in a list: without its moves, and without names.
pub(super) fn listed(game: &Game, accounts: &Accounts) -> MatchObject {
    let state = &game.state;
    let creation = &game.creation;
    let counters = state.counters();
    let mut params = creation.params.clone();
    params.random_seed = game.seed().map(str::to_owned);
    MatchObject {
        id: creation.id.to_string(),
        player_ids: creation.seats.iter().map(|id| id.to_string()).collect(),
        created_by_player_id: creation.shown_creator(accounts),
        creation_params: params,
        started_at: time(creation.at),
        last_move_at: time(game.last_at()),
        move_count: counters.moves,
        turn_count: counters.turn,
        move_count_in_turn: counters.moves_in_turn(),
        active_player_index: state.to_move(),
        draw_pile_size: state.draw_pile().len(),
        discard_pile_size: state.discards().len(),
        player_names: None,
        moves: Vec::new(),
        state: StateObject::of(state, false),
    }
}

/// A single match. With `debug`, the sender of the request may see everything.
pub(super) fn single(
    game: &Game,
    accounts: &Accounts,
    query: MatchQuery,
    debug: bool,
) -> Result<MatchObject, ReplayError> {
    let mut object = listed(game, accounts);
    object.player_names = Some(names(game, accounts));
    object.state = StateObject::of(&game.state, debug);
    if query.show_events {
        let show = |again: &Game, texts: EventTexts<'_>, made: Option<&Move>| {
            object.moves.push(move_object(again, texts, made, debug));
        };
        game.replay(show)?;
    } else if game.is_over() {
        let last = move_object(game, game.texts(), game.moves.last(), debug);
        object.moves.push(last);
    }
    Ok(object)
}

/// The last move of `game` as an object.
fn move_object(game: &Game, texts: EventTexts<'_>, made: Option<&Move>, debug: bool) -> MoveObject {
    let MoveNumbers { sequence, turn, in_turn } = game.numbers();
    let message = |recorded| EventMessage::of(recorded, texts);
    let action = match made.map(|made| &made.kind) {
        Some(MoveKind::Action(action)) => Some(action.clone()),
        _ => None,
    };
    let from = made.and_then(|made| made.from);
    MoveObject {
        sequence_id: sequence,
        turn_id: turn,
        sequence_in_turn_id: in_turn,
        at: time(made.map_or(game.creation.at, |made| made.at)),
        events: game.last.iter().map(message).collect(),
        user_action: action.filter(|_| debug),
        client_ip: from.filter(|_| debug).map(|from| from.to_string()),
    }
}

/// A match in condensed form.
pub(super) fn condensed(game: &Game, accounts: &Accounts) -> CondensedMatch {
    let creation = &game.creation;
    CondensedMatch {
        id: creation.id.to_string(),
        sequence: CondensedMatch::sequence_of(&game.state),
        started_at: time(creation.at),
        last_move_at: time(game.last_at()),
        finished: game.is_over(),
        table: CondensedTable::of(&game.state),
        player_data: CondensedPlayer::both(&game.state),
        tags: creation.params.tags.clone().unwrap_or_default(),
        player_names: names(game, accounts),
    }
}

fn names(game: &Game, accounts: &Accounts) -> Vec<String> {
    let seats = game.creation.seats.iter();
    seats.map(|id| accounts.name_of(id)).collect()
}
