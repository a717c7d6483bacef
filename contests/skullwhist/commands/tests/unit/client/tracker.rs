use super::*;

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn tracker() -> Tracker {
    let hand = "C01,C02,C03,C04,C05,D01,D02,D03,D04,H01,H02,H03,S01";
    Tracker::new(hand.parse().unwrap())
}

fn turn(round: u8, ours: bool) -> StatusReport {
    StatusReport {
        game: Some(1),
        round: Some(round),
        your_turn: Some(ours),
        opponent_bid: Some(0),
        ..StatusReport::default()
    }
}

fn after(round: u8, ours: bool, previous: &str, won: bool) -> StatusReport {
    StatusReport {
        opponent_previous_card: Some(card(previous)),
        you_won_previous_round: Some(won),
        ..turn(round, ours)
    }
}

#[test]
fn rounds_are_put_together_from_the_other_s_last_cards() {
    let mut tracker = tracker();
    tracker.see(&turn(1, true)).unwrap();
    assert_eq!(tracker.observation().unwrap().seat, Player::ZERO);
    tracker.played(card("C05"));
    tracker.see(&turn(1, false)).unwrap();
    // The answer has arrived, it took the trick, and the other player has led to the next round.
    let mut report = after(2, true, "C06", false);
    report.opponent_current_card = Some(card("D13"));
    tracker.see(&report).unwrap();
    let observation = tracker.observation().unwrap();
    assert_eq!(observation.rounds[0].winner(), Player::ONE);
    assert_eq!(observation.led, Some(card("D13")));
    assert_eq!(observation.bids, [None, None]);
    assert_eq!(observation.hand.len(), 12);
}

#[test]
fn a_card_whose_answer_was_lost_has_arrived_if_the_turn_has_gone() {
    let mut lost = tracker();
    lost.see(&turn(1, true)).unwrap();
    lost.sent(card("C05"));
    let mut arrived = lost.clone();
    lost.see(&turn(1, true)).unwrap();
    assert_eq!(lost.hand().len(), 13);
    arrived.see(&turn(1, false)).unwrap();
    assert_eq!(arrived.hand().len(), 12);
    arrived.see(&after(2, false, "S02", false)).unwrap();
    assert!(arrived.observation().is_some());
}

#[test]
fn what_cannot_be_is_told_once_and_then_nothing_is_shown() {
    let cases = [
        (after(2, true, "C01", true), TrackError::Impossible(card("C01"))),
        (after(2, true, "C05", true), TrackError::Impossible(card("C05"))),
        (after(2, true, "C06", true), TrackError::Winner),
        (after(3, true, "C06", false), TrackError::Round { shown: 3, seen: 0 }),
        (turn(2, true), TrackError::Missing),
    ];
    for (report, why) in cases {
        let mut tracker = tracker();
        tracker.see(&turn(1, true)).unwrap();
        tracker.played(card("C05"));
        assert_eq!(tracker.see(&report), Err(why));
        assert_eq!(tracker.see(&report), Ok(()));
        assert_eq!(tracker.observation(), None);
    }
    assert_eq!(Tracker::new("C01".parse().unwrap()).observation(), None);
}
