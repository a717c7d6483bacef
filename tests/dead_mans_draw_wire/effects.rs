//! Effects as measured on the arena, over the wire.

use cardsharp::contests::dead_mans_draw::server::RunningServer;
use serde_json::{Value, json};

use crate::peers::{ADMIN, DUMMY, FIRST, Game, Peer, SECOND, card, cards, plain, respond};

fn set_up(params: Value) -> (RunningServer, Game) {
    let server = plain();
    let game = Peer::new(&server, FIRST).set_up(params);
    (server, game)
}

#[test]
fn a_bust_banks_what_lies_before_the_anchor_and_loses_the_rest() {
    let (_server, game) = set_up(json!({"drawPile": cards("Key3 Anchor3 Chest4 Key5 Map5")}));
    (0..3).for_each(|_| drop(game.draw()));
    let bust = game.draw();
    assert_eq!(bust.kinds(), ["Draw", "TurnEnded"]);
    assert_eq!(bust.event("TurnEnded")["turnEndedIsSuccessful"], false);
    let state = game.state();
    assert_eq!(state["banks"][0], json!({"Key": [3]}));
    assert_eq!(state["discardPile"], cards("Key5 Anchor3 Chest4"));
}

#[test]
fn end_turn_wants_a_card_and_no_effect_that_must_be_answered() {
    let (_server, game) = set_up(json!({"drawPile": cards("Hook3 Map5"), "banks": [cards("Key3"), []]}));
    assert!(game.refused(json!({"etype": "EndTurn"})).contains("nothing to bank"));
    game.draw();
    assert!(game.refused(json!({"etype": "EndTurn"})).contains("hook waits"));
}

#[test]
fn chest_and_key_bring_as_many_discards_as_cards_were_banked() {
    let setup = json!({"drawPile": cards("Chest3 Key3 Map5"), "discardPile": cards("Hook2 Map2 Sword2")});
    let (_server, game) = set_up(setup);
    game.draw();
    game.draw();
    let ended = game.end();
    assert_eq!(ended.event("TurnEnded")["turnEndedBonusCards"], cards("Hook2 Map2"));
    // If there is no card to bring, the key is present and empty.
    let (_server, game) = set_up(json!({"drawPile": cards("Chest3 Key3 Map5")}));
    game.draw();
    game.draw();
    assert_eq!(game.end().event("TurnEnded")["turnEndedBonusCards"], json!([]));
}

#[test]
fn chest_and_key_before_an_anchor_count_on_a_bust_too() {
    let setup = json!({"drawPile": cards("Chest3 Key3 Anchor3 Key4 Map5"), "discardPile": cards("Hook2")});
    let (_server, game) = set_up(setup);
    (0..3).for_each(|_| drop(game.draw()));
    let bust = game.draw();
    let ended = bust.event("TurnEnded");
    assert_eq!(ended["turnEndedIsSuccessful"], false);
    // The pile has the busting card by then, which may come back.
    assert_eq!(ended["turnEndedBonusCards"], cards("Hook2 Key4"));
}

#[test]
fn hook_takes_the_top_of_an_own_stack_and_its_effect_runs() {
    let setup = json!({"drawPile": cards("Hook3 Anchor3"), "banks": [cards("Oracle5 Oracle2 Key3"), []]});
    let (_server, game) = set_up(setup);
    game.draw();
    assert!(game.refused(respond("Hook", card("Oracle", 2))).contains("does not offer"));
    let done = game.answer("Hook", card("Oracle", 5));
    assert_eq!(done.kinds(), ["ResponseToEffect", "CardRemovedFromBank", "CardPlacedToPlayArea", "CardPlayedEffect"]);
    assert_eq!(done.event("CardRemovedFromBank")["cardRemovedFromBankIndex"], 0);
    assert_eq!(done.event("CardPlayedEffect")["cardPlayedEffect"]["effectType"], "Oracle");
}

#[test]
fn cannon_discards_the_top_of_any_opposing_stack() {
    let setup = json!({"drawPile": cards("Cannon3 Anchor3"), "banks": [cards("Key5"), cards("Key3 Key2")]});
    let (_server, game) = set_up(setup);
    game.draw();
    assert!(game.refused(respond("Cannon", card("Key", 2))).contains("does not offer"));
    let done = game.answer("Cannon", card("Key", 3));
    assert_eq!(done.kinds(), ["ResponseToEffect", "CardRemovedFromBank"]);
    assert_eq!(done.event("CardRemovedFromBank")["cardRemovedFromBankIndex"], 1);
    assert_eq!(game.state()["discardPile"], cards("Key3"));
}

