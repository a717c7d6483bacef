//! The printing of actions and positions.

use std::fmt;

use super::position::named;
use crate::rules::{Action, Card, Pending, Position, Rules};

impl fmt::Display for Action {
    /// The text that reads back to the same action: `draw`, `end`, `hook key-3`, `oracle none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Draw => f.write_str("draw"),
            Action::EndTurn => f.write_str("end"),
            Action::Respond { effect, card: Some(card) } => write!(f, "{effect} {card}"),
            Action::Respond { effect, card: None } => write!(f, "{effect} none"),
        }
    }
}

impl fmt::Display for Pending {
    /// The form in a position: `hook`, `map:key-2,hook-2`, `kraken+2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effect = self.effect();
        match self {
            Pending::Map { offer } => write!(f, "{effect}:{}", cards(offer)),
            _ if self.owed() > 0 => write!(f, "{effect}+{}", self.owed()),
            _ => effect.fmt(f),
        }
    }
}

/// The position as text. [`parse_position`](super::parse_position) reads it back as an equal
/// position under the same rules.
pub fn print_position(position: &Position, rules: &Rules) -> String {
    let mut words = vec![
        format!("to-move={}", position.to_move),
        format!("bank0={}", cards(&position.banks[0])),
        format!("bank1={}", cards(&position.banks[1])),
        format!("area={}", cards(&position.area)),
        format!("discard={}", cards(&position.discards)),
    ];
    if !position.known.is_empty() {
        words.push(format!("next={}", cards(&position.known)));
    }
    if position.unseen != rules.deck.cards().minus(named(position)) {
        words.push(format!("pile={}", position.unseen));
    }
    if let Some(pending) = position.pending {
        words.push(format!("pending={pending}"));
    }
    if position.timeouts > 0 {
        words.push(format!("late={}", position.timeouts));
    }
    words.join(" ")
}

fn cards(cards: &[Card]) -> String {
    if cards.is_empty() {
        return "-".to_owned();
    }
    let cards: Vec<_> = cards.iter().map(Card::to_string).collect();
    cards.join(",")
}
