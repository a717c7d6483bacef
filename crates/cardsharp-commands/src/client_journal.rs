//! The journal of the games that a client plays, in the form of a match's journal.

use std::path::Path;

use cardsharp_arena::{Beginning, Entry, Journal, JournalError, Unit};
use cardsharp_game::Ending;

/// A game that is over, as far as the client saw it. Lists are by seat.
#[derive(Clone, Debug, Default)]
pub struct ClientGame {
    /// The names of the players. That of the agent's own seat is ignored.
    pub players: Vec<String>,
    /// The agent's seat.
    pub seat: usize,
    /// The seat that won; none after a draw.
    pub winner: Option<usize>,
    /// The points.
    pub points: Vec<f64>,
    /// The numbers of moves.
    pub moves: Vec<u64>,
    /// The record in the contest's own form; none if the client missed a part of the game.
    pub record: Option<serde_json::Value>,
}

/// The journal of a client. The agent is the first of each match, and the others follow in the order of their seats. A
/// match goes on as long as these are the same.
#[derive(Debug)]
pub struct ClientJournal {
    journal: Option<Journal>,
    beginning: Beginning,
    games: u64,
}

impl ClientJournal {
    /// Opens the journal at `path` for games of `contest`, played by `agent` with `seed`. Without a path nothing is kept.
    ///
    /// # Errors
    ///
    /// The file cannot be opened. It must be known before the first game.
    pub fn open(path: Option<&Path>, contest: &str, agent: String, seed: u64) -> Result<ClientJournal, JournalError> {
        Ok(ClientJournal {
            journal: path.map(Journal::append_to).transpose()?,
            beginning: Beginning {
                number: None,
                contest: contest.to_owned(),
                agents: vec![agent],
                seed,
                unit: Unit::Games,
                count: 0,
            },
            games: 0,
        })
    }

    /// True if games are kept.
    pub fn is_open(&self) -> bool {
        self.journal.is_some()
    }

    /// Appends a game. One that cannot be written is logged and lost: the next game matters more.
    pub fn append(&mut self, game: ClientGame) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        let ClientGame { mut players, seat, winner, mut points, mut moves, record } = game;
        let seats = players.len();
        players.rotate_left(seat);
        points.rotate_left(seat);
        moves.rotate_left(seat);
        players[0].clone_from(&self.beginning.agents[0]);
        let mut beginning = self.beginning.clone();
        beginning.agents = players;
        self.games += 1;
        let game = Entry::Game {
            set: self.games,
            first: (seats - seat) % seats,
            seated: None,
            game: None,
            winner: winner.map(|winner| (winner + seats - seat) % seats),
            ending: Ending::Completed,
            forfeit: None,
            points,
            moves,
            penalties: vec![0; seats],
            record,
        };
        let mut entries = vec![game];
        if beginning.agents != self.beginning.agents {
            entries.insert(0, Entry::Match(beginning.clone()));
        }
        match journal.append(&entries) {
            Ok(()) => self.beginning = beginning,
            Err(error) => tracing::warn!("{error}"),
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/client_journal.rs"]
mod tests;
