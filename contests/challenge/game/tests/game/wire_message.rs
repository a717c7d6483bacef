use serde_json::json;

use cardsharp_challenge_game::rules::*;
use cardsharp_challenge_game::wire::*;
use cardsharp_player::Player;

fn state(hand: &[u8], card: Option<u8>) -> RequestState {
    RequestState {
        hand: hand.iter().filter_map(|&value| Rank::new(value)).collect(),
        card: card.and_then(Rank::new),
        hand_id: 3,
        game_id: 77,
        your_tricks: 1,
        their_tricks: 0,
        can_challenge: false,
        in_challenge: false,
        total_tricks: 2,
        your_points: 4,
        opponent_id: 9,
        their_points: 5,
        player_number: Player::ONE,
    }
}

#[test]
fn request_has_exactly_the_documented_keys() {
    let request = |state| {
        ServerMessage::Request(RequestMessage {
            request: RequestKind::ChallengeOffered,
            request_id: 12,
            remaining: 2.0,
            state,
        })
    };
    let with_card = serde_json::to_value(request(state(&[1, 13, 8], Some(6)))).unwrap();
    let mut expected = json!({
        "type": "request", "request": "challenge_offered", "request_id": 12, "remaining": 2.0,
        "state": {
            "hand": [13, 8, 1], "card": 6, "hand_id": 3, "game_id": 77, "your_tricks": 1,
            "their_tricks": 0, "can_challenge": false, "in_challenge": false,
            "total_tricks": 2, "your_points": 4, "opponent_id": 9, "their_points": 5,
            "player_number": 1,
        },
    });
    assert_eq!(with_card, expected);
    let without = serde_json::to_value(request(state(&[], None))).unwrap();
    let keys = expected["state"].as_object_mut().unwrap();
    keys.remove("card");
    keys.insert("hand".into(), json!([]));
    assert_eq!(without, expected);
    let text = serde_json::to_string(&request(state(&[], None))).unwrap();
    assert!(text.contains(r#""remaining":2.0"#), "a float: {text}");
}

#[test]
fn results_and_greetings_have_the_documented_shapes() {
    let by = Player::ONE;
    let card = Rank::new(4);
    let shapes = [
        (Outcome::TrickWon { by, card }, json!({"type": "trick_won", "by": 1, "card": 4})),
        (Outcome::TrickWon { by, card: None }, json!({"type": "trick_won", "by": 1})),
        (Outcome::TrickTied, json!({"type": "trick_tied"})),
        (Outcome::HandDone { by: Some(by) }, json!({"type": "hand_done", "by": 1})),
        (Outcome::HandDone { by: None }, json!({"type": "hand_done"})),
        (Outcome::GameWon { by }, json!({"type": "game_won", "by": 1})),
        (Outcome::Error { reason: "x".into() }, json!({"type": "error", "reason": "x"})),
        (Outcome::Accepted, json!({"type": "accepted"})),
    ];
    for (result, shape) in shapes {
        let message = ServerMessage::Result(ResultMessage { your_player_num: Player::ZERO, result });
        let expected = json!({"type": "result", "your_player_num": 0, "result": shape});
        assert_eq!(serde_json::to_value(&message).unwrap(), expected);
        assert_eq!(serde_json::from_value::<ServerMessage>(expected).unwrap(), message);
    }
    let greeting = json!({"type": "greetings_program", "team_id": 4, "sark": "odd"});
    assert_eq!(
        serde_json::from_value::<ServerMessage>(greeting).unwrap(),
        ServerMessage::GreetingsProgram { team_id: 4 }
    );
}

#[test]
fn a_third_player_is_no_message() {
    for by in [json!(2), json!(-1), json!("0"), json!(null), json!(0.0)] {
        let result = json!({"type": "game_won", "by": by});
        assert!(serde_json::from_value::<Outcome>(result).is_err(), "{by}");
        let result = json!({"type": "hand_done", "by": by});
        assert!(serde_json::from_value::<Outcome>(result).is_err(), "{by}");
    }
}

#[test]
fn move_is_the_document_s_own_example() {
    let reject = ClientMessage::Move { request_id: 1, response: Response::RejectChallenge };
    assert_eq!(
        serde_json::to_string(&reject).unwrap(),
        r#"{"type":"move","request_id":1,"response":{"type":"reject_challenge"}}"#
    );
}
