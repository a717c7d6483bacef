//! Status codes and bodies (measured on the arena).

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::peers::{ADMIN, DUMMY, FIRST, LONG_POLL, POLL, Peer, SECOND, card, cards, kinds, plain, respond, serve};

#[test]
fn post_200_is_a_bare_array_of_events_without_player_index() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Key4")}));
    let drawn = game.draw();
    assert_eq!(drawn.kinds(), ["Draw", "CardPlacedToPlayArea"]);
    for event in drawn.body.as_array().unwrap() {
        assert_eq!(event.get("playerIndex"), None, "{event}");
    }
}

#[test]
fn get_200_is_the_match_and_its_events_carry_player_index() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Key4")}));
    game.draw();
    let shown = game.look("showevents=true");
    assert_eq!(shown.status, 200);
    let moves = shown.body["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[1]["events"][0]["playerIndex"], 0);
}

#[test]
fn refusals_are_400_with_error_and_change_nothing() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let game = first.set_up(json!({"drawPile": cards("Map3 Key4 Key5"), "discardPile": cards("Hook2")}));
    game.draw();
    let before = game.look("showdebug=1&showevents=1").body;
    let path = game.path();
    for (body, says) in [
        (r#"{"etype": "EndTurn"}"#, "map waits for an answer"),
        (r#"{"etype": "Fold"}"#, "etype is `Fold`"),
        ("{", "not a JSON object"),
        ("[]", "not a JSON object"),
        (r#"{"etype": "ResponseToEffect", "effect": {"effectType": "Map", "card": ["Map", 9]}}"#, "no Map of value 9"),
        (r#"{"etype": "ResponseToEffect"}"#, "wants effect"),
    ] {
        let reply = first.send("POST", &path, Some(body.as_bytes()));
        assert_eq!(reply.status, 400, "{body}");
        assert!(reply.error().contains(says), "{body}: {}", reply.text);
    }
    let bad_id = first.get("/api/matches/nonsense");
    assert_eq!(bad_id.status, 400);
    assert!(bad_id.error().contains("24 hexadecimal digits"));
    assert_eq!(game.look("showdebug=1&showevents=1").body, before);
}

#[test]
fn strangers_and_who_does_not_play_are_401() {
    let server = plain();
    let game = Peer::new(&server, FIRST).create(json!({}));
    let stranger = game.by(&Peer::stranger(&server)).look("");
    assert_eq!((stranger.status, stranger.text.as_str()), (401, "Unauthorized"));
    let second = game.by(&Peer::new(&server, SECOND));
    for reply in [second.look(""), second.act(json!({"etype": "Draw"}))] {
        assert_eq!(reply.status, 401);
        reply.error();
    }
}

#[test]
fn unknown_paths_and_what_only_admins_may_are_refused_in_plain_text() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    for (reply, status) in [
        (first.get("/api/nowhere"), 404),
        (first.get("/nowhere"), 404),
        (first.get("/api/players"), 401),
        (first.post("/api/matches/watchdog", &json!({})), 401),
    ] {
        assert_eq!(reply.status, status, "{reply:?}");
        let kind = reply.headers["content-type"].to_str().unwrap();
        assert!(kind.starts_with("text/plain"), "{reply:?}");
        assert!(reply.body.is_null() && !reply.text.is_empty(), "{reply:?}");
    }
}

#[test]
fn a_creation_that_is_not_allowed_is_400() {
    let server = plain();
    let dummy = Peer::new(&server, DUMMY).post("/api/matches", &json!({}));
    let others = json!({"playerids": [FIRST.0, SECOND.0]});
    let others = Peer::new(&server, FIRST).post("/api/matches", &others);
    for (reply, says) in [(dummy, "the dummy"), (others, "against themselves")] {
        assert_eq!(reply.status, 400, "{reply:?}");
        assert!(reply.error().contains(says), "{reply:?}");
    }
}

#[test]
fn an_unknown_match_is_404() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let path = "/api/matches/636438380ee778617e6e5be8";
    for reply in [first.get(path), first.post(path, &json!({"etype": "Draw"}))] {
        assert_eq!(reply.status, 404);
        reply.error();
    }
}

#[test]
fn not_the_current_player_is_409_at_once_and_when_waiting_ran_out() {
    let server = plain();
    let params = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom"});
    let game = Peer::new(&server, ADMIN).create(params);
    let second = game.by(&Peer::new(&server, SECOND));
    let at_once = second.act(json!({"etype": "Draw"}));
    assert_eq!(at_once.status, 409);
    assert_eq!(at_once.error(), "Authenticated user is not the current player");
    assert_eq!(second.look("").status, 200);
    let began = Instant::now();
    assert_eq!(second.look("waitactive=true").status, 409);
    assert!(began.elapsed() >= POLL, "{:?}", began.elapsed());
    let waiting = second.peer.post(&format!("{}?wait=1", second.path()), &json!({"etype": "Draw"}));
    assert_eq!(waiting.status, 409);
    assert!(began.elapsed() >= 2 * POLL, "{:?}", began.elapsed());
}

#[test]
fn a_match_that_is_over_is_410_on_get_only_to_who_waits_for_a_turn() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Map3")}));
    game.draw();
    game.draw();
    for (query, status) in [("", 200), ("waitactive=0", 200), ("waitactive=1", 410), ("waitactive", 410)] {
        let reply = game.look(query);
        assert_eq!(reply.status, status, "{query}");
        let moves = reply.body["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 1);
        let last = kinds(&moves[0]["events"]);
        assert_eq!(last, ["Draw", "CardPlacedToPlayArea", "TurnEnded", "MatchEnded"]);
        let short = game.look(&format!("{query}&condensed=1"));
        assert_eq!((short.status, &short.body["finished"]), (status, &json!(true)));
    }
    assert_eq!(game.look("showevents=1").body["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn a_match_that_is_over_is_410_on_post_with_the_closing_events() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3")}));
    game.draw();
    let reply = game.act(json!({"etype": "Draw"}));
    assert_eq!(reply.status, 410);
    assert_eq!(reply.body.as_object().unwrap().len(), 1);
    assert_eq!(kinds(&reply.body["events"]), ["TurnEnded", "MatchEnded"]);
}

