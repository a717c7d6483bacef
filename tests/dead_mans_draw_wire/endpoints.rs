//! Every address of the interface.

use std::thread;
use std::time::{Duration, Instant};

use cardsharp::contests::dead_mans_draw::wire::{Hello, PlayerRecord, SessionInfo, WhoAmI};
use serde_json::{Value, json};

use crate::peers::{ADMIN, DUMMY, FIRST, LONG_POLL, Peer, SECOND, cards, keys, plain, serve};

#[test]
fn hello_needs_no_login_and_helloworld_is_404() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let hello = stranger.get("/api/hello");
    assert_eq!((hello.status, keys(&hello.body)), (200, vec!["message"]));
    serde_json::from_value::<Hello>(hello.body).unwrap();
    let world = stranger.get("/api/helloworld");
    assert_eq!(world.status, 404);
}

#[test]
fn whoami_and_sessioninfo_say_who_asks() {
    let server = plain();
    let who = Peer::new(&server, FIRST).get("/api/whoami");
    let first = json!({"username": FIRST.0, "name": "first", "role": "player"});
    assert_eq!((who.status, &who.body), (200, &first));
    serde_json::from_value::<WhoAmI>(who.body).unwrap();
    let admin = Peer::new(&server, ADMIN).get("/api/whoami");
    assert_eq!(admin.body["role"], "admin");
    let session = Peer::new(&server, FIRST).get("/api/sessioninfo").body;
    assert_eq!(keys(&session), ["dbname", "ip", "name", "role", "username", "version"]);
    assert_eq!(session["ip"], "127.0.0.1");
    serde_json::from_value::<SessionInfo>(session).unwrap();
}

#[test]
fn players_are_listed_for_admins_and_shown_to_themselves() {
    let server = plain();
    let (first, admin) = (Peer::new(&server, FIRST), Peer::new(&server, ADMIN));
    let all = admin.get("/api/players");
    assert_eq!(all.status, 200);
    assert_eq!(all.body.as_array().unwrap().len(), 4);
    let own = first.get(&format!("/api/players/{}", FIRST.0));
    assert_eq!(own.body, json!({"_id": FIRST.0, "name": "first"}));
    serde_json::from_value::<PlayerRecord>(own.body).unwrap();
    let list = first.get("/api/players");
    assert_eq!(list.status, 401);
    let others = first.get(&format!("/api/players/{}", SECOND.0));
    assert_eq!(others.status, 403);
    others.error();
    assert_eq!(admin.get(&format!("/api/players/{}", SECOND.0)).status, 200);
    assert_eq!(admin.get("/api/players/nobody").status, 404);
}

#[test]
fn creation_answers_200_with_id_seed_and_header() {
    let server = plain();
    let reply = Peer::new(&server, FIRST).post("/api/matches", &json!({"randomSeed": "mine"}));
    assert_eq!(reply.status, 200);
    assert_eq!(keys(&reply.body), ["id", "randomSeed"]);
    assert_eq!(reply.body["randomSeed"], "mine");
    let id = reply.body["id"].as_str().unwrap();
    assert_eq!(id.len(), 24);
    assert_eq!(reply.headers["X-Result-Id"], id);
}

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap();
    list.iter().map(|one| one["_id"].as_str().unwrap()).collect()
}

#[test]
fn lists_are_newest_first_and_a_limit_gives_one_more() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let made: Vec<_> = (0..5).map(|_| first.create(json!({})).id).collect();
    let newest: Vec<&str> = made.iter().rev().map(String::as_str).collect();
    let list = |query: &str| first.get(&format!("/api/matches?{query}")).body;
    assert_eq!(ids(&list("")), newest);
    assert_eq!(ids(&list("limit=2")), newest[..3]);
    assert_eq!(ids(&list("limit=0")), newest[..1]);
    assert_eq!(ids(&list("sortasc=true")), made);
    assert_eq!(ids(&list(&format!("id={}", made[2]))), [&made[2]]);
    let short = list("condensed=1&limit=0");
    assert_eq!(short[0]["id"], newest[0]);
}

