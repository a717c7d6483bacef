//! Games: matching, bids, cards, status and old games (2.2 to 2.6).

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::peers::{OLD_GAME, Peer, plain, play_out, round, serve};

#[test]
fn new_game_waits_and_then_says_retry() {
    let server = serve(|config| config.new_game_wait = Duration::from_millis(300));
    let peer = Peer::new(&server, "alone");
    let begun = Instant::now();
    let reply = peer.new_game();
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert_eq!((reply.status, &reply.body["result"]), (200, &json!("retry")));
    assert_eq!(reply.keys(), ["reason", "result"]);
}

#[test]
fn a_deal_is_two_sorted_hands_of_13_cards() {
    let server = plain();
    let (one, two) = Peer::pair(&server);
    assert_eq!(one.game, two.game);
    let mut all: Vec<_> = one.dealt.iter().chain(&two.dealt).collect();
    for hand in [&one.dealt, &two.dealt] {
        assert_eq!(hand.len(), 13);
        assert!(hand.is_sorted());
    }
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 26);
    for card in all {
        assert_eq!(card.len(), 3);
        assert!("CDHS".contains(&card[..1]));
        assert!((1..=13).contains(&card[1..].parse::<u8>().unwrap()));
    }
    let again = one.new_game();
    let body = again.success(&["cards", "game", "opponent"]);
    assert_eq!(body["opponent"], two.id);
}

#[test]
fn new_game_tells_of_the_same_game_with_the_cards_of_now_until_the_bid() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    let (leader, other) = (&mut one, &mut two);
    round(leader, other);
    let again = leader.new_game();
    let body = again.success(&["cards", "game", "opponent"]);
    assert_eq!(body["game"], leader.game);
    assert_eq!(body["cards"], json!(leader.hand));
    assert_eq!(leader.hand.len(), 12);
    leader.bid(json!(3)).success(&[]);
    assert!(leader.new_game().failure().contains("have bid"));
}

#[test]
fn a_bot_whose_client_has_gone_is_still_paired() {
    let server = serve(|config| config.new_game_wait = Duration::from_millis(50));
    let gone = Peer::new(&server, "gone");
    assert_eq!(gone.new_game().body["result"], "retry");
    let here = Peer::new(&server, "here");
    let deadline = Instant::now() + Duration::from_secs(10);
    let body = loop {
        let reply = here.new_game();
        if reply.body["result"] == "success" {
            break reply.body;
        }
        assert!(Instant::now() < deadline);
    };
    assert_eq!(body["opponent"], gone.id);
    assert_eq!(gone.status()["game"], body["game"]);
}

#[test]
fn bids_are_made_once_from_whatever_comes() {
    let server = plain();
    let (one, two) = Peer::pair(&server);
    for bad in [json!(0), json!(14), json!(-1), json!("abc"), json!(null), json!(1e9)] {
        assert!(one.bid(bad).failure().contains("1 to 13"));
    }
    one.bid(json!("3")).success(&[]);
    assert!(one.bid(json!(4)).failure().contains("already"));
    two.bid(json!(13.7)).success(&[]);
    assert_eq!(one.status()["opponent-bid"], 13);
    assert_eq!(two.status()["opponent-bid"], 3);
    let missing = one.ask("bid", json!({"session": one.session}));
    assert!(missing.failure().contains("`bid` is missing"));
}

#[test]
fn the_other_s_bid_is_null_until_one_has_bid_and_then_0_if_there_is_none() {
    let server = plain();
    let (one, two) = Peer::pair(&server);
    assert_eq!(one.status()["opponent-bid"], Value::Null);
    one.bid(json!(3)).success(&[]);
    assert_eq!(one.status()["opponent-bid"], 0);
    assert_eq!(two.status()["opponent-bid"], Value::Null);
    two.bid(json!(5)).success(&[]);
    assert_eq!(one.status()["opponent-bid"], 5);
}

#[test]
fn cards_are_refused_in_the_order_of_the_original_and_nothing_changes() {
    let server = plain();
    let stranger = Peer::new(&server, "three");
    assert!(stranger.play("S7").failure().contains("form"));
    assert!(stranger.play("X07").failure().contains("suit"));
    assert!(stranger.play("S14").failure().contains("value"));
    assert!(stranger.play("S07").failure().contains("in no game"));
    let (mut one, two) = Peer::pair(&server);
    let before = one.status();
    for (card, why) in [
        ("", "form"),
        ("S007", "form"),
        (" S7", "form"),
        ("s07", "suit"),
        ("S00", "value"),
        (two.hand[0].as_str(), "not in your hand"),
    ] {
        let reply = one.play(card);
        assert!(reply.failure().contains(why), "{card}: {reply:?}");
    }
    let early = two.play(&two.hand[0]);
    assert!(early.failure().contains("wait for the card"));
    assert_eq!(one.status(), before);
    let led = one.hand[0].clone();
    one.plays(&led);
    let again = one.play(&one.hand[0]);
    assert!(again.failure().contains("already"));
    let gone = one.play(&led);
    assert!(gone.failure().contains("not in your hand"));
    let suit = |card: &&String| card[..1] == led[..1];
    let (has, stray) = (two.hand.iter().any(|card| suit(&card)), two.hand.iter().find(|card| !suit(card)));
    if let (true, Some(stray)) = (has, stray) {
        assert!(two.play(stray).failure().contains("does not follow"));
    }
}

