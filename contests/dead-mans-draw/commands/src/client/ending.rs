//! The result of a match for this player, read from the arena's report of its end.

use std::fmt;

use cardsharp_solvers::game::Player as Seat;

use cardsharp_dead_mans_draw_game::wire::{Event, EventMessage, MatchObject};

/// The result of a match for this player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Won,
    Lost,
    Drawn,
    AgainstOneself,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Won => "won",
            Ending::Lost => "lost",
            Ending::Drawn => "drawn",
            Ending::AgainstOneself => "played against oneself",
        })
    }
}

fn ending_for(winner: Option<Seat>, players: &[String], user: &str) -> Ending {
    if players.iter().all(|id| id == user) {
        return Ending::AgainstOneself;
    }
    match winner.map(|seat| players.get(seat.index())) {
        None => Ending::Drawn,
        Some(id) if id.is_some_and(|id| id == user) => Ending::Won,
        Some(_) => Ending::Lost,
    }
}

/// The result of a match by its events; none if they do not contain its end.
pub(super) fn ending_in_events(events: &[EventMessage], players: &[String], user: &str) -> Option<Ending> {
    events.iter().find_map(|message| match message.event {
        Event::MatchEnded { winner, .. } => Some(ending_for(winner, players, user)),
        _ => None,
    })
}

/// The result of a match by its object; none if it does not contain the end.
pub(super) fn ending_in_object(object: &MatchObject, user: &str) -> Option<Ending> {
    let by_events = || {
        let mut moves = object.moves.iter().rev();
        moves.find_map(|one| ending_in_events(&one.events, &object.player_ids, user))
    };
    match object.state.winner_idx {
        Some(winner) => Some(ending_for(winner, &object.player_ids, user)),
        None => by_events(),
    }
}
