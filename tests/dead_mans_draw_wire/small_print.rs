//! The small print of the protocol (measured on the arena).

use serde_json::{Value, json};

use crate::peers::{ADMIN, FIRST, Peer, SECOND, card, cards, keys, kinds, plain, respond};

#[test]
fn a_pile_left_out_gets_its_default() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let game = first.create(json!({"randomSeed": "norandom"}));
    let state = game.state();
    let lowest = "Anchor2 Hook2 Cannon2 Key2 Chest2 Map2 Oracle2 Sword2 Kraken2 Mermaid4";
    assert_eq!(state["discardPile"], cards(lowest));
    assert_eq!(state["drawPile"].as_array().unwrap().len(), 50);
    let front: Vec<Value> = state["drawPile"].as_array().unwrap()[..6].to_vec();
    assert_eq!(json!(front), cards("Anchor3 Anchor4 Anchor5 Anchor6 Anchor7 Hook3"));
    assert_eq!(state["currentPlayerIndex"], 0);
    let given = first.create(json!({"discardPile": []}));
    assert_eq!(given.state()["drawPile"].as_array().unwrap().len(), 50);
    let given = first.create(json!({"drawPile": cards("Key3")}));
    assert_eq!(given.state()["discardPile"].as_array().unwrap().len(), 10);
}

#[test]
fn an_empty_draw_pile_is_taken_and_the_first_action_ends_the_match() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": []}));
    assert_eq!(game.look("").status, 200);
    let over = game.draw();
    assert_eq!(over.kinds(), ["TurnEnded", "MatchEnded"]);
}

#[test]
fn creation_params_repeat_what_was_given_without_the_players() {
    let server = plain();
    let given = json!({"playerids": [FIRST.0, FIRST.0], "drawPile": [["Key", 3]], "timeout": 9,
                       "discardPile": [], "tags": [], "randomSeed": "norandom", "nonsense": 1});
    let game = Peer::new(&server, FIRST).create(given);
    let params = game.look("").body["creationParams"].clone();
    assert_eq!(
        params,
        json!({"drawPile": cards("Key3"), "timeout": 9, "discardPile": [], "tags": [],
               "randomSeed": "norandom"})
    );
}

#[test]
fn the_checks_of_an_action_come_in_the_arenas_order() {
    let server = plain();
    let rated = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom"});
    let game = Peer::new(&server, ADMIN).create(rated);
    let path = game.path();
    let [stranger, first, second] = [Peer::stranger(&server), Peer::new(&server, FIRST), Peer::new(&server, SECOND)];
    let status = |peer: &Peer, path: &str, body: &str| peer.send("POST", path, Some(body.as_bytes())).status;
    let card = r#"{"etype": "Fold", "effect": {"card": ["Key", 9]}}"#;
    let fold = r#"{"etype": "Fold"}"#;
    let unknown = format!("/api/matches/{}", FIRST.0);
    // Each of these requests has its own fault and all the later ones.
    assert_eq!(status(&stranger, "/api/matches/x", "{"), 400, "bad JSON before the login");
    assert_eq!(status(&stranger, "/api/matches/x", card), 401, "the login before the card");
    let bad_card = first.send("POST", "/api/matches/x", Some(card.as_bytes()));
    assert!(bad_card.error().contains("no Key of value 9"), "the card before the id");
    let bad_id = first.send("POST", "/api/matches/x", Some(fold.as_bytes()));
    assert!(bad_id.error().contains("no id of a match"), "the id before the action");
    assert_eq!(status(&first, &unknown, fold), 404);
    assert_eq!(status(&Peer::new(&server, ADMIN), &path, fold), 401, "not a participant");
    assert_eq!(status(&second, &path, fold), 409, "not your turn before the action");
    assert_eq!(status(&first, &path, fold), 400);
    assert_eq!(status(&first, &path, r#"{"etype": "EndTurn"}"#), 400);
    assert_eq!(game.look("").body["moveCount"], 1, "nothing has changed");
    game.peer.delete(&format!("{path}/terminate"), &json!({}));
    assert_eq!(status(&second, &path, fold), 410, "over before not your turn");
    assert_eq!(status(&Peer::new(&server, ADMIN), &path, fold), 401, "not a participant before over");
}

#[test]
fn the_bonus_after_a_bust_can_bring_back_what_was_just_lost() {
    let server = plain();
    let setup = json!({"drawPile": cards("Chest3 Key3 Anchor3 Map3 Key4 Hook5"), "discardPile": []});
    let game = Peer::new(&server, FIRST).set_up(setup);
    (0..4).for_each(|_| drop(game.draw()));
    let bust = game.draw();
    // The busting card goes first, then the unprotected from left to right.
    assert_eq!(bust.event("TurnEnded")["turnEndedBonusCards"], cards("Key4 Anchor3"));
    let state = game.state();
    assert_eq!(state["discardPile"], cards("Map3"));
    assert_eq!(state["banks"][0], json!({"Chest": [3], "Key": [3, 4], "Anchor": [3]}));
}

#[test]
fn a_card_brought_by_hook_or_map_busts_in_the_same_way() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let setup = json!({"drawPile": cards("Key3 Hook3 Anchor3"), "banks": [cards("Key5"), []]});
    let game = first.set_up(setup);
    game.draw();
    game.draw();
    let bust = game.answer("Hook", card("Key", 5));
    assert_eq!(bust.kinds(), ["ResponseToEffect", "CardRemovedFromBank", "TurnEnded"]);
    assert_eq!(game.state()["discardPile"], cards("Key5 Key3 Hook3"));
    let setup = json!({"drawPile": cards("Key3 Map3 Anchor3"), "discardPile": cards("Key5 Chest2")});
    let game = first.set_up(setup);
    game.draw();
    game.draw();
    let bust = game.answer("Map", card("Key", 5));
    assert_eq!(bust.kinds(), ["ResponseToEffect", "TurnEnded"]);
    assert_eq!(game.state()["discardPile"], cards("Chest2 Key5 Key3 Map3"));
}

#[test]
fn deltas_have_all_three_keys_and_only_the_first_turn_none() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Map3 Hook5")}));
    game.draw();
    let ended = game.end();
    let delta = ended.event("TurnEnded")["turnEndedDelta"].clone();
    assert_eq!(
        delta,
        json!({"drawPile": {"removed": cards("Key3")}, "discardPile": {},
               "banks": [{"added": cards("Key3")}, {}]})
    );
    assert_eq!(ended.event("TurnEnded").get("turnEndedBonusCards"), None);
    let next = game.draw();
    assert_eq!(next.kinds()[0], "TurnStarted");
    assert_eq!(next.event("TurnStarted")["turnStartedDelta"], delta);
    let moves = game.look("showevents=1").body["moves"].clone();
    assert_eq!(kinds(&moves[0]["events"]), ["MatchStarted", "TurnStarted"]);
    assert_eq!(moves[0]["events"][1]["turnStartedDelta"], json!({}));
    assert_eq!(moves[0]["events"][0].get("playerIndex"), None);
    assert_eq!(moves[0]["events"][1]["playerIndex"], 0);
    assert_eq!(moves[0]["events"][0]["matchStartedSeed"], "norandom");
}

