//! The effects of the cards, as measured on the arena.

use cardsharp_dead_mans_draw_game::rules::{Effect, IllegalAction, Script};

use crate::table::{arena, cards};

#[test]
fn a_bust_discards_the_busting_card_first_then_the_area() {
    let mut table = arena("area=key-3,map-4 next=key-5 discard=hook-2");
    table.act("draw");
    assert_eq!(table.discards(), "hook-2,key-5,key-3,map-4");
    assert_eq!((table.bank(0), table.area()), ("-".into(), "-".into()));
    assert_eq!(table.lines(), ["draw key-5", "turn busted"]);
    assert_eq!(table.state.to_move().unwrap().index(), 1);
}

#[test]
fn cards_strictly_before_an_anchor_survive_a_bust() {
    let mut table = arena("area=key-3,map-4,anchor-5,hook-6 next=key-5 discard=hook-2");
    assert_eq!(table.state.protected(), cards("key-3,map-4"));
    table.act("draw");
    assert_eq!(table.bank(0), "key-3,map-4");
    assert_eq!(table.discards(), "hook-2,key-5,anchor-5,hook-6");
}

#[test]
fn an_anchor_in_front_protects_nothing() {
    let mut table = arena("area=anchor-5,key-3 next=anchor-2 discard=-");
    table.act("draw");
    assert_eq!(table.bank(0), "-");
    assert_eq!(table.discards(), "anchor-2,anchor-5,key-3");
}

#[test]
fn a_turn_cannot_be_ended_with_an_empty_area() {
    assert_eq!(arena("").refusal("end"), IllegalAction::NothingToBank);
}

#[test]
fn a_turn_cannot_be_ended_under_an_effect_that_must_be_answered() {
    for (position, effect) in [
        ("area=hook-3 bank0=key-3 pending=hook", Effect::Hook),
        ("area=cannon-3 bank1=key-3 pending=cannon", Effect::Cannon),
        ("area=sword-3 bank1=key-3 pending=sword", Effect::Sword),
        ("area=map-3 pending=map:key-3", Effect::Map),
    ] {
        let table = arena(position);
        let offer = cards("key-3").into_iter().collect();
        let due = IllegalAction::AnswerDue { effect, offer };
        assert_eq!(table.refusal("end"), due, "{position}");
        assert_eq!(table.refusal("draw"), due, "{position}");
        let none = IllegalAction::CardWanted { effect, offer };
        assert_eq!(table.refusal(&format!("{effect} none")), none);
    }
}

#[test]
fn chest_and_key_bring_as_many_discards_as_cards_are_banked() {
    let mut table = arena("area=key-3,map-4,chest-5 discard=hook-2,key-2,chest-2,anchor-2");
    table.act_by("end", &mut Script::new([3, 0, 1]));
    // The fourth, the first of three, the second of two; a bank shows suit by suit.
    assert_eq!(table.bank(0), "key-3,map-4,chest-5,chest-2,anchor-2,hook-2");
    assert_eq!(table.discards(), "key-2");
    let events = ["turn banked, bonus anchor-2,hook-2,chest-2"];
    assert_eq!(table.lines(), events);
}

#[test]
fn the_bonus_is_capped_by_the_discard_pile() {
    let mut table = arena("area=key-3,map-4,chest-5 discard=hook-2,sword-2");
    table.act("end");
    assert_eq!(table.bank(0), "key-3,map-4,chest-5,hook-2,sword-2");
    assert_eq!(table.discards(), "-");
    assert_eq!(table.lines(), ["turn banked, bonus hook-2,sword-2"]);
}

#[test]
fn an_empty_discard_pile_gives_an_empty_bonus() {
    let mut table = arena("area=key-3,chest-5 discard=-");
    table.act("end");
    assert_eq!(table.lines(), ["turn banked, bonus -"]);
    assert_eq!(table.bank(0), "key-3,chest-5");
}

