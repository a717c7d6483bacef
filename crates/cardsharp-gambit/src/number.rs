//! Exact numbers: whole numbers, decimals, fractions, powers of ten.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Pow, ToPrimitive, Zero};

use crate::error::{EfgError, Position};
use crate::lexer::shortened;

/// The greatest length of a number and the greatest power of ten. The longest exact decimal of an
/// `f64` has fewer than 1,100 digits. Without a limit `1e999999999` would fill the memory.
const MAX_DIGITS: usize = 1200;

/// The greatest number of bits of a sum's denominator.
const MAX_BITS: u64 = 1 << 14;

/// Reads a number exactly.
pub(crate) fn parse(text: &str, at: Position) -> Result<BigRational, EfgError> {
    if text.len() > MAX_DIGITS {
        return Err(too_long(at));
    }
    let bad = || EfgError::BadNumber { at, text: shortened(text) };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let size = match unsigned.split_once('/') {
        Some((above, below)) => {
            let (above, below) = (digits(above), digits(below));
            let (above, below) = above.zip(below).ok_or_else(bad)?;
            if below.is_zero() {
                return Err(bad());
            }
            reduced(above, below)
        }
        None => decimal(unsigned, at, bad)?,
    };
    Ok(if text.starts_with('-') { -size } else { size })
}

/// A fraction in lowest terms. It uses machine words if both parts fit, which is nearly always.
fn reduced(above: BigInt, below: BigInt) -> BigRational {
    match above.to_i64().zip(below.to_i64()) {
        Some((above, below)) => {
            let (above, below) = Ratio::new(above, below).into_raw();
            BigRational::new_raw(above.into(), below.into())
        }
        None => BigRational::new(above, below),
    }
}

fn too_long(at: Position) -> EfgError {
    EfgError::NumberTooLong { at, limit: MAX_DIGITS }
}

fn digits(text: &str) -> Option<BigInt> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

fn decimal(text: &str, at: Position, bad: impl Fn() -> EfgError) -> Result<BigRational, EfgError> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let value = digits(&format!("{whole}{places}")).ok_or_else(&bad)?;
    let size = digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)).ok_or_else(&bad)?;
    let size = size.to_usize().filter(|&size| size <= MAX_DIGITS);
    let size = size.ok_or_else(|| too_long(at))? as i64;
    let exponent = if exponent.starts_with('-') { -size } else { size };
    let shift = exponent - places.len() as i64;
    let power = BigInt::from(10_u8).pow(shift.unsigned_abs());
    Ok(if shift < 0 { reduced(value, power) } else { BigRational::from(value * power) })
}

/// What `rounded`, the `f64` nearest to `exact`, lacks to it.
pub(crate) fn remainder(exact: &BigRational, rounded: f64) -> f64 {
    /// Whole numbers up to this many bits are `f64`s.
    const MANTISSA: u64 = 53;
    if exact.is_integer() && exact.numer().bits() <= MANTISSA {
        return 0.0;
    }
    let Some(rounded) = BigRational::from_float(rounded) else {
        return 0.0;
    };
    // Not reduced to lowest terms, which takes long for fractions of many digits.
    let above = exact.numer() * rounded.denom() - rounded.numer() * exact.denom();
    let lacking = BigRational::new_raw(above, exact.denom() * rounded.denom());
    lacking.to_f64().unwrap_or(0.0)
}

/// Reads a count: a whole number, not negative.
pub(crate) fn whole(text: &str, at: Position) -> Result<u64, EfgError> {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let all = unsigned.bytes().all(|byte| byte.is_ascii_digit());
    match unsigned.parse() {
        Ok(number) if all => Ok(number),
        _ => Err(EfgError::Unexpected { at, expected: "a whole number that is not negative", found: shortened(text) }),
    }
}

/// Adds, and refuses a sum that only a hostile file can have.
pub(crate) fn add(sum: &mut BigRational, term: &BigRational, at: Position) -> Result<(), EfgError> {
    *sum += term;
    if sum.denom().bits() > MAX_BITS {
        return Err(EfgError::FractionTooLong { at, limit: MAX_BITS });
    }
    Ok(())
}

#[cfg(test)]
#[path = "../tests/unit/number.rs"]
mod tests;
