use super::*;
use crate::Disqualification;

fn settings(contestants: usize, games: usize) -> EventSettings {
    EventSettings {
        format: String::new(),
        contestants: (0..contestants).map(|number| number.to_string()).collect(),
        games,
        seed: 7,
    }
}

/// The record of the next game, which the contestant with the smallest number wins, with 300 points more than
/// the second.
fn next(event: &Event) -> Option<GameRecord> {
    let game = event.next_game()?;
    let scores = game.seats.map(|contestant| 1000 - 10 * contestant as u32);
    let best = scores.iter().max()?;
    Some(GameRecord {
        winner: scores.iter().position(|score| score == best),
        scores,
        event: Some(game),
        ..GameRecord::default()
    })
}

fn play(event: &mut Event) {
    while let Some(record) = next(event) {
        assert!(event.add(record));
    }
}

#[test]
fn every_form_ends_and_the_strongest_come_first() {
    for form in [Format::RoundRobin, Format::SingleElimination, Format::DoubleElimination] {
        for contestants in 4..12 {
            let mut event = Event::new(settings(contestants, 2), form);
            play(&mut event);
            assert!(event.is_over());
            assert_eq!(event.order()[..2], [0, 1], "{form:?}, {contestants} contestants");
        }
    }
}

#[test]
fn all_sit_in_all_seats_with_the_same_deals() {
    let mut event = Event::new(settings(4, 8), Format::SingleElimination);
    let (mut seats, mut seeds) = (Vec::new(), Vec::new());
    while let Some(record) = next(&event) {
        let game = record.event.clone().unwrap();
        seeds.push(event.seed_of(&game));
        seats.push(game.seats);
        event.add(record);
    }
    assert_eq!(seats[..4], [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]);
    assert!(seeds[..4].iter().all(|&seed| seed == seeds[0]));
    assert!(seeds[4..].iter().all(|&seed| seed == seeds[4]) && seeds[0] != seeds[4]);
}

#[test]
fn who_is_disqualified_loses_the_table_and_stays_out() {
    let mut event = Event::new(settings(5, 1), Format::SingleElimination);
    let mut first = next(&event).unwrap();
    let best = first.event.as_ref().unwrap().seats[first.winner.unwrap()];
    first.disqualified.push(Disqualification {
        seat: first.winner.unwrap(),
        round: 1,
        fault: "silent".to_owned(),
        reason: "no answer".to_owned(),
    });
    assert!(event.add(first));
    assert_eq!(event.out(best), Some("it was disqualified in game 0: no answer"));
    play(&mut event);
    assert_eq!(event.order()[4], best);
}

#[test]
fn a_game_of_another_place_or_event_is_not_counted() {
    let mut event = Event::new(settings(8, 2), Format::RoundRobin);
    let record = next(&event).unwrap();
    assert!(event.add(record.clone()));
    assert!(!event.add(record));
    let other = Event::new(settings(8, 1), Format::RoundRobin);
    assert!(!event.add(next(&other).unwrap()));
    assert_eq!(event.games().len(), 1);
}
