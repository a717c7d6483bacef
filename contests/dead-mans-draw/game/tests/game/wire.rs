use cardsharp_player::Player;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, from_value, json, to_value};

use cardsharp_dead_mans_draw_game::rules::{
    self, Action, Autopick, Card, Delta, Dice, Effect, NoRandom, Pending, Position, RecordedEvent, Rules, Setup, State,
    Suit,
};
use cardsharp_dead_mans_draw_game::wire::*;

fn card(suit: Suit, value: u8) -> Card {
    Card::new(suit, value).unwrap()
}

fn messages(recorded: &[RecordedEvent]) -> Value {
    let words = EventTexts { seed: Some("s"), termination: "enough" };
    let message = |recorded| EventMessage::of(recorded, words);
    to_value(recorded.iter().map(message).collect::<Vec<_>>()).unwrap()
}

#[test]
fn cards_have_one_form_out_and_three_in() {
    let kraken = card(Suit::Kraken, 4);
    assert_eq!(to_value(kraken).unwrap(), json!({"suit": "Kraken", "value": 4}));
    for form in [
        json!({"suit": "Kraken", "value": 4}),
        json!({"value": 4, "suit": "Kraken", "more": []}),
        json!(["Kraken", 4]),
        json!({"Kraken": 4}),
    ] {
        assert_eq!(from_value::<Card>(form).unwrap(), kraken);
    }
    for (odd, says) in [
        (json!({"suit": "Kraken", "value": 8}), "no Kraken of value 8: the values are 2 to 7"),
        (json!({"suit": "Kraken", "value": "4"}), "no Kraken of value \"4\""),
        (json!({"suit": "kraken", "value": 4}), "no suit `kraken`"),
        (json!({"Mermaid": 3}), "no Mermaid of value 3: the values are 4 to 9"),
        (json!(["Kraken"]), "no card: write"),
        (json!({"suit": "Kraken"}), "no card: write"),
        (json!("Kraken 4"), "no card: write"),
        (json!({}), "no card: write"),
        (json!(4), "no card: write"),
    ] {
        let error = read_card(&odd).unwrap_err().to_string();
        assert!(error.contains(says), "{odd}: {error}");
    }
}

#[test]
fn events_have_the_arenas_keys() {
    let order = [card(Suit::Map, 3), card(Suit::Oracle, 3), card(Suit::Key, 3), card(Suit::Key, 4), card(Suit::Key, 5)];
    let setup = Setup {
        draw_pile: Some(order.to_vec()),
        discards: Some(vec![card(Suit::Hook, 2), card(Suit::Chest, 2)]),
        ..Setup::default()
    };
    let mut events = Vec::new();
    let mut state = State::start(&Rules::ARENA, &setup, &mut NoRandom, &mut events).unwrap();
    assert_eq!(
        messages(&events),
        json!([
            {"eventType": "MatchStarted", "matchStartedSeed": "s"},
            {"eventType": "TurnStarted", "turnStartedDelta": {}, "playerIndex": 0},
        ])
    );
    let mut play = |action: Action| {
        let mut events = Vec::new();
        state.apply(action, &mut NoRandom, &mut events).unwrap();
        messages(&events)
    };
    let offered = json!([{"suit": "Hook", "value": 2}, {"suit": "Chest", "value": 2}]);
    assert_eq!(
        play(Action::Draw),
        json!([
            {"eventType": "Draw", "drawCard": {"suit": "Map", "value": 3}, "playerIndex": 0},
            {"eventType": "CardPlacedToPlayArea", "playerIndex": 0,
             "cardPlacedToPlayAreaCard": {"suit": "Map", "value": 3}},
            {"eventType": "CardPlayedEffect", "playerIndex": 0,
             "cardPlayedEffect": {"effectType": "Map", "cards": offered}},
        ])
    );
    let chest = Action::Respond { effect: Effect::Map, card: Some(card(Suit::Chest, 2)) };
    assert_eq!(
        play(chest)[0],
        json!({"eventType": "ResponseToEffect", "responseToEffectType": "Map",
               "responseToEffectCard": {"suit": "Chest", "value": 2}, "playerIndex": 0})
    );
    let shown = json!([{"suit": "Key", "value": 3}, null]);
    assert_eq!(
        play(Action::Draw)[2],
        json!({"eventType": "CardPlayedEffect", "playerIndex": 0,
               "cardPlayedEffect": {"effectType": "Oracle", "cards": shown}})
    );
    let look = Action::Respond { effect: Effect::Oracle, card: None };
    assert_eq!(
        play(look),
        json!([{"eventType": "ResponseToEffect", "responseToEffectType": "Oracle",
                "responseToEffectCard": null, "playerIndex": 0}])
    );
    play(Action::Draw);
    let ended = play(Action::EndTurn);
    assert_eq!(ended[0]["eventType"], "TurnEnded");
    assert_eq!(ended[0]["turnEndedIsSuccessful"], true);
    assert_eq!(ended[0]["turnEndedBonusCards"], json!([{"suit": "Hook", "value": 2}]));
    let delta = &ended[0]["turnEndedDelta"];
    assert_eq!(
        delta["drawPile"],
        json!({"removed": [{"suit": "Key", "value": 3}, {"suit": "Map", "value": 3},
                           {"suit": "Oracle", "value": 3}]})
    );
    let taken = json!([{"suit": "Hook", "value": 2}, {"suit": "Chest", "value": 2}]);
    assert_eq!(delta["discardPile"], json!({"removed": taken}));
    assert_eq!(delta["banks"][0]["added"].as_array().unwrap().len(), 5);
    assert_eq!(delta["banks"][1], json!({}));
    let next = play(Action::Draw);
    assert_eq!(next[0]["eventType"], "TurnStarted");
    assert_eq!(&next[0]["turnStartedDelta"], delta);
    let bust = play(Action::Draw);
    let end = json!({"eventType": "MatchEnded", "matchEndedScores": [13, 0], "matchEndedWinnerIdx": 0});
    assert_eq!(bust[2], end);
    assert_eq!(bust[1].get("turnEndedBonusCards"), None);
}

