//! Actions, the forms of cards, automatic answers, and the habits of known clients.

use std::thread;

use serde_json::{Value, json};

use crate::peers::{ADMIN, FIRST, Peer, SECOND, cards, kinds, plain, respond, serve};

#[test]
fn every_form_of_a_card_is_read() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    for form in [json!({"suit": "Key", "value": 3}), json!(["Key", 3]), json!({"Key": 3})] {
        let setup = json!({"drawPile": [["Hook", 3], {"Map": 5}, {"suit": "Key", "value": 4}],
                           "banks": [{"Key": [3]}, []]});
        let game = first.set_up(setup);
        game.draw();
        let done = game.answer("Hook", form);
        let answered = done.event("ResponseToEffect");
        assert_eq!(answered["responseToEffectCard"], json!({"suit": "Key", "value": 3}));
    }
}

#[test]
fn anything_truthy_is_autopick_the_text_false_as_well() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    for (autopick, taken) in [
        (json!("false"), true),
        (json!("true"), true),
        (json!(1), true),
        (json!([]), true),
        (json!(""), false),
        (json!(0), false),
        (json!(null), false),
        (json!(false), false),
    ] {
        let setup = json!({"drawPile": cards("Map3 Key4 Key5"), "discardPile": cards("Hook2")});
        let game = first.set_up(setup);
        game.draw();
        let reply = game.act(json!({"etype": "EndTurn", "autopick": autopick}));
        assert_eq!(reply.status == 200, taken, "{autopick}: {reply:?}");
    }
}

#[test]
fn autopick_answers_first_and_then_acts() {
    let server = plain();
    let setup = json!({"drawPile": cards("Map3 Key4 Key5"), "discardPile": cards("Hook2")});
    let game = Peer::new(&server, FIRST).set_up(setup);
    game.draw();
    let done = game.done(json!({"etype": "Draw", "autopick": true}));
    assert_eq!(done.kinds(), ["ResponseToEffect", "CardPlacedToPlayArea", "Draw", "CardPlacedToPlayArea"]);
}

#[test]
fn draw_with_autopick_under_a_fresh_kraken_draws_three() {
    let server = plain();
    let setup = json!({"drawPile": cards("Kraken3 Key4 Chest5 Anchor3 Anchor4")});
    let game = Peer::new(&server, FIRST).set_up(setup);
    game.draw();
    let done = game.done(json!({"etype": "Draw", "autopick": true}));
    assert_eq!(done.kinds().iter().filter(|&&kind| kind == "Draw").count(), 3);
}

#[test]
fn autopick_responses_need_an_answer_that_leaves_an_event() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let autopick = || json!({"etype": "ResponseToEffect", "autopick": true});
    let game = first.set_up(json!({"drawPile": cards("Kraken3 Key4 Chest5 Anchor3")}));
    assert!(game.refused(autopick()).contains("nothing waits"));
    game.draw();
    let before = game.state();
    assert!(game.refused(autopick()).contains("draws for the kraken"));
    assert_eq!(game.state(), before);
}

#[test]
fn autopick_under_a_kraken_is_refused_only_where_nothing_but_draws_come_of_it() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let answered = |pile: &str| {
        let game = first.set_up(json!({"drawPile": cards(pile)}));
        game.draw();
        let reply = game.act(json!({"etype": "ResponseToEffect", "autopick": true}));
        (reply, game)
    };
    // The second kraken busts.
    let (bust, game) = answered("Kraken3 Kraken4 Anchor5");
    assert_eq!(bust.status, 200, "{bust:?}");
    assert_eq!(bust.kinds(), ["Draw", "TurnEnded"]);
    assert_eq!(game.state()["discardPile"], cards("Kraken4 Kraken3"));
    // A draw that brings something to answer.
    let (oracle, _) = answered("Kraken3 Oracle4 Anchor5 Map3");
    assert_eq!(oracle.status, 200, "{oracle:?}");
    assert!(oracle.kinds().contains(&"ResponseToEffect"), "{oracle:?}");
    // The last card ends the turn and the match.
    let (end, _) = answered("Kraken3 Key4 Anchor5");
    assert_eq!(end.status, 200, "{end:?}");
    assert!(end.kinds().contains(&"MatchEnded"), "{end:?}");
    let (draws, game) = answered("Kraken3 Key4 Anchor5 Map3");
    assert_eq!(draws.status, 400, "{draws:?}");
    assert_eq!(game.look("").body["moveCount"], 2, "nothing has changed");
}

