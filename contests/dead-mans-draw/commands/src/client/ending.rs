//! The result of a match for this player, and the match as its journal keeps it, read from the arena's report of its end.

use std::fmt;

use cardsharp_commands::ClientGame;
use cardsharp_solvers::game::Player as Seat;

use cardsharp_dead_mans_draw_game::wire::{Event, EventMessage, MatchObject, MoveObject, sanitize};

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

/// A match that is over.
pub(super) struct EndedMatch<'a> {
    object: &'a MatchObject,
    winner: Option<Seat>,
    /// The points by seat, if its last events are there.
    scores: Option<[u8; 2]>,
    /// The first seat of this player.
    seat: usize,
    pub(super) ending: Ending,
}

impl<'a> EndedMatch<'a> {
    /// The end of a match by its object; none if the object does not contain it.
    pub(super) fn of(object: &'a MatchObject, user: &str) -> Option<EndedMatch<'a>> {
        let in_event = |message: &EventMessage| match message.event {
            Event::MatchEnded { winner, scores, .. } => Some((winner, scores)),
            _ => None,
        };
        let mut moves = object.moves.iter().rev();
        let in_events = moves.find_map(|one| one.events.iter().find_map(in_event));
        let winner = object.state.winner_idx.or(in_events.map(|(winner, _)| winner))?;
        let players = &object.player_ids;
        let ending = match winner.map(|seat| players.get(seat.index())) {
            _ if players.iter().all(|id| id == user) => Ending::AgainstOneself,
            None => Ending::Drawn,
            Some(id) if id.is_some_and(|id| id == user) => Ending::Won,
            Some(_) => Ending::Lost,
        };
        Some(EndedMatch {
            object,
            winner,
            scores: in_events.map(|(_, scores)| scores),
            seat: players.iter().position(|id| id == user).unwrap_or(0),
            ending,
        })
    }

    /// The match for the journal; none if it is none of two players.
    pub(super) fn game(&self) -> Option<ClientGame> {
        let MatchObject { player_ids, moves, .. } = self.object;
        let made_by = |seat: usize| {
            let is_by = |message: &EventMessage| message.player.is_some_and(|player| player.index() == seat);
            // The first move is the creation.
            let made = moves.iter().skip(1).filter(|made| made.events.iter().any(is_by));
            made.count() as u64
        };
        (player_ids.len() == 2).then(|| ClientGame {
            players: player_ids.iter().map(|id| sanitize(id)).collect(),
            seat: self.seat,
            winner: self.winner.map(Seat::index),
            points: self.scores.unwrap_or_default().map(f64::from).to_vec(),
            moves: [0, 1].map(made_by).to_vec(),
            record: self.record(),
        })
    }

    /// The events of the match; none if some are missing, or if they do not say what lay on the table before them.
    fn record(&self) -> Option<serde_json::Value> {
        let MatchObject { moves, move_count, creation_params: params, .. } = self.object;
        let is_whole = self.scores.is_some() && u32::try_from(moves.len()) == Ok(*move_count);
        let is_usual = params.banks.is_none() && params.play_area.is_none();
        let events: Vec<&EventMessage> = moves.iter().flat_map(|made| &made.events).collect();
        // The messages consist of plain enums and numbers, which always have a JSON form.
        (is_whole && is_usual).then(|| serde_json::to_value(events).unwrap_or_default())
    }

    /// The result in words, with the points of this player first.
    pub(super) fn in_words(&self) -> String {
        let points = self.scores.filter(|_| self.seat < 2).map(|scores| {
            let (own, theirs) = (scores[self.seat], scores[1 - self.seat]);
            format!(" at {own}-{theirs}")
        });
        format!("{}{}", self.ending, points.unwrap_or_default())
    }
}

/// Adds the events of a response to the last turn of `object`. The response leaves out whose they are.
pub(super) fn add_events(object: &mut MatchObject, mut events: Vec<EventMessage>) {
    let player = object.active_player_index;
    for message in &mut events {
        if !matches!(message.event, Event::MatchEnded { .. }) {
            message.player = message.player.or(player);
        }
    }
    let made = MoveObject { events, ..MoveObject::default() };
    object.moves.push(made);
}