#[test]
fn robbery_lateness_and_termination_have_the_arenas_keys() {
    let setup = Setup {
        banks: Some([vec![], vec![card(Suit::Key, 3)]]),
        draw_pile: Some(vec![card(Suit::Cannon, 3), card(Suit::Key, 4)]),
        discards: Some(vec![]),
        ..Setup::default()
    };
    let mut state = State::start(&Rules::ARENA, &setup, &mut NoRandom, &mut ()).unwrap();
    state.apply(Action::Draw, &mut NoRandom, &mut ()).unwrap();
    let mut events = Vec::new();
    let mut late = state;
    late.time_out(&mut NoRandom, &mut events).unwrap();
    let events = messages(&events);
    assert_eq!(events[0]["eventType"], "Comment");
    assert!(events[0]["comment"].as_str().is_some_and(|words| !words.is_empty()));
    assert_eq!(
        events[2],
        json!({"eventType": "CardRemovedFromBank", "cardRemovedFromBankIndex": 1, "playerIndex": 0,
               "cardRemovedFromBankCard": {"suit": "Key", "value": 3}})
    );
    let mut events = Vec::new();
    state.terminate(None, true, &mut events).unwrap();
    assert_eq!(
        messages(&events),
        json!([
            {"eventType": "Comment", "comment": "enough"},
            {"eventType": "MatchEnded", "matchEndedScores": [0, 3], "matchEndedWinnerIdx": null,
             "matchEndedTerminated": true},
        ])
    );
}

#[test]
fn unknown_keys_and_events_are_read_over() {
    let read: EventMessage = from_value(json!({"eventType": "Thunder", "x": 1})).unwrap();
    assert_eq!((read.event, read.player), (Event::Unknown, None));
    let drawn = json!({"eventType": "Draw", "drawCard": {"suit": "Key", "value": 3, "y": 0},
                       "playerIndex": 1, "turnStartedPlayer": 4});
    let read: EventMessage = from_value(drawn).unwrap();
    assert_eq!(read.player, Some(Player::ONE));
    let seat = json!({"eventType": "Draw", "drawCard": {"Key": 3}, "playerIndex": 2});
    let error = from_value::<EventMessage>(seat).unwrap_err().to_string();
    assert!(error.contains("no seat 2"), "{error}");
    let bare = json!({"_id": "a", "state": {"banks": [{}, {"Key": [3]}], "z": 5}, "new": {}});
    let read: MatchObject = from_value(bare).unwrap();
    assert_eq!(read.state.banks[1].0, [card(Suit::Key, 3)]);
    assert_eq!((read.state.winner_idx, read.active_player_index), (None, None));
    let over: StateObject = from_value(json!({"winnerIdx": null})).unwrap();
    assert_eq!(over.winner_idx, Some(None));
}