#[test]
fn a_key_without_a_chest_brings_nothing() {
    let mut table = arena("area=key-3,map-4 discard=hook-2,sword-2");
    table.act("end");
    assert_eq!(table.lines(), ["turn banked"]);
    assert_eq!(table.discards(), "hook-2,sword-2");
}

#[test]
fn chest_and_key_before_the_anchor_work_on_a_bust_and_may_bring_back_a_lost_card() {
    let mut table = arena("area=key-3,chest-5,anchor-3,map-4 next=map-5 discard=-");
    table.act("draw");
    assert_eq!(table.lines(), ["draw map-5", "turn busted, bonus map-5,anchor-3"]);
    assert_eq!(table.bank(0), "key-3,chest-5,map-5,anchor-3");
    assert_eq!(table.discards(), "map-4");
}

#[test]
fn chest_behind_the_anchor_brings_nothing_on_a_bust() {
    let mut table = arena("area=key-3,anchor-3,chest-5 next=chest-6 discard=hook-2");
    table.act("draw");
    assert_eq!(table.lines(), ["draw chest-6", "turn busted"]);
    assert_eq!(table.bank(0), "key-3");
}

#[test]
fn a_hook_takes_the_top_of_a_stack_and_no_lower_card() {
    let mut table = arena("bank0=key-6,key-3,map-7 next=hook-5 discard=-");
    table.act("draw");
    assert_eq!(table.pending(), "hook");
    assert_eq!(table.state.offer(), cards("key-6,map-7").into_iter().collect());
    let refused = table.refusal("hook key-3");
    assert!(matches!(refused, IllegalAction::NotOnOffer { .. }));
    assert!(refused.to_string().contains("does not offer key-3: choose one of key-6,map-7"));
    table.act("hook key-6");
    assert_eq!((table.bank(0), table.area()), ("key-3,map-7".into(), "hook-5,key-6".into()));
}

#[test]
fn a_hooked_card_works_as_if_drawn() {
    let mut table = arena("bank0=cannon-6 bank1=key-3 next=hook-5");
    table.act("draw").act("hook cannon-6");
    assert_eq!(table.pending(), "cannon");
}

#[test]
fn a_hooked_card_of_a_suit_in_the_area_busts() {
    let mut table = arena("bank0=key-6 area=key-3 next=hook-5 discard=-");
    table.act("draw").act("hook key-6");
    assert_eq!(table.discards(), "key-6,key-3,hook-5");
    let events = ["answer hook key-6", "take key-6 from bank 0", "turn busted"];
    assert_eq!(table.lines(), events);
}

#[test]
fn a_hook_with_an_empty_bank_is_void() {
    let mut table = arena("bank1=key-3 next=hook-5");
    table.act("draw");
    assert_eq!(table.lines(), ["draw hook-5", "place hook-5"]);
    assert_eq!(table.pending(), "");
}

#[test]
fn a_cannon_discards_a_top_even_of_a_suit_one_owns() {
    let mut table = arena("bank0=key-6 bank1=key-3,key-5,map-4 next=cannon-5 discard=hook-2");
    table.act("draw");
    assert!(matches!(table.refusal("cannon key-3"), IllegalAction::NotOnOffer { .. }));
    assert!(matches!(table.refusal("cannon key-6"), IllegalAction::NotOnOffer { .. }));
    table.act("cannon key-5");
    assert_eq!((table.bank(1), table.discards()), ("key-3,map-4".into(), "hook-2,key-5".into()));
    assert_eq!(table.lines(), ["answer cannon key-5", "take key-5 from bank 1"]);
    assert_eq!((table.pending(), table.area()), (String::new(), "cannon-5".into()));
}

#[test]
fn a_cannon_without_a_target_is_void() {
    let mut table = arena("bank0=key-3 next=cannon-5");
    table.act("draw");
    assert_eq!(table.lines(), ["draw cannon-5", "place cannon-5"]);
}

