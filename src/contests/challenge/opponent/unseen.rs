//! The hands that an opponent may hold.

use rand::Rng;
use rand::seq::index;

use crate::contests::challenge::rules::{Cards, Rank};

/// Hands of up to this many cards are all listed; larger ones are sampled.
const LISTED_SIZE: usize = 2;

/// Hands of `size` cards from the cards `left`, with weights that sum to 1: all of them if they are
/// few, else `draws` of them.
pub fn unseen_hands(
    size: usize,
    left: Cards,
    draws: usize,
    rng: &mut impl Rng,
) -> Vec<(Cards, f64)> {
    let mut hands = Vec::new();
    if size <= LISTED_SIZE {
        list(left, size, (Cards::EMPTY, 1.0), &mut hands);
    } else {
        let cards: Vec<Rank> = left.descending().collect();
        for _ in 0..draws {
            let places = index::sample(rng, cards.len(), size.min(cards.len()));
            hands.push((places.iter().map(|place| cards[place]).collect(), 1.0));
        }
    }
    let sum: f64 = hands.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut hands {
        *weight /= sum;
    }
    hands
}

/// Lists the hands of `size` more cards from `left`, each with the number of ways to draw it.
fn list(left: Cards, size: usize, so_far: (Cards, f64), hands: &mut Vec<(Cards, f64)>) {
    if size == 0 {
        hands.push(so_far);
        return;
    }
    let Some(rank) = left.lowest() else {
        return;
    };
    let copies = left.count(rank);
    let others: Cards = left.descending().filter(|&other| other != rank).collect();
    let (mut hand, mut ways) = so_far;
    for taken in 0..=size.min(usize::from(copies)) {
        list(others, size - taken, (hand, ways), hands);
        let held = taken as f64;
        ways *= (f64::from(copies) - held) / (held + 1.0);
        hand = hand.with(rank);
    }
}