#[test]
fn an_offset_is_the_id_of_the_match_that_the_page_goes_on_after() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let made: Vec<_> = (0..5).map(|_| first.create(json!({})).id).collect();
    let newest: Vec<&str> = made.iter().rev().map(String::as_str).collect();
    let list = |query: &str| first.get(&format!("/api/matches?{query}"));
    let after = |id: &str, more: &str| list(&format!("offset={id}{more}")).body;
    assert_eq!(ids(&after(newest[0], "")), newest[1..]);
    assert_eq!(ids(&after(newest[1], "&limit=1")), newest[2..4]);
    assert_eq!(ids(&after(&made[1], "&sortasc=1")), made[2..]);
    assert_eq!(after(newest[4], ""), json!([]));
    for odd in ["1", "0", "x"] {
        let refused = list(&format!("offset={odd}"));
        assert_eq!(refused.status, 400, "{odd}");
        assert!(refused.error().contains("offset"), "{refused:?}");
    }
    // For a match that does not exist, or is not this player's, no page is known.
    let others = Peer::new(&server, ADMIN).create(json!({"playerids": [SECOND.0, SECOND.0]}));
    for unknown in [FIRST.0, &others.id] {
        assert_eq!(list(&format!("offset={unknown}")).status, 404);
    }
}

#[test]
fn without_a_limit_all_matches_come() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    (0..130).for_each(|_| drop(first.create(json!({}))));
    assert_eq!(ids(&first.get("/api/matches").body).len(), 130);
    assert_eq!(ids(&first.get("/api/matches?limit=120").body).len(), 121);
}

#[test]
fn active_matches_are_those_in_which_the_asker_has_to_move() {
    let server = plain();
    let setup = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom",
                       "drawPile": cards("Key3 Map3 Hook3"), "discardPile": []});
    let game = Peer::new(&server, ADMIN).create(setup);
    let listed = |login, query: &str| {
        let list = Peer::new(&server, login).get(&format!("/api/matches?{query}"));
        assert_eq!(list.status, 200, "{list:?}");
        list.body.as_array().unwrap().len()
    };
    let active = |query: &str| [FIRST, SECOND, ADMIN].map(|login| listed(login, query));
    assert_eq!(active("active=1"), [1, 0, 0]);
    assert_eq!(active("active=0"), [1, 1, 1]);
    assert_eq!(active(""), [1, 1, 1]);
    let first = game.by(&Peer::new(&server, FIRST));
    first.draw();
    assert_eq!(active("active=true"), [1, 0, 0]);
    first.end();
    assert_eq!(active("active=true"), [0, 1, 0]);
    let second = game.by(&Peer::new(&server, SECOND));
    (0..2).for_each(|_| drop(second.draw()));
    assert_eq!(game.look("").body["activePlayerIndex"], Value::Null);
    assert_eq!(active("active=true"), [0, 0, 0]);
    assert_eq!(active("active=false"), [1, 1, 1]);
}

#[test]
fn who_waits_for_an_active_match_is_woken_by_the_turn() {
    let server = serve(|config| config.long_poll = LONG_POLL);
    let setup = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom"});
    let game = Peer::new(&server, ADMIN).create(setup);
    let (first, second) = (Peer::new(&server, FIRST), Peer::new(&server, SECOND));
    thread::scope(|scope| {
        let path = "/api/matches?active=true&wait=true";
        let waiting = scope.spawn(|| (second.get(path).body, Instant::now()));
        thread::sleep(Duration::from_millis(150));
        assert!(!waiting.is_finished());
        let first = game.by(&first);
        first.draw();
        first.end();
        let ended = Instant::now();
        let (list, at) = waiting.join().unwrap();
        assert_eq!(ids(&list), [&game.id]);
        assert!(at.saturating_duration_since(ended) < LONG_POLL / 2);
    });
}