#[test]
fn status_shows_turns_cards_and_who_took_the_round() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    let null = Value::Null;
    for (player, other, turn) in [(&one, &two, true), (&two, &one, false)] {
        let status = player.status();
        assert_eq!(status["game"], player.game);
        assert_eq!(status["round"], 1);
        assert_eq!(status["opponent"], other.id);
        assert_eq!(status["your-turn"], turn);
        assert_eq!(status["opponent-current-card"], null);
        assert_eq!(status["opponent-previous-card"], null);
        assert_eq!(status["you-won-previous-round"], null);
    }
    let led = one.legal(None);
    one.plays(&led);
    assert_eq!(one.status()["your-turn"], false);
    assert_eq!(one.status()["opponent-current-card"], null);
    let status = two.status();
    assert_eq!((&status["your-turn"], &status["opponent-current-card"]), (&json!(true), &json!(led)));
    let reply = two.legal(Some(&led));
    two.plays(&reply);
    let (one_sees, two_sees) = (one.status(), two.status());
    assert_eq!((&one_sees["round"], &two_sees["round"]), (&json!(2), &json!(2)));
    assert_eq!(one_sees["opponent-previous-card"], reply);
    assert_eq!(two_sees["opponent-previous-card"], led);
    let won = one_sees["you-won-previous-round"].as_bool().unwrap();
    assert_eq!(two_sees["you-won-previous-round"], !won);
    // The player who took the trick leads.
    assert_eq!(one_sees["your-turn"], won);
    assert_eq!(two_sees["your-turn"], !won);
}

#[test]
fn a_game_without_bids_is_played_and_scored_as_bids_of_0() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    play_out(&mut one, &mut two);
    // Both are free at once; the last cards are never shown.
    for player in [&one, &two] {
        let status = player.status();
        let keys = status.as_object().unwrap();
        assert!(keys.iter().all(|(key, value)| key == "result" || value.is_null()));
    }
    let result = two.old_game(json!(one.game));
    let body = result.success(&OLD_GAME);
    assert_eq!((&body["bot1"], &body["bot2"]), (&json!(one.id), &json!(two.id)));
    assert_eq!((&body["bid1"], &body["bid2"]), (&Value::Null, &Value::Null));
    assert_eq!(body["hand1"], json!(one.dealt));
    assert_eq!(body["hand2"], json!(two.dealt));
    assert_eq!(body["score1"], body["tricks1"]);
    assert_eq!(body["score2"], body["tricks2"]);
    let tricks = |key: &str| body[key].as_u64().unwrap();
    assert_eq!(tricks("tricks1") + tricks("tricks2"), 13);
    assert_eq!((&body["round"], &body["forfeited_by"]), (&json!(13), &Value::Null));
    for key in ["started", "finished"] {
        let text = body[key].as_str().unwrap();
        assert_eq!(text.len(), "2014-09-19 18:00:00.123456".len(), "{text}");
        assert_eq!((&text[10..11], &text[19..20]), (" ", "."));
    }
}

#[test]
fn bids_may_come_late_and_are_scored() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    let (leader, other) = (&mut one, &mut two);
    round(leader, other);
    leader.bid(json!(13)).success(&[]);
    other.bid(json!(1)).success(&[]);
    let led = if leader.status()["your-turn"] == true { (leader, other) } else { (other, leader) };
    play_out(led.0, led.1);
    let body = one.old_game(json!(one.game)).body;
    let score = |bid: i64, tricks: &Value| {
        let tricks = tricks.as_i64().unwrap();
        if tricks < bid { -10 * bid } else { 10 * bid + tricks - bid }
    };
    assert_eq!(body["score1"], score(13, &body["tricks1"]));
    assert_eq!(body["score2"], score(1, &body["tricks2"]));
}

#[test]
fn old_games_are_told_once_they_are_over() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    assert!(one.old_game(json!(one.game)).failure().contains("progress"));
    for unknown in [json!(99), json!(0), json!(-1), json!("abc")] {
        assert!(one.old_game(unknown).failure().contains("no such game"));
    }
    play_out(&mut one, &mut two);
    let other = Peer::new(&server, "three");
    other.old_game(json!(one.game.to_string())).success(&OLD_GAME);
}

#[test]
fn a_new_login_forfeits_the_game() {
    let server = plain();
    let (mut one, two) = Peer::pair(&server);
    one.bid(json!(3)).success(&[]);
    one.peer.log_in();
    assert_eq!(two.status()["game"], Value::Null);
    assert_eq!(one.status()["game"], Value::Null);
    let result = two.old_game(json!(two.game));
    let body = result.success(&OLD_GAME);
    assert_eq!(body["forfeited_by"], one.id);
    assert_eq!((&body["bid1"], &body["bid2"]), (&json!(3), &Value::Null));
    assert_eq!((&body["score1"], &body["score2"]), (&Value::Null, &Value::Null));
    assert_eq!(server.games_forfeited(), 1);
}
