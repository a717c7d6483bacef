//! The exact text of the messages.

use super::*;

fn fault(method: Method, body: &str) -> BodyFault {
    Request::read(method, body.as_bytes()).unwrap_err()
}

fn bid(body: &str) -> i64 {
    match Request::read(Method::Bid, body.as_bytes()) {
        Ok(Request::Bid { bid, .. }) => bid.0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bodies_are_refused_in_the_order_of_the_original() {
    assert_eq!(fault(Method::Bid, ""), BodyFault::Empty);
    for text in ["{", "null", "{\"session\":}", " "] {
        assert_eq!(fault(Method::Bid, text), BodyFault::Undecodable, "{text}");
    }
    for text in ["5", "\"a\"", "true"] {
        let neither = BodyFault::NeitherObjectNorArray;
        assert_eq!(fault(Method::Bid, text), neither, "{text}");
    }
    assert_eq!(fault(Method::Bid, "[]"), BodyFault::Missing("session"));
    // A missing key is reported before one of a wrong type.
    assert_eq!(fault(Method::Play, "{\"session\":5}"), BodyFault::Missing("card"));
    assert_eq!(fault(Method::Play, "{\"card\":1,\"session\":\"x\"}"), BodyFault::NotText("card"));
}

#[test]
fn wanted_integers_are_made_of_anything() {
    let made = [
        ("3", 3),
        ("\"3\"", 3),
        ("\"abc\"", 0),
        ("\"12x\"", 12),
        ("\" -4\"", -4),
        ("3.9", 3),
        ("true", 1),
        ("null", 0),
        ("[]", 0),
        ("1e300", i64::MAX),
    ];
    for (text, number) in made {
        assert_eq!(bid(&format!("{{\"bid\":{text},\"session\":\"\"}}")), number);
    }
}

#[test]
fn result_is_the_last_key_and_cards_are_three_characters() {
    let dealt = Dealt { cards: answer::Hand("S07,C13,C02".parse().unwrap()), game: 3, opponent: 2 };
    let text = Answer::Success(&dealt).write();
    assert_eq!(text, r#"{"cards":["C02","C13","S07"],"game":3,"opponent":2,"result":"success"}"#);
    assert_eq!(Answer::read(text.as_bytes()).unwrap(), Answer::Success(dealt));
    assert_eq!(Answer::Success(Done {}).write(), r#"{"result":"success"}"#);
    let retry = Answer::<Done>::Retry("no one".to_owned());
    assert_eq!(retry.write(), r#"{"reason":"no one","result":"retry"}"#);
    assert_eq!(Answer::read(retry.write().as_bytes()).unwrap(), retry);
}

#[test]
fn status_has_eight_keys_all_null_outside_a_game() {
    let text = Answer::Success(StatusReport::default()).write();
    assert_eq!(
        text,
        concat!(
            r#"{"game":null,"round":null,"opponent":null,"your-turn":null,"opponent-bid":null,"#,
            r#""opponent-current-card":null,"opponent-previous-card":null,"#,
            r#""you-won-previous-round":null,"result":"success"}"#
        )
    );
    let answer = Answer::<StatusReport>::read(text.as_bytes()).unwrap();
    assert_eq!(answer, Answer::Success(StatusReport::default()));
}

#[test]
fn answers_without_sense_are_refused() {
    for text in [
        "",
        "[]",
        "{}",
        r#"{"result":"maybe"}"#,
        r#"{"result":"success"}"#,
        r#"{"result":"success","cards":["S07","S07"],"game":1,"opponent":2}"#,
        r#"{"result":"success","cards":["Z07"],"game":1,"opponent":2}"#,
        r#"{"result":"success","cards":[],"game":-1,"opponent":2}"#,
    ] {
        assert!(Answer::<Dealt>::read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn requests_are_read_as_they_are_written_and_shown_without_secrets() {
    let request = Request::Bid { session: "5e55".to_owned(), bid: Integer(4) };
    let text = serde_json::to_string(&request).unwrap();
    assert_eq!(text, r#"{"session":"5e55","bid":4}"#);
    assert_eq!(Request::read(Method::Bid, text.as_bytes()).unwrap(), request);
    assert_eq!(format!("{request:?}"), "Request(bid)");
}

#[test]
fn moments_have_microseconds_and_a_space() {
    assert_eq!(Timestamp::at(1_411_150_000_000_123).0, "2014-09-19 18:06:40.000123");
}
