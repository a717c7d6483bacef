//! The match object, in full and in short.

use cardsharp::contests::dead_mans_draw::wire::{CondensedMatch, MatchObject};
use serde_json::{Value, json};

use crate::peers::{ADMIN, FIRST, Peer, SECOND, cards, keys, plain};

const MATCH_KEYS: [&str; 16] = [
    "_id",
    "activePlayerIndex",
    "createdByPlayerId",
    "creationParams",
    "discardPileSize",
    "drawPileSize",
    "lastMoveAt",
    "moveCount",
    "moveCountInTurn",
    "moves",
    "playerids",
    "playernames",
    "startedAt",
    "state",
    "turnCount",
    "x",
];

#[test]
fn the_match_object_has_the_arenas_keys() {
    let server = plain();
    let game = Peer::new(&server, FIRST).create(json!({"tags": ["t"]}));
    let object = game.look("").body;
    assert_eq!(keys(&object), MATCH_KEYS[..15]);
    assert_eq!(keys(&object["state"]), ["banks", "currentPlayerIndex", "playArea"]);
    assert_eq!(object["state"]["banks"], json!([{}, {}]));
    assert_eq!(object["moves"], json!([]));
    assert_eq!(object["creationParams"], json!({"tags": ["t"]}));
    assert_eq!(object["playernames"], json!(["first", "first"]));
    assert_eq!((&object["drawPileSize"], &object["discardPileSize"]), (&json!(50), &json!(10)));
    assert_eq!((&object["moveCount"], &object["moveCountInTurn"]), (&json!(1), &json!(1)));
    let at = object["startedAt"].as_str().unwrap();
    assert!(at.len() == 24 && at.ends_with('Z'), "{at}");
    serde_json::from_value::<MatchObject>(object).unwrap();
}

#[test]
fn between_turns_the_previous_player_is_current() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Map3 Hook3")}));
    game.draw();
    game.end();
    let object = game.look("").body;
    assert_eq!(object["moveCountInTurn"], Value::Null);
    assert_eq!(object["state"]["currentPlayerIndex"], 0);
    assert_eq!(object["activePlayerIndex"], 1);
    assert_eq!((&object["moveCount"], &object["turnCount"]), (&json!(3), &json!(1)));
    game.draw();
    let object = game.look("").body;
    assert_eq!(object["state"]["currentPlayerIndex"], 1);
    assert_eq!((&object["moveCountInTurn"], &object["turnCount"]), (&json!(1), &json!(2)));
}

#[test]
fn at_the_end_nobody_is_current_and_the_winner_is_there() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let game = first.set_up(json!({"drawPile": cards("Key3")}));
    assert_eq!(game.look("").body["state"].get("winnerIdx"), None);
    game.draw();
    let object = game.look("").body;
    assert_eq!(object["state"]["winnerIdx"], 0);
    assert_eq!(object["state"]["currentPlayerIndex"], Value::Null);
    assert_eq!(object["activePlayerIndex"], Value::Null);
    let tie = first.set_up(json!({"drawPile": cards("Key3"), "banks": [[], cards("Map3")]}));
    tie.draw();
    assert!(tie.look("").body["state"].as_object().unwrap().contains_key("winnerIdx"));
    assert_eq!(tie.look("").body["state"]["winnerIdx"], Value::Null);
}