#[test]
fn banks_keep_the_order_of_suits_and_values() {
    let bank = BankObject(vec![card(Suit::Sword, 7), card(Suit::Anchor, 5), card(Suit::Anchor, 2)]);
    let text = serde_json::to_string(&bank).unwrap();
    assert_eq!(text, r#"{"Sword":[7],"Anchor":[5,2]}"#);
    assert_eq!(serde_json::from_str::<BankObject>(&text).unwrap(), bank);
    assert!(serde_json::from_str::<BankObject>(r#"{"Sword":[9]}"#).is_err());
}

#[test]
fn actions_are_written_as_the_document_shows_them() {
    let hook = Action::Respond { effect: Effect::Hook, card: Some(card(Suit::Kraken, 4)) };
    let written = |action: UserAction| to_value(action).unwrap();
    assert_eq!(
        written(hook.into()),
        json!({"etype": "ResponseToEffect",
               "effect": {"effectType": "Hook", "card": {"suit": "Kraken", "value": 4}}})
    );
    assert_eq!(written(Action::Draw.into()), json!({"etype": "Draw"}));
    assert_eq!(written(Autopick::EndTurn.into()), json!({"etype": "EndTurn", "autopick": true}));
    let look = Action::Respond { effect: Effect::Oracle, card: None };
    assert_eq!(written(look.into())["effect"], json!({"effectType": "Oracle", "card": null}));
}

#[test]
fn every_truthy_autopick_counts() {
    let autopick = |value: Value| {
        let body = json!({"etype": "Draw", "autopick": value}).to_string();
        let body = ActionBody::parse(body.as_bytes()).unwrap();
        body.action().unwrap().autopick
    };
    for truthy in [json!(true), json!("false"), json!("0"), json!(1), json!([]), json!({})] {
        assert!(autopick(truthy.clone()), "{truthy}");
    }
    for falsy in [json!(false), json!(""), json!(0), json!(0.0), json!(null)] {
        assert!(!autopick(falsy.clone()), "{falsy}");
    }
}

#[test]
fn faults_of_an_action_come_in_steps_and_by_name() {
    let parse = |text: &str| ActionBody::parse(text.as_bytes());
    for odd in ["{", "[1]", "null", "5", "\u{0}"] {
        assert!(matches!(parse(odd), Err(ActionFault::NotJson(_))), "{odd}");
    }
    let card = parse(r#"{"effect": {"card": ["Key", 9]}}"#).unwrap().card();
    assert!(matches!(card, Err(ActionFault::Card(_))));
    let fault = |text: &str| {
        let action = parse(text).unwrap().action();
        action.and_then(|action| action.requested_action()).unwrap_err()
    };
    let long = "x".repeat(4000);
    for (text, says) in [
        ("", "etype is missing"),
        (r#"{"etype": "Fold"}"#, "etype is `Fold`"),
        (r#"{"etype": 5}"#, "etype is 5"),
        (r#"{"etype": "ResponseToEffect"}"#, "wants effect"),
        (r#"{"etype": "ResponseToEffect", "effect": 5}"#, "effectType is missing"),
        (r#"{"etype": "ResponseToEffect", "effect": {"effectType": "Key"}}"#, "effectType is \"Key\""),
        (&format!(r#"{{"etype": "{long}"}}"#), "xxx...`"),
    ] {
        let fault = fault(text).to_string();
        assert!(fault.contains(says) && fault.len() < 200, "{text}: {fault}");
    }
}

#[test]
fn creation_reads_banks_in_both_forms_and_repeats_cards_in_one() {
    let given = json!({"banks": [{"Key": [3, 2]}, [["Map", 4]]], "drawPile": [{"Hook": 5}],
                       "timeout": 10, "randomSeed": "norandom", "tags": ["a"], "strange": 1});
    let params: CreationParams = from_value(given).unwrap();
    assert!(params.random_seed.as_deref() == Some(NO_RANDOM) && params.setup().is_some());
    assert_eq!(
        to_value(&params).unwrap(),
        json!({"banks": [[{"suit": "Key", "value": 3}, {"suit": "Key", "value": 2}],
                         [{"suit": "Map", "value": 4}]],
               "drawPile": [{"suit": "Hook", "value": 5}], "timeout": 10,
               "randomSeed": "norandom", "tags": ["a"]})
    );
    let one: CreationParams = from_value(json!({"banks": [[]]})).unwrap();
    assert_eq!(one.setup(), None);
    assert_eq!(to_value(CreationParams::default()).unwrap(), json!({}));
}

#[test]
fn queries_read_back_what_they_write() {
    let query = MatchesQuery {
        at: Some(Day::Date("2023-04-05".to_owned())),
        active: true,
        tags: vec!["a b".to_owned(), "c&d".to_owned()],
        wait: true,
        condensed: true,
        limit: Some(5),
        offset: Some("0123456789abcdef01234567".to_owned()),
        sort_ascending: true,
        ids: vec!["x".to_owned()],
    };
    assert_eq!(MatchesQuery::read(&query.write()), Ok(query));
    let query = MatchQuery { wait_active: true, show_events: false, show_debug: true, condensed: true };
    assert_eq!(MatchQuery::read(&query.write()), Ok(query));
    let query = WatchdogQuery { tags: vec!["t".to_owned()], repeat: Some(60) };
    assert_eq!(WatchdogQuery::read("tags=t&repeat=60"), Ok(query));
    for (text, wait) in [("wait=1", true), ("wait=true", true), ("wait", true), ("wait=0", false)] {
        assert_eq!(ActionQuery::read(text), Ok(ActionQuery { wait }), "{text}");
    }
}

#[test]
fn query_values_without_sense_are_refused_by_name() {
    for (text, says) in [
        ("wait=yes", "wait cannot be `yes`: it wants 0, 1, true or false"),
        ("active=TRUE", "active cannot be `TRUE`"),
        ("limit=-1", "limit cannot be `-1`"),
        ("offset=2", "offset cannot be `2`: it wants the id of a match"),
        ("at=2023-13-01", "at cannot be `2023-13-01`: it wants a day"),
        ("at=yesterday", "at cannot be"),
        ("at=2023-01-0\u{fc}", "at cannot be"),
    ] {
        let fault = MatchesQuery::read(text).unwrap_err().to_string();
        assert!(fault.contains(says), "{text}: {fault}");
    }
    assert!(WatchdogQuery::read("repeat=61").is_err());
    assert!(MatchQuery::read("waitactive=2").is_err());
    assert!(MatchesQuery::read("unknown=%ff&tags=,,").is_ok());
}

/// The position without the card that an answered oracle has shown, which the state does not repeat.
fn as_seen(state: &State) -> Position {
    let mut position = Position::of(state);
    if !matches!(position.pending, Some(Pending::Oracle { .. })) {
        position.unseen = position.unseen.union(position.known.drain(..).collect());
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A client that follows the messages of a match has the same state as the server.
    #[test]
    fn matches_read_back_the_same(seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(!seed));
        let mut state = State::new(&Rules::ARENA, &mut dice);
        while let Some(to_move) = state.to_move() {
            let action = state.legal_actions().into_iter().choose(&mut rng).unwrap();
            let message = to_value(UserAction::from(action)).unwrap();
            let body = ActionBody::parse(message.to_string().as_bytes()).unwrap();
            prop_assert_eq!(body.action().unwrap().requested_action(), Ok(RequestedAction::Act(action)));
            let mut events: Vec<RecordedEvent> = Vec::new();
            state.apply(action, &mut dice, &mut events).unwrap();
            for recorded in &events {
                let sent = EventMessage::of(recorded, EventTexts::default());
                let read: EventMessage = from_value(to_value(&sent).unwrap()).unwrap();
                prop_assert_eq!(&read, &sent);
            }
            let object = StateObject::of(&state, false);
            // The object goes through text, since the order of the keys matters.
            let text = serde_json::to_string(&object).unwrap();
            let read: StateObject = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&read, &object);
            let next = state.to_move().unwrap_or(to_move);
            let seen = read.position(next, state.discards().to_vec(), &Rules::ARENA);
            if state.to_move().is_some() {
                prop_assert_eq!(seen, as_seen(&state));
            }
            if let Some(pending) = state.pending() {
                let back: Option<Pending> = EffectObject::pending(pending).to_rules();
                prop_assert_eq!(back, Some(pending));
            }
        }
    }

    #[test]
    fn deltas_read_back_the_same(seed: u64) {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let mut state = State::new(&Rules::ARENA, &mut dice);
        let mut events: Vec<RecordedEvent> = Vec::new();
        while state.to_move().is_some() {
            state.apply_autopick(Autopick::Draw, &mut dice, &mut events).unwrap();
        }
        for recorded in events {
            if let rules::Event::TurnEnded { delta, .. } = recorded.event {
                let sent = DeltaObject::from(delta);
                let read: DeltaObject = from_value(to_value(&sent).unwrap()).unwrap();
                prop_assert_eq!(Delta::from(&read), delta);
            }
        }
    }
}