#[test]
fn a_sword_takes_a_top_of_a_suit_one_does_not_own() {
    let mut table = arena("bank0=key-6 bank1=key-7,map-4,map-6 next=sword-5");
    table.act("draw");
    assert_eq!(table.state.offer(), cards("map-6").into_iter().collect());
    assert!(matches!(table.refusal("sword key-7"), IllegalAction::NotOnOffer { .. }));
    table.act("sword map-6");
    assert_eq!(table.lines()[..3], ["answer sword map-6", "take map-6 from bank 1", "place map-6"]);
    assert_eq!((table.bank(1), table.area()), ("key-7,map-4".into(), "sword-5,map-6".into()));
}

#[test]
fn a_sword_without_a_target_is_void() {
    for position in ["next=sword-5", "bank0=key-6 bank1=key-7 next=sword-5"] {
        let mut table = arena(position);
        table.act("draw");
        assert_eq!(table.lines(), ["draw sword-5", "place sword-5"]);
    }
}

#[test]
fn a_sword_may_take_a_suit_of_the_area_and_busts() {
    let mut table = arena("bank1=key-7 area=key-3 next=sword-5 discard=-");
    table.act("draw").act("sword key-7");
    let events = ["answer sword key-7", "take key-7 from bank 1", "turn busted"];
    assert_eq!(table.lines(), events);
    assert_eq!(table.discards(), "key-7,key-3,sword-5");
}

#[test]
fn a_map_holds_up_to_three_discards_outside_the_pile() {
    let mut table = arena("next=map-5 discard=key-2,hook-2,chest-2,sword-2");
    table.act_by("draw", &mut Script::new([3, 0, 1]));
    assert_eq!(table.pending(), "map:sword-2,key-2,chest-2");
    assert_eq!(table.discards(), "hook-2");
    table.act("map key-2");
    assert_eq!(table.discards(), "hook-2,sword-2,chest-2");
    assert_eq!(table.lines(), ["answer map key-2", "place key-2"]);
}

#[test]
fn a_map_offers_what_there_is_and_nothing_else() {
    let mut table = arena("next=map-5 discard=key-2,hook-2");
    table.act("draw");
    assert_eq!(table.pending(), "map:key-2,hook-2");
    assert!(matches!(table.refusal("map key-3"), IllegalAction::NotOnOffer { .. }));
}

#[test]
fn the_unchosen_go_back_before_the_chosen_card_busts() {
    let mut table = arena("area=key-3 next=map-5 discard=hook-2,key-2,chest-2");
    table.act("draw").act("map key-2");
    assert_eq!(table.discards(), "hook-2,chest-2,key-2,key-3,map-5");
    assert_eq!(table.lines(), ["answer map key-2", "turn busted"]);
}

#[test]
fn a_map_over_an_empty_pile_is_void() {
    let mut table = arena("next=map-5 discard=-");
    table.act("draw");
    assert_eq!(table.lines(), ["draw map-5", "place map-5"]);
    assert_eq!(table.pending(), "");
}

#[test]
fn an_oracle_shows_the_next_card() {
    let mut table = arena("next=oracle-5,key-3");
    table.act("draw");
    assert_eq!(table.lines()[2], "effect oracle shows key-3");
    assert!(matches!(table.refusal("oracle key-4"), IllegalAction::NotOnOffer { .. }));
}

#[test]
fn an_oracle_is_answered_by_its_card_which_draws_it() {
    let mut table = arena("next=oracle-5,key-3");
    table.act("draw").act("oracle key-3");
    assert_eq!(table.lines(), ["answer oracle key-3", "draw key-3", "place key-3"]);
    assert_eq!(table.area(), "oracle-5,key-3");
}

