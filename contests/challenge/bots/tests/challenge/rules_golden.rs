//! The five worked hands of the contest's document, as its history viewer has them, replayed event for event.

use cardsharp_challenge_game::rules::{Event, Game, Move, MoveRecord, POINTS_TO_WIN, Params, Shoe};
use cardsharp_solvers::game::Player;
use serde_json::Value;

const NORMAL: &str = include_str!("../golden/normal.json");
const REJECTED: &str = include_str!("../golden/rejected.json");
const ACCEPTED: &str = include_str!("../golden/accepted.json");
const ERRORS: &str = include_str!("../golden/errors.json");
const TIES: &str = include_str!("../golden/ties.json");
const ALL: [&str; 5] = [NORMAL, REJECTED, ACCEPTED, ERRORS, TIES];

/// Plays the moves of a worked hand, from its own deal.
fn replay(golden: &str) -> Game {
    let history: Vec<Event> = serde_json::from_str(golden).unwrap();
    let Some(&Event::NewHand { player0_hand, player1_hand, next_player }) = history.first() else {
        panic!("a history begins with a deal");
    };
    assert_eq!(next_player, Player::ZERO);
    let deal = [player0_hand, player1_hand];
    let shoe = Shoe::stacked(Params::CONTEST, &[deal], 1).unwrap();
    let mut game = Game::new(Params::CONTEST, shoe);
    for event in history {
        let Event::PlayerMove { moving_player, r#move } = event else {
            continue;
        };
        assert_eq!(game.to_move(), Some(moving_player));
        let chosen = match r#move {
            MoveRecord::PlayCard { card } => Move::Play(card),
            MoveRecord::OfferChallenge => Move::Offer,
            MoveRecord::AcceptChallenge => Move::Accept,
            MoveRecord::RejectChallenge => Move::Reject,
            MoveRecord::IllegalMove { reason } => {
                game.penalize(&reason).unwrap();
                continue;
            }
        };
        game.apply(chosen).unwrap();
    }
    game
}

/// The game's record and the worked hand, as parsed JSON.
fn record_and_golden(golden: &str) -> (Vec<Value>, Vec<Value>) {
    let record = replay(golden).events().iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    (record, serde_json::from_str(golden).unwrap())
}

/// The hand is as in the document, and the next one has been dealt, led by player 0.
fn assert_goes_on(golden: &str) {
    let (record, golden) = record_and_golden(golden);
    assert_eq!(record[..golden.len()], golden);
    assert_eq!(record.len(), golden.len() + 1);
    assert_eq!(record[golden.len()]["type"], "new_hand");
    assert_eq!(record[golden.len()]["next_player"], 0);
}

#[test]
fn a_normal_hand_scores_a_point() {
    assert_goes_on(NORMAL);
    let game = replay(NORMAL);
    assert_eq!(game.points(Player::ZERO), 1);
    assert_eq!(game.points(Player::ONE), 0);
    assert_eq!((game.hand_id(), game.winner()), (2, None));
}

#[test]
fn a_rejected_challenge_scores_a_point_for_the_challenger() {
    assert_goes_on(REJECTED);
    let game = replay(REJECTED);
    assert_eq!(game.points(Player::ZERO), 1);
    assert_eq!((game.hand_id(), game.winner()), (2, None));
}

#[test]
fn an_accepted_challenge_wins_the_game() {
    let (record, golden) = record_and_golden(ACCEPTED);
    assert_eq!(record, golden);
    let game = replay(ACCEPTED);
    assert_eq!(game.winner(), Some(Player::ZERO));
    assert_eq!(game.to_move(), None);
    assert!(game.points(Player::ZERO) < POINTS_TO_WIN);
}

#[test]
fn errors_cost_cards_tricks_and_here_the_game() {
    let (record, golden) = record_and_golden(ERRORS);
    assert_eq!(record, golden);
    assert_eq!(replay(ERRORS).winner(), Some(Player::ZERO));
}

#[test]
fn a_tied_challenged_hand_counts_for_nothing() {
    assert_goes_on(TIES);
    let game = replay(TIES);
    assert_eq!(game.points(Player::ZERO), 0);
    assert_eq!(game.points(Player::ONE), 0);
    assert_eq!((game.hand_id(), game.winner()), (2, None));
    assert!(game.hand().can_challenge(), "a fresh hand, a fresh challenge");
}

#[test]
fn worked_hands_survive_parsing_and_writing() {
    for golden in ALL {
        let parsed: Vec<Event> = serde_json::from_str(golden).unwrap();
        let as_read: Value = serde_json::from_str(golden).unwrap();
        assert_eq!(serde_json::to_value(&parsed).unwrap(), as_read);
    }
}
