use cardsharp_challenge_game::rules::*;
use cardsharp_challenge_game::wire::*;

fn read(text: &str) -> Reading {
    read_answer(text.as_bytes(), 7)
}

#[test]
fn order_white_space_and_extra_keys_do_not_matter() {
    let five = Reading::Answer(Move::Play(Rank::new(5).unwrap()));
    for text in [
        r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":5}}"#,
        r#"{"request_id":7,"response":{"card":5,"type":"play_card"},"type":"move"}"#,
        " {\"type\":\"move\",\"x\":[1],\"request_id\":7,\n\"response\":{\"type\":\"play_card\",\"card\":5,\"y\":0}}\r\n",
    ] {
        assert_eq!(read(text), five, "{text}");
    }
    let offer = r#"{"type":"move","request_id":7,"response":{"type":"offer_challenge"}}"#;
    assert_eq!(read(offer), Reading::Answer(Move::Offer));
}

#[test]
fn every_fault_has_its_name() {
    use AnswerFault::*;
    for (text, fault) in [
        ("", NotJson),
        ("{", NotJson),
        ("\u{0}", NotJson),
        ("[1]", NotAnObject),
        ("null", NotAnObject),
        ("{}", NotAMove),
        (r#"{"type":"result","request_id":7}"#, NotAMove),
        (r#"{"type":5,"request_id":7}"#, NotAMove),
        (r#"{"type":"move"}"#, NoRequestId),
        (r#"{"type":"move","request_id":"7"}"#, NoRequestId),
        (r#"{"type":"move","request_id":7.0}"#, NoRequestId),
        (r#"{"type":"move","request_id":8}"#, UnknownRequest(8)),
        (r#"{"type":"move","request_id":0}"#, UnknownRequest(0)),
        (r#"{"type":"move","request_id":-4}"#, UnknownRequest(-4)),
        (r#"{"type":"move","request_id":4294967303}"#, UnknownRequest(4_294_967_303)),
        (r#"{"type":"move","request_id":7}"#, NoResponse),
        (r#"{"type":"move","request_id":7,"response":5}"#, NoResponse),
        (r#"{"type":"move","request_id":7,"response":{}}"#, NoResponse),
        (r#"{"type":"move","request_id":7,"response":{"type":"fold"}}"#, UnknownResponse),
        (r#"{"type":"move","request_id":7,"response":{"type":"play_card"}}"#, NoCard),
        (r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":"5"}}"#, NoCard),
        (r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":5.5}}"#, NoCard),
        (r#"{"type":"move","request_id":7,"response":{"type":"play_card","card":99}}"#, NoSuchCard(99)),
    ] {
        assert_eq!(read(text), Reading::Fault(fault), "{text}");
    }
}

#[test]
fn earlier_requests_are_stale_whatever_they_say() {
    assert_eq!(read(r#"{"type":"move","request_id":6}"#), Reading::Stale);
    assert_eq!(read(r#"{"type":"move","request_id":1,"response":3}"#), Reading::Stale);
    let last = format!(r#"{{"type":"move","request_id":{}}}"#, i32::MAX);
    assert_eq!(read_answer(last.as_bytes(), 1), Reading::Stale, "ids start again at 1");
}
