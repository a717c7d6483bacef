//! The games as lines: those of the journal of games that are over, for its pages, and of an export.

use serde::{Deserialize, Serialize};

use super::game::Game;
use cardsharp_game::{ServedJournal, ServedLine, ServedUnit};
use cardsharp_skullwhist_game::rules::Trick;
use cardsharp_skullwhist_game::wire::OldGame;

/// The journal's name in the data folder.
pub const JOURNAL_FILE: &str = "skullwhist-games.jsonl";

/// The journal of the server. An export may bear its name.
pub const SERVED_JOURNAL: ServedJournal =
    ServedJournal { file: JOURNAL_FILE, record: None, in_rounds: false, has_secrets: false, read };

/// The line of a game. For a running game, `finished` is the time of the export.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportedGame {
    pub(super) game: u64,
    name1: Option<String>,
    name2: Option<String>,
    #[serde(flatten)]
    pub(super) result: OldGame,
    pub(super) running: bool,
    rounds: Vec<ExportedRound>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ExportedRound {
    /// The account that led.
    leader: u64,
    led: String,
    reply: String,
    /// The account that took it.
    winner: u64,
}

impl ExportedGame {
    /// The line of game number `id`. `name` gives the name of an account.
    pub(super) fn of(id: u64, game: &Game, name: impl Fn(u64) -> Option<String>) -> ExportedGame {
        let round = |trick: &Trick| ExportedRound {
            leader: game.bots[trick.leader.index()],
            led: trick.led.to_string(),
            reply: trick.reply.to_string(),
            winner: game.bots[trick.winner().index()],
        };
        let [name1, name2] = game.bots.map(name);
        ExportedGame {
            game: id,
            name1,
            name2,
            result: game.result().unwrap_or_else(|| game.result_so_far()),
            running: !game.is_over(),
            rounds: game.tricks().iter().map(round).collect(),
        }
    }
}

fn read(line: serde_json::Value) -> Option<ServedLine> {
    let line = ExportedGame::deserialize(line).ok()?;
    let OldGame { bot1, bot2, score1, score2, forfeited_by, .. } = line.result;
    let name = |name: Option<String>, bot: u64| name.unwrap_or_else(|| format!("bot {bot}"));
    let winner = match forfeited_by {
        Some(loser) => Some(usize::from(loser == bot1)),
        None => (score1 != score2).then(|| usize::from(score1 < score2)),
    };
    Some(ServedLine {
        players: vec![name(line.name1, bot1), name(line.name2, bot2)],
        winner,
        rated: true,
        ended: (!line.running).then(|| ServedUnit::game(line.game)),
    })
}