#[test]
fn after_the_end_the_number_of_the_last_move_stays() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let counts = |object: &Value| ["moveCount", "turnCount", "moveCountInTurn"].map(|key| object[key].as_u64());
    let game = first.set_up(json!({"drawPile": cards("Key3 Map3 Hook3 Anchor3")}));
    game.draw();
    game.end();
    (0..3).for_each(|_| drop(game.draw()));
    assert_eq!(counts(&game.look("").body), [Some(6), Some(2), Some(3)]);
    assert_eq!(game.look("condensed=1").body["sequence"], "2.3");
    // A termination is one more move, also between turns.
    let sequence = |draws: usize, end: bool| {
        let game = first.set_up(json!({"drawPile": cards("Key3 Map3 Hook3 Anchor3")}));
        (0..draws).for_each(|_| drop(game.draw()));
        end.then(|| game.end());
        let ended = first.delete(&format!("{}/terminate", game.path()), &json!({}));
        let shown = game.look("showevents=1").body;
        assert_eq!(counts(&shown), counts(&ended.body));
        let last = shown["moves"].as_array().unwrap().last().unwrap();
        let place = ["sequenceId", "turnId", "sequenceInTurnId"].map(|key| last[key].as_u64());
        let [moves, turn, in_turn] = counts(&shown);
        assert_eq!(place, [moves.map(|moves| moves - 1), turn, in_turn]);
        let short = game.look("condensed=1").body["sequence"].clone();
        (moves, short.as_str().unwrap().to_owned())
    };
    assert_eq!(sequence(0, false), (Some(2), "1.2".to_owned()));
    assert_eq!(sequence(2, false), (Some(4), "1.4".to_owned()));
    assert_eq!(sequence(1, true), (Some(4), "1.1".to_owned()));
}

#[test]
fn a_match_that_an_admin_made_names_no_creator() {
    let server = plain();
    let admin = Peer::new(&server, ADMIN);
    let rated = admin.create(json!({"playerids": [FIRST.0, SECOND.0]}));
    let listed = Peer::new(&server, FIRST).get("/api/matches").body[0].clone();
    for object in [rated.look("").body, listed] {
        assert!(object.as_object().unwrap().contains_key("createdByPlayerId"));
        assert_eq!(object["createdByPlayerId"], Value::Null);
    }
    let own = Peer::new(&server, FIRST).create(json!({}));
    assert_eq!(own.look("").body["createdByPlayerId"], FIRST.0);
}

#[test]
fn pending_effects_stand_in_the_state() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Kraken3 Oracle3 Key3 Key4")}));
    game.draw();
    assert_eq!(game.state()["pendingEffect"], json!({"effectType": "Kraken", "krakenCount": 2}));
    game.draw();
    assert_eq!(
        game.state()["pendingEffect"],
        json!({"effectType": "Oracle", "krakenCount": 1, "cards": [{"suit": "Key", "value": 3}, null]})
    );
}

#[test]
fn piles_are_shown_to_the_creator_and_to_admins_who_ask() {
    let server = plain();
    let admin = Peer::new(&server, ADMIN);
    let params = json!({"playerids": [FIRST.0, SECOND.0], "randomSeed": "norandom"});
    let rated = admin.create(params);
    let first = rated.by(&Peer::new(&server, FIRST));
    first.draw();
    let ignored = first.look("showdebug=true&showevents=1");
    assert_eq!(ignored.status, 200);
    assert_eq!(ignored.body["state"].get("drawPile"), None);
    assert_eq!(ignored.body["state"].get("discardPile"), None);
    assert_eq!(keys(&ignored.body["moves"][1]), ["at", "events", "sequenceId", "sequenceInTurnId", "turnId"]);
    let shown = rated.look("showdebug=true&showevents=1").body;
    assert_eq!(shown["state"]["drawPile"].as_array().unwrap().len(), 49);
    assert_eq!(shown["state"]["discardPile"].as_array().unwrap().len(), 10);
    assert_eq!(shown["moves"][1]["userAction"], json!({"etype": "Draw"}));
    assert_eq!(shown["moves"][1]["clientIP"], "127.0.0.1");
    let own = Peer::new(&server, FIRST).create(json!({}));
    assert_eq!(own.look("showdebug=1").body["state"]["drawPile"].as_array().unwrap().len(), 50);
}

