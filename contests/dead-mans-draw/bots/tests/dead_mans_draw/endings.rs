//! The ends of matches: scores, lateness, termination.

use cardsharp_dead_mans_draw_game::rules::{
    Comment, Ending, Event, IllegalAction, NoRandom, RecordedEvent, TIMEOUT_LIMIT, Verdict,
};
use cardsharp_solvers::game::Player;

use crate::table::arena;

#[test]
fn the_score_is_the_sum_of_the_highest_cards() {
    let table = arena("bank0=key-6,key-3,map-2,mermaid-9 bank1=hook-3,hook-2");
    assert_eq!(table.state.scores(), [6 + 2 + 9, 3]);
}

#[test]
fn equal_scores_are_a_tie() {
    let mut table = arena("bank1=key-3 area=map-3 pile=-");
    table.act("end");
    let end = table.state.end().unwrap();
    assert_eq!((end.verdict, end.verdict.winner()), (Verdict::Tied, None));
    assert_eq!((end.ending, end.scores), (Ending::PileEmpty, [3, 3]));
}

#[test]
fn the_higher_score_wins_whoever_ends_the_match() {
    let mut table = arena("bank1=key-7 area=map-3 pile=-");
    table.act("end");
    let end = table.state.end().unwrap();
    assert_eq!(end.verdict.winner(), Some(Player::ONE));
    assert!(!end.ending.is_termination());
    assert_eq!((table.state.to_move(), table.state.turn_of()), (None, None));
}

#[test]
fn a_late_action_ends_the_turn_as_a_success() {
    let mut table = arena("area=key-3 next=map-3");
    table.time_out();
    assert_eq!(table.lines(), ["comment: late", "turn banked"]);
    assert_eq!(table.bank(0), "key-3");
    assert_eq!(table.state.to_move(), Some(Player::ONE));
    assert_eq!(table.state.counters().timeouts, 1);
    assert!(table.events.iter().all(|recorded| recorded.player == Some(Player::ZERO)));
}

#[test]
fn a_late_player_with_nothing_drawn_loses_the_turn_only() {
    let mut table = arena("area=key-3 next=map-3");
    table.act("end").time_out();
    assert!(matches!(table.events[0].event, Event::TurnStarted { .. }));
    assert_eq!(table.lines(), ["comment: late", "turn banked"]);
    assert_eq!((table.bank(1), table.state.to_move()), ("-".into(), Some(Player::ZERO)));
}

#[test]
fn effects_are_answered_for_a_late_player() {
    let mut table = arena("area=cannon-3 bank1=key-3 pending=cannon");
    table.time_out();
    let events = ["comment: late", "answer cannon key-3", "take key-3 from bank 1", "turn banked"];
    assert_eq!(table.lines(), events);
}

#[test]
fn the_answers_for_a_late_player_may_bust() {
    let mut table = arena("area=key-2,kraken-5 next=key-3,map-3 pending=kraken+2 discard=-");
    table.time_out();
    assert_eq!(table.lines(), ["comment: late", "draw key-3", "turn busted"]);
}

#[test]
fn the_fifth_lateness_of_both_together_ends_the_match() {
    let mut table = arena("area=key-3");
    for late in 1..TIMEOUT_LIMIT {
        table.time_out();
        assert_eq!((table.state.end(), table.state.counters().timeouts), (None, late));
        assert_eq!(table.state.to_move().unwrap().index(), usize::from(late % 2));
    }
    table.time_out();
    let end = table.state.end().unwrap();
    assert_eq!((end.ending, end.verdict.winner()), (Ending::TooManyTimeouts, Some(Player::ZERO)));
    assert!(end.ending.is_termination());
    let events = ["comment: late", "turn banked", "match over 3-0, won by 0, TooManyTimeouts"];
    assert_eq!(table.lines(), events);
    let refused = table.state.time_out(&mut NoRandom, &mut ());
    assert_eq!(refused, Err(IllegalAction::MatchOver));
}

#[test]
fn a_pile_used_up_by_answers_for_a_late_player_ends_the_match_as_ever() {
    let mut table = arena("area=kraken-5 next=chest-3 pile=- pending=kraken+1 late=4");
    table.time_out();
    assert_eq!(table.state.end().unwrap().ending, Ending::PileEmpty);
    let ends = |recorded: &&RecordedEvent| matches!(recorded.event, Event::MatchEnded(_));
    assert_eq!(table.events.iter().filter(ends).count(), 1);
    let mut table = arena("area=kraken-5 pile=-");
    table.time_out();
    let events = ["comment: late", "turn banked", "match over 5-0, won by 0, PileEmpty"];
    assert_eq!(table.lines(), events);
}

#[test]
fn a_termination_loses_the_area_for_the_score_but_leaves_it_standing() {
    let mut table = arena("bank0=key-3 area=map-7,hook-3 pending=hook");
    let mut events: Vec<RecordedEvent> = Vec::new();
    let end = table.state.terminate(Some(Player::ONE), true, &mut events).unwrap();
    assert_eq!((end.ending, end.scores), (Ending::Terminated, [3, 0]));
    assert_eq!(end.verdict, Verdict::Won(Player::ONE));
    assert_eq!((table.area(), table.pending()), ("map-7,hook-3".into(), "hook".into()));
    let comment = Event::Comment(Comment::Termination);
    let of_nobody = |event| RecordedEvent { player: None, event };
    assert_eq!(events, [of_nobody(comment), of_nobody(Event::MatchEnded(end))]);
    assert_eq!(table.refusal("draw"), IllegalAction::MatchOver);
    let again = table.state.terminate(None, false, &mut ());
    assert_eq!(again, Err(IllegalAction::MatchOver));
}

#[test]
fn a_termination_without_a_winner_or_words_has_neither() {
    let mut table = arena("bank0=key-3");
    let mut events: Vec<RecordedEvent> = Vec::new();
    let end = table.state.terminate(None, false, &mut events).unwrap();
    assert_eq!((end.verdict, end.verdict.winner()), (Verdict::Unjudged, None));
    assert_eq!(events.len(), 1);
}
