//! Chance probabilities as fractions of whole numbers that sum to exactly 1.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{One, ToPrimitive};

use crate::game::Fraction;

/// The tolerance for the sum of a chance node's probabilities: a larger difference is not rounding.
const ROUNDING: f64 = 1e-9;

/// The denominator of rounded probabilities.
const UNIT: u64 = 1 << 63;

/// The exact probabilities of a chance node; `None` if they are not positive or do not sum to 1.
///
/// The first of these that applies:
/// - the fractions that the game gives, if it gives all;
/// - the simplest fraction that rounds to each `f64`, if these sum to exactly 1 (so 0.1 is 1/10,
///   and thirds are thirds);
/// - every `f64` divided by their exact sum, rounded to a multiple of 2^-63. The likeliest outcome
///   also gets the remainder.
pub(super) fn exact(given: Option<Vec<Fraction>>, probabilities: &[f64]) -> Option<Vec<Fraction>> {
    if let Some(given) = given {
        return sums_to_one(&given).then(|| given.into_iter().map(reduced).collect());
    }
    let positive = probabilities.iter().all(|&chance| chance > 0.0 && chance.is_finite());
    let sum: f64 = probabilities.iter().sum();
    if !positive || (sum - 1.0).abs() > ROUNDING {
        return None;
    }
    let simple: Option<Vec<Fraction>> = probabilities.iter().map(|&chance| simplest(chance)).collect();
    match simple.filter(|simple| sums_to_one(simple)) {
        Some(simple) => Some(simple),
        None => normalised(probabilities),
    }
}

fn reduced(fraction: Fraction) -> Fraction {
    let ratio = Ratio::new(fraction.numerator, fraction.denominator);
    Fraction { numerator: *ratio.numer(), denominator: *ratio.denom() }
}

fn sums_to_one(fractions: &[Fraction]) -> bool {
    let valid = |part: &Fraction| part.numerator > 0 && part.denominator > 0;
    let ratio = |part: &Fraction| BigRational::new(part.numerator.into(), part.denominator.into());
    fractions.iter().all(valid) && fractions.iter().map(ratio).sum::<BigRational>().is_one()
}

/// The first convergent of the continued fraction of a probability that rounds to it.
fn simplest(chance: f64) -> Option<Fraction> {
    let exact = BigRational::from_float(chance)?;
    let (mut above, mut below) = (exact.numer().to_u128()?, exact.denom().to_u128()?);
    // The last two convergents, numerators and denominators.
    let (mut older, mut newer) = ((0_u128, 1_u128), (1_u128, 0_u128));
    while below != 0 {
        let whole = above / below;
        let next =
            (whole.checked_mul(newer.0)?.checked_add(older.0)?, whole.checked_mul(newer.1)?.checked_add(older.1)?);
        (older, newer) = (newer, next);
        (above, below) = (below, above % below);
        let (numerator, denominator) = (u64::try_from(newer.0).ok()?, u64::try_from(newer.1).ok()?);
        // Below 2^53 both are exact, so the quotient is the rounded fraction.
        if denominator < 1 << 53 && numerator as f64 / denominator as f64 == chance {
            return Some(Fraction { numerator, denominator });
        }
    }
    None
}

fn normalised(probabilities: &[f64]) -> Option<Vec<Fraction>> {
    let exact: Option<Vec<BigRational>> = probabilities.iter().map(|&chance| BigRational::from_float(chance)).collect();
    let exact = exact?;
    let scale = BigRational::from(BigInt::from(UNIT)) / exact.iter().sum::<BigRational>();
    let mut parts = Vec::with_capacity(exact.len());
    for chance in exact {
        parts.push((chance * &scale).to_integer().to_u64()?.max(1));
    }
    let total: u128 = parts.iter().map(|&part| u128::from(part)).sum();
    let likeliest = parts.iter_mut().max()?;
    *likeliest = u64::try_from((u128::from(*likeliest) + u128::from(UNIT)).checked_sub(total)?).ok()?;
    let fraction = |numerator| Fraction { numerator, denominator: UNIT };
    Some(parts.into_iter().map(|part| reduced(fraction(part))).collect())
}

/// The text of a fraction that most programs read exactly. OpenSpiel reads the parts of a fraction
/// as 32-bit numbers. So a longer one is written as a decimal if the decimal is finite.
pub(super) fn text(fraction: Fraction) -> String {
    let Fraction { numerator, denominator } = reduced(fraction);
    if denominator == 1 {
        return numerator.to_string();
    }
    let twos = denominator.trailing_zeros();
    let mut rest = denominator >> twos;
    let mut fives = 0;
    while rest.is_multiple_of(5) {
        rest /= 5;
        fives += 1;
    }
    if denominator <= i32::MAX as u64 || rest != 1 {
        return format!("{numerator}/{denominator}");
    }
    let places = twos.max(fives);
    let shifted = BigInt::from(numerator) * BigInt::from(10_u8).pow(places) / denominator;
    let digits = format!("{shifted:0>width$}", width = places as usize + 1, shifted = shifted.to_string());
    let (whole, decimals) = digits.split_at(digits.len() - places as usize);
    format!("{whole}.{decimals}")
}

#[cfg(test)]
#[path = "../../tests/unit/efg/probability.rs"]
mod tests;
