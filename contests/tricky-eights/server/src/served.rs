//! The journal as a list of games, for its pages.

use serde::Deserialize;

use super::journal::{GameRecord, JOURNAL_FILE};
use cardsharp_game::{ServedJournal, ServedLine, ServedUnit};

/// The journal of the judge. The seed in its lines gives the deals of the games to come.
pub const SERVED_JOURNAL: ServedJournal =
    ServedJournal { file: JOURNAL_FILE, record: Some("record"), in_rounds: false, has_secrets: true, read };

fn read(line: serde_json::Value) -> Option<ServedLine> {
    let game = GameRecord::deserialize(line).ok()?;
    // Those who have the same command line are told apart by their numbers in the event, or by their seats.
    let (all, seats) = match &game.event {
        Some(event) => (&event.event.contestants[..], event.seats),
        None => (&game.contestants[..], [0, 1, 2, 3]),
    };
    let name = |contestant: usize| {
        let command = all.get(contestant)?;
        let is_alone = all.iter().filter(|other| *other == command).count() == 1;
        Some(if is_alone { command.clone() } else { format!("{command} ({})", contestant + 1) })
    };
    Some(ServedLine {
        players: seats.into_iter().map(name).collect::<Option<_>>()?,
        winner: game.winner.filter(|&seat| seat < seats.len()),
        rated: true,
        ended: Some(ServedUnit::game(game.game)),
    })
}