#[test]
fn a_list_that_waits_ends_empty_or_as_soon_as_there_is_a_match() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let began = Instant::now();
    let path = "/api/matches?active=true&wait=true&tags=cup";
    assert_eq!(first.get(path).body, json!([]));
    assert!(began.elapsed() >= POLL);
    // A match of another tag does not wake; the right one does, before the time is up.
    let server = serve(|config| config.long_poll = LONG_POLL);
    let first = Peer::new(&server, FIRST);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| (first.get(path), Instant::now()));
        thread::sleep(Duration::from_millis(100));
        first.create(json!({"tags": ["other"]}));
        thread::sleep(Duration::from_millis(100));
        let created = Instant::now();
        let game = first.create(json!({"tags": ["cup"]}));
        let (reply, at) = waiting.join().unwrap();
        assert_eq!(reply.body.as_array().unwrap().len(), 1);
        assert_eq!(reply.body[0]["_id"], game.id);
        let late = at.saturating_duration_since(created);
        assert!(late < LONG_POLL / 2, "{late:?}");
    });
}

#[test]
fn who_waits_for_his_turn_is_woken_by_it_and_by_the_end() {
    let server = serve(|config| config.long_poll = LONG_POLL);
    let setup = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom",
                       "drawPile": cards("Key3 Map3 Hook3"), "discardPile": []});
    let game = Peer::new(&server, ADMIN).create(setup);
    let first = game.by(&Peer::new(&server, FIRST));
    let second = game.by(&Peer::new(&server, SECOND));
    thread::scope(|scope| {
        let looking = scope.spawn(|| second.look("waitactive=1"));
        let path = format!("{}?wait=true", second.path());
        thread::sleep(Duration::from_millis(100));
        first.draw();
        first.end();
        let shown = looking.join().unwrap();
        assert_eq!((shown.status, &shown.body["activePlayerIndex"]), (200, &json!(1)));
        let drawn = second.peer.post(&path, &json!({"etype": "Draw"}));
        assert_eq!(drawn.kinds()[..2], ["TurnStarted", "Draw"]);
        let waiting = scope.spawn(|| first.look("waitactive=1").status);
        thread::sleep(Duration::from_millis(100));
        second.draw();
        assert_eq!(waiting.join().unwrap(), 410);
    });
}

#[test]
fn the_throttle_makes_each_further_request_wait_longer() {
    let server = serve(|config| config.throttle = true);
    let first = Peer::new(&server, FIRST);
    let ask = |peer: &Peer| {
        let began = Instant::now();
        assert_eq!(peer.get("/api/whoami").status, 200);
        began.elapsed()
    };
    for _ in 0..100 {
        ask(&first);
    }
    for step in 1..=3 {
        let waited = ask(&first);
        assert!(waited >= Duration::from_millis(100 * step), "{step}: {waited:?}");
    }
    // The others are not delayed. On a busy machine one of their requests is.
    let second = Peer::new(&server, SECOND);
    let fastest = (0..10).map(|_| ask(&second)).min().unwrap();
    assert!(fastest < Duration::from_millis(100), "{fastest:?}");
}

#[test]
fn an_answer_of_another_effect_is_400() {
    let server = plain();
    let game =
        Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Map3 Key4"), "discardPile": cards("Hook2 Chest2")}));
    assert!(game.refused(respond("Hook", card("Hook", 2))).contains("asks nothing"));
    game.draw();
    assert!(game.refused(respond("Hook", card("Hook", 2))).contains("not the hook"));
    assert!(game.refused(respond("Map", card("Key", 4))).contains("does not offer"));
}
