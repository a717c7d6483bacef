//! Bids: what others bid, and what to bid against it.
//!
//! # Half the rounds
//!
//! The two players' tricks add up to the number of rounds, `n`. To *outscore* the other, a bid of half
//! of them, rounded down, is all but sufficient. Whoever bids `b = n / 2` and takes more than half the
//! tricks wins: he scores at least `10 b + 1`, while the other, with `b` tricks at most, scores at most
//! `10 b` for an exact bid, less for a lower one, and a negative score for a higher one. So among players
//! who know it the game is won by the majority of the tricks: 7 in the contest, where 6 and 7 are
//! bids that nobody can do better against. A regret-matching solution of bids against expected tricks,
//! played out with open hands, put all its weight on these two. So the deal decides much: even a player
//! who sees both hands and knows what the hand-written `expert` will do beats it in three games of
//! four only. Other bids win only against those who bid too little, or more than they take, and that is
//! what [`best_bid`] looks for.

use super::strength::SPREAD;
use crate::contests::skullwhist::rules::{SkullWhist, score};
use crate::contests::skullwhist::search::Objective;

/// How often others bid half the rounds, and how often the tricks they expect less [`MARGIN`]; the rest
/// of the time, anything.
const HALF: f64 = 0.4;
const CAREFUL: f64 = 0.4;
/// By how much careful bids stay below the tricks expected, on average, and how they scatter. Expected
/// scores are highest two tricks below.
const MARGIN: f64 = 2.0;
const SCATTER: f64 = 1.2;

/// One of the ways a game may go, as far as bids matter.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// Its weight among the others.
    pub weight: f64,
    /// The tricks one takes oneself.
    pub tricks: u8,
    /// The tricks that the other expects from his hand.
    pub other_expects: f64,
    /// How far off that may be.
    pub spread: f64,
}

/// How likely each bid is, 0 to 13, of a player of unknown ways whose hand is good for `expected` tricks,
/// give or take `spread`.
pub fn bid_probabilities(game: SkullWhist, expected: f64, spread: f64) -> [f64; 14] {
    let most = usize::from(game.hand_size());
    let half = usize::from(game.hand_size() / 2).max(1);
    let halves = [half, (half + 1).min(most)];
    let scatter = (SCATTER.powi(2) + spread.powi(2)).sqrt();
    let careful = |bid: usize| {
        let off = (bid as f64 - (expected - MARGIN).max(1.0)) / scatter;
        (-off * off / 2.0).exp()
    };
    let total: f64 = (1..=most).map(careful).sum();
    let mut chances = [0.0; 14];
    for (bid, chance) in chances.iter_mut().enumerate().take(most + 1).skip(1) {
        *chance = (1.0 - HALF - CAREFUL) / most as f64 + CAREFUL * careful(bid) / total;
    }
    for bid in halves {
        chances[bid] += HALF / 2.0;
    }
    chances
}

/// The bid that is worth most on average.
pub fn best_bid(game: SkullWhist, objective: Objective, prospects: &[Prospect]) -> u8 {
    let rounds = game.hand_size();
    let mut worth = [0.0; 14];
    for prospect in prospects {
        let others = bid_probabilities(game, prospect.other_expects, prospect.spread);
        let tricks = [prospect.tricks, rounds - prospect.tricks];
        for bid in 1..=rounds {
            let values = (1..=rounds).map(|other| {
                others[usize::from(other)] * f64::from(objective.worth([bid, other], tricks))
            });
            worth[usize::from(bid)] += prospect.weight * values.sum::<f64>();
        }
    }
    highest(rounds, |bid| worth[usize::from(bid)])
}

/// The bid that scores most on average, whatever the other bids and scores.
pub fn safest_bid(game: SkullWhist, tricks: &[u8]) -> u8 {
    highest(game.hand_size(), |bid| {
        let scores = tricks.iter().map(|&tricks| f64::from(score(bid, tricks)));
        scores.sum()
    })
}

/// The bid of the highest worth, the lowest of equal ones.
fn highest(most: u8, worth: impl Fn(u8) -> f64) -> u8 {
    let better = |best: u8, bid: u8| if worth(bid) > worth(best) { bid } else { best };
    (1..=most).fold(1, better)
}

/// The ways a game may go for a hand that is good for `expected` tricks, nothing being known of the
/// other.
pub fn prospects(game: SkullWhist, expected: f64) -> Vec<Prospect> {
    let rounds = game.hand_size();
    let prospect = |tricks: u8| {
        let off = (f64::from(tricks) - expected) / SPREAD;
        Prospect {
            weight: (-off * off / 2.0).exp(),
            tricks,
            other_expects: f64::from(rounds - tricks),
            spread: SPREAD,
        }
    };
    (0..=rounds).map(prospect).collect()
}