#[test]
fn moves_are_numbered_from_the_creation_on() {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(json!({"drawPile": cards("Key3 Map3 Hook3 Key4")}));
    game.draw();
    game.end();
    game.draw();
    let moves = game.look("showevents=1").body["moves"].clone();
    let numbers = |one: &Value| ["sequenceId", "turnId", "sequenceInTurnId"].map(|key| one[key].as_u64().unwrap());
    let numbers: Vec<_> = moves.as_array().unwrap().iter().map(numbers).collect();
    assert_eq!(numbers, [[0, 1, 1], [1, 1, 2], [2, 1, 3], [3, 2, 1]]);
}

#[test]
fn the_short_form_has_the_arenas_keys() {
    let server = plain();
    let params =
        json!({"drawPile": cards("Key3 Oracle3 Map5 Hook3"), "tags": ["t"], "banks": [[], cards("Map3 Map4")]});
    let game = Peer::new(&server, FIRST).set_up(params);
    game.draw();
    let short = game.look("condensed=true").body;
    assert_eq!(
        keys(&short),
        ["finished", "id", "lastmoveat", "playerdata", "playernames", "sequence", "startedat", "table", "tags"]
    );
    assert_eq!(short["sequence"], "1.2");
    assert_eq!(short["table"], json!({"playarea": 1, "drawpile": 3, "discardpile": 0}));
    assert_eq!(
        short["playerdata"],
        json!([{"active": true, "winner": false, "banksize": 0, "bankvalue": 0},
               {"active": false, "winner": false, "banksize": 2, "bankvalue": 4}])
    );
    game.draw();
    assert_eq!(game.look("condensed=1").body["table"]["effect"], "Oracle");
    game.end();
    let short = game.look("condensed=1").body;
    assert_eq!(short["sequence"], "1.\u{25B7}");
    serde_json::from_value::<CondensedMatch>(short).unwrap();
}

/// The arena shows the seed of a match to both players and seeds its chance anew at each request.
#[test]
fn the_seed_of_a_rated_match_is_not_shown_before_it_ends() {
    let server = plain();
    let admin = Peer::new(&server, ADMIN);
    for given in [json!({}), json!({"randomSeed": "secret"})] {
        let mut params = given.clone();
        params["playerids"] = json!([FIRST.0, SECOND.0]);
        let created = admin.post("/api/matches", &params);
        assert_eq!(created.body["randomSeed"], Value::Null);
        let id = created.body["id"].as_str().unwrap();
        for who in [FIRST, SECOND, ADMIN] {
            let peer = Peer::new(&server, who);
            let path = format!("/api/matches/{id}?showevents=1&showdebug=1");
            let shown = peer.get(&path);
            assert_eq!(shown.body["creationParams"].get("randomSeed"), None);
            assert_eq!(shown.body["moves"][0]["events"][0]["matchStartedSeed"], Value::Null);
            let list = peer.get("/api/matches");
            assert!(!list.text.contains("secret") && !shown.text.contains("secret"));
        }
        admin.delete(&format!("/api/matches/{id}/terminate"), &json!({}));
        let over = Peer::new(&server, FIRST).get(&format!("/api/matches/{id}?showevents=1")).body;
        let seed = over["creationParams"]["randomSeed"].as_str().unwrap();
        assert_eq!(over["moves"][0]["events"][0]["matchStartedSeed"], seed);
        assert_eq!(given.get("randomSeed").is_some(), seed == "secret");
    }
}

#[test]
fn a_practice_match_repeats_the_seed_it_was_given_and_the_same_seed_the_same_match() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let order = |params: Value| {
        let game = first.create(params);
        (game.state()["drawPile"].clone(), game.look("").body["creationParams"].clone())
    };
    let (one, params) = order(json!({"randomSeed": "again"}));
    assert_eq!(params, json!({"randomSeed": "again"}));
    assert_eq!(order(json!({"randomSeed": "again"})).0, one);
    assert_ne!(order(json!({"randomSeed": "other"})).0, one);
    let (fresh, params) = order(json!({}));
    assert_eq!(params, json!({}));
    assert_ne!(fresh, one);
}
