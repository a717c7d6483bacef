//! The exact solution of the last tricks with open hands.

use super::OpenRound;
use cardsharp_tricky_eights_game::rules::{Card, MAX_PLAYERS};

/// The points of the whole round, by player number, if each player maximizes their own points: max^n (Luckhardt and
/// Irani, 1986). Among equally good cards, the lowest card of the first suit is chosen.
pub fn solve(round: &OpenRound) -> [u8; MAX_PLAYERS] {
    if round.is_over() {
        return round.points();
    }
    let player = round.to_act();
    let mut best: Option<[u8; MAX_PLAYERS]> = None;
    for card in round.representatives() {
        let points = solve(&after(round, card));
        if best.is_none_or(|best| points[player] > best[player]) {
            best = Some(points);
        }
    }
    best.unwrap_or(round.points())
}

fn after(round: &OpenRound, card: Card) -> OpenRound {
    let mut next = round.clone();
    next.apply(card);
    next
}
