//! Prints positions.

use std::time::Duration;

use super::parse::HAND_SIZE;
use super::{Observation, TrickSeen};
use crate::rules::{Cards, Due, INITIAL_BANK, Rank};

/// Prints the position as text that [`parse_position`](super::parse_position) reads back to an
/// equal one. A key whose value is the default is left out, except those that a reader looks for.
pub fn print_position(observation: &Observation) -> String {
    let mut words = vec![format!("hand={}", cards(observation.hand))];
    if let Some(table) = observation.table {
        words.push(format!("table={table}"));
    }
    words.push(format!("tricks={}-{}", observation.own_tricks, observation.their_tricks));
    words.push(format!("score={}-{}", observation.own_points, observation.their_points));
    words.push(format!("challenge={}", challenge(observation)));
    words.push(format!("led={}", led(observation.led_hand)));
    if !observation.tricks.is_empty() {
        let tricks: Vec<_> = observation.tricks.iter().map(trick).collect();
        words.push(format!("played={}", tricks.join(",")));
    }
    if observation.tricks_over + observation.tricks_left() != HAND_SIZE {
        words.push(format!("over={}", observation.tricks_over));
    }
    if let Some((over, on_table)) = observation.accepted_at {
        let mark = if on_table { "+" } else { "" };
        words.push(format!("accepted={over}{mark}"));
    }
    if observation.hand_id != 1 {
        words.push(format!("hand-id={}", observation.hand_id));
    }
    if !observation.gone.is_empty() {
        words.push(format!("gone={}", cards(observation.gone)));
    }
    if observation.remaining != INITIAL_BANK {
        words.push(format!("left={}", seconds(observation.remaining)));
    }
    words.join(" ")
}

fn cards(cards: Cards) -> String {
    if cards.is_empty() {
        return "-".to_owned();
    }
    let ranks: Vec<_> = cards.descending().map(|rank| rank.to_string()).collect();
    ranks.join(",")
}

fn challenge(observation: &Observation) -> &'static str {
    match (observation.due, observation.can_challenge, observation.in_challenge) {
        (Due::Answer, ..) => "offered",
        (Due::Card, true, _) => "open",
        (Due::Card, false, true) => "accepted",
        (Due::Card, false, false) => "closed",
    }
}

fn led(led: Option<bool>) -> &'static str {
    match led {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    }
}

fn trick(trick: &TrickSeen) -> String {
    let card = |card: Option<Rank>| card.map_or("x".to_owned(), |rank| rank.to_string());
    let (own, theirs) = (card(trick.own), card(trick.theirs));
    if trick.led { format!("{own}*-{theirs}") } else { format!("{own}-{theirs}*") }
}

fn seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
