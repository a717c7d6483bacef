//! The journal of the games that a client plays, in the form of a match's journal.

use std::path::Path;

use cardsharp_arena::{Beginning, Entry, Journal, JournalError, Unit};
use cardsharp_challenge_game::observation::HandSeen;
use cardsharp_challenge_game::rules::{Event, MoveRecord};
use cardsharp_game::Ending;

/// The journal, and the game under way. The agent is the first of the two of a match; the opponent is named by the number of
/// its team. A hand of which not all is known, as after a lost connection or a penalty, is left out.
#[derive(Debug)]
pub(super) struct GameJournal {
    journal: Option<Journal>,
    agent: String,
    seed: u64,
    /// The opponent of the match that was begun.
    opponent: Option<i32>,
    games: u64,
    events: Vec<Event>,
    points: [u8; 2],
}

impl GameJournal {
    /// Opens the journal at `path`. Without a path nothing is kept.
    pub(super) fn open(path: Option<&Path>, agent: &str, seed: u64) -> Result<GameJournal, JournalError> {
        Ok(GameJournal {
            journal: path.map(Journal::append_to).transpose()?,
            agent: agent.to_owned(),
            seed,
            opponent: None,
            games: 0,
            events: Vec::new(),
            points: [0; 2],
        })
    }

    /// Begins a game.
    pub(super) fn begin(&mut self) {
        self.events.clear();
        self.points = [0; 2];
    }

    /// Takes in a hand of the game.
    pub(super) fn hand(&mut self, hand: &HandSeen) {
        self.points = hand.points_after();
        if self.journal.is_some() {
            self.events.extend(hand.events());
        }
    }

    /// Own points and the opponent's, as far as they are known.
    pub(super) fn points(&self) -> [u8; 2] {
        self.points
    }

    /// Writes the game, which is over.
    pub(super) fn end(&mut self, opponent: i32, won: bool) -> Result<(), JournalError> {
        let game = self.game(won);
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        if self.opponent != Some(opponent) {
            journal.append(&[Entry::Match(Beginning {
                number: None,
                contest: "challenge".to_owned(),
                agents: vec![self.agent.clone(), format!("team {opponent}")],
                seed: self.seed,
                unit: Unit::Games,
                count: 0,
            })])?;
            self.opponent = Some(opponent);
        }
        self.games += 1;
        journal.append(&[game])
    }

    fn game(&self, won: bool) -> Entry {
        let moves = |seat: usize| {
            let by_seat = |event: &&Event| {
                matches!(event, Event::PlayerMove { moving_player, r#move }
                    if moving_player.index() == seat && !matches!(r#move, MoveRecord::IllegalMove { .. }))
            };
            self.events.iter().filter(by_seat).count() as u64
        };
        Entry::Game {
            set: self.games,
            first: 0,
            seated: None,
            game: None,
            winner: Some(usize::from(!won)),
            ending: Ending::Completed,
            forfeit: None,
            points: self.points.map(f64::from).to_vec(),
            moves: [0, 1].map(moves).to_vec(),
            penalties: vec![0; 2],
            // Plain enums and numbers always have a JSON form.
            record: serde_json::to_value(&self.events).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use cardsharp_arena::read_journal;
    use cardsharp_challenge_game::observation::Observation;
    use cardsharp_challenge_game::replay::replay;
    use cardsharp_challenge_game::rules::{Game, Params, Shoe};
    use cardsharp_solvers::game::Player;

    /// Plays a game of first legal moves in one hand and last ones in the next, and shows every hand to the journal.
    fn play(journal: &mut GameJournal, seed: u64) -> bool {
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        journal.begin();
        while let Some(observation) = Observation::of(&game, Duration::from_secs(2)) {
            let mut moves = observation.legal_moves();
            let chosen = match observation.hand_id % 2 {
                0 => moves.last(),
                _ => moves.next(),
            };
            let chosen = chosen.unwrap();
            if game.apply(chosen).unwrap().hand.is_some() {
                journal.hand(&HandSeen::last_of(&game, Player::ZERO).unwrap());
            }
        }
        game.winner() == Some(Player::ZERO)
    }

    #[test]
    fn games_are_kept_by_opponent_and_can_be_replayed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let mut journal = GameJournal::open(Some(&path), "adaptive", 1).unwrap();
        let mut won = 0;
        for (seed, opponent) in [(1, 7), (2, 7), (3, 8)] {
            let wins = play(&mut journal, seed);
            won += u64::from(wins);
            assert!(journal.points().iter().any(|&points| points > 0));
            let frames = replay(&journal.events).frames;
            assert!(frames.len() > 20, "{} frames", frames.len());
            journal.end(opponent, wins).unwrap();
        }
        let contents = read_journal(&path).unwrap();
        assert_eq!((contents.matches.len(), contents.damaged.len()), (2, 0));
        let games: u64 = contents.matches.iter().map(|tally| tally.games()).sum();
        let of_agent: u64 = contents
            .matches
            .iter()
            .map(|tally| tally.standings()[0].game_wins)
            .sum();
        assert_eq!((games, of_agent), (3, won));
    }

    #[test]
    fn without_a_path_nothing_is_kept() {
        let mut journal = GameJournal::open(None, "adaptive", 1).unwrap();
        play(&mut journal, 1);
        assert!(journal.events.is_empty());
        journal.end(7, true).unwrap();
    }
}