#[test]
fn an_oracle_is_answered_by_none_which_only_looks() {
    let mut table = arena("next=oracle-5,key-3");
    table.act("draw").act("oracle none");
    assert_eq!(table.lines(), ["answer oracle none"]);
    assert_eq!((table.pending(), table.area()), (String::new(), "oracle-5".into()));
    assert_eq!(table.state.draw_pile().next_known(), Some(cards("key-3")[0]));
}

#[test]
fn an_oracle_is_answered_by_a_draw_or_an_end_of_the_turn() {
    let mut table = arena("next=oracle-5,key-3");
    table.act("draw").act("draw");
    assert_eq!(table.lines(), ["draw key-3", "place key-3"]);
    let mut table = arena("next=oracle-5,key-3");
    table.act("draw").act("end");
    assert_eq!(table.lines(), ["turn banked"]);
    assert_eq!(table.state.draw_pile().next_known(), Some(cards("key-3")[0]));
}

#[test]
fn a_kraken_wants_two_cards() {
    let mut table = arena("next=kraken-5,key-3,chest-3,anchor-3");
    table.act("draw");
    assert_eq!(table.lines()[2], "effect kraken+2");
    assert_eq!(table.refusal("end"), IllegalAction::DrawsDue { owed: 2 });
    table.act("draw");
    assert_eq!(table.pending(), "kraken+1");
    assert_eq!(table.refusal("end"), IllegalAction::DrawsDue { owed: 1 });
    table.act("kraken none");
    assert_eq!(table.lines(), ["draw chest-3", "place chest-3"]);
    assert_eq!(table.pending(), "");
    let no_card = IllegalAction::NoCardWanted { effect: Effect::Kraken };
    let fresh = arena("area=kraken-5 pending=kraken+2");
    assert_eq!(fresh.refusal("kraken key-3"), no_card);
}

#[test]
fn a_kraken_wants_no_more_than_the_pile_has() {
    let mut table = arena("next=kraken-5,key-3 pile=-");
    table.act("draw");
    assert_eq!(table.pending(), "kraken+1");
}

#[test]
fn a_kraken_may_bust_its_turn() {
    let mut table = arena("area=key-2 next=kraken-5,key-3 discard=-");
    table.act("draw").act("draw");
    assert_eq!(table.lines(), ["draw key-3", "turn busted"]);
}

#[test]
fn a_card_placed_by_hook_map_or_sword_counts_for_the_kraken() {
    for (effect, position) in [
        ("hook", "bank0=key-3 next=kraken-5,hook-3,chest-3"),
        ("sword", "bank1=key-3 next=kraken-5,sword-3,chest-3"),
        ("map", "discard=key-3 next=kraken-5,map-3,chest-3"),
    ] {
        let mut table = arena(position);
        table.act("draw").act("draw");
        assert!(table.pending().starts_with(effect));
        assert_eq!(table.state.pending().unwrap().owed(), 0);
        table.act(&format!("{effect} key-3"));
        assert_eq!(table.pending(), "", "{effect}");
        assert!(table.state.legal_actions().contains(&"end".parse().unwrap()));
    }
}

#[test]
fn a_void_hook_map_or_sword_leaves_the_second_draw_due() {
    for position in
        ["next=kraken-5,hook-3,chest-3", "next=kraken-5,sword-3,chest-3", "discard=- next=kraken-5,map-3,chest-3"]
    {
        let mut table = arena(position);
        table.act("draw").act("draw");
        assert_eq!(table.pending(), "kraken+1", "{position}");
        assert_eq!(table.lines().len(), 2, "no effect is played");
    }
}

#[test]
fn a_cannon_under_a_kraken_is_answered_and_then_a_draw_is_due() {
    let mut table = arena("bank1=key-3 next=kraken-5,cannon-3,chest-3");
    table.act("draw").act("draw");
    assert_eq!(table.pending(), "cannon+1");
    table.act("cannon key-3");
    assert_eq!(table.pending(), "kraken+1");
    assert_eq!(table.refusal("end"), IllegalAction::DrawsDue { owed: 1 });
    table.act("draw");
    assert_eq!(table.pending(), "");
}

