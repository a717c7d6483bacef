//! The hands that an opponent may hold.

use rand::Rng;
use rand::seq::index;

use cardsharp_challenge_game::rules::{Cards, Rank};

/// Hands of up to this many cards are all listed; larger ones are sampled.
const LISTED_SIZE: usize = 2;

/// Hands of `size` cards from the cards `left`, with weights that sum to 1: all of them if they are
/// few, else `draws` of them.
pub fn unseen_hands(size: usize, left: Cards, draws: usize, rng: &mut impl Rng) -> Vec<(Cards, f64)> {
    let mut hands = if size <= LISTED_SIZE {
        list_hands(size, left)
    } else {
        let cards: Vec<Rank> = left.descending().collect();
        sample_hands(size, &cards, draws, rng)
    };
    let sum: f64 = hands.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut hands {
        *weight /= sum;
    }
    hands
}

/// All hands of `size` cards from the cards `left`, each with the number of ways to draw it.
pub fn list_hands(size: usize, left: Cards) -> Vec<(Cards, f64)> {
    let mut hands = Vec::new();
    list(left, size, (Cards::EMPTY, 1.0), &mut hands);
    hands
}

/// Draws `draws` hands of `size` of the `cards`, each with weight 1.
pub fn sample_hands(size: usize, cards: &[Rank], draws: usize, rng: &mut impl Rng) -> Vec<(Cards, f64)> {
    let draw = |_| {
        let indices = index::sample(rng, cards.len(), size.min(cards.len()));
        (indices.iter().map(|index| cards[index]).collect(), 1.0)
    };
    (0..draws).map(draw).collect()
}

/// Systematic sampling: equal steps through the summed weights from a random start. Returns how many
/// of `draws` draws fall on each of the `weights`, whose sum is given.
pub fn systematic_counts(weights: impl Iterator<Item = f64>, sum: f64, draws: usize, rng: &mut impl Rng) -> Vec<u32> {
    let step = sum / draws as f64;
    let mut next = rng.random::<f64>() * step;
    let mut passed = 0.0;
    let count = |weight: f64| {
        passed += weight;
        let mut drawn = 0;
        while next < passed {
            drawn += 1;
            next += step;
        }
        drawn
    };
    weights.map(count).collect()
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
