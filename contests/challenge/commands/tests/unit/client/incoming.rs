use super::*;

#[test]
fn odd_messages_are_odd_and_half_good_requests_are_salvaged() {
    for odd in [
        "",
        "{",
        "[]",
        "5",
        "null",
        "{}",
        r#"{"type":"resultoftrick"}"#,
        r#"{"type":"result","result":{"type":"resultoftrick"},"your_player_num":0}"#,
        r#"{"type":"result","result":{"type":"game_won","by":7},"your_player_num":0}"#,
        r#"{"type":"result"}"#,
        r#"{"type":"request","request_id":"4","request":"request_card"}"#,
        r#"{"type":"request","request_id":4,"request":"dance"}"#,
        r#"{"type":"request","request_id":4294967296,"request":"request_card"}"#,
    ] {
        assert_eq!(Incoming::read(odd.as_bytes()), Incoming::Odd, "{odd}");
    }
    let lacking = r#"{"type":"request","request_id":4,"request":"request_card",
            "state":{"hand":[3,"x",9,-1,200]}}"#;
    let (three, nine) = (Rank::new(3).unwrap(), Rank::new(9).unwrap());
    assert_eq!(
        Incoming::read(lacking.as_bytes()),
        Incoming::Garbled {
            request: RequestKind::RequestCard,
            request_id: 4,
            hand: Cards::EMPTY.with(three).with(nine),
        }
    );
    assert_eq!(
        Incoming::read(br#"{"type":"error","x":1}"#),
        Incoming::Refusal { seen_host: String::new(), message: String::new() }
    );
}
