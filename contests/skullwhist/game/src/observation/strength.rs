//! The expected tricks of a hand.

use crate::rules::{Cards, SkullWhist, TRUMP};

/// Standard deviation of the tricks around [`expected_tricks`], in the contest's game.
pub const SPREAD: f64 = 1.43;

/// The constant for every hand.
const EVERY_HAND: f64 = 1.11;
/// The gain of the lead in round 1.
const LEAD: f64 = 0.16;
/// The value of a trump, the highest rank first.
const TRUMPS: [f64; 13] = [1.51, 1.35, 1.19, 1.05, 0.90, 0.77, 0.72, 0.64, 0.645, 0.57, 0.54, 0.545, 0.49];
/// The value of a card of another suit, the highest rank first.
const OTHERS: [f64; 13] = [0.96, 0.78, 0.64, 0.48, 0.36, 0.26, 0.16, 0.06, 0.01, -0.02, -0.04, -0.06, -0.08];
/// The effects of another suit with no, one or two cards: its cost, and the gain of every trump by it.
const SHORT_SUITS: [[f64; 2]; 3] = [[-0.93, 0.32], [-0.86, 0.21], [-0.38, 0.08]];

/// The mean number of tricks of a hand, without information about the other.
///
/// A least-squares fit to the tricks of 20,000 random deals of the contest's game, played by both with open hands
/// (`OpenHands` of the agents). On deals outside the fit, the standard deviation of the error is [`SPREAD`], against
/// 2.04 of the tricks themselves. For other members of the family, ranks count from the top, and the sum is scaled to
/// the rounds.
pub fn expected_tricks(game: SkullWhist, hand: Cards, leads: bool) -> f64 {
    let mut tricks = EVERY_HAND + if leads { LEAD } else { 0.0 };
    for card in hand {
        let from_top = usize::from(game.ranks().saturating_sub(card.value()));
        let weights = match card.suit() {
            TRUMP => &TRUMPS,
            _ => &OTHERS,
        };
        tricks += weights.get(from_top).copied().unwrap_or(0.0);
    }
    let trumps = f64::from(hand.of_suit(TRUMP).len());
    for suit in game.all_suits().filter(|&suit| suit != TRUMP) {
        let length = usize::from(hand.of_suit(suit).len());
        if let Some([cost, gain]) = SHORT_SUITS.get(length) {
            tricks += cost + gain * trumps;
        }
    }
    let rounds = f64::from(game.hand_size());
    (tricks * rounds / 13.0).clamp(0.0, rounds)
}
