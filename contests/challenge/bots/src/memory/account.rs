//! The winnings of departures from the policy against one opponent.

use serde::{Deserialize, Serialize};

use cardsharp_challenge_game::rules::Move;

/// The kinds of departures, which are accounted for separately.
const KINDS: usize = 4;
/// The amount that may be lost before anything was won, as a probability of winning a game.
const START: f64 = 0.4;
/// The number of standard errors of the winnings beyond which a loss is not by chance. A departure
/// that wins a little has results of half a game, so that without them most kinds would be stopped by
/// bad luck alone.
const BY_CHANCE: f64 = 2.0;
/// The largest amount that counts as won, so that an opponent who changes is noticed.
const MAX_WON: f64 = 4.0;
/// The largest sum of squares that counts, that of 100 lost or won bets for half a game, for the same
/// reason.
const MAX_SQUARES: f64 = 25.0;

/// The winnings of departures of each kind against one opponent, in games: the results of hands with
/// a departure, less what the model expected of the policy.
///
/// A kind of departure is allowed as long as it has not lost more than it has won before, an
/// allowance at the start, a budget for each hand, and what may be bad luck. This follows Ganzfried
/// and Sandholm (2015, "Safe Opponent Exploitation"): risk what was won. Results stand for expected
/// winnings here, since hidden hands leave those unknown, so the bound holds for what was observed and
/// not in expectation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    won: [f64; KINDS],
    /// The sums of the squared winnings.
    #[serde(default)]
    squares: [f64; KINDS],
    hands: u64,
}

/// The departures of the hand under way: the value that the policy was expected to have, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departures([Option<f64>; KINDS]);

impl Account {
    /// True if this move may be preferred to the policy.
    pub fn allows(&self, chosen: Move, budget: f64) -> bool {
        let kind = kind(chosen);
        let chance = BY_CHANCE * self.squares[kind].sqrt();
        self.won[kind] > -(START + budget * self.hands as f64 + chance)
    }

    /// Takes in a hand that is over, with its value as a probability of winning the game.
    pub fn record(&mut self, departures: &Departures, value: f64) {
        self.hands += 1;
        let accounts = self.won.iter_mut().zip(&mut self.squares);
        for ((won, squares), expected) in accounts.zip(departures.0) {
            if let Some(expected) = expected {
                let gain = value - expected;
                *won = (*won + gain).min(MAX_WON);
                *squares = (*squares + gain * gain).min(MAX_SQUARES);
            }
        }
    }

    /// True if the amounts are numbers.
    pub fn is_sound(&self) -> bool {
        self.won.iter().all(|won| won.is_finite()) && self.squares.iter().all(|sum| *sum >= 0.0)
    }
}

impl Departures {
    /// Notes a departure, at which the policy was expected to have this value.
    pub fn note(&mut self, chosen: Move, expected: f64) {
        self.0[kind(chosen)].get_or_insert(expected);
    }
}

fn kind(chosen: Move) -> usize {
    match chosen {
        Move::Play(_) => 0,
        Move::Offer => 1,
        Move::Accept => 2,
        Move::Reject => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn what_loses_is_stopped_and_what_wins_goes_on() {
        let mut account = Account::default();
        let mut accepted = Departures::default();
        accepted.note(Move::Accept, 0.45);
        // Five losses in a row may be bad luck.
        for _ in 0..5 {
            assert!(account.allows(Move::Accept, 0.0));
            account.record(&accepted, 0.0);
        }
        account.record(&accepted, 0.0);
        assert!(!account.allows(Move::Accept, 0.0));
        assert!(account.allows(Move::Offer, 0.0), "kinds are separate");
        assert!(account.allows(Move::Accept, 0.06), "a budget for each hand");
        for _ in 0..100 {
            account.record(&accepted, 1.0);
        }
        assert!(account.allows(Move::Accept, 0.0));
        // Earlier winnings do not pay for losses without end.
        for _ in 0..60 {
            account.record(&accepted, 0.0);
        }
        assert!(!account.allows(Move::Accept, 0.0));
    }

    #[test]
    fn what_wins_a_little_is_not_stopped_by_bad_luck() {
        let mut accepted = Departures::default();
        accepted.note(Move::Accept, 0.47);
        let mut stopped = 0;
        for seed in 0..200 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut account = Account::default();
            let goes_on = (0..300).all(|_| {
                account.record(&accepted, f64::from(u8::from(rng.random_bool(0.5))));
                account.allows(Move::Accept, 0.0)
            });
            stopped += u64::from(!goes_on);
        }
        // Without regard to luck it would be nine of ten.
        assert!(stopped < 40, "{stopped} of 200");
    }

    #[test]
    fn the_first_departure_of_a_kind_counts() {
        let mut departures = Departures::default();
        departures.note(Move::Offer, 0.5);
        departures.note(Move::Offer, 0.9);
        let mut account = Account::default();
        account.record(&departures, 0.5);
        assert_eq!(
            account,
            Account {
                hands: 1,
                ..Account::default()
            }
        );
    }
}
