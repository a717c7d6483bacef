//! The probabilities of a chance state, as numbers and as fractions.

use super::violation::{History, Violation};
use crate::game::{Fraction, Game};

/// The tolerance for a sum of probabilities, and for a fraction relative to its probability.
const TOLERANCE: f64 = 1e-9;

/// Checks the outcomes of the chance state that `path` leads to.
pub(super) fn check<G: Game>(game: &G, state: &G::State, outcomes: usize, path: &[usize]) -> Result<(), Violation> {
    let mut sum = 0.0;
    for outcome in 0..outcomes {
        let probability = game.chance_probability(state, outcome);
        if probability.is_nan() || probability <= 0.0 {
            return Err(Violation::ChanceNotPositive { history: History::named(game, path), outcome, probability });
        }
        sum += probability;
    }
    if (sum - 1.0).abs() > TOLERANCE {
        let history = History::named(game, path);
        return Err(Violation::ChanceSum { history, sum });
    }
    check_fractions(game, state, outcomes, path)
}

fn check_fractions<G: Game>(game: &G, state: &G::State, outcomes: usize, path: &[usize]) -> Result<(), Violation> {
    let given = (0..outcomes).map(|outcome| game.chance_fraction(state, outcome));
    let given: Vec<Option<Fraction>> = given.collect();
    if given.iter().all(Option::is_none) {
        return Ok(());
    }
    let history = || History::named(game, path);
    let mut sum = Some((0, 1));
    for (outcome, fraction) in given.into_iter().enumerate() {
        let Some(fraction) = fraction else {
            let history = history();
            return Err(Violation::FractionMissing { history, outcome });
        };
        let probability = game.chance_probability(state, outcome);
        let quotient = fraction.numerator as f64 / fraction.denominator as f64;
        // With a denominator of 0 the quotient is infinite or NaN, which is near no probability.
        let near = (quotient - probability).abs() <= TOLERANCE * probability;
        if !near {
            return Err(Violation::FractionDiffers { history: history(), outcome, fraction, probability });
        }
        sum = sum.and_then(|sum| plus(sum, fraction));
    }
    match sum {
        Some((1, 1)) => Ok(()),
        Some((numerator, denominator)) => Err(Violation::FractionSum { history: history(), numerator, denominator }),
        None => Err(Violation::FractionsTooFine { history: history() }),
    }
}

/// The sum in lowest terms; `None` if it does not fit in 128 bits.
fn plus((above, below): (u128, u128), fraction: Fraction) -> Option<(u128, u128)> {
    let (numerator, denominator) = reduced(fraction.numerator.into(), fraction.denominator.into());
    let common = (below / divisor(below, denominator)).checked_mul(denominator)?;
    let above = above.checked_mul(common / below)?;
    let sum = above.checked_add(numerator.checked_mul(common / denominator)?)?;
    Some(reduced(sum, common))
}

fn reduced(numerator: u128, denominator: u128) -> (u128, u128) {
    let divisor = divisor(numerator, denominator);
    (numerator / divisor, denominator / divisor)
}

/// The greatest common divisor, by Euclid's algorithm. It is not 0 if one of the two is not.
fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
