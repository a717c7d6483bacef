//! Automatic answers.

use cardsharp_dead_mans_draw_game::rules::{Autopick, IllegalAction, NoRandom, RecordedEvent};

use crate::table::{Table, arena};

fn answer(position: &str) -> String {
    arena(position).state.automatic_answer().unwrap().to_string()
}

fn refusal(table: &Table, request: Autopick) -> IllegalAction {
    let mut after = table.state;
    let mut events: Vec<RecordedEvent> = Vec::new();
    let refused = after.apply_autopick(request, &mut NoRandom, &mut events).unwrap_err();
    assert_eq!((after, events.len()), (table.state, 0));
    refused
}

#[test]
fn an_oracle_is_looked_at_and_a_kraken_draws() {
    assert_eq!(answer("area=oracle-3 next=key-3 pending=oracle"), "oracle none");
    assert_eq!(answer("area=kraken-3 pending=kraken+2"), "draw");
    assert_eq!(arena("").state.automatic_answer(), None);
}

#[test]
fn of_a_map_the_first_card_that_fits_is_taken_else_the_first() {
    assert_eq!(answer("area=key-4,map-3 pending=map:key-3,hook-3,sword-3"), "map hook-3");
    assert_eq!(answer("area=key-4,map-3 pending=map:key-3,map-4"), "map key-3");
}

#[test]
fn a_hook_takes_the_top_of_ones_first_suit_that_fits_else_of_the_first() {
    let bank = "bank0=key-3,sword-5,sword-2,key-7,map-4";
    assert_eq!(answer(&format!("{bank} area=hook-3 pending=hook")), "hook key-7");
    assert_eq!(answer(&format!("{bank} area=key-4,hook-3 pending=hook")), "hook sword-5");
    assert_eq!(answer("bank0=map-3,key-3 area=key-4,map-4,hook-3 pending=hook"), "hook map-3");
}

#[test]
fn a_cannon_takes_the_top_of_the_opponents_first_suit() {
    let position = "bank0=key-2 bank1=key-3,sword-5,key-7 area=cannon-3 pending=cannon";
    assert_eq!(answer(position), "cannon key-7");
}

#[test]
fn a_sword_takes_the_first_suit_one_does_not_own_even_if_it_busts() {
    let position = "bank0=key-2 bank1=key-3,map-5,map-7,hook-3 area=map-2,sword-3 pending=sword";
    assert_eq!(answer(position), "sword map-7");
    let mut table = arena(&format!("{position} discard=-"));
    table.autopick(Autopick::Answer);
    assert_eq!(table.lines()[2], "turn busted");
}

#[test]
fn a_draw_under_a_fresh_kraken_draws_three() {
    let mut table = arena("next=kraken-5,key-3,chest-3,anchor-3,map-3");
    table.act("draw").autopick(Autopick::Draw);
    assert_eq!(table.area(), "kraken-5,key-3,chest-3,anchor-3");
    assert_eq!(table.state.counters().moves, 3, "one request, one move");
}

#[test]
fn an_effect_of_the_drawn_card_stays_pending() {
    let mut table = arena("area=kraken-5 next=key-3,chest-3,map-3 pending=kraken+2");
    table.autopick(Autopick::Draw);
    assert!(table.pending().starts_with("map:"));
}

#[test]
fn an_end_of_the_turn_answers_first() {
    let mut table = arena("area=cannon-3 bank1=key-3 pending=cannon");
    table.autopick(Autopick::EndTurn);
    let events = ["answer cannon key-3", "take key-3 from bank 1", "turn banked"];
    assert_eq!(table.lines(), events);
}

#[test]
fn the_action_itself_is_left_out_if_the_answers_end_the_turn() {
    for request in [Autopick::Draw, Autopick::EndTurn] {
        let mut table = arena("area=key-2,kraken-5 next=key-3,map-3 pending=kraken+2 discard=-");
        table.autopick(request);
        assert_eq!(table.lines(), ["draw key-3", "turn busted"]);
    }
}

#[test]
fn answers_that_use_the_pile_up_end_the_match() {
    let mut table = arena("area=kraken-5 next=chest-3,key-3 pile=- pending=kraken+2 discard=-");
    table.autopick(Autopick::Draw);
    assert_eq!(table.lines()[4..], ["turn banked, bonus -", "match over 11-0, won by 0, PileEmpty"]);
}

#[test]
fn without_anything_pending_the_action_is_done_as_it_is() {
    let mut table = arena("next=key-3");
    table.autopick(Autopick::Draw);
    assert_eq!(table.lines(), ["draw key-3", "place key-3"]);
    assert_eq!(refusal(&arena(""), Autopick::EndTurn), IllegalAction::NothingToBank);
}

#[test]
fn an_answer_is_refused_when_nothing_is_pending() {
    assert_eq!(refusal(&arena("area=key-3"), Autopick::Answer), IllegalAction::NothingToAnswer);
}

#[test]
fn an_answer_is_refused_when_only_draws_came_of_it() {
    let draws = arena("area=kraken-5 next=key-3,chest-3,map-3 pending=kraken+2");
    assert_eq!(refusal(&draws, Autopick::Answer), IllegalAction::OnlyDraws);
    // A bust is more than a draw.
    let mut bust = arena("area=kraken-5 next=kraken-4,chest-3,map-3 pending=kraken+2");
    bust.autopick(Autopick::Answer);
    assert_eq!(bust.lines()[0], "draw kraken-4");
    assert_eq!(bust.state.counters().moves_in_turn(), None);
    let mut looked = arena("area=kraken-5 next=oracle-3,chest-3,map-3 pending=kraken+2");
    looked.autopick(Autopick::Answer);
    let events = ["draw oracle-3", "place oracle-3", "effect oracle+1 shows chest-3"];
    assert_eq!(looked.lines()[..3], events);
    assert_eq!(looked.lines()[3..], ["answer oracle none", "draw chest-3", "place chest-3"]);
}

#[test]
fn nothing_is_answered_once_the_match_is_over() {
    let mut over = arena("area=key-3 pile=-");
    over.act("end");
    for request in [Autopick::Answer, Autopick::Draw, Autopick::EndTurn] {
        assert_eq!(refusal(&over, request), IllegalAction::MatchOver);
    }
    let mut terminated = arena("area=cannon-3 bank1=key-3 pending=cannon");
    terminated.state.terminate(None, false, &mut ()).unwrap();
    assert_eq!(terminated.state.automatic_answer(), None);
    for request in [Autopick::Answer, Autopick::Draw, Autopick::EndTurn] {
        assert_eq!(refusal(&terminated, request), IllegalAction::MatchOver);
    }
}
