//! Bids: a model of the other player's bids, and the best bid against it.
//!
//! # Half the rounds
//!
//! The two players' tricks add up to the number of rounds, `n`. To *outscore* the other player, a bid of half of them,
//! rounded down, is nearly sufficient. A player who bids `b = n / 2` and takes more than half the tricks wins. That
//! player scores at least `10 b + 1`. The other, with `b` tricks at most, scores at most `10 b` for an exact bid, less
//! for a lower one, and a negative score for a higher one.
//!
//! Between players who know this, the majority of the tricks wins the game: 7 in the contest. Against the bids 6 and 7,
//! no bid does better than these two. A regret-matching solution of bids against expected tricks, played out with open
//! hands, put all its weight on them. The deal therefore decides much. A player who sees both hands and knows every
//! move of the hand-written `expert` beats it in only three games of four. Other bids win only against players who bid
//! too little, or more than they take. [`best_bid`] looks for those.

use cardsharp_skullwhist_game::observation::SPREAD;
use cardsharp_skullwhist_game::rules::{Objective, SkullWhist, score};

/// The probabilities that the other player bids half the rounds, and that they bid their expected
/// tricks less [`MARGIN`]. Otherwise the model draws any bid.
const HALF: f64 = 0.4;
const CAREFUL: f64 = 0.4;
/// The mean distance of careful bids below the expected tricks, and their spread. Expected scores
/// are highest two tricks below.
const MARGIN: f64 = 2.0;
const SCATTER: f64 = 1.2;

/// One possible course of a game, as far as bids matter.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// Its weight among the others.
    pub weight: f64,
    /// The own tricks.
    pub tricks: u8,
    /// The tricks that the other player expects from their hand.
    pub other_expects: f64,
    /// The standard deviation of that expectation.
    pub spread: f64,
}

/// The probability of each bid, 0 to 13, of a player with unknown strategy whose hand is worth
/// `expected` tricks with standard deviation `spread`.
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

/// The bid with the best mean value.
pub fn best_bid(game: SkullWhist, objective: Objective, prospects: &[Prospect]) -> u8 {
    let rounds = game.hand_size();
    let mut value = [0.0; 14];
    for prospect in prospects {
        let others = bid_probabilities(game, prospect.other_expects, prospect.spread);
        let tricks = [prospect.tricks, rounds - prospect.tricks];
        for bid in 1..=rounds {
            let values = (1..=rounds)
                .map(|other| others[usize::from(other)] * f64::from(objective.utility([bid, other], tricks)));
            value[usize::from(bid)] += prospect.weight * values.sum::<f64>();
        }
    }
    highest(rounds, |bid| value[usize::from(bid)])
}

/// The bid with the best mean score, whatever the other player bids and scores.
pub fn safest_bid(game: SkullWhist, tricks: &[u8]) -> u8 {
    highest(game.hand_size(), |bid| {
        let scores = tricks.iter().map(|&tricks| f64::from(score(bid, tricks)));
        scores.sum()
    })
}

/// The bid of the highest value, the lowest of equal ones.
fn highest(most: u8, value: impl Fn(u8) -> f64) -> u8 {
    let better = |best: u8, bid: u8| if value(bid) > value(best) { bid } else { best };
    (1..=most).fold(1, better)
}

/// The possible courses of a game for a hand that is worth `expected` tricks, without information about the other hand.
pub fn prospects(game: SkullWhist, expected: f64) -> Vec<Prospect> {
    let rounds = game.hand_size();
    let prospect = |tricks: u8| {
        let off = (f64::from(tricks) - expected) / SPREAD;
        Prospect { weight: (-off * off / 2.0).exp(), tricks, other_expects: f64::from(rounds - tricks), spread: SPREAD }
    };
    (0..=rounds).map(prospect).collect()
}