#[test]
fn autopick_chooses_as_measured() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let picks = |setup: Value| {
        let game = first.set_up(setup);
        game.draw();
        let done = game.done(json!({"etype": "ResponseToEffect", "autopick": "true"}));
        done.event("ResponseToEffect")["responseToEffectCard"].clone()
    };
    let key = json!({"suit": "Key", "value": 4});
    // Map: the first on offer whose suit is not in the area.
    let map = json!({"drawPile": cards("Map3 Anchor3"), "discardPile": cards("Map2 Key4 Hook2")});
    assert_eq!(picks(map), key);
    // Hook: the top of the first own suit in bank order that is not in the area.
    let hook = json!({"drawPile": cards("Hook3 Anchor3"), "banks": [cards("Hook5 Key2 Key4 Map3"), []]});
    assert_eq!(picks(hook), key);
    // Cannon: the top of the opponent's first suit.
    let cannon = json!({"drawPile": cards("Cannon3 Anchor3"), "banks": [[], cards("Key2 Key4 Map7")]});
    assert_eq!(picks(cannon), key);
    // Sword: the first suit one does not own.
    let sword = json!({"drawPile": cards("Sword3 Anchor3"), "banks": [cards("Map2"), cards("Map7 Key4")]});
    assert_eq!(picks(sword), key);
    // Oracle: looks on.
    assert_eq!(picks(json!({"drawPile": cards("Oracle3 Anchor3")})), Value::Null);
}

/// Posts straight away with wait and autopick, and again on 409, as the contest's JavaScript example.
fn javascript(peer: &Peer, id: &str) -> Vec<u16> {
    let path = format!("//api/matches/{id}?wait=1");
    let mut statuses = Vec::new();
    for turn in 0.. {
        let etype = if turn % 3 == 2 { "EndTurn" } else { "Draw" };
        let reply = peer.post(&path, &json!({"etype": etype, "autopick": true}));
        statuses.push(reply.status);
        match reply.status {
            200 | 400 | 409 => {}
            410 => break,
            _ => panic!("{reply:?}"),
        }
    }
    statuses
}

/// Waits for a match by its tag, then for its turn, and acts, as the contest's Java example.
fn java(peer: &Peer) -> Vec<u16> {
    let found = peer.get("/api/matches?active=true&wait=true&tags=habits").body;
    let path = format!("/api/matches/{}", found[0]["_id"].as_str().unwrap());
    let mut statuses = Vec::new();
    loop {
        let shown = peer.get(&format!("{path}?waitactive=true&showevents=true"));
        statuses.push(shown.status);
        match shown.status {
            200 => {}
            409 => continue,
            _ => return statuses,
        }
        let pending = &shown.body["state"]["pendingEffect"];
        let area = shown.body["state"]["playArea"].as_array().unwrap().len();
        let action = match pending["effectType"].as_str() {
            Some("Kraken") => json!({"etype": "Draw"}),
            Some("Oracle") => respond("Oracle", Value::Null),
            Some(_) => json!({"etype": "ResponseToEffect", "autopick": "true"}),
            None if area > 1 => json!({"etype": "EndTurn"}),
            None => json!({"etype": "Draw"}),
        };
        let reply = peer.post(&path, &action);
        assert_eq!(reply.status, 200, "{action}: {reply:?}");
        if reply.kinds().contains(&"MatchEnded") {
            return statuses;
        }
    }
}

#[test]
fn known_clients_play_each_other_to_the_end() {
    let server = serve(|config| config.long_poll = std::time::Duration::from_secs(5));
    thread::scope(|scope| {
        let java = scope.spawn(|| java(&Peer::new(&server, SECOND)));
        let admin = Peer::new(&server, ADMIN);
        let game = admin.create(json!({"playerids": [FIRST.0, SECOND.0], "tags": ["habits"]}));
        let first = javascript(&Peer::new(&server, FIRST), &game.id);
        java.join().unwrap();
        assert_eq!(first.last(), Some(&410));
        let over = game.look("showevents=1");
        assert_eq!(over.status, 200);
        // The events tell where every card of the discard pile is.
        let mut discards: Vec<Value> = Vec::new();
        let all = over.body["moves"].as_array().unwrap().iter();
        for event in all.flat_map(|one| one["events"].as_array().unwrap()) {
            if event["eventType"] == "TurnEnded" {
                let change = &event["turnEndedDelta"]["discardPile"];
                let cards = |key: &str| change[key].as_array().cloned().unwrap_or_default();
                let removed = cards("removed");
                discards.retain(|card| !removed.contains(card));
                discards.extend(cards("added"));
            }
        }
        let size = over.body["discardPileSize"].as_u64().unwrap();
        let state = game.state();
        let lowest = state["discardPile"].as_array().unwrap().iter();
        let lowest = lowest.filter(|card| !discards.contains(card)).count() as u64;
        assert_eq!(discards.len() as u64 + lowest, size);
        assert_eq!(kinds(&over.body["moves"][0]["events"]), ["MatchStarted", "TurnStarted"]);
    });
}