#[test]
fn an_oracle_under_a_kraken_is_a_way_out() {
    let position = "area=kraken-5 next=oracle-3,key-3,key-4 pending=kraken+2";
    let mut table = arena(position);
    table.act("draw");
    assert_eq!(table.pending(), "oracle+1");
    let mut out = arena(position);
    out.act("draw").act("end");
    assert_eq!(out.bank(0), "kraken-5,oracle-3");
    table.act("oracle none");
    assert_eq!(table.pending(), "kraken+1");
    assert_eq!(table.refusal("end"), IllegalAction::DrawsDue { owed: 1 });
    table.act("draw");
    assert_eq!((table.pending(), table.area()), (String::new(), "kraken-5,oracle-3,key-3".into()));
}

#[test]
fn the_oracle_as_the_krakens_second_card_owes_nothing() {
    let mut table = arena("area=kraken-5,key-3 next=oracle-3,map-3 pending=kraken+1");
    table.act("draw").act("oracle none");
    assert_eq!(table.pending(), "");
}

#[test]
fn an_effect_on_the_last_card_is_still_answered() {
    let mut table = arena("bank0=key-3 next=hook-3 pile=- discard=-");
    table.act("draw");
    assert_eq!((table.pending().as_str(), table.state.end()), ("hook", None));
    table.act("hook key-3");
    let events = ["answer hook key-3", "take key-3 from bank 0", "place key-3"];
    assert_eq!(table.lines()[..3], events);
    assert_eq!(table.lines()[3..], ["turn banked", "match over 6-0, won by 0, PileEmpty"]);
}

#[test]
fn without_an_answer_due_the_last_card_ends_turn_and_match() {
    let mut table = arena("next=key-3 pile=- area=map-4");
    table.act("draw");
    let events = ["draw key-3", "place key-3", "turn banked", "match over 7-0, won by 0, PileEmpty"];
    assert_eq!(table.lines(), events);
    assert_eq!(table.refusal("draw"), IllegalAction::MatchOver);
    assert!(table.state.legal_actions().is_empty() && table.state.choices().is_empty());
}

#[test]
fn a_last_card_that_busts_ends_the_match_without_its_area() {
    let mut table = arena("next=map-3 pile=- area=map-4 bank1=key-3");
    table.act("draw");
    let events = ["draw map-3", "turn busted", "match over 0-3, won by 1, PileEmpty"];
    assert_eq!(table.lines(), events);
}

#[test]
fn kraken_and_oracle_are_void_as_last_cards() {
    for last in ["kraken-3", "oracle-3"] {
        let mut table = arena(&format!("next={last} pile=-"));
        table.act("draw");
        assert_eq!(table.lines()[..2], [format!("draw {last}"), format!("place {last}")]);
        assert_eq!(table.lines()[2..], ["turn banked", "match over 3-0, won by 0, PileEmpty"]);
    }
}

#[test]
fn an_answer_to_nothing_or_to_another_effect_is_refused() {
    let given = Effect::Hook;
    let nothing = arena("bank0=key-3").refusal("hook key-3");
    assert_eq!(nothing, IllegalAction::NothingPending { given });
    let other = arena("bank0=key-3 area=map-3 pending=map:hook-2").refusal("hook key-3");
    let pending = Effect::Map;
    assert_eq!(other, IllegalAction::OtherEffect { given, pending });
}

#[test]
fn a_mermaid_a_key_a_chest_and_an_anchor_ask_nothing() {
    for card in ["mermaid-9", "key-3", "chest-3", "anchor-3"] {
        let mut table = arena(&format!("next={card} bank0=map-3 bank1=map-4"));
        table.act("draw");
        assert_eq!(table.lines(), [format!("draw {card}"), format!("place {card}")]);
    }
}
