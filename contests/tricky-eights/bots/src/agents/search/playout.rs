//! The probable end of a round with open hands: it is played out by a quick hand-written rule.

use super::OpenRound;
use super::endgame;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, MAX_PLAYERS, Suit};

/// Plays to the end by a rule that sees all hands, and the last `exact` tricks by max^n. Returns
/// the points of the whole round, by player number.
///
/// The rule takes the highest card of the pool. It cashes the cards that nobody can beat, wins as cheaply as it can,
/// and keeps its eights from being caught. A round from the first take on takes about 6 microseconds.
pub fn playout(mut round: OpenRound, exact: u8) -> [u8; MAX_PLAYERS] {
    while !round.is_over() {
        if round.tricks_left() <= exact {
            return endgame::solve(&round);
        }
        let legal = round.legal();
        let Some(first) = legal.first() else { break };
        let card = match legal.len() {
            1 => first,
            _ => choose(&round, legal, first),
        };
        round.apply(card);
    }
    round.points()
}

fn choose(round: &OpenRound, legal: CardSet, first: Card) -> Card {
    if round.is_taking() {
        return take(round, legal, first);
    }
    match round.best() {
        None => lead(round, legal, first),
        Some(best) if legal.of_suit(best.suit()).is_empty() => discard(round, legal, first),
        Some(best) => follow(round, legal, best),
    }
}

/// The highest card. Of several of the same rank, the one of the player's longest suit.
fn take(round: &OpenRound, legal: CardSet, first: Card) -> Card {
    let hand = round.hand(round.to_act());
    let mut best = (0, first);
    for suit in Suit::ALL {
        if let Some(top) = legal.of_suit(suit).last() {
            let value = 4 * usize::from(top.rank().step()) + hand.of_suit(suit).len() + 1;
            if value > best.0 {
                best = (value, top);
            }
        }
    }
    best.1
}

/// A card that nobody can beat, if there is one: preferably of a suit of which the others have few
/// cards, or in which an eight is won. Otherwise the lowest card of the longest suit.
fn lead(round: &OpenRound, legal: CardSet, first: Card) -> Card {
    let others = round.to_come(CardSet::FULL);
    let mut best = (i32::MIN, first);
    for suit in Suit::ALL {
        let (own, out) = (legal.of_suit(suit), others.of_suit(suit));
        let winners = match out.last() {
            Some(high) => own.intersection(CardSet::above(high)),
            None => own,
        };
        let eights = CardSet::EIGHTS.of_suit(suit);
        let lead = match winners.intersection(eights).first().or(winners.first()) {
            Some(card) => {
                let caught = out.len() <= 3 && !out.intersection(eights).is_empty();
                let gain = 4 * i32::from(caught || card.is_eight());
                Some((100 + gain - out.len() as i32, card))
            }
            None => own.minus(eights).first().or(own.first()).map(|low| {
                let value = 2 * own.len() as i32 - 20 * i32::from(low.is_eight());
                (value, low)
            }),
        };
        if let Some(lead) = lead.filter(|lead| lead.0 > best.0) {
            best = lead;
        }
    }
    best.1
}

/// The cheapest card that holds the trick, but an eight before the others. If no card holds it, the lowest card that is
/// no eight. An eight is played instead if it is lower than that card, and that card will soon be high.
fn follow(round: &OpenRound, legal: CardSet, best: Card) -> Card {
    let above = CardSet::above(best);
    let later = round.to_come(above);
    let high = later.last().unwrap_or(best);
    let winners = legal.intersection(CardSet::above(high));
    if let Some(eight) = winners.intersection(CardSet::EIGHTS).first() {
        return eight;
    }
    if let Some(cheapest) = winners.first() {
        return cheapest;
    }
    let plain = legal.minus(CardSet::EIGHTS).first();
    let eight = legal.intersection(CardSet::EIGHTS).first();
    match (plain, eight) {
        (Some(plain), Some(eight)) if plain.rank() > eight.rank() && is_nearly_high(round, plain) => eight,
        _ => plain.or(eight).unwrap_or(best),
    }
}

/// True if the others hold at most one higher card.
fn is_nearly_high(round: &OpenRound, card: Card) -> bool {
    let others = round.held().minus(round.hand(round.to_act()));
    CardSet::above(card).intersection(others).len() <= 1
}

/// The card that is least likely to take a trick. An eight is kept longer than a queen.
fn discard(round: &OpenRound, legal: CardSet, first: Card) -> Card {
    let others = round.held();
    let mut best = (i32::MAX, first);
    for suit in Suit::ALL {
        let own = legal.of_suit(suit);
        let Some(low) = own.first() else { continue };
        for card in [Some(low), own.without(low).first()].into_iter().flatten() {
            let higher = CardSet::above(card).intersection(others).minus(own).len() as i32;
            let value = if card.is_eight() {
                24 - higher
            } else {
                i32::from(card.rank().step()) - 2 * higher + own.len() as i32
            };
            if value < best.0 {
                best = (value, card);
            }
        }
    }
    best.1
}