#[test]
fn an_oracle_that_is_only_looked_at_leaves_a_response_of_null() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Oracle3 Map3 Hook5")}));
    game.draw();
    let looked = game.answer("Oracle", Value::Null);
    let event = looked.event("ResponseToEffect");
    assert_eq!(keys(event), ["eventType", "responseToEffectCard", "responseToEffectType"]);
    assert_eq!(event["responseToEffectCard"], Value::Null);
}

#[test]
fn lists_and_terminations_have_no_moves_and_no_names() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let game = first.set_up(json!({"drawPile": cards("Key3 Map3")}));
    game.draw();
    let listed = first.get("/api/matches?showevents=1").body[0].clone();
    let ended = first.delete(&format!("{}/terminate", game.path()), &json!({})).body;
    for object in [listed, ended] {
        assert_eq!(object["moves"], json!([]));
        assert_eq!(object.get("playernames"), None);
        assert_eq!(object["_id"], game.id);
    }
}

#[test]
fn a_suit_that_was_emptied_returns_at_the_end_of_the_bank() {
    let server = plain();
    let setup = json!({"drawPile": cards("Hook3 Anchor3 Key2 Oracle4"), "banks": [cards("Key5 Map4"), []]});
    let game = Peer::new(&server, FIRST).set_up(setup);
    game.draw();
    game.answer("Hook", card("Key", 5));
    game.end();
    let text = game.look("").text;
    assert!(text.contains(r#""banks":[{"Map":[4],"Hook":[3],"Key":[5]},{}]"#), "{text}");
}

#[test]
fn a_terminated_match_keeps_its_table_and_names_its_end() {
    let server = plain();
    let setup = || json!({"drawPile": cards("Key3 Kraken3 Map3 Hook5"), "banks": [cards("Key7"), cards("Map7 Map2")]});
    let first = Peer::new(&server, FIRST);
    let game = first.set_up(setup());
    game.draw();
    game.draw();
    let body = json!({"comment": "gone", "winnerId": SECOND.0});
    let ended = first.delete(&format!("{}/terminate", game.path()), &body).body;
    assert_eq!(ended["state"]["playArea"], cards("Key3 Kraken3"));
    assert_eq!(ended["state"]["pendingEffect"]["effectType"], "Kraken");
    assert!(ended["state"].as_object().unwrap().contains_key("winnerIdx"));
    assert_eq!(ended["state"]["winnerIdx"], Value::Null, "the winner has no seat");
    let shown = game.look("").body;
    assert_eq!(
        shown["moves"][0]["events"],
        json!([{"eventType": "Comment", "comment": "gone"},
               {"eventType": "MatchEnded", "matchEndedScores": [7, 7], "matchEndedWinnerIdx": null,
                "matchEndedTerminated": true}])
    );
    let over = game.act(json!({"etype": "Draw"}));
    assert_eq!((over.status, kinds(&over.body["events"])), (410, vec!["MatchEnded"]));
    // Without words there is no comment.
    let game = first.set_up(setup());
    first.delete(&format!("{}/terminate", game.path()), &json!({"winnerId": FIRST.0}));
    let shown = game.look("").body;
    assert_eq!(kinds(&shown["moves"][0]["events"]), ["MatchEnded"]);
    assert_eq!(shown["state"]["winnerIdx"], 0);
}

#[test]
fn draws_for_a_kraken_leave_no_response() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Kraken3 Key3 Map3 Hook5")}));
    game.draw();
    let drawn = game.done(respond("Kraken", Value::Null));
    assert_eq!(drawn.kinds(), ["Draw", "CardPlacedToPlayArea"]);
}
