//! Illegal moves and their costs: the contest's penalties, case by case.

use cardsharp_challenge_game::rules::{
    Cards, ChallengeState, Due, Event, Game, Hand, HandEnd, IllegalMove, Move, MoveRecord, Params, Rank, Shoe,
};
use cardsharp_solvers::game::Player;

const ZERO: Player = Player::ZERO;
const ONE: Player = Player::ONE;

fn rank(value: u8) -> Rank {
    Rank::new(value).unwrap()
}

fn cards(values: &[u8]) -> Cards {
    values.iter().copied().map(rank).collect()
}

fn play(value: u8) -> Move {
    Move::Play(rank(value))
}

/// A hand of the contest after these moves, player 0 having led.
fn after(dealt: [[u8; 5]; 2], moves: &[Move]) -> Hand {
    let mut hand = Hand::new(Params::CONTEST, dealt.map(|d| cards(&d)), ZERO);
    for &made in moves {
        hand.apply(made).unwrap();
    }
    hand
}

const DEALT: [[u8; 5]; 2] = [[12, 9, 8, 2, 1], [6, 6, 4, 2, 1]];

struct Case {
    name: &'static str,
    dealt: [[u8; 5]; 2],
    moves: &'static [Move],
    penalized: Player,
    removed: [u8; 2],
    left: [&'static [u8]; 2],
    tricks: [u8; 2],
}

const fn card(value: u8) -> Move {
    match Rank::new(value) {
        Some(rank) => Move::Play(rank),
        None => panic!("not a rank"),
    }
}

/// Failures when a card is due: the own highest and the opponent's lowest card go, and the opponent has the trick.
const CASES: [Case; 8] = [
    Case {
        name: "the leader fails",
        dealt: DEALT,
        moves: &[],
        penalized: ZERO,
        removed: [12, 1],
        left: [&[9, 8, 2, 1], &[6, 6, 4, 2]],
        tricks: [0, 1],
    },
    Case {
        name: "the follower fails: the led card goes back and stays, a lower one goes",
        dealt: DEALT,
        moves: &[card(12)],
        penalized: ONE,
        removed: [1, 6],
        left: [&[12, 9, 8, 2], &[6, 4, 2, 1]],
        tricks: [1, 0],
    },
    Case {
        name: "the follower fails: the led card goes back and is the lowest",
        dealt: DEALT,
        moves: &[card(1)],
        penalized: ONE,
        removed: [1, 6],
        left: [&[12, 9, 8, 2], &[6, 4, 2, 1]],
        tricks: [1, 0],
    },
    Case {
        name: "the led card goes back as one of several lowest: one goes, not all",
        dealt: [[12, 9, 8, 1, 1], [6, 6, 4, 2, 1]],
        moves: &[card(1)],
        penalized: ONE,
        removed: [1, 6],
        left: [&[12, 9, 8, 1], &[6, 4, 2, 1]],
        tricks: [1, 0],
    },
    Case {
        name: "a leader who has lost the lead to the other and fails to follow",
        dealt: DEALT,
        moves: &[card(2), card(6), card(4)],
        penalized: ZERO,
        removed: [12, 1],
        left: [&[9, 8, 1], &[6, 2, 4]],
        tricks: [0, 2],
    },
    Case {
        name: "the follower fails in an accepted challenge",
        dealt: DEALT,
        moves: &[Move::Offer, Move::Accept, card(12)],
        penalized: ONE,
        removed: [1, 6],
        left: [&[12, 9, 8, 2], &[6, 4, 2, 1]],
        tricks: [1, 0],
    },
    Case {
        name: "the challenger fails to play the card still due after an accepted challenge",
        dealt: DEALT,
        moves: &[card(12), Move::Offer, Move::Accept],
        penalized: ONE,
        removed: [1, 6],
        left: [&[12, 9, 8, 2], &[6, 4, 2, 1]],
        tricks: [1, 0],
    },
    Case {
        name: "after a tie the same player leads, and fails",
        dealt: [[12, 9, 8, 6, 1], [6, 6, 4, 2, 1]],
        moves: &[card(6), card(6)],
        penalized: ZERO,
        removed: [12, 1],
        left: [&[9, 8, 1], &[6, 4, 2]],
        tricks: [0, 1],
    },
];

#[test]
fn failing_to_play_costs_cards_trick_and_lead() {
    for case in CASES {
        let name = case.name;
        let mut hand = after(case.dealt, case.moves);
        assert_eq!(hand.to_move(), Some(case.penalized), "{name}");
        let (challenge, over) = (hand.challenge(), hand.tricks_over());
        let outcome = hand.penalize().unwrap();
        let penalty = outcome.penalty.unwrap();
        let opponent = case.penalized.opponent();
        assert_eq!(penalty.penalized, case.penalized, "{name}");
        assert_eq!(penalty.removed, case.removed.map(rank), "{name}");
        for player in [ZERO, ONE] {
            let left = cards(case.left[player.index()]);
            assert_eq!(hand.cards(player), left, "{name}");
            assert_eq!(hand.tricks(player), case.tricks[player.index()], "{name}");
        }
        let trick = outcome.step.trick.unwrap();
        assert_eq!(trick.winner, Some(opponent), "{name}");
        assert_eq!(trick.last_card, None, "{name}");
        assert_eq!(outcome.step.end, None, "{name}");
        assert_eq!(hand.tricks_over(), over + 1, "{name}");
        assert_eq!(hand.table(), None, "{name}");
        assert_eq!(hand.lead(), opponent, "{name}");
        assert_eq!(hand.to_move(), Some(opponent), "{name}");
        assert_eq!(hand.due(), Due::Card, "{name}");
        assert_eq!(hand.challenge(), challenge, "{name}");
    }
}

#[test]
fn failing_in_the_last_trick_ends_the_hand() {
    // Four tied tricks, then the leader fails, or leads and the follower fails.
    let same = [[12, 9, 8, 8, 1]; 2];
    let four: Vec<Move> = [12, 12, 9, 9, 8, 8, 8, 8].map(play).to_vec();
    let mut hand = after(same, &four);
    let outcome = hand.penalize().unwrap();
    assert_eq!(outcome.penalty.unwrap().removed, [rank(1); 2]);
    let played = HandEnd::Played { winner: Some(ONE) };
    assert_eq!(outcome.step.end, Some(played));
    assert_eq!((hand.end(), hand.to_move()), (Some(played), None));

    let mut hand = after(same, &[&four[..], &[play(1)]].concat());
    let outcome = hand.penalize().unwrap();
    let played = HandEnd::Played { winner: Some(ZERO) };
    assert_eq!(outcome.step.end, Some(played));

    // Under a challenge that one trick, strictly the most, is the game.
    let staked = [&four[..], &[Move::Offer, Move::Accept]].concat();
    let outcome = after(same, &staked).penalize().unwrap();
    let challenged = HandEnd::Challenged { winner: Some(ONE) };
    assert_eq!(outcome.step.end, Some(challenged));
    assert!(challenged.wins_game());
}

#[test]
fn failing_five_times_loses_the_hand_outright() {
    // Player 0 loses the highest each time, player 1 the lowest.
    let mut hand = after(DEALT, &[]);
    let mut removed = Vec::new();
    while hand.end().is_none() {
        if hand.to_move() == Some(ONE) {
            // Player 1 has the lead now, and any card will do: it goes back.
            let lowest = hand.cards(ONE).lowest().unwrap();
            hand.apply(Move::Play(lowest)).unwrap();
        }
        removed.push(hand.penalize().unwrap().penalty.unwrap().removed);
    }
    let expected = [[12, 1], [9, 2], [8, 4], [2, 6], [1, 6]];
    assert_eq!(removed, expected.map(|pair| pair.map(rank)));
    assert_eq!(hand.tricks(ONE), 5);
    let end = HandEnd::Played { winner: Some(ONE) };
    assert_eq!(hand.end(), Some(end));
}

#[test]
fn failing_to_answer_is_a_refusal() {
    // By the follower before and the leader after a card is led.
    for (moves, challenger) in [(vec![Move::Offer], ZERO), (vec![play(12), Move::Offer], ONE)] {
        let mut failed = after(DEALT, &moves);
        let outcome = failed.penalize().unwrap();
        assert_eq!(outcome.penalty, None);
        assert_eq!(outcome.step.trick, None);
        assert_eq!(outcome.step.end, Some(HandEnd::Refused { challenger }));
        let mut refused = after(DEALT, &moves);
        assert_eq!(refused.apply(Move::Reject).unwrap(), outcome.step);
        assert_eq!(failed, refused);
    }
}

#[test]
fn failing_to_answer_scores_for_the_challenger_in_the_record() {
    let deal = DEALT.map(|dealt| cards(&dealt));
    let shoe = Shoe::stacked(Params::CONTEST, &[deal], 1).unwrap();
    let mut game = Game::new(Params::CONTEST, shoe);
    game.apply(play(12)).unwrap();
    game.apply(Move::Offer).unwrap();
    assert_eq!(game.to_move(), Some(ZERO));
    let step = game.penalize("gone").unwrap();
    assert_eq!(step.penalty, None);
    assert_eq!((step.player, step.winner), (ZERO, None));
    assert_eq!(step.hand, Some(HandEnd::Refused { challenger: ONE }));
    assert_eq!([game.points(ZERO), game.points(ONE)], [0, 1]);
    let [.., failure, score, deal] = game.events() else {
        panic!("three events at least");
    };
    let reason = "gone".to_owned();
    assert_eq!(*failure, Event::PlayerMove { moving_player: ZERO, r#move: MoveRecord::IllegalMove { reason } });
    assert_eq!(*score, Event::NewHandScore { player0_score: 0, player1_score: 1 });
    // The challenger has won the hand and leads the next.
    assert!(matches!(deal, Event::NewHand { next_player, .. } if *next_player == ONE));
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    use IllegalMove::{AnswerDue, ChallengeUsed, HandOver, NoChallenge, NotInHand};
    let on = [Move::Offer, Move::Accept];
    let over = [Move::Offer, Move::Reject];
    let cases: &[(&[Move], Move, IllegalMove)] = &[
        (&[], play(6), NotInHand(rank(6))),
        (&[], play(13), NotInHand(rank(13))),
        (&[], play(15), NotInHand(rank(15))),
        (&[play(12)], play(12), NotInHand(rank(12))),
        (&[play(12), play(4)], play(12), NotInHand(rank(12))),
        (&[], Move::Accept, NoChallenge),
        (&[play(12)], Move::Reject, NoChallenge),
        (&on, Move::Accept, NoChallenge),
        (&on, Move::Offer, ChallengeUsed),
        (&[Move::Offer, Move::Accept, play(12)], Move::Offer, ChallengeUsed),
        (&[play(12), Move::Offer, Move::Accept], Move::Offer, ChallengeUsed),
        (&[Move::Offer], Move::Offer, AnswerDue),
        (&[Move::Offer], play(6), AnswerDue),
        (&[play(12), Move::Offer], play(9), AnswerDue),
        (&over, play(12), HandOver),
        (&over, Move::Offer, HandOver),
        (&over, Move::Accept, HandOver),
    ];
    for &(moves, illegal, reason) in cases {
        let mut hand = after(DEALT, moves);
        let before = hand;
        assert_eq!(hand.apply(illegal), Err(reason), "{illegal:?} after {moves:?}");
        assert_eq!(hand, before);
        assert!(!hand.legal_moves().any(|legal| legal == illegal));
    }
    assert_eq!(after(DEALT, &over).penalize(), Err(HandOver));
    assert_eq!(after(DEALT, &over).legal_moves().count(), 0);
}

#[test]
fn a_challenge_open_to_whoever_has_to_play() {
    for moves in [vec![], vec![play(12)], vec![play(12), play(4)], vec![play(12), play(4), play(1)]] {
        let mut hand = after(DEALT, &moves);
        let challenger = hand.to_move().unwrap();
        assert!(hand.can_challenge());
        hand.apply(Move::Offer).unwrap();
        assert_eq!(hand.challenge(), ChallengeState::Offered { by: challenger });
        assert_eq!(hand.to_move(), Some(challenger.opponent()));
        assert_eq!(hand.due(), Due::Answer);
        assert!(!hand.can_challenge());
        hand.apply(Move::Accept).unwrap();
        let accepted = ChallengeState::Accepted { by: challenger };
        assert_eq!(hand.challenge(), accepted);
        // The challenger still owes the card.
        assert_eq!(hand.to_move(), Some(challenger));
        assert_eq!(hand.due(), Due::Card);
        assert!(!hand.can_challenge());
    }
}