#[test]
fn sword_takes_what_one_does_not_own_and_is_void_without() {
    let setup = json!({"drawPile": cards("Sword3 Anchor3"), "banks": [cards("Key5"), cards("Key3 Map4")]});
    let (_server, game) = set_up(setup);
    game.draw();
    assert!(game.refused(respond("Sword", card("Key", 3))).contains("does not offer"));
    game.answer("Sword", card("Map", 4));
    let setup = json!({"drawPile": cards("Sword3 Anchor3"), "banks": [cards("Key5"), cards("Key3")]});
    let (_server, game) = set_up(setup);
    assert_eq!(game.draw().kinds(), ["Draw", "CardPlacedToPlayArea"]);
}

#[test]
fn sword_may_choose_a_suit_in_the_area_and_busts() {
    let setup = json!({"drawPile": cards("Key5 Sword3 Anchor3"), "banks": [[], cards("Key3")]});
    let (_server, game) = set_up(setup);
    game.draw();
    game.draw();
    let bust = game.answer("Sword", card("Key", 3));
    assert_eq!(bust.kinds(), ["ResponseToEffect", "CardRemovedFromBank", "TurnEnded"]);
}

#[test]
fn map_offers_three_that_leave_the_pile_and_is_void_without() {
    let setup = json!({"drawPile": cards("Map3 Anchor3"), "discardPile": cards("Hook2 Key2 Chest2 Sword2")});
    let (_server, game) = set_up(setup);
    let drawn = game.draw();
    let effect = &drawn.event("CardPlayedEffect")["cardPlayedEffect"];
    assert_eq!(*effect, json!({"effectType": "Map", "cards": cards("Hook2 Key2 Chest2")}));
    assert_eq!(game.state()["discardPile"], cards("Sword2"));
    game.answer("Map", card("Key", 2));
    assert_eq!(game.state()["discardPile"], cards("Sword2 Hook2 Chest2"));
    let (_server, game) = set_up(json!({"drawPile": cards("Map3 Anchor3")}));
    assert_eq!(game.draw().kinds(), ["Draw", "CardPlacedToPlayArea"]);
}

#[test]
fn oracle_is_answered_by_its_card_by_null_by_draw_and_by_the_end() {
    let setup = || json!({"drawPile": cards("Oracle3 Key3 Map5")});
    let (_server, game) = set_up(setup());
    let drawn = game.draw();
    let effect = &drawn.event("CardPlayedEffect")["cardPlayedEffect"];
    assert_eq!(*effect, json!({"effectType": "Oracle", "cards": [card("Key", 3), null]}));
    let by_card = game.answer("Oracle", card("Key", 3));
    assert_eq!(by_card.kinds(), ["ResponseToEffect", "Draw", "CardPlacedToPlayArea"]);
    let (_server, game) = set_up(setup());
    game.draw();
    assert_eq!(game.answer("Oracle", Value::Null).kinds(), ["ResponseToEffect"]);
    assert_eq!(game.state().get("pendingEffect"), None);
    let (_server, game) = set_up(setup());
    game.draw();
    assert_eq!(game.draw().kinds(), ["Draw", "CardPlacedToPlayArea"]);
    let (_server, game) = set_up(setup());
    game.draw();
    assert_eq!(game.end().kinds(), ["TurnEnded"]);
}

#[test]
fn kraken_wants_two_cards_and_refuses_the_end() {
    let (_server, game) = set_up(json!({"drawPile": cards("Kraken3 Key3 Anchor3 Map5")}));
    let drawn = game.draw();
    let effect = &drawn.event("CardPlayedEffect")["cardPlayedEffect"];
    assert_eq!(*effect, json!({"effectType": "Kraken", "krakenCount": 2}));
    assert!(game.refused(json!({"etype": "EndTurn"})).contains("kraken still wants 2"));
    assert_eq!(game.draw().kinds(), ["Draw", "CardPlacedToPlayArea"]);
    let by_answer = game.done(json!({"etype": "ResponseToEffect", "effect": {"effectType": "Kraken"}}));
    assert_eq!(by_answer.kinds(), ["Draw", "CardPlacedToPlayArea"]);
    game.end();
    // If one card is left, the kraken takes only that card.
    let (_server, game) = set_up(json!({"drawPile": cards("Kraken3 Key3")}));
    let drawn = game.draw();
    assert_eq!(drawn.event("CardPlayedEffect")["cardPlayedEffect"]["krakenCount"], 1);
}

#[test]
fn under_a_kraken_a_placed_card_counts_and_a_void_effect_does_not() {
    let setup = json!({"drawPile": cards("Kraken3 Hook3 Anchor3 Map5"), "banks": [cards("Key3"), []]});
    let (_server, game) = set_up(setup);
    game.draw();
    game.draw();
    game.answer("Hook", card("Key", 3));
    game.end();
    let (_server, game) = set_up(json!({"drawPile": cards("Kraken3 Hook3 Anchor3 Map5")}));
    game.draw();
    game.draw();
    assert!(game.refused(json!({"etype": "EndTurn"})).contains("kraken still wants 1"));
}