#[test]
fn lists_are_chosen_by_tag_activity_and_day() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let tagged = first.create(json!({"tags": ["a", "b"]}));
    let over = first.set_up(json!({"drawPile": cards("Key3"), "tags": ["c"]}));
    over.draw();
    let list = |query: &str| first.get(&format!("/api/matches?{query}")).body;
    assert_eq!(ids(&list("tags=a")), [&tagged.id]);
    assert_eq!(ids(&list("tags=x,b")), [&tagged.id]);
    assert_eq!(ids(&list("tags=x")), Vec::<&str>::new());
    assert_eq!(ids(&list("active=true")), [&tagged.id]);
    assert_eq!(ids(&list("active=false")).len(), 2);
    let days = first.get("/api/matches/busydays");
    let day = days.body[0].as_str().unwrap();
    assert_eq!((days.status, day.len()), (200, 10));
    assert_eq!(ids(&list(&format!("at={day}"))).len(), 2);
    assert_eq!(ids(&list("at=2001-02-03")).len(), 0);
    assert_eq!(ids(&list("at=today&active=true")), [&tagged.id]);
    assert_eq!(ids(&list("at=today")).len(), 2);
    let odd = first.get("/api/matches?at=tomorrow");
    assert_eq!(odd.status, 400);
    assert!(odd.error().contains("today"), "{odd:?}");
}

#[test]
fn others_do_not_see_a_match_and_admins_do() {
    let server = plain();
    let mine = Peer::new(&server, FIRST).create(json!({}));
    assert_eq!(Peer::new(&server, SECOND).get("/api/matches").body, json!([]));
    let all = Peer::new(&server, ADMIN).get("/api/matches").body;
    assert_eq!(ids(&all), [&mine.id]);
    let dummy = Peer::new(&server, FIRST).create(json!({"playerids": [FIRST.0, DUMMY.0]}));
    assert_eq!(ids(&Peer::new(&server, DUMMY).get("/api/matches").body), [&dummy.id]);
}

#[test]
fn booleans_are_0_1_true_false_and_nothing_else() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    for good in ["0", "1", "true", "false"] {
        assert_eq!(first.get(&format!("/api/matches?active={good}")).status, 200);
    }
    let odd = first.get("/api/matches?active=yes");
    assert_eq!(odd.status, 400);
    assert!(odd.error().contains("active cannot be `yes`"));
}

#[test]
fn doubled_slashes_are_folded() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    assert_eq!(first.get("//api/whoami").status, 200);
    assert_eq!(first.get("//api//matches?active=1").status, 200);
    assert_eq!(first.get("/api").status, 404);
}

#[test]
fn the_description_is_there_for_programs_and_people() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let openapi = stranger.get("/swagger.json").body;
    assert!(openapi["openapi"].as_str().unwrap().starts_with("3."));
    let docs = stranger.get("/docs");
    assert!(docs.text.starts_with("<!DOCTYPE html>"));
    assert_eq!(docs.headers["content-type"], "text/html; charset=utf-8");
    // Every address of the description exists: it asks for a login instead of answering 404 or 405.
    for (path, methods) in openapi["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace("{id}", "636438380ee778617e6e5be8");
            let status = stranger.send(&method.to_uppercase(), &path, None).status;
            let expected = if path == "/api/hello" { 200 } else { 401 };
            assert_eq!(status, expected, "{method} {path}");
        }
    }
    assert_eq!(stranger.send("PUT", "/api/matches", None).status, 405);
}

#[test]
fn terminate_is_for_admins_and_practice() {
    let server = plain();
    let (first, admin) = (Peer::new(&server, FIRST), Peer::new(&server, ADMIN));
    let path = |id: &str| format!("/api/matches/{id}/terminate");
    let rated = admin.create(json!({"playerids": [FIRST.0, SECOND.0]}));
    assert_eq!(first.delete(&path(&rated.id), &json!({})).status, 401);
    let ended = admin.delete(&path(&rated.id), &json!({"winnerId": SECOND.0}));
    assert_eq!((ended.status, &ended.body["state"]["winnerIdx"]), (200, &json!(1)));
    let own = first.create(json!({"playerids": [FIRST.0, DUMMY.0]}));
    assert_eq!(Peer::new(&server, DUMMY).delete(&path(&own.id), &json!({})).status, 401);
    assert_eq!(first.delete(&path(&own.id), &json!({})).status, 200);
    let again = first.delete(&path(&own.id), &json!({}));
    assert_eq!(again.status, 400);
    again.error();
    assert_eq!(first.delete(&path("nonsense"), &json!({})).status, 400);
    assert_eq!(first.delete(&path(FIRST.0), &json!({})).status, 404);
}
