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
        let ClientGame {
            mut players,
            seat,
            winner,
            mut points,
            mut moves,
            record,
        } = game;
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
mod tests {
    use super::*;

    use cardsharp_arena::read_journal;

    fn game(players: [&str; 3], seat: usize, winner: Option<usize>) -> ClientGame {
        ClientGame {
            players: players.map(str::to_owned).to_vec(),
            seat,
            winner,
            points: vec![0.0, 1.0, 2.0],
            moves: vec![10, 11, 12],
            record: None,
        }
    }

    #[test]
    fn games_are_kept_by_opponents_and_turned_to_the_agent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let open = || ClientJournal::open(Some(&path), "whist", "expert".to_owned(), 5).unwrap();
        let mut journal = open();
        journal.append(game(["", "b", "c"], 0, Some(0)));
        journal.append(game(["b", "c", "us"], 2, Some(0)));
        journal.append(game(["c", "", "b"], 1, None));
        journal.append(game(["c", "", "d"], 1, Some(1)));
        // A killed client leaves whole lines, and the next one ends a torn one.
        std::fs::write(&path, [&std::fs::read(&path).unwrap()[..], b"{\"type\":"].concat()).unwrap();
        open().append(game(["d", "c", ""], 2, Some(2)));
        let contents = read_journal(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(contents.damaged, [7]);
        let sums = |number: usize| {
            let tally = &contents.matches[number];
            let won: Vec<u64> = tally.standings().iter().map(|standing| standing.game_wins).collect();
            (tally.games(), won)
        };
        assert_eq!(contents.matches.len(), 3);
        assert_eq!(
            sums(0),
            (3, vec![1, 1, 0]),
            "the winner of the second game sits after the agent"
        );
        assert_eq!(sums(1), (1, vec![1, 0, 0]));
        assert_eq!(sums(2), (1, vec![1, 0, 0]), "another run begins another match");
        for whole in [
            r#"{"type":"match","contest":"whist","agents":["expert","b","c"],"seed":5,"unit":"games","count":0"#,
            r#"{"type":"game","set":1,"first":0,"winner":0,"ending":"completed","points":[0.0,1.0,2.0],"moves":[10,11,12]"#,
            r#"{"type":"game","set":2,"first":1,"winner":1,"ending":"completed","points":[2.0,0.0,1.0],"moves":[12,10,11]"#,
            r#"{"type":"game","set":3,"first":2,"winner":null,"ending":"completed","points":[1.0,2.0,0.0],"moves":[11,12,10]"#,
        ] {
            assert!(text.contains(whole), "{text}");
        }
    }

    #[test]
    fn without_a_path_nothing_is_kept_and_a_wrong_one_is_named() {
        let mut journal = ClientJournal::open(None, "whist", "expert".to_owned(), 5).unwrap();
        assert!(!journal.is_open());
        journal.append(game(["", "b", "c"], 0, Some(0)));
        let path = Path::new("no/such/folder/games.jsonl");
        let error = ClientJournal::open(Some(path), "whist", "expert".to_owned(), 5).unwrap_err();
        assert!(error.to_string().contains("no/such/folder"), "{error}");
    }
}
