use cardsharp_game::{AgentSpec, TableGame as _, play_out};
use cardsharp_skullwhist_bots::SkullWhistGame;
use cardsharp_skullwhist_bots::agents::Factory;
use cardsharp_skullwhist_game::rules::Card;
use serde_json::from_value;

use super::*;

fn card(text: &Value) -> Card {
    text.as_str().unwrap().parse().unwrap()
}

/// The server tells nobody the last round. The client completes the game from the hands of `old-game`.
#[test]
fn a_game_that_is_over_is_seen_as_at_a_table() {
    let agent = |name: &str| Factory::load(&AgentSpec::named(name)).unwrap().agent(1);
    let mut agents = vec![agent("expert"), agent("high-cards")];
    let mut state = SkullWhistGame::begin(4, true);
    play_out::<SkullWhistGame>(&mut state, &mut agents);
    let mut record = SkullWhistGame::record(&state);
    let rounds = record["rounds"].as_array().unwrap().clone();
    for (key, value) in [("bot1", json!(7)), ("bot2", json!(9)), ("started", json!("")), ("finished", json!(""))] {
        record[key] = value;
    }
    let mut leader = Player::ZERO;
    let mut tricks = Vec::new();
    for round in &rounds[..12] {
        let trick = Trick { leader, led: card(&round[0]), reply: card(&round[1]) };
        leader = trick.winner();
        tricks.push(trick);
    }
    let result: OldGame = from_value(record).unwrap();
    for (own, seat) in [(7, 0), (9, 1)] {
        let ended = EndedGame::of(&result, own).unwrap();
        let all = ended.rounds(&tricks).unwrap();
        assert_eq!(ended.seen(&all), SkullWhistGame::shown(&state, seat));
        assert_eq!(ended.rounds(&tricks[..11]), None);
        assert_eq!(ended.seen(&all[..12]), None, "the other still holds a card");
    }
}
