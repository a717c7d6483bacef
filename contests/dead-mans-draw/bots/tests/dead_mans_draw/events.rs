//! The events of an action, and the counts.

use cardsharp_dead_mans_draw_game::rules::{Change, Delta, Event, Pending};
use cardsharp_solvers::game::Player;

use crate::table::{Table, arena, cards};

fn set(text: &str) -> cardsharp_dead_mans_draw_game::rules::CardSet {
    cards(text).into_iter().collect()
}

fn ended(table: &Table) -> Delta {
    let delta = table.events.iter().find_map(|recorded| match recorded.event {
        Event::TurnEnded { delta, .. } => Some(delta),
        _ => None,
    });
    delta.unwrap()
}

#[test]
fn a_draw_owed_to_a_kraken_is_no_answer() {
    for action in ["draw", "kraken none"] {
        let mut table = arena("area=kraken-5 next=key-3,map-3 pending=kraken+2");
        table.act(action);
        assert_eq!(table.lines(), ["draw key-3", "place key-3"]);
    }
}

#[test]
fn the_krakens_count_stands_in_its_own_event_and_then_in_the_state_alone() {
    let mut table = arena("bank1=key-4 next=kraken-5,cannon-3,key-3");
    table.act("draw");
    let pending = Pending::Kraken { owed: 2 };
    assert_eq!(table.events[2].event, Event::EffectPlayed { pending });
    table.act("draw");
    assert_eq!(table.state.pending(), Some(Pending::Cannon { owed: 1 }));
    table.act("cannon key-4");
    assert_eq!(table.lines().len(), 2, "no second event for the kraken");
    assert_eq!(table.state.pending(), Some(Pending::Kraken { owed: 1 }));
}

#[test]
fn the_next_turn_starts_with_the_next_players_first_action() {
    let mut table = arena("area=key-3 next=map-3,hook-3 discard=-");
    table.act("end");
    assert_eq!(table.events.len(), 1, "the answer ends with the end of the turn");
    assert!(table.state.between_turns());
    assert_eq!(table.state.turn_of(), Some(Player::ZERO));
    assert_eq!(table.state.to_move(), Some(Player::ONE));
    let delta = ended(&table);
    table.act("draw");
    assert_eq!(table.events[0].event, Event::TurnStarted { delta: Some(delta) });
    assert!(table.events.iter().all(|recorded| recorded.player == Some(Player::ONE)));
    assert_eq!(table.state.turn_of(), Some(Player::ONE));
    table.act("draw");
    assert!(!matches!(table.events[0].event, Event::TurnStarted { .. }));
}

#[test]
fn a_refused_first_action_starts_no_turn() {
    let mut table = arena("area=key-3");
    table.act("end");
    table.refusal("end");
    assert!(table.state.between_turns());
}

#[test]
fn a_delta_tells_what_the_turn_has_changed() {
    let mut table = arena("bank1=key-4,mermaid-5 next=cannon-3,chest-3,hook-3,hook-4 discard=sword-2");
    table.act("draw").act("cannon key-4").act("draw").act("end");
    let delta = ended(&table);
    assert_eq!(delta.drawn, set("cannon-3,chest-3"));
    let change = |added: &str, removed: &str| Change { added: set(added), removed: set(removed) };
    assert_eq!(delta.discards, change("key-4", "-"));
    assert_eq!(delta.banks, [change("cannon-3,chest-3", "-"), change("-", "key-4")]);
    // After a bust all is lost, and the cards of the turn before are no longer reported.
    table.act("draw").act("hook mermaid-5").act("draw");
    let delta = ended(&table);
    assert_eq!(delta.drawn, set("hook-3,hook-4"));
    assert_eq!(delta.discards, change("hook-3,hook-4,mermaid-5", "-"));
    assert_eq!(delta.banks, [Change::default(), change("-", "mermaid-5")]);
}

#[test]
fn a_bonus_leaves_the_discard_pile_in_the_delta() {
    let mut table = arena("area=key-3,chest-3 discard=sword-2,hook-2,map-2");
    table.act("end");
    let delta = ended(&table);
    assert_eq!(delta.discards.removed, set("sword-2,hook-2"));
    assert_eq!(delta.banks[0].added, set("key-3,chest-3,sword-2,hook-2"));
}

#[test]
fn start_and_end_of_the_match_are_nobodys() {
    let mut table = arena("area=key-3 next=mermaid-5 pile=-");
    table.act("draw");
    let players: Vec<_> = table.events.iter().map(|recorded| recorded.player).collect();
    let zero = Some(Player::ZERO);
    assert_eq!(players, [zero, zero, zero, None]);
}

#[test]
fn moves_count_from_the_creation() {
    let mut table = arena("next=key-3,map-3,hook-3");
    let counts = |table: &Table| {
        let counters = table.state.counters();
        (counters.moves, counters.turn, counters.moves_in_turn())
    };
    assert_eq!(counts(&table), (1, 1, Some(1)));
    table.act("draw");
    assert_eq!(counts(&table), (2, 1, Some(2)));
    table.act("end");
    assert_eq!(counts(&table), (3, 1, None));
    table.act("draw");
    assert_eq!(counts(&table), (4, 2, Some(1)));
    table.refusal("hook key-3");
    assert_eq!(counts(&table), (4, 2, Some(1)));
}

#[test]
fn suits_stand_as_they_came_and_values_as_they_were_banked() {
    let mut table = arena("bank0=map-3,key-4 area=key-3,sword-5");
    table.act("end");
    assert_eq!(table.bank(0), "map-3,key-4,key-3,sword-5");
    assert_eq!(table.state.bank(Player::ZERO).suits().len(), 3);
}
