//! The matches that are over as lines of a journal, for its pages. It has no seed, and what everybody may see only.

use serde::{Deserialize, Serialize};

use super::accounts::Accounts;
use super::game::{Game, Move, Timestamp};
use super::ids::MatchId;
use super::standings::shown_name;
use cardsharp_dead_mans_draw_game::wire::{EventMessage, EventTexts};
use cardsharp_game::{ServedJournal, ServedLine, ServedUnit};
use cardsharp_player::Player;

/// The name of the journal of games in the data folder.
pub const GAMES_FILE: &str = "dead-mans-draw-games.jsonl";

/// The journal of games.
pub const SERVED_JOURNAL: ServedJournal =
    ServedJournal { file: GAMES_FILE, record: Some("record"), in_rounds: false, has_secrets: false, read };

/// The line of a match.
#[derive(Debug, Serialize)]
pub(super) struct EndedMatch {
    #[serde(rename = "match")]
    id: MatchId,
    at: Timestamp,
    names: [String; 2],
    winner: Option<Player>,
    points: [u8; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Vec<EventMessage>>,
}

/// The line of a match, without its events.
#[derive(Deserialize)]
pub(super) struct Line {
    #[serde(rename = "match")]
    pub(super) id: MatchId,
    names: [String; 2],
    winner: Option<Player>,
}

impl EndedMatch {
    /// The line of a match; none if it goes on, or is practice, which its players alone may see.
    pub(super) fn of(game: &Game, accounts: &Accounts) -> Option<EndedMatch> {
        let end = game.state.end()?;
        let creation = &game.creation;
        let mut record = Vec::new();
        let replayed = game.replay(|again: &Game, texts: EventTexts<'_>, _: Option<&Move>| {
            let texts = EventTexts { seed: None, ..texts };
            record.extend(again.last.iter().map(|event| EventMessage::of(event, texts)));
        });
        // The events do not say what lay on the table before the first of them.
        let is_usual = creation.params.banks.is_none() && creation.params.play_area.is_none();
        creation.is_official(accounts).then(|| EndedMatch {
            id: creation.id,
            at: game.last_at(),
            names: creation.seats.each_ref().map(|id| shown_name(accounts, id)),
            winner: end.verdict.winner(),
            points: end.scores,
            record: (replayed.is_ok() && is_usual).then_some(record),
        })
    }
}

fn read(line: serde_json::Value) -> Option<ServedLine> {
    let line = Line::deserialize(line).ok()?;
    Some(ServedLine {
        players: line.names.into(),
        winner: line.winner.map(Player::index),
        rated: true,
        ended: Some(ServedUnit::game(line.id)),
    })
}
