//! Clocks and sessions (2.6), with short times.

use std::thread::sleep;

use serde_json::{Value, json};

use crate::peers::{OLD_GAME, Peer, by_the_clock, serve, until};

#[test]
fn whose_clock_runs_out_has_forfeited() {
    by_the_clock(|unit| {
        let server = serve(|config| config.clock = 20 * unit);
        let (mut one, two) = Peer::pair(&server);
        // A card resets only the clock of the player who plays it. A status request resets none.
        sleep(10 * unit);
        let card = one.legal(None);
        one.plays(&card);
        until("the game is over", || two.status()["game"] == Value::Null);
        let result = one.old_game(json!(one.game));
        let body = result.success(&OLD_GAME);
        assert_eq!(body["forfeited_by"], two.id);
        assert_eq!(body["score1"], Value::Null);
    });
}

#[test]
fn a_bid_resets_the_clock() {
    by_the_clock(|unit| {
        let server = serve(|config| config.clock = 20 * unit);
        let (one, two) = Peer::pair(&server);
        sleep(10 * unit);
        two.bid(json!(3)).success(&[]);
        until("the game is over", || two.status()["game"] == Value::Null);
        let body = two.old_game(json!(two.game)).body;
        assert_eq!(body["forfeited_by"], one.id);
    });
}

#[test]
fn a_session_ends_and_status_outside_a_game_does_not_prolong_it() {
    by_the_clock(|unit| {
        let server = serve(|config| config.session_life = 15 * unit);
        let peer = Peer::new(&server, "us");
        let alive = || {
            let reply = peer.ask("status", json!({"session": peer.session}));
            reply.body["result"] == "success"
        };
        for _ in 0..3 {
            sleep(3 * unit);
            assert!(alive());
        }
        sleep(9 * unit);
        assert!(!alive());
    });
}

#[test]
fn retry_and_failures_do_not_prolong_a_session() {
    by_the_clock(|unit| {
        let server = serve(|config| {
            config.session_life = 15 * unit;
            config.new_game_wait = 7 * unit;
        });
        let peer = Peer::new(&server, "us");
        assert_eq!(peer.new_game().body["result"], "retry");
        assert!(peer.bid(json!(3)).failure().contains("no game"));
        sleep(10 * unit);
        assert!(peer.bid(json!(3)).failure().contains("session"));
    });
}

#[test]
fn status_in_a_game_prolongs_a_session_and_who_lets_it_end_has_forfeited() {
    by_the_clock(|unit| {
        let server = serve(|config| config.session_life = 15 * unit);
        let (one, two) = Peer::pair(&server);
        for _ in 0..8 {
            sleep(3 * unit);
            one.status();
        }
        // The opponent has sent nothing in all that time.
        assert_eq!(one.status()["game"], Value::Null);
        let body = one.old_game(json!(one.game)).body;
        assert_eq!(body["forfeited_by"], two.id);
        let reply = two.ask("status", json!({"session": two.session}));
        assert!(reply.failure().contains("session"));
    });
}

#[test]
fn a_bot_that_never_came_for_its_game_loses_by_time() {
    by_the_clock(|unit| {
        let server = serve(|config| {
            config.new_game_wait = unit / 2;
            config.clock = 15 * unit;
        });
        let gone = Peer::new(&server, "gone");
        assert_eq!(gone.new_game().body["result"], "retry");
        let here = Peer::new(&server, "here");
        let mut dealt = Value::Null;
        until("a game", || {
            dealt = here.new_game().body;
            dealt["result"] == "success"
        });
        sleep(3 * unit);
        here.bid(json!(3)).success(&[]);
        until("the game is over", || here.status()["game"] == Value::Null);
        let body = here.old_game(dealt["game"].clone()).body;
        assert_eq!(body["forfeited_by"], gone.id);
    });
}