#[test]
fn under_a_kraken_a_cannon_is_answered_and_one_draw_is_still_due() {
    let setup = json!({"drawPile": cards("Kraken3 Cannon3 Anchor3 Map5"), "banks": [[], cards("Key3")]});
    let (_server, game) = set_up(setup);
    game.draw();
    let fired = game.draw();
    assert_eq!(fired.event("CardPlayedEffect")["cardPlayedEffect"], json!({"effectType": "Cannon"}));
    assert_eq!(game.state()["pendingEffect"], json!({"effectType": "Cannon", "krakenCount": 1}));
    game.answer("Cannon", card("Key", 3));
    assert_eq!(game.state()["pendingEffect"], json!({"effectType": "Kraken", "krakenCount": 1}));
}

#[test]
fn under_a_kraken_an_oracle_is_a_way_out_until_one_has_looked() {
    let setup = || json!({"drawPile": cards("Kraken3 Oracle3 Anchor3 Map5")});
    let (_server, game) = set_up(setup());
    game.draw();
    game.draw();
    game.end();
    let (_server, game) = set_up(setup());
    game.draw();
    game.draw();
    game.answer("Oracle", Value::Null);
    assert!(game.refused(json!({"etype": "EndTurn"})).contains("kraken still wants 1"));
}

#[test]
fn the_last_card_ends_turn_and_match_unless_its_effect_can_be_answered() {
    let (_server, game) = set_up(json!({"drawPile": cards("Oracle3")}));
    let over = game.draw();
    assert_eq!(over.kinds(), ["Draw", "CardPlacedToPlayArea", "TurnEnded", "MatchEnded"]);
    assert_eq!(
        *over.event("MatchEnded"),
        json!({"eventType": "MatchEnded", "matchEndedScores": [3, 0], "matchEndedWinnerIdx": 0})
    );
    let setup = json!({"drawPile": cards("Cannon3"), "banks": [[], cards("Key3")]});
    let (_server, game) = set_up(setup);
    assert_eq!(game.draw().kinds(), ["Draw", "CardPlacedToPlayArea", "CardPlayedEffect"]);
    let over = game.answer("Cannon", card("Key", 3));
    assert_eq!(over.kinds(), ["ResponseToEffect", "CardRemovedFromBank", "TurnEnded", "MatchEnded"]);
}

#[test]
fn practice_is_against_oneself_or_the_dummy() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let own = first.create(json!({})).look("").body;
    assert_eq!(own["playerids"], json!([FIRST.0, FIRST.0]));
    assert_eq!(own["createdByPlayerId"], FIRST.0);
    let create = |peer: &Peer, params: Value| peer.post("/api/matches", &params);
    let against = |one: &str, other: &str| json!({"playerids": [one, other]});
    assert_eq!(create(&first, against(DUMMY.0, FIRST.0)).status, 200);
    assert_eq!(create(&first, against(FIRST.0, SECOND.0)).status, 400);
    assert_eq!(create(&first, against(DUMMY.0, DUMMY.0)).status, 400);
    assert_eq!(create(&Peer::new(&server, DUMMY), json!({})).status, 400);
    assert_eq!(create(&Peer::new(&server, ADMIN), against(FIRST.0, SECOND.0)).status, 200);
    for (odd, says) in [
        (against(FIRST.0, "nobody"), "no player `nobody`"),
        (json!({"playerids": [FIRST.0]}), "playerids: write two"),
        (json!({"drawPile": cards("Key3 Key3")}), "key-3 is in two places"),
        (json!({"banks": [cards("Key3"), []]}), "key-3 is in two places"),
        (json!({"playArea": cards("Map3 Map4"), "drawPile": []}), "two cards of map"),
        (json!({"drawPile": [["Key", 9]]}), "no Key of value 9"),
        (json!({"banks": [[]]}), "banks: write two"),
        (json!({"timeout": -1}), "timeout"),
        (json!({"tags": "one"}), "invalid type"),
    ] {
        let reply = create(&first, odd.clone());
        assert_eq!(reply.status, 400, "{odd}");
        assert!(reply.error().contains(says), "{odd}: {}", reply.text);
    }
}

#[test]
fn the_dummy_plays_for_itself() {
    let server = plain();
    let params = json!({"playerids": [DUMMY.0, FIRST.0], "randomSeed": "norandom"});
    let game = Peer::new(&server, FIRST).create(params);
    assert_eq!(game.act(json!({"etype": "Draw"})).status, 409);
    assert_eq!(game.by(&Peer::new(&server, DUMMY)).act(json!({"etype": "Draw"})).status, 200);
}
