//! Prints positions and moves.

use std::time::Duration;

use super::HAND_SIZE;
use crate::contests::challenge::agents::{Sight, TrickSeen};
use crate::contests::challenge::rules::{Cards, Due, INITIAL_BANK, Move, Rank};

/// Prints the position as text that [`parse_position`](super::parse_position) reads back to an
/// equal one. A key whose value is the default is left out, except those that a reader looks for.
pub fn print_position(sight: &Sight) -> String {
    let mut words = vec![format!("hand={}", cards(sight.hand))];
    if let Some(table) = sight.table {
        words.push(format!("table={table}"));
    }
    words.push(format!(
        "tricks={}-{}",
        sight.own_tricks, sight.their_tricks
    ));
    words.push(format!("score={}-{}", sight.own_points, sight.their_points));
    words.push(format!("challenge={}", challenge(sight)));
    words.push(format!("led={}", led(sight.led_hand)));
    if !sight.tricks.is_empty() {
        let tricks: Vec<_> = sight.tricks.iter().map(trick).collect();
        words.push(format!("played={}", tricks.join(",")));
    }
    if sight.tricks_over + sight.tricks_left() != HAND_SIZE {
        words.push(format!("over={}", sight.tricks_over));
    }
    if let Some((over, on_table)) = sight.accepted_at {
        let mark = if on_table { "+" } else { "" };
        words.push(format!("accepted={over}{mark}"));
    }
    if sight.hand_id != 1 {
        words.push(format!("hand-id={}", sight.hand_id));
    }
    if !sight.gone.is_empty() {
        words.push(format!("gone={}", cards(sight.gone)));
    }
    if sight.remaining != INITIAL_BANK {
        words.push(format!("left={}", seconds(sight.remaining)));
    }
    words.join(" ")
}

/// Prints the move as text: a rank, `challenge`, `accept` or `reject`.
pub fn print_move(chosen: Move) -> String {
    match chosen {
        Move::Play(rank) => rank.to_string(),
        Move::Offer => "challenge".to_owned(),
        Move::Accept => "accept".to_owned(),
        Move::Reject => "reject".to_owned(),
    }
}

fn cards(cards: Cards) -> String {
    if cards.is_empty() {
        return "-".to_owned();
    }
    let ranks: Vec<_> = cards.descending().map(|rank| rank.to_string()).collect();
    ranks.join(",")
}

fn challenge(sight: &Sight) -> &'static str {
    match (sight.due, sight.can_challenge, sight.in_challenge) {
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
    if trick.led {
        format!("{own}*-{theirs}")
    } else {
        format!("{own}-{theirs}*")
    }
}

fn seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
