//! The journal as a list of games, for its pages.

use serde::Deserialize;

use super::journal::JOURNAL_FILE;
use super::record::{Port, RoundPlace};
use super::teams::{TeamId, label};
use cardsharp_game::{ServedJournal, ServedLine, ServedUnit};

/// The journal of the server.
pub const SERVED_JOURNAL: ServedJournal =
    ServedJournal { file: JOURNAL_FILE, record: Some("events"), in_rounds: true, has_secrets: false, read };

/// The line of a game or of a round, without the moves.
#[derive(Deserialize)]
struct Line {
    game_id: Option<u64>,
    port: Option<Port>,
    round: Option<Place>,
    teams: [TeamId; 2],
    #[serde(default)]
    names: [Option<String>; 2],
    winner: TeamId,
    stage: Option<usize>,
    #[serde(default)]
    moves: Vec<u64>,
    #[serde(default)]
    penalties: Vec<u64>,
}

/// The round of a line: that of a game, or one that has ended.
#[derive(Deserialize)]
#[serde(untagged)]
enum Place {
    OfGame(RoundPlace),
    Ended(u64),
}

fn read(line: serde_json::Value) -> Option<ServedLine> {
    let line = Line::deserialize(line).ok()?;
    let names = line.teams.iter().zip(&line.names);
    let ended = match (line.game_id, &line.round) {
        (Some(id), place) => ServedUnit::Game {
            id: id.to_string(),
            round: match place {
                Some(Place::OfGame(place)) => Some((u64::from(place.round), place.game.checked_sub(1)? as usize)),
                _ => None,
            },
            moves: line.moves,
            penalties: line.penalties,
        },
        (None, Some(Place::Ended(number))) => ServedUnit::Round { number: *number },
        (None, _) => return None,
    };
    let stage = match &line.round {
        Some(Place::OfGame(place)) => place.stage,
        _ => line.stage,
    };
    // The house bot is no team: its games are listed with its name.
    let name = |(&team, name): (&TeamId, &Option<String>)| match (line.port, name) {
        (Some(Port::Practice), Some(name)) if team == TeamId::HOUSE => name.clone(),
        _ => label(team, name.as_deref()),
    };
    Some(ServedLine {
        players: names.map(name).collect(),
        winner: line.teams.iter().position(|&team| team == line.winner),
        // As in the standings, practice and the tournament do not count.
        rated: line.port != Some(Port::Practice) && stage.is_none(),
        ended: Some(ended),
    })
}
