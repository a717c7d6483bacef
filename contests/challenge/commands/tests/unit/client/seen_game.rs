use super::*;
use std::time::Duration;

use cardsharp_arena::read_journal;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::replay::replay;
use cardsharp_challenge_game::rules::{Game, Params, Shoe};
use cardsharp_commands::ClientJournal;
use cardsharp_solvers::game::Player;

/// Plays a game of first legal moves in one hand and last ones in the next, and shows every hand.
fn play(keeps: bool, seed: u64) -> (SeenGame, bool) {
    let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
    let mut seen = SeenGame::default();
    while let Some(observation) = Observation::of(&game, Duration::from_secs(2)) {
        let mut moves = observation.legal_moves();
        let chosen = match observation.hand_id % 2 {
            0 => moves.last(),
            _ => moves.next(),
        };
        let chosen = chosen.unwrap();
        if game.apply(chosen).unwrap().hand.is_some() {
            seen.hand(&HandSeen::last_of(&game, Player::ZERO).unwrap(), keeps);
        }
    }
    (seen, game.winner() == Some(Player::ZERO))
}

#[test]
fn games_are_kept_by_opponent_and_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut journal = ClientJournal::open(Some(&path), "challenge", "adaptive".to_owned(), 1).unwrap();
    let mut won = 0;
    for (seed, opponent) in [(1, 7), (2, 7), (3, 8)] {
        let (seen, wins) = play(journal.is_open(), seed);
        won += u64::from(wins);
        assert!(seen.points().iter().any(|&points| points > 0));
        let frames = replay(&seen.events).frames;
        assert!(frames.len() > 20, "{} frames", frames.len());
        journal.append(seen.over(opponent, wins));
    }
    let contents = read_journal(&path).unwrap();
    assert_eq!((contents.matches.len(), contents.damaged.len()), (2, 0));
    let games: u64 = contents.matches.iter().map(|tally| tally.games()).sum();
    let of_agent: u64 = contents.matches.iter().map(|tally| tally.standings()[0].game_wins).sum();
    assert_eq!((games, of_agent), (3, won));
}

#[test]
fn without_a_path_nothing_is_kept() {
    let mut journal = ClientJournal::open(None, "challenge", "adaptive".to_owned(), 1).unwrap();
    let (seen, _) = play(journal.is_open(), 1);
    assert!(seen.events.is_empty());
    journal.append(seen.over(7, true));
}
