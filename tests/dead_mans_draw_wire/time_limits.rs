//! Time limits and the watchdog.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::peers::{ADMIN, FIRST, Game, Peer, SECOND, cards, plain, serve};

/// Longer than the limit of [`limited`].
const LATE: Duration = Duration::from_millis(150);

fn limited(peer: &Peer, draw_pile: &str, more: Value) -> Game {
    let mut params = json!({"drawPile": cards(draw_pile), "timeout": 0.1});
    let more = more.as_object().unwrap().clone();
    params.as_object_mut().unwrap().extend(more);
    peer.set_up(params)
}

#[test]
fn a_late_action_is_not_done_and_the_turn_ends_as_a_success() {
    let server = plain();
    let game =
        limited(&Peer::new(&server, FIRST), "Key3 Map3 Anchor3 Hook4", json!({"discardPile": cards("Hook2 Chest2")}));
    game.draw();
    game.draw();
    sleep(LATE);
    let late = game.done(json!({"etype": "Draw"}));
    assert_eq!(late.kinds(), ["Comment", "ResponseToEffect", "CardPlacedToPlayArea", "TurnEnded"]);
    assert_eq!(late.event("TurnEnded")["turnEndedIsSuccessful"], true);
    let object = game.look("").body;
    assert_eq!(object["state"]["timeoutCount"], 1);
    assert_eq!(object["state"]["banks"][0], json!({"Key": [3], "Map": [3], "Hook": [2]}));
    assert_eq!(object["activePlayerIndex"], 1);
}

#[test]
fn who_is_in_time_is_not_late() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Map3"), "timeout": 30}));
    assert_eq!(game.draw().kinds(), ["Draw", "CardPlacedToPlayArea"]);
}

#[test]
fn with_the_fifth_time_the_match_is_terminated_and_the_higher_score_wins() {
    let server = plain();
    let game = limited(&Peer::new(&server, FIRST), "Key3 Map3 Anchor3", json!({"banks": [[], cards("Key7")]}));
    for time in 1..=5 {
        sleep(LATE);
        let late = game.done(json!({"etype": "Draw"}));
        assert_eq!(late.kinds().contains(&"MatchEnded"), time == 5, "{late:?}");
        if time == 5 {
            let end = late.event("MatchEnded");
            assert_eq!(end["matchEndedTerminated"], true);
            assert_eq!(end["matchEndedWinnerIdx"], 1);
        }
    }
    assert_eq!(game.look("waitactive=1").status, 410);
}

#[test]
fn the_watchdog_ends_late_turns_for_admins_by_tag() {
    let server = plain();
    let (first, admin) = (Peer::new(&server, FIRST), Peer::new(&server, ADMIN));
    assert_eq!(first.post("/api/matches/watchdog", &json!({})).status, 401);
    let game = limited(&first, "Key3 Map3 Anchor3", json!({"tags": ["cup"]}));
    let other = limited(&first, "Key3 Map3 Anchor3", json!({"tags": ["other"]}));
    sleep(LATE);
    let found = admin.post("/api/matches/watchdog?tags=cup", &json!({}));
    assert_eq!((found.status, &found.body), (200, &json!([game.id])));
    assert_eq!(game.look("").body["state"]["timeoutCount"], 1);
    assert_eq!(other.look("").body["state"].get("timeoutCount"), None);
    let odd = admin.post("/api/matches/watchdog?repeat=61", &json!({}));
    assert_eq!(odd.status, 400);
    // Twice means a second later again.
    let found = admin.post("/api/matches/watchdog?tags=cup&repeat=2", &json!({}));
    assert_eq!(found.body, json!([game.id]));
    assert!(game.look("").body["state"]["timeoutCount"].as_u64().unwrap() >= 2);
}

#[test]
fn a_server_may_keep_watch_by_itself_and_wakes_who_waits() {
    let server = serve(|config| {
        config.watchdog = true;
        config.long_poll = Duration::from_secs(10);
    });
    let params = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom", "timeout": 0.1});
    let game = Peer::new(&server, ADMIN).create(params);
    let second = game.by(&Peer::new(&server, SECOND));
    let shown = second.look("waitactive=1");
    assert_eq!((shown.status, &shown.body["activePlayerIndex"]), (200, &json!(1)));
}
